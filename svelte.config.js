import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { adapter } from './scripts/adapter.mjs';

/** @type {import('@sveltejs/kit').Config} */
export default {
  preprocess: vitePreprocess(),
  kit: {
    adapter,
    // Nothing but our own scripts and styles: a report's text can never run or style anything.
    csp: {
      mode: 'auto',
      directives: {
        'default-src': ['none'],
        'script-src': ['self'],
        'style-src': ['self'],
        'img-src': ['self', 'data:'],
        'font-src': ['self'],
        'connect-src': ['self'],
        'form-action': ['self'],
        'frame-ancestors': ['none'],
        'base-uri': ['none']
      }
    },
    // hooks.server.ts compares Origin with Host itself: people open the same server as localhost and as 127.0.0.1.
    csrf: { trustedOrigins: ['*'] },
    // Which page an address means is asked of the server: the list of all of them would be part of every page's script.
    router: { resolution: 'server' },
    // A refused page is drawn at the address that was asked for: its scripts must not be looked for beside it.
    paths: { relative: false },
    typescript: {
      config: (config) => {
        config.include.push('../seed/**/*.ts', '../tests/**/*.ts', '../scripts/**/*.mjs', '../*.ts', '../*.js');
        return config;
      }
    }
  }
};
