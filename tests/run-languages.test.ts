import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadArena } from '../seed/arena/load.server.ts';
import { loadDaily } from '../seed/daily/load.server.ts';
import { loadStory } from '../seed/story/load.server.ts';
import { loadDemo } from '../seed/load.server.ts';
import { openOrCreate } from '../src/cli/place.ts';
import { englishIn, numbersByLine, textOfHtml } from '../src/lib/exchange/export/two-languages.fixture.ts';
import { writtenRunFile } from '../src/lib/exchange/export/run/page/run-file.server.ts';
import { comparisonFile, filesOfRun, writeComparison } from '../src/lib/exchange/export/run/run-figures.server.ts';
import { resultsOf } from '../src/lib/exchange/export/run/run-files.server.ts';
import { siteFiles } from '../src/lib/exchange/export/site/site.server.ts';
import { suiteTables } from '../src/lib/scorer/leaderboard/figure-source.server.ts';
import { metricsIn } from '../src/lib/scorer/leaderboard/leaderboard.server.ts';
import { figuresFor } from '../src/lib/scorer/suites/index.ts';
import { runByNumber, type Run } from '../src/lib/scorer/runs/runs.server.ts';
import { statedRuns } from '../src/lib/scorer/runs/run-state.server.ts';
import { authorize, operator, type ProjectGrant } from '../src/lib/server/auth/authorize.ts';
import { schema, type OpenDatabase } from '../src/lib/server/db/client.ts';
import { projectsOf } from '../src/lib/server/projects.ts';
import { copyLoadedDemo } from './loaded-demo.ts';

const CHINESE = 'zh-Hans';
const data = mkdtempSync(join(tmpdir(), 'voirdire-languages-'));
let db: OpenDatabase['db'];
let close: () => void;

beforeAll(async () => {
  copyLoadedDemo(data, 'all');
  const opened = await openOrCreate(data);
  ({ db, close } = opened);
  await loadDemo(db, data);
  await loadStory(db, data);
  await loadArena(db);
  await loadDaily(db);
});
afterAll(() => {
  close();
  rmSync(data, { recursive: true, force: true });
});

interface Shown {
  project: string;
  grant: ProjectGrant<'read-results'>;
  run: Run;
}

/** The newest run of each project of the demo, and all metrics of its example. */
const shown = (): Shown[] =>
  projectsOf(db, operator).flatMap(({ id, name }) => {
    const grant = authorize(operator, { kind: 'project', id }, 'read-results');
    return statedRuns(db, grant)
      .slice(0, 1)
      .map(({ number }) => ({ project: name, grant, run: runByNumber(db, grant, number) }));
  });

const filesThatExist = ({ grant, run }: Pick<Shown, 'grant' | 'run'>): string[] =>
  Object.values(filesOfRun(suiteTables(db, grant, run))).flatMap((all) => all ?? []);

/** Values that people wrote or models gave: names, questions, kinds of tasks. */
function writtenByPeople(): string[] {
  const all = <Row>(rows: readonly Row[], value: (row: Row) => string | null): string[] =>
    rows.flatMap((row) => value(row) ?? []);
  const runs = db.select().from(schema.run).all();
  const queries = db.select().from(schema.query).all();
  return [
    ...all(projectsOf(db, operator), ({ name }) => name),
    ...all(runs, ({ name }) => name),
    ...all(db.select().from(schema.study).all(), ({ name }) => name),
    ...all(queries, ({ category }) => category),
    ...all(db.select().from(schema.judge).all(), ({ spec }) => spec),
    ...all(db.select().from(schema.system).all(), ({ name }) => name),
    ...all(queries, ({ domain }) => domain)
  ];
}

/** Texts of items as judges read them. */
const itemTexts = ({ grant, run }: Shown): string[] => [
  ...new Set([...resultsOf(db, grant, run).verdicts].flatMap(({ itemText }) => (itemText === '' ? [] : [itemText])))
];

/** English writes `28 Nov 2026`, Chinese `2026年11月28日`. */
const sameDays = (text: string): string => text.replaceAll(/(\d+)年\d+月(\d+)日/g, '$2 $1');

/** Items, reasons and quotes of verdicts in the report of a run. */
const SAID = /<ul class="said">[\s\S]*?<\/ul>/g;

/** A document without markup: HTML and SVG by element, LaTeX without its commands for layout and the package that Chinese needs. */
function plain(name: string, text: string): string {
  if (name.endsWith('.tex'))
    return text
      .replace(/^% \\usepackage\{ctex\}.*\n/, '')
      .replaceAll('\\allowbreak{}', '')
      .replaceAll(/\\(?:hspace\{0pt\}|[a-zA-Z]+)/g, ' ')
      .replaceAll('\\', '');
  if (name.endsWith('.md')) return text.replaceAll('\\', '');
  return textOfHtml(text.replaceAll(SAID, (said) => said.replaceAll(/<p(?: class="soft")?>[\s\S]*?<\/p>/g, '')));
}

/** Numbers of the rows of tables in their order; those of sentences are compared by `numbersByLine`. */
const numbersOfRows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => /^\|(?! ---)/.test(line) || line.includes(' & '))
    .map((line) => line.match(/\d[\d.,:]*\d|\d/g) ?? []);

function expectSame(name: string, english: string, chinese: string, written: readonly string[]): void {
  const [own, other] = [plain(name, chinese), plain(name, english)];
  expect.soft([...new Set(englishIn(own, written))], name).toEqual([]);
  expect.soft(numbersByLine(sameDays(own)), name).toEqual(numbersByLine(other));
  if (/\.(?:md|tex)$/.test(name)) expect.soft(numbersOfRows(own), name).toEqual(numbersOfRows(other));
  expect(own, name).toMatch(/\p{Script=Han}/u);
}

describe('files of runs', () => {
  it('are those that can be written: a figure without data, as of repeats, is neither offered nor written', async () => {
    let without = 0;
    for (const one of shown()) {
      const { grant, run } = one;
      const names = filesThatExist(one);
      for (const name of names.filter((file) => /\.(?:csv|svg)$/.test(file)))
        expect(await writtenRunFile(db, grant, run, name, 'en'), name).not.toBe('');
      for (const { name } of figuresFor(metricsIn(db, run))) {
        if (names.includes(`${name}.csv`)) continue;
        await expect(writtenRunFile(db, grant, run, `${name}.csv`, 'en')).rejects.toThrow('has no data for it');
        without++;
      }
    }
    expect(without).toBeGreaterThan(0);
  });
});

describe('files of runs in Chinese', () => {
  it('have no English but what people and models wrote, and the numbers of the English files', async () => {
    const people = writtenByPeople();
    let files = 0;
    for (const one of shown()) {
      const { grant, run } = one;
      const written = [...people, ...itemTexts(one)];
      const names = filesThatExist({ grant, run });
      for (const name of names.filter((file) => /\.(?:md|tex|html|svg)$/.test(file))) {
        const write = async (language: string): Promise<string> =>
          String(await writtenRunFile(db, grant, run, name, language));
        expectSame(name, await write('en'), await write(CHINESE), written);
        files++;
      }
    }
    expect(files).toBeGreaterThan(50);
  });

  it('are data in English alone', async () => {
    for (const { grant, run } of shown()) {
      const names = filesThatExist({ grant, run });
      for (const name of names.filter((file) => /\.(?:csv|json|jsonl)$/.test(file)))
        expect(await writtenRunFile(db, grant, run, name, CHINESE), name).toEqual(
          await writtenRunFile(db, grant, run, name, 'en')
        );
    }
  });

  it('compare two systems in Chinese, as data in English', async () => {
    const one = shown().find(({ run }) => run.name.startsWith('Two tasks'))!;
    const written = [...writtenByPeople(), ...itemTexts(one)];
    const { grant, run } = one;
    const write = async (file: string, language: string): Promise<string> =>
      String(
        await writeComparison(
          db,
          grant,
          run,
          { ...comparisonFile(file)!, a: 'cairn-search', b: 'heron-research' },
          language
        )
      );
    for (const format of ['md', 'tex', 'html'])
      expectSame(
        `summary.${format}`,
        await write(`daily-report-two-systems-summary.${format}`, 'en'),
        await write(`daily-report-two-systems-summary.${format}`, CHINESE),
        written
      );
    expect(await write('daily-report-two-systems-summary.csv', CHINESE)).toBe(
      await write('daily-report-two-systems-summary.csv', 'en')
    );
  });
});

describe('a static leaderboard in Chinese', () => {
  it('has no English but names, the numbers of the English pages, and the same data', async () => {
    const people = writtenByPeople();
    let pages = 0;
    for (const one of shown()) {
      const { project, grant, run } = one;
      const write = (language: string) => siteFiles(db, grant, project, { number: run.number, language }).files;
      const [english, chinese] = [write('en'), write(CHINESE)];
      expect(chinese.map(({ name }) => name)).toEqual(english.map(({ name }) => name));
      for (const [at, { name, text }] of chinese.entries()) {
        if (name.startsWith('cards/')) continue;
        if (!name.endsWith('.html')) expect(text).toBe(english[at]!.text);
        else {
          expect(text).toContain('<html lang="zh-Hans"');
          expectSame(name, english[at]!.text, text, people);
          pages++;
        }
      }
    }
    expect(pages).toBeGreaterThan(12);
  });
});
