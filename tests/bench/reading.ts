import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/browser.mjs';
import { timeInput, timeOpening, watchInputs } from './reading-page.ts';
import { root } from './processes.ts';
import { isBuilt, serve } from './serving.ts';
import { prepareStudy, type StudyScene } from './studies-scene.ts';
import { loadNow, machine, number, Timings } from './timings.ts';
import type { Worker } from './workers.ts';

const help = `Measures how long an annotator waits while judging a report of 34,000 words in a browser: from each key or click to
the frame that shows its effect. Prints a table and writes docs/bench-reading.md.

  npm run bench:reading [-- --bytes 284000] [-- --reports 3] [-- --no-write]

--bytes is the length of each report in Markdown; --reports says how many of them are judged in each window.`;

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '284000' },
    reports: { type: 'string', default: '3' },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const [bytes, reports] = [Number(values.bytes), Number(values.reports)];
/** No interaction may take longer, ms. */
const MARK = 100;
const WINDOWS = [
  { name: '1440 × 900', viewport: { width: 1440, height: 900 } },
  { name: '390 × 844', viewport: { width: 390, height: 844 } }
];

interface Measured {
  window: string;
  timings: Timings;
  /** Words of the last report. */
  words: number;
}

/** Judges reports from the first key to the page after the reveal. */
async function read(page: Page, scene: StudyScene, address: string, timings: Timings): Promise<number> {
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  const time = async (name: string, key: string): Promise<void> =>
    timings.add(name, await timeInput(page, () => press(key)));
  await page.goto(`${address}/p/${scene.slug}`);
  const first = await page.locator('a[href*="/work/"]').first().getAttribute('href');
  await page.goto(address + first);
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
  await page.waitForTimeout(1000);
  const wide = page.viewportSize()!.width > 1200;
  let words = 0;
  for (let report = 0; report < reports; report++) {
    if (wide) words = Number((await page.locator('.facts dd').first().textContent())!.replace(/\D/g, ''));
    for (const key of [' ', ' ', ' ', 'Shift+ ', 'j', 'j', 'j', 'k'])
      await time('scroll by key (Space, J, K)', key.replace(' ', 'Space'));
    if (wide) await find(page, time);
    for (const at of [0.5, 0.9, 0.1, 0.7]) await jump(page, at, timings);
    await time('mark a passage (M)', 'm');
    await time('mark a passage (M)', 'm');
    await time('pin a passage (P)', 'p');
    await time('pin a passage (P)', 'p');
    await time('follow a citation (R)', 'r');
    await time('follow a citation (R)', 'r');
    for (let nth = 0; nth < 3; nth++) await time('likely passage (L)', 'l');
    await press('n');
    for (const letter of 'Names') await time('type a note', letter);
    await press('Escape');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft'])
      await time('item before, item after', key);
    const items = await page.locator('.mine li').count();
    for (let item = 0; item < items; item++) await time('choose a label: commit, next item', item % 2 ? '1' : '2');
    await page.locator('form#reveal').waitFor();
    await page.waitForTimeout(1000);
    timings.add('open the reveal', await timeOpening(page, /\/reveal$/, 'form.judge', () => press('Enter')));
    for (let item = 0; item < items; item++) {
      await time('reveal: choose a judge', '1');
      if (item < items - 1) await time('reveal: save, next item', 'Enter');
    }
    await page.waitForTimeout(1500);
    timings.add(
      'open the next report',
      await timeOpening(page, /\/work\/[\w-]+$/, '.bench-form textarea#note', () => press('Enter'))
    );
    await page.waitForTimeout(1000);
  }
  return words;
}

async function find(page: Page, time: (name: string, key: string) => Promise<void>): Promise<void> {
  await time('find: open (/)', '/');
  for (const letter of ['e', 'm', 'i', 's', 's', 'Backspace', 'Backspace', 'Backspace'])
    await time('find: a letter', letter);
  for (let nth = 0; nth < 5; nth++) await time('find: next occurrence', 'Enter');
  await time('find: leave', 'Escape');
}

/** Through the outline if it is shown; on a narrow screen by the address of a passage. */
async function jump(page: Page, at: number, timings: Timings): Promise<void> {
  const sections = page.locator('nav.outline li a');
  const name = 'jump to a section or passage';
  if (
    await sections
      .first()
      .isVisible()
      .catch(() => false)
  ) {
    const link = sections.nth(Math.floor(at * (await sections.count())));
    await link.scrollIntoViewIfNeeded();
    timings.add(name, await timeInput(page, () => link.click()));
  } else {
    // Nothing to press leads there at once: the jump is made with a key's event.
    const blocks = await page.locator('.read [data-n]').count();
    timings.add(
      name,
      await timeInput(page, () =>
        page.evaluate(
          (n) => {
            dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
            location.hash = `#p${n}`;
          },
          Math.floor(at * blocks)
        )
      )
    );
  }
}

async function measure(
  browser: Browser,
  scene: StudyScene,
  person: Worker,
  address: string,
  nth: number
): Promise<Measured> {
  const { name, viewport } = WINDOWS[nth]!;
  const context = await browser.newContext({ viewport });
  const [cookie, value] = person.cookie.split('=') as [string, string];
  await context.addCookies([{ name: cookie, value, url: address }]);
  const page = await context.newPage();
  await watchInputs(page);
  const timings = new Timings();
  const words = await read(page, scene, address, timings);
  await context.close();
  return { window: name, timings, words };
}

if (!isBuilt()) throw new Error('There is no build to measure: npm run build');
const executablePath = findChromium();
if (!executablePath) throw new Error('There is no Chromium to measure with: name its path in the variable CHROMIUM');
const folder = mkdtempSync(join(tmpdir(), 'voirdire-bench-'));
const load = loadNow();
const scene = prepareStudy(join(folder, 'voirdire.db'), {
  ...{ people: WINDOWS.length, items: 600, overlap: 1, reveal: 'after-report', bytes: [bytes, bytes + 1] }
});
const server = await serve(folder);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const all: Measured[] = [];
  for (const [nth, person] of scene.people.entries())
    all.push(await measure(browser, scene, person, server.address, nth));
  const words = Math.max(...all.map((one) => one.words));
  const late = all.flatMap(({ window, timings }) =>
    timings.names().flatMap((name) => (timings.of(name).most > MARK ? [`${name} (${window})`] : []))
  );
  const table = `# Reading a report of ${number(words)} words

\`npm run bench:reading\` measures this and writes this page. An annotator judges ${reports} reports of ${number(words)} words
(${number(bytes / 1000)} KB of Markdown, tables, a hundred citations) in Chromium, with the keyboard and at two sizes of the window. A time is from
the key or click to the frame that shows its effect; if a task after that frame holds the page up for longer, the length of that
task. Opening the reveal and the next
report includes the server. The mark is ${MARK} ms for the longest.

${machine(load)} ${browser.version()}.

${all
  .map(
    ({ window, timings }) => `## ${window}

| interaction | times | median, ms | longest, ms | below ${MARK} ms |
| --- | --: | --: | --: | --- |
${timings
  .names()
  .map((name) => {
    const { n, median, most } = timings.of(name);
    return `| ${name} | ${n} | ${number(median, 1)} | ${number(most, 1)} | ${most <= MARK ? 'yes' : 'no'} |`;
  })
  .join('\n')}
`
  )
  .join('\n')}`;
  console.log(table);
  if (!values['no-write']) writeFileSync(join(root, 'docs/bench-reading.md'), table);
  if (late.length > 0) {
    console.error(`Longer than ${MARK} ms: ${late.join(', ')}`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
