// Everything of eslint.config.js, and the rules that need types. `npm test` and `npm run lint` use it; editors do not.
import config from './eslint.config.js';
import { typedLint } from './scripts/typed-lint.mjs';
import svelteConfig from './svelte.config.js';

export default [...config, ...typedLint(import.meta.dirname, svelteConfig)];
