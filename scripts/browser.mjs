import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { alone } from './lock.mjs';
import { run, Stop } from './process.mjs';
import { say, seconds } from './progress.mjs';

/** The one without windows first: its own process takes less of the processor, and documents are the same in it. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
];

/** Some systems have a `chromium-browser` that only says where to get one: it has to answer. @param {string} path */
const works = (path) => existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;

/** The path of an installed Chromium or Chrome, or null. A path in the variable CHROMIUM comes first. @returns {string | null} */
export function findChromium() {
  const chosen = process.env.CHROMIUM;
  if (chosen) {
    if (!existsSync(chosen)) throw new Stop(`CHROMIUM names ${chosen}, which does not exist.`);
    return chosen;
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name))).concat(applications);
  return candidates.find(works) ?? null;
}

const isDebianRoot = () => existsSync('/etc/debian_version') && process.getuid?.() === 0;

/** Finds a Chromium for the end-to-end tests or, as root on Debian, installs it. @returns {Promise<string>} its path */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const remedy = 'Install Chromium or Chrome, or name its path in the variable CHROMIUM, and run this again.';
  if (!isDebianRoot()) throw new Stop(`The end-to-end tests need Chromium, and none was found. ${remedy}`);
  return alone('browser', async () => {
    const began = Date.now();
    say('Installing Chromium with apt-get …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '-y', 'chromium-headless-shell']]) {
      const result = await run('apt-get', ['-q', ...args], { output: 'capture', env });
      if (result.code !== 0) throw new Stop(`${result.output}\napt-get ${args.join(' ')} failed. ${remedy}`);
    }
    const installed = findChromium();
    if (!installed) throw new Stop(`apt-get installed chromium-headless-shell, but it does not run. ${remedy}`);
    say(`Chromium installed in ${seconds(began)}.`);
    return installed;
  });
}
