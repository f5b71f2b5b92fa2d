import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { prepareStudy, type StudyScene } from '../bench/studies-scene.ts';
import { hydrated, open, picture, tabTo } from './browsing.ts';
import { dropTriggers, openBeside, rows } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

interface Sample {
  file: string;
  language: string;
  dir: 'ltr' | 'rtl';
  query: string;
  item: string;
  /** As a judge would quote it: without the mark of the footnote, in quotation marks of another kind. */
  quote: string;
  /** Typed into the field, and its number of occurrences in the report. */
  find: [string, number][];
  /** Word as ICU finds it, to be counted. */
  words: number;
  /** Citations within the text that lead to an entry. */
  cites: number;
  note: string;
}

const SAMPLES: Sample[] = [
  {
    ...{ file: 'arabic.md', language: 'ar', dir: 'rtl' },
    query: 'من يستخدم العبّارات في موانئ الخليج، ولماذا؟',
    item: 'هل يذكر التقرير عدد الركاب في عام 2024؟',
    quote: 'العبّارة أرخص وسيلة نقل بين الضفتين، وهي الوحيدة التي تعمل بعد منتصف الليل.',
    // With the mark of doubling, without it, and with the stroke that only widens a word.
    find: [
      ['العبّارات', 4],
      ['العبارات', 4],
      ['الـعـبـارات', 4],
      ['غواصة', 0]
    ],
    words: 130,
    cites: 8,
    note: 'يذكر 3.2 مليون راكب (GPT-5 لم يُستخدم).'
  },
  {
    ...{ file: 'chinese.md', language: 'zh', dir: 'ltr' },
    query: '谁在乘坐港口渡轮？为什么？',
    item: '报告是否给出2024年的乘客人数？',
    quote: '渡轮是两岸之间最便宜的交通工具，也是唯一在午夜之后仍然运营的交通工具。',
    find: [
      ['交通工具', 2],
      ['潜水艇', 0]
    ],
    words: 200,
    cites: 9,
    note: '报告给出约320万人次。'
  }
];
const textOf = (file: string): string => readFileSync(join(import.meta.dirname, '../samples/any-script', file), 'utf8');

let data: string;
let scene: StudyScene;
let server: RunningServer;

test.beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'voirdire-e2e-'));
  scene = prepareStudy(join(data, 'voirdire.db'), {
    ...{ people: 1, items: 12, overlap: 1, reveal: 'never', bytes: [2_000, 2_001] }
  });
  const database = openBeside(data);
  const { db } = database;
  dropTriggers(db);
  const reports = db.all<{ id: string; sha256: string; text: string }>(
    sql`select distinct r.id, r.sha256, q.text from assignment a join report r on r.id = a.report_id join query q on q.id = r.query_id order by a.id`
  );
  expect(reports.length).toBeGreaterThan(1);
  reports.forEach(({ id, sha256, text }, nth) => {
    const { file, query, item, quote } = SAMPLES[nth % 2]!;
    const material = JSON.stringify({ quotes: [quote] });
    db.run(sql`update report_text set markdown = ${`${textOf(file)}\n\n<!-- ${nth} -->\n`} where hash = ${sha256}`);
    db.run(sql`update study_item set text = ${item} || rowid, material = ${material} where report_id = ${id}`);
    db.run(sql`update dataset_version set content = replace(content, ${text}, ${query})`);
  });
  database.close();
  server = await startServer({ demo: false, data });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

/** Citations on another line than the text that they support. */
const citationsOnTheirOwn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lineOf = (node: Text, at: number): DOMRect => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect();
    };
    return [...document.querySelectorAll('.read > :not(.refs) a.cite')].flatMap((cite) => {
      const walker = document.createTreeWalker(cite.closest('p, li, blockquote, td')!, NodeFilter.SHOW_TEXT);
      let before: Text | null = null;
      for (let node = walker.nextNode() as Text | null; node && !cite.contains(node); node = walker.nextNode() as Text)
        if (node.data.trim() !== '') before = node;
      if (!before) return [];
      const last = lineOf(before, before.data.trimEnd().length - 1);
      const { top, bottom } = cite.getBoundingClientRect();
      return bottom < last.top || top > last.bottom ? [`${before.data.slice(-20)} ${cite.textContent}`] : [];
    });
  });

interface Marked {
  text: string;
  /** Of its first and its last letter, and of the block around it. */
  first: { x: number; y: number };
  last: { x: number; y: number };
  box: { left: number; right: number; top: number; bottom: number };
  around: { left: number; right: number; top: number; bottom: number };
  height: number;
}

/** Returns the words that are marked as the subject of the question. */
const markedIn = (page: Page): Promise<Marked | null> =>
  page.evaluate(() => {
    const range = [...(CSS.highlights.get('quoted') ?? [])][0] as Range | undefined;
    if (!range) return null;
    const letter = (node: Node, at: number): { x: number; y: number } => {
      const one = document.createRange();
      one.setStart(node, at);
      one.setEnd(node, at + 1);
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { x: (left + right) / 2, y: (top + bottom) / 2 };
    };
    const rect = ({ left, right, top, bottom }: DOMRect) => ({ left, right, top, bottom });
    return {
      text: range.toString(),
      first: letter(range.startContainer, range.startOffset),
      last: letter(range.endContainer, range.endOffset - 1),
      box: rect(range.getBoundingClientRect()),
      around: rect(range.startContainer.parentElement!.closest('[data-n]')!.getBoundingClientRect()),
      height: innerHeight
    };
  });

const directionOf = (page: Page, selector: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((one) => getComputedStyle(one).direction);

async function judge(page: Page, sample: Sample): Promise<void> {
  const { language, dir, query, item, quote, note } = sample;
  const h1 = page.locator('h1#item');
  await expect(h1).toContainText(item);
  await expect(h1).toHaveAttribute('lang', language);
  expect(await directionOf(page, 'h1#item')).toBe(dir);
  await expect(page.locator('.paper .words')).toHaveText(query);
  expect(await directionOf(page, '.paper .words')).toBe(dir);

  // The report reads in its direction; its English paragraph in that of English.
  await expect(page.locator('.read')).toHaveAttribute('lang', language);
  for (const part of ['.read > p', '.read table', '.read > ul', '.read blockquote', '.read .refs'])
    expect(await directionOf(page, part), part).toBe(dir);
  const english = page.locator('.read > p', { hasText: 'Ridership recovered' });
  await expect(english).toHaveAttribute('lang', 'en');
  expect(await english.evaluate((one) => getComputedStyle(one).direction)).toBe('ltr');
  await expect(page.locator('.read math')).toHaveCount(1);
  await expect(page.locator('.read a.cite')).toHaveCount(sample.cites);
  await expect(page.locator('.read')).not.toContainText('[^');

  // The whole quote is marked in its place, and is in view.
  await expect.poll(async () => (await markedIn(page))?.text).toBe(quote);
  const marked = (await markedIn(page))!;
  expect(marked.box.left).toBeGreaterThanOrEqual(marked.around.left - 1);
  expect(marked.box.right).toBeLessThanOrEqual(marked.around.right + 1);
  expect(marked.box.top).toBeGreaterThanOrEqual(marked.around.top - 1);
  expect(marked.box.bottom).toBeLessThanOrEqual(marked.around.bottom + 1);
  expect(marked.box.bottom).toBeGreaterThan(0);
  expect(marked.box.top).toBeLessThan(marked.height);
  // Its first letter is at the side on which lines begin.
  const middle = (marked.around.left + marked.around.right) / 2;
  expect(marked.first.x > middle).toBe(dir === 'rtl');
  expect(marked.first.y < marked.last.y || marked.first.x > marked.last.x === (dir === 'rtl')).toBe(true);

  for (const width of [1440, 1000, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await citationsOnTheirOwn(page), `${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  // Words are counted as ICU finds them: those between spaces are far fewer in Chinese.
  const counted = Number((await page.locator('.outline dd.num').first().textContent())!.replaceAll(',', ''));
  expect(counted).toBeGreaterThan(sample.words);
  expect(counted).toBeLessThan(sample.words * 2);

  const found = page.locator('.outline [role="status"]');
  for (const [words, times] of sample.find) {
    await page.keyboard.press('/');
    const field = page.locator('.outline input[type=search]');
    await expect(field).toBeFocused();
    await page.keyboard.insertText(words);
    await expect(field).toHaveValue(words);
    await expect(found, words).toHaveText(times === 0 ? /^Not in this report/ : new RegExp(`^1 of ${times}\\b`));
    await page.keyboard.press('Escape');
  }

  // To the entry of the first source that the first paragraph cites, and back.
  await page.locator('.read > p').first().scrollIntoViewIfNeeded();
  await page.keyboard.press('r');
  await expect(page.locator('.led-here')).toHaveCount(1);
  await page.keyboard.press('r');

  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: /^Remove ¶ \d+$/ })).toHaveCount(1);

  // A key that belongs to an input method neither answers nor moves.
  const shown = await h1.textContent();
  await page.evaluate(() => {
    for (const key of ['1', '2', 'Enter', 'ArrowRight', 'u'])
      for (const init of [{ isComposing: true }, { keyCode: 229 }])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
  });
  await page.keyboard.press('n');
  const composing = await page.context().newCDPSession(page);
  await composing.send('Input.imeSetComposition', {
    text: note,
    selectionStart: note.length,
    selectionEnd: note.length
  });
  await composing.send('Input.dispatchKeyEvent', {
    ...{ type: 'rawKeyDown', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229, modifiers: 2 }
  });
  await composing.send('Input.insertText', { text: note });
  await composing.detach();
  await expect(page.locator('#note')).toHaveValue(note);
  expect(await directionOf(page, '#note')).toBe(dir);
  await expect(h1).toHaveText(shown!);
  await page.keyboard.press('Escape');
}

test('an Arabic and a Chinese report are judged by keyboard alone', async ({ browser }) => {
  test.setTimeout(180_000);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name, value] = scene.people[0]!.cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: server.address }]);
  const page = await context.newPage();
  await open(page, `${server.address}/p/${scene.slug}`);
  await tabTo(page, page.locator('a[href*="/work/"]').first());
  await page.keyboard.press('Enter');
  const seen = new Set<string>();
  while (seen.size < 2) {
    await page.waitForURL(/\/work\/[\w-]+$/);
    await hydrated(page);
    await expect(page.locator('h1#item')).toBeVisible();
    const address = page.url();
    const language = (await page.locator('.read').getAttribute('lang'))!;
    const sample = SAMPLES.find((one) => one.language === language)!;
    if (!seen.has(language)) {
      await judge(page, sample);
      await picture(page, `judging-${language}`);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    seen.add(language);
    const items = Math.max(1, await page.locator('.mine li').count());
    for (let item = 0; item < items; item++) await page.keyboard.press('1');
    await expect(page.locator('h1#item')).toHaveText('Report complete.');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href !== address);
    const assignment = new URL(address).pathname.split('/')[4]!;
    const labels = rows(
      data,
      'select label, note, passages from human_verdict where assignment_id = ? order by rowid',
      assignment
    );
    expect(labels.map(({ label }) => label)).toEqual(Array.from({ length: items }, () => 'yes'));
    if (labels[0]!['note'] !== '')
      expect([labels[0]!['note'], labels[0]!['passages']]).toEqual([sample.note, expect.stringMatching(/^\[\d+\]$/)]);
  }
  await context.close();
});
