// Lint rules that need types, over components. `svelte-check --tsgo` leaves each component as a script, template and all; Oxlint
// reads these scripts, and each finding is traced to the lines of its component. Oxlint reads other files itself.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { inRoot, root, script, Stop } from './process.mjs';
import { tool } from './tools.mjs';

/** @typedef {{ code: string, message: string, filename: string, labels: { span: { offset: number, length: number } }[] }} Diagnostic */

/** Go collects its garbage as often as its heap has doubled; TypeScript 7 keeps almost all it makes, so that a fifth as often saves a
 * quarter of its time and takes little more memory. */
export const rarelyCollecting = { ...process.env, GOGC: process.env['GOGC'] ?? '400' };

/** The folder where `svelte-check --tsgo` puts the scripts of components. @param {string} project @returns {string} */
export const translations = (project) => join(project, '.svelte-kit', '.svelte-check');

/** Translates components and checks all types. Removes earlier translations: a component that has moved would be read as if it were there.
 * @param {string} project @param {Parameters<typeof tool>[2]} [options] */
export function checkTypes(project, options) {
  rmSync(translations(project), { recursive: true, force: true });
  const args = [
    '--tsgo',
    '--fail-on-warnings',
    '--workspace',
    project,
    '--tsconfig',
    join(project, 'tsconfig.check.json')
  ];
  return tool('svelte-check', args, { env: rarelyCollecting, ...options });
}

/** Returns the script of each component, by the path of the component, both relative to `project`.
 * @param {string} project @returns {Map<string, string>} */
function componentScripts(project) {
  /** @type {Map<string, string>} */
  const scripts = new Map();
  // Node 20 loads this script before it fetches Node 24, and has no globSync.
  const inFolder = (/** @type {string} */ folder) =>
    existsSync(join(project, folder)) ? readdirSync(join(project, folder), { recursive: true }) : [];
  const paths = ['src', 'tests'].flatMap((folder) => inFolder(folder).map((path) => join(folder, String(path))));
  for (const path of paths.filter((one) => one.endsWith('.svelte'))) {
    const made = path
      .split(sep)
      .with(-1, `++${path.split(sep).at(-1)}`)
      .join(sep);
    const found = ['.ts', '.js']
      .map((ending) => join(translations(project), 'svelte', `${made}${ending}`))
      .find((one) => existsSync(one));
    if (!found)
      throw new Stop(
        `${path} was not translated: svelte-check --tsgo left no script of it in ${translations(project)}.`
      );
    scripts.set(path, relative(project, found));
  }
  return scripts;
}

/** Returns the lines, from 1, where `component` has the text of a script from `start` to `end`: of several places with this text those
 * whose surroundings agree longest with the script. None if the text was made by the translation. Both texts are bytes as Latin-1, since
 * Oxlint counts bytes.
 * @param {string} component @param {string} script @param {number} start @param {number} end @returns {number[]} */
function linesOf(component, script, start, end) {
  // Where the markup of a component begins in its script.
  const inMarkup = start > script.lastIndexOf('\nasync () => {');
  const blank = (/** @type {string} */ text) => text.replace(/[^\n]/g, ' ');
  const source = inMarkup ? component.replace(/<script[^]*?<\/script>/g, blank) : component;
  const text = script.slice(start, end);
  let longest = -1;
  /** @type {Set<number>} */
  let lines = new Set();
  for (let at = source.indexOf(text); at >= 0; at = source.indexOf(text, at + 1)) {
    const last = at + text.length;
    const [left, right] = [source.charAt(at - 1) + text.charAt(0), text.charAt(text.length - 1) + source.charAt(last)];
    if (/^\w\w$/.test(left) || /^\w\w$/.test(right)) continue;
    let [before, after] = [0, 0];
    while (before < Math.min(at, start) && source[at - 1 - before] === script[start - 1 - before]) before++;
    while (last + after < source.length && source[last + after] === script[end + after]) after++;
    if (before + after < longest) continue;
    if (before + after > longest) lines = new Set();
    longest = before + after;
    lines.add(source.slice(0, at).split('\n').length);
  }
  return [...lines];
}

/**
 * Returns a line for each promise in a component that is neither awaited nor handled. Types must have been checked by `checkTypes`.
 * @param {string} project folder with `tsconfig.check.json` and `src`
 * @param {AbortSignal} [abort]
 * @returns {Promise<string[]>}
 */
export async function promisesInComponents(project, abort) {
  const components = new Map([...componentScripts(project)].map(([component, path]) => [path, component]));
  const folder = translations(project);
  const rules = { 'typescript/no-floating-promises': 'error', 'typescript/no-misused-promises': 'error' };
  // Its own settings: those of the project ignore the folder.
  const settings = join(folder, '.oxlintrc.json');
  writeFileSync(settings, JSON.stringify({ plugins: ['typescript'], categories: { correctness: 'off' }, rules }));
  const paths = [...components.keys()].map((path) => relative(folder, join(project, path)));
  const { code, output } = await tool('oxlint', ['-c', settings, '--type-aware', '--format', 'json', ...paths], {
    cwd: folder,
    output: 'capture',
    env: { ...rarelyCollecting, OXLINT_TSGOLINT_PATH: inRoot('node_modules', 'oxlint-tsgolint', 'bin', 'tsgolint.js') },
    ...(abort && { abort })
  });
  if (abort?.aborted) return [];
  /** @type {{ diagnostics: Diagnostic[], number_of_files: number }} */
  let report;
  try {
    report = JSON.parse(output);
  } catch {
    throw new Stop(`Oxlint could not read the scripts of components:\n${output.trim()}`);
  }
  if (report.number_of_files !== paths.length || (code !== 0 && report.diagnostics.length === 0)) {
    throw new Stop(`Oxlint read ${report.number_of_files} of ${paths.length} components:\n${output.trim()}`);
  }
  const found = report.diagnostics.map(({ code, message, filename, labels }) => {
    const path = relative(project, join(folder, filename));
    const component = components.get(path);
    const span = labels[0]?.span;
    if (!component || !span) return `${path}: ${message} ${code}`;
    const [source, made] = [readFileSync(join(project, component)), readFileSync(join(project, path))];
    const end = span.offset + span.length;
    const lines = linesOf(source.toString('latin1'), made.toString('latin1'), span.offset, end);
    const place = [component, lines.join(' or ')].filter(Boolean).join(':');
    return `${place}: ${message} ${code}\n    ${made.subarray(span.offset, end)}`;
  });
  return found.sort(new Intl.Collator('en', { numeric: true }).compare);
}

if (import.meta.main) {
  await script(async () => {
    const { code, output } = await checkTypes(root, { output: 'capture' });
    if (code !== 0) throw new Stop(output.trimEnd());
    const found = await promisesInComponents(root);
    if (found.length > 0)
      throw new Stop(`${found.join('\n')}\n\n${found.length} promises are neither awaited nor handled.`);
  });
}
