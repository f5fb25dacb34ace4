import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const engine = process.env.CALLGUIDE_ENGINE ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
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
  server: { proxy: { '/api': engine, '/auth': engine, '/guides': engine } },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
  },
});
