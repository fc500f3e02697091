import { mount } from 'svelte';
import App from './app/App.svelte';
import { listen } from './app/route.svelte';
import { applyTheme } from './ui/settings.svelte';
import './ui/theme.css';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no #app');
applyTheme();
listen();
mount(App, { target });
