import { inRoot, run } from './process.mjs';

const tools = {
  'svelte-kit': '@sveltejs/kit/svelte-kit.js',
  'svelte-check': 'svelte-check/bin/svelte-check',
  oxlint: 'oxlint/bin/oxlint',
  eslint: 'eslint/bin/eslint.js',
  oxfmt: 'oxfmt/bin/oxfmt',
  prettier: 'prettier/bin/prettier.cjs',
  vitest: 'vitest/vitest.mjs',
  playwright: '@playwright/test/cli.js'
};

/** Runs a tool of node_modules to its end. @param {keyof typeof tools} name @param {readonly string[]} args @param {Parameters<typeof run>[2]} [options] */
export const tool = (name, args, options) =>
  run(process.execPath, [inRoot('node_modules', ...tools[name].split('/')), ...args], options);
