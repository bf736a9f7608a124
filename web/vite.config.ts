import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { bundledLicences } from './bundled-licences.ts';

/** `vite web` for work on the page: what is not of the page is asked of a running `tarrafa serve`. */
const server = 'http://127.0.0.1:8730';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [svelte(), bundledLicences()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Nothing inlined as data: addresses, so that the policy of the page can forbid them for fonts and scripts.
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { pluginTimings: false } },
    // The map library comes in one piece, loaded only by the map.
    chunkSizeWarningLimit: 1200,
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/replay', '/memento', '/simples', '/opensearch.xml'].map((path) => [path, server]),
    ),
  },
});
