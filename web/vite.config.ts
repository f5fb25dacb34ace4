import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const engine = process.env.CALLGUIDE_ENGINE ?? 'http://127.0.0.1:8080';
const proxy = { '/api': engine, '/auth': engine, '/guides': engine };

/**
 * The order of the layers is that in which they are first named, and which stylesheet comes first changes with
 * the chunks: so each of them names it.
 */
const layers: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform(code, id) {
    return id.endsWith('.module.css') ? `@layer reset, tokens, base, ui, features;\n${code}` : undefined;
  },
};

export default defineConfig({
  plugins: [layers, react()],
  build: {
    manifest: true,
    // The engine's content security policy allows no data: scripts or fonts; icons are inline SVG elements.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // React and its companions change far less often than the app: a chunk that stays cached over releases.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|openapi-fetch)[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
  },
});
