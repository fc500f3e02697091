import { mount } from 'svelte';
import App from './pages/App.svelte';
import { listen } from './route.svelte';
import { applyTheme } from './ui/settings.svelte';
import './ui/theme.css';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no #app');
applyTheme();
listen();
mount(App, { target });
