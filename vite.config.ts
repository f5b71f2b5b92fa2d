import { availableParallelism } from 'node:os';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vitest/config';
import { pageSections } from './scripts/page-sections.ts';

/** Tests wait for files and other processes a third of the time: two cores have room for four workers. */
const maxWorkers = Math.max(4, availableParallelism() - 1);
/** Tests that put something else in a module's place, those of pages, and one that renders a suite's component ask Vite for the modules. */
const asked = [
  'src/routes/**/*.test.ts',
  'tests/toy-suite/toy-suite.test.ts',
  'src/lib/server/auth/auth.test.ts',
  'src/lib/server/auth/sign-in/sign-in.test.ts'
];
// A machine with other work takes ten times as long; what never ends fails all the same.
const patience = { testTimeout: 600_000, hookTimeout: 600_000 };

export default defineConfig({
  plugins: [sveltekit(), pageSections()],
  build: {
    sourcemap: false,
    reportCompressedSize: false,
    // Lists of what later imports need would add .4 KiB of script to a judging page, which has most of it already.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One stylesheet of 27 KB, fetched once. Of 180 each page loaded up to ten, and which of two equal rules applied depended on
            // the pages visited before.
            { name: 'styles', test: /\.css(?:$|\?)|[?&]type=style/ },
            // Scripts that every page loads are one file: as ten files they weigh 1 KiB more.
            {
              name: 'every-page',
              test: /components\/shared\/(?:language\/(?:words|sent-words)|keys\/(?:page-keys|sent-keys)|frame\/key-panel)|preload-helper|disclose-version/
            }
          ]
        }
      }
    }
  },
  test: {
    // Loading modules takes longer than most tests: files share their process. None of them changes what others see.
    isolate: false,
    teardownTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          ...patience,
          environment: 'node',
          setupFiles: ['src/lib/server/db/quick-imports.ts', 'tests/fixed-chance.ts'],
          include: ['src/**/*.test.ts', 'seed/**/*.test.ts', 'tests/*.test.ts', 'tests/*-suite/*.test.ts'],
          exclude: ['src/**/*.svelte.test.ts', ...asked],
          // Node reads their TypeScript itself, as the command line and the server's threads do: a seventh less time than by Vite.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          maxWorkers
        }
      },
      {
        extends: true,
        test: {
          name: 'vite',
          ...patience,
          environment: 'node',
          setupFiles: ['tests/fixed-chance.ts'],
          include: asked,
          exclude: ['src/**/*.svelte.test.ts'],
          maxWorkers
        }
      },
      {
        extends: true,
        resolve: { conditions: ['browser'] },
        test: {
          name: 'components',
          ...patience,
          environment: 'jsdom',
          setupFiles: ['tests/empty-document.ts'],
          include: ['src/**/*.svelte.test.ts'],
          maxWorkers
        }
      }
    ]
  }
});
