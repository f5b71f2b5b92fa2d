// npm run demo: install, build, seed the demo benchmark, serve.
import { runCommandLine } from './bootstrap.mjs';

await runCommandLine(['demo', ...process.argv.slice(2)], { report: true });
