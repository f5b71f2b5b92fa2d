import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [sveltekit()],
  build: { sourcemap: false },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts', 'seed/**/*.test.ts', 'tests/*.test.ts'],
          exclude: ['src/**/*.svelte.test.ts'],
          testTimeout: 20_000
        }
      },
      {
        extends: true,
        resolve: { conditions: ['browser'] },
        test: { name: 'components', environment: 'jsdom', include: ['src/**/*.svelte.test.ts'] }
      }
    ]
  }
});
