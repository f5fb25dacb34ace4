import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { preloads } from './scripts/preloads.ts';

const engine = process.env.CALLGUIDE_ENGINE ?? 'http://127.0.0.1:8080';
const proxy = { '/api': engine, '/auth': engine, '/guides': engine };

/**
 * Puts the order of the layers before every stylesheet. Chunks load in any order, and the first statement that names a
 * layer sets its rank: without this, a `ui` chunk that loads first would rank below the reset.
 */
const layerOrder = {
  postcssPlugin: 'layer-order',
  Once(root: { prepend(text: string): void }) {
    root.prepend('@layer reset, tokens, base, ui, features;');
  },
};

export default defineConfig({
  plugins: [react(), preloads()],
  css: { postcss: { plugins: [layerOrder] } },
  build: {
    manifest: true,
    // The engine's content security policy allows no data: scripts or fonts; icons are inline SVG elements.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // React and its companions change far less often than the app, so their chunk stays cached across releases.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|openapi-fetch)[\\/]/,
            },
            // Code shared by several screens goes into one chunk: a dozen chunks of a few lines each would mean a
            // request each.
            { name: 'shared', test: /src[\\/](ui|contact|api|app|styles|paths|store|features[\\/]update)|lucide-react/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    // A machine that's also building may need many times as long: only a test that hangs should fail.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
