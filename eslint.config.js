import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import prettier from 'eslint-config-prettier';
import globals from 'globals';
import ts from 'typescript-eslint';
import forbiddenWords from './scripts/forbidden-words.mjs';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules/', '.node/', '.svelte-kit/', 'build/', 'data/', 'drizzle/', 'test-results/'] },
  // Oxlint checks all other scripts (.oxlintrc.json) in a tenth of the time.
  { ignores: ['**/*.{ts,js,mjs}', '!**/*.svelte.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  { files: ['src/**'], plugins: { voirdire: forbiddenWords }, rules: { 'voirdire/forbidden-words': 'error' } },
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      'no-undef': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'svelte/no-navigation-without-resolve': 'off',
      // Props are typed by what the server sends; a component need not use all of it.
      'svelte/no-unused-props': 'off',
      // The only other rule that asks for types, which take longer than all of linting; there are no stores here.
      'svelte/require-store-reactive-access': 'off'
    }
  },
  // The one place where HTML is put into a page: it comes sanitized from scorer/report/html/render.ts, whose tests hold the line.
  { files: ['src/lib/components/shared/reading/Paper.svelte'], rules: { 'svelte/no-at-html-tags': 'off' } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig } }
  }
);
