import { availableParallelism } from 'node:os';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vitest/config';

/** Tests that measure response times; they run alone. */
const timed = ['src/lib/alignment/workers/*.test.ts', 'src/lib/scorer/leaderboard/performance.test.ts'];
/** Tests wait for files and other processes a third of the time: two cores have room for a third worker. */
const maxWorkers = Math.max(3, availableParallelism() - 1);
// A machine with other work takes ten times as long; what never ends fails all the same.
const node = { environment: 'node', testTimeout: 120_000, hookTimeout: 120_000 } as const;

export default defineConfig({
  plugins: [sveltekit()],
  build: { sourcemap: false },
  test: {
    // Loading modules takes longer than most tests: files share their process. None of them changes what others see.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          ...node,
          include: ['src/**/*.test.ts', 'seed/**/*.test.ts', 'tests/*.test.ts'],
          exclude: ['src/**/*.svelte.test.ts', ...timed],
          maxWorkers
        }
      },
      {
        extends: true,
        resolve: { conditions: ['browser'] },
        test: { name: 'components', environment: 'jsdom', include: ['src/**/*.svelte.test.ts'], maxWorkers }
      },
      {
        extends: true,
        // One at a time, when the others are done.
        test: { name: 'timed', ...node, include: timed, maxWorkers: 1, sequence: { groupOrder: 1 } }
      }
    ]
  }
});
