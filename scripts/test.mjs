// npm test: everything that has to hold before a change lands. Checks go side by side, and one that fails ends the rest; then unit
// tests, then journeys. Each of the three keeps two cores busy by itself: side by side they take twice as much of the processor
// (docs/bench-tests.md). The last line is `N passed, N failed`, summed over unit, architecture and end-to-end tests.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './browser.mjs';
import { ensureBuild } from './build.mjs';
import { ensureDependencies } from './install.mjs';
import { ensureNode } from './node.mjs';
import { ensurePostgres } from './postgres.mjs';
import { inRoot, root, run, script, Stop } from './process.mjs';
import { say, seconds } from './progress.mjs';
import { tool } from './tools.mjs';
import { checkTypes, promisesInComponents, rarelyCollecting } from './typed-lint.mjs';

/** A log is read as text, but some tools colour it as soon as they see that this is a CI; each is told in its own way. */
const plain = { vitest: {}, playwright: {} };
if (!process.stdout.isTTY) Object.assign(plain, { vitest: { NO_COLOR: '1' }, playwright: { FORCE_COLOR: '0' } });

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** Bytes that must be free: a run keeps up to 450 MB at a time. */
const ROOM = 4e9;

/** The folder for everything that the run writes: one in memory if that is large, since each commit of a database waits for the disk. */
function placeOfFiles() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= ROOM ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A check says nothing but its time, or all it has to say and where the run stopped.
 * @param {string} title @param {() => Promise<{ code: number | null, output: string }>} work @param {AbortController} siblings */
async function check(title, work, siblings) {
  const began = Date.now();
  if (siblings.signal.aborted) return;
  const result = await work().catch((error) => {
    siblings.abort();
    throw error;
  });
  if (siblings.signal.aborted) return;
  if (result.code === 0) return say(`${title}: in order (${seconds(began)}).`);
  siblings.abort();
  throw new Stop(
    `${result.output.trimEnd()}\n\n${title}: failed, as shown above. The tests were not run to their end.`
  );
}

/** @param {string} path @returns {Count} */
function vitestCount(path) {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  // A file that could not even be loaded holds no tests: it counts as one that failed.
  const unloaded = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests
  };
}

/** @param {string} path @returns {Count} */
function playwrightCount(path) {
  const { stats } = JSON.parse(readFileSync(path, 'utf8'));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/** Runs tests; a runner that failed without naming a failed test still counts as one failure.
 * @param {string} title @param {() => ReturnType<typeof tool>} start @param {() => Count} count @returns {Promise<Count>} */
async function tests(title, start, count) {
  /** @type {Count} */
  let counted = { passed: 0, failed: 0, skipped: 0 };
  const began = Date.now();
  say(`\n${title} …`);
  const { code } = await start();
  try {
    counted = count();
  } catch {
    say(`${title}: left no summary.`);
    counted.failed = 1;
  }
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  say(`${title}: ${counted.failed === 0 ? 'passed' : 'failed'} (${seconds(began)}).`);
  return counted;
}

/** Waits for all of them, also if one fails: what it started is then ended as well. @param {Promise<unknown>[]} works */
async function together(works) {
  await Promise.allSettled(works);
  await Promise.all(works);
}

/** @param {readonly Count[]} counts */
function summary(counts) {
  const sum = (/** @type {keyof Count} */ key) => counts.reduce((total, count) => total + count[key], 0);
  const skipped = sum('skipped');
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
}

await script(async () => {
  await ensureNode();
  await ensureDependencies();
  const chromium = await ensureChromium();
  // Beside the checks: nothing but some unit tests needs it.
  const postgres = ensurePostgres().catch((error) => ({ missing: `PostgreSQL was not installed (${error.message}).` }));
  const siblings = new AbortController();

  const folder = mkdtempSync(join(placeOfFiles(), 'voirdire-test-'));
  // PostgreSQL runs as another user, and has its files in it.
  chmodSync(folder, 0o711);
  const [unit, journeys, demo] = [join(folder, 'unit.json'), join(folder, 'journeys.json'), join(folder, 'demo')];
  // Tests start the command line about a hundred times; the cache holds its TypeScript as JavaScript.
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled');
  /** @type {NodeJS.ProcessEnv} */
  const shared = { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: compiled, VOIRDIRE_LOADED_DEMO: demo };

  const unitTests = () => {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`];
    return tool('vitest', args, { env: { ...shared, ...plain.vitest } });
  };
  // Node reads TypeScript itself; Playwright would translate half of src first, which takes ten seconds.
  const ways = { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: journeys, PW_DISABLE_TS_ESM: '1' };
  const endToEndTests = () => tool('playwright', ['test'], { env: { ...shared, ...plain.playwright, ...ways } });
  const captured = /** @type {const} */ ({ output: 'capture', abort: siblings.signal });
  /** @param {Parameters<typeof tool>[0]} name @param {string[]} args @param {Parameters<typeof run>[2]} [options] */
  const by =
    (name, args, options = {}) =>
    () =>
      tool(name, args, { ...captured, ...options });
  const linted = async () => {
    const strict = ['--type-aware', '--report-unused-disable-directives', '--max-warnings', '0', '.'];
    await check('Lint', by('oxlint', strict, { env: rarelyCollecting }), siblings);
    await check('Lint of components', by('eslint', ['.', '--max-warnings', '0']), siblings);
    await check('Format', by('oxfmt', ['--check', '.']), siblings);
    await check('Format of components', by('prettier', ['--check', '**/*.svelte']), siblings);
  };
  const promisesOfComponents = async () => {
    const found = await promisesInComponents(root, siblings.signal);
    return { code: found.length === 0 ? 0 : 1, output: found.join('\n') };
  };
  const built = async () => {
    // Components are translated by the check of types: the next check reads them.
    await check('Types', () => checkTypes(root, captured), siblings);
    await check('Promises in components', promisesOfComponents, siblings);
    // Not earlier: the build writes the generated types again, and these checks read them.
    if (siblings.signal.aborted) return;
    await ensureBuild({ report: true, abort: siblings.signal }).catch((error) => {
      siblings.abort();
      throw error;
    });
    // Journeys, and tests of commands on the demo, start on copies of it.
    if (siblings.signal.aborted) return;
    const { code, output } = await run(process.execPath, [inRoot('tests', 'load-demo.ts'), demo], {
      output: 'capture'
    });
    if (code !== 0) throw new Stop(`${output}\nThe demo could not be loaded.`);
  };

  try {
    await check('Generated types', by('svelte-kit', ['sync']), siblings);
    const lint = linted();
    await together([lint, built()]);
    const database = await postgres;
    if ('missing' in database) say(`${database.missing} Tests of workers are skipped.`);
    shared.VOIRDIRE_POSTGRES = 'folder' in database ? database.folder : '';
    const units = await tests('Unit and architecture tests', unitTests, () => vitestCount(unit));
    const ends = await tests('End-to-end tests', endToEndTests, () => playwrightCount(journeys));
    process.exitCode = summary([units, ends]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
