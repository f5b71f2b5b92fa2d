// npm run test:changed [-- COMMIT]: types of everything, lint and format of the files that differ from a commit (HEAD), and the
// unit tests that import one of them. For while one works: journeys, and lint that asks for types, are left to `npm test`.
import { ensureDependencies } from './install.mjs';
import { ensureNode } from './node.mjs';
import { run, script, Stop } from './process.mjs';
import { tool } from './tools.mjs';

/** @param {readonly string[]} args @returns {Promise<string[]>} */
async function linesOfGit(args) {
  const { code, output } = await run('git', args, { output: 'capture' });
  if (code !== 0) throw new Stop(output.trim());
  return output.split('\n').filter(Boolean);
}

await script(async () => {
  await ensureNode();
  await ensureDependencies();
  const since = process.argv[2] ?? 'HEAD';
  const changed = [
    ...(await linesOfGit(['diff', '--name-only', '--diff-filter=d', since])),
    ...(await linesOfGit(['ls-files', '--others', '--exclude-standard']))
  ];
  if (changed.length === 0) return console.log(`Nothing differs from ${since}.`);
  const scripts = changed.filter((file) => /\.(ts|js|mjs)$/.test(file));
  const components = changed.filter((file) => /\.svelte(\.ts)?$/.test(file));
  const pages = components.filter((file) => file.endsWith('.svelte'));
  const steps = [
    () => tool('svelte-kit', ['sync']),
    () => tool('oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...changed]),
    ...(pages.length > 0 ? [() => tool('prettier', ['--check', ...pages])] : []),
    ...(scripts.length > 0 ? [() => tool('oxlint', ['--type-aware', '--max-warnings', '0', ...scripts])] : []),
    ...(components.length > 0 ? [() => tool('eslint', ['--max-warnings', '0', ...components])] : []),
    () => tool('svelte-check', ['--incremental', '--fail-on-warnings', '--tsconfig', './tsconfig.json']),
    () => tool('vitest', ['run', '--changed', since, '--passWithNoTests'])
  ];
  for (const step of steps) {
    const { code: ended } = await step();
    if (ended !== 0) process.exit(ended ?? 1);
  }
});
