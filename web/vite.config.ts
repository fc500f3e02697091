import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { notices } from './notices.ts';

/** Where `tretorri serve` listens while `npm run dev` shows the page. */
const port = process.env.TRETORRI_PORT ?? '8765';

const modules = fileURLToPath(new URL('node_modules', import.meta.url));

export default defineConfig({
  plugins: [svelte({ configFile: false }), notices(modules)],
  build: {
    target: 'es2022',
    // A data: address would be refused by the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // three.js changes less often than the page: its own file stays in the browser's cache.
      output: {
        codeSplitting: { groups: [{ name: 'three', test: /node_modules[\\/]three[\\/]/ }] },
      },
    },
  },
  // Components are tested as they run in a browser, not as a server would render them.
  ...(process.env.VITEST ? { resolve: { conditions: ['browser'] } } : {}),
  server: { proxy: { '/api': { target: `http://127.0.0.1:${port}`, ws: true } } },
});
