// Puts the built application into `build`, from where `serve` loads its handler. The entries are those of @sveltejs/adapter-node, which
// bundles them with Rollup: that takes more of the processor than the rest of the build. Vite, whose bundler is native, takes a tenth.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { inRoot } from './process.mjs';

const entries = fileURLToPath(new URL('files', import.meta.resolve('@sveltejs/adapter-node')));

/** Names in the entries, and the JavaScript that takes their place. */
const replace = { BASE: '""', ENV_PREFIX: '""', PRECOMPRESS: 'true', PRERENDERED: 'new Set()' };

/** @type {import('@sveltejs/kit').Adapter} */
export const adapter = {
  name: 'voirdire',
  async adapt(builder) {
    const [out, copies, server] = ['build', builder.getBuildDirectory('adapter'), builder.getServerDirectory()];
    builder.rimraf(out);
    builder.rimraf(copies);
    builder.writeClient(`${out}/client`);
    await builder.compress(`${out}/client`);
    builder.copy(entries, copies, { replace });
    const { dependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      resolve: { alias: { SERVER: `${server}/index.js`, MANIFEST: `${server}/manifest.js` } },
      // Everything but native modules is bundled: the server starts in a fraction of the time.
      ssr: { noExternal: true, external: Object.keys(dependencies) },
      build: {
        ssr: true,
        outDir: out,
        emptyOutDir: false,
        rolldownOptions: {
          // The only entry, so that all of it is in one file: it looks for the client's files beside itself.
          input: { handler: `${copies}/handler.js` },
          output: { chunkFileNames: 'server/[name]-[hash].js' }
        }
      }
    });
  },
  supports: { read: () => true }
};
