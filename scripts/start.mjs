// npm start: install, build, serve.
import { runCommandLine } from './bootstrap.mjs';

await runCommandLine(['serve', ...process.argv.slice(2)], { report: true });
