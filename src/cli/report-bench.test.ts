import { cpSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Asked } from '../../tests/stand-ins/answers.ts';
import { startOpenAi } from '../../tests/stand-ins/openai.ts';
import { folderOf, newFolder, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { home } from './place.ts';

const official = join(home, '../shared/data/reportbench');
const there = existsSync(join(official, 'ReportBench_v1.1.jsonl'));
if (!there) console.warn(`Skipped: the official files of ReportBench are not in ${official}.`);

/** Surveys of the official files, with their gold entries and how many of these have different letters. */
const surveys = ['2312.04861', '2003.00653', '2004.05937'];
interface Entry {
  title: string;
}
const linesOf = (file: string): string[] => readFileSync(file, 'utf8').trim().split('\n');
const goldOf = (survey: string): Entry[] =>
  linesOf(join(official, 'ReportBench_v1.1_GT', `${survey}.jsonl`)).map((line) => JSON.parse(line) as Entry);
const lettersOf = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]/g, '');
/** Titles that need no reading of TeX, each once. */
const plainTitles = (survey: string): string[] => {
  const plain = goldOf(survey)
    .map(({ title }) => title)
    .filter((title) => /^[A-Za-z0-9 ,:-]{25,}$/.test(title));
  return [...new Map(plain.map((title) => [lettersOf(title), title])).values()];
};

const closers: (() => unknown)[] = [removeFolders];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** Says what a page or report of this test plainly shows. */
const plainReader = (asked: Asked): object | undefined => {
  const page = asked.marked('page') ?? '';
  const title = /^Title: (.*)$/m.exec(page)?.[1] ?? '';
  const sentences = asked.report.split('\n').filter((line) => line.startsWith('It is said'));
  switch (asked.schemaName) {
    case 'reference_page': {
      const scholarly = !title.startsWith('Blog');
      const named = { title: scholarly ? title : null, arxiv: null, doi: null, published: null };
      return { rationale: '', scholarly, ...named };
    }
    case 'cited_statements':
      return {
        cited: sentences.flatMap((line) => {
          const [, statement, url] = /^(.*?) \[source\]\((\S+)\)/.exec(line) ?? [];
          return statement && url ? [{ statement, urls: [url] }] : [];
        })
      };
    case 'statement_passages':
      return {
        found: (JSON.parse(asked.marked('statements')!) as { id: string }[]).map(({ id }) => ({
          id,
          passages: [title]
        }))
      };
    case 'statement_matches':
      return {
        compared: (JSON.parse(asked.marked('pairs')!) as { id: string; statement: string; passages: string[] }[]).map(
          ({ id, statement, passages: [passage] }) => ({
            ...{ id, rationale: '' },
            label: statement.includes(passage!) ? 'match' : 'mismatch'
          })
        )
      };
    case 'uncited_statements':
      return {
        uncited: sentences
          .filter((line) => !line.includes('[source]'))
          .map((statement) => ({ statement, search: 'what is said' }))
      };
    case 'statement_vote':
      return { rationale: '', decision: 'correct' };
    case 'survey_quality':
      return {
        ratings: ['D', 'S', 'I', 'F', 'SV'].map((id) => ({ id, rationale: '', quotes: [], rating: 2 })),
        gaming: { rationale: '', quotes: [], gaming: false }
      };
    default:
      return undefined;
  }
};

describe.skipIf(!there)('voirdire score --suite report-bench on official gold lists', () => {
  let env: Record<string, string>;
  let data: string;
  let web: string;
  beforeAll(async () => {
    const titles = surveys.flatMap(plainTitles);
    const server = createServer((request, response) => {
      const title = titles[Number(/^\/works\/(\d+)$/.exec(request.url ?? '')?.[1] ?? NaN)] ?? `Blog of ${request.url}`;
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<title>${title}</title><article><p>${title}. ${'It goes on like that. '.repeat(20)}</p></article>`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => {
      server.close();
      server.closeAllConnections();
    });
    web = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const openai = await startOpenAi({ answer: plainReader });
    closers.push(openai.stop);

    const first = (survey: string) => titles.indexOf(plainTitles(survey)[0]!);
    const reports = surveys.map((survey, at) => {
      // So many works of its own survey, one of another survey, a blog.
      const own = Array.from(
        { length: 2 + at },
        (_, n) => `[source](${web}/works/${titles.indexOf(plainTitles(survey)[n]!)})`
      );
      const other = `[source](${web}/works/${first(surveys[(at + 1) % 3]!)})`;
      const all = [...own, other, `[source](${web}/blog)`];
      const cited = all.map(
        (link, n) => `It is said ${n === 0 ? `of ${plainTitles(survey)[0]}` : `in ${n} words`} ${link}.`
      );
      return [
        survey,
        `# Survey ${at}\n\n${cited.join('\n\n')}\n\nIt is said without any source at all that the number ${at} holds everywhere.\n`
      ] as const;
    });
    const folder = folderOf({
      'tasks/ReportBench_v1.1.jsonl': linesOf(join(official, 'ReportBench_v1.1.jsonl'))
        .filter((line) => surveys.includes((JSON.parse(line) as { arxiv_id: string }).arxiv_id))
        .join('\n'),
      'searches.json': JSON.stringify({ searches: [{ query: 'what is said', results: [] }] }),
      ...Object.fromEntries(reports.map(([survey, text]) => [`reports/reader/qid_${survey}_report.md`, text]))
    });
    for (const survey of surveys)
      cpSync(
        join(official, 'ReportBench_v1.1_GT', `${survey}.jsonl`),
        join(folder, 'tasks/ReportBench_v1.1_GT', `${survey}.jsonl`)
      );
    data = newFolder('data');
    env = {
      ...{
        OPENAI_API_KEY: 'sk-test-0000',
        OPENAI_BASE_URL: openai.url,
        VOIRDIRE_FETCH_ALLOW: web.slice('http://'.length)
      },
      VOIRDIRE_SEARCH_FILE: join(folder, 'searches.json')
    };
    const imported = [join(folder, 'tasks'), join(folder, 'reports')];
    for (const path of imported) {
      const ended = await run(['import', path, '--create-project', 'Surveys', '--project', 'surveys', '--data', data]);
      if (ended.code !== exit.done) throw new Error(ended.err);
    }
  });

  const scoring = ['score', '--project', 'surveys', '--suite', 'report-bench', '--judge', 'openai:gpt-5'];

  it('gives precision and recall that follow from the lists, and every other figure', async () => {
    const { code, out, err } = await run([...scoring, '--search', 'recorded', '--data', data, '--json'], env);
    expect([code, code === exit.done ? '' : err]).toEqual([exit.done, '']);
    const summary = JSON.parse(out) as {
      units: { unscored: number };
      systems: { metric: string; value: number; n: number }[];
    };
    expect(summary.units.unscored).toBe(0);
    const valueOf = (name: string) => summary.systems.find(({ metric }) => metric === name)!;
    // 2 of 3, 3 of 4, 4 of 5 works are of the report's own list; the blog is no work.
    expect(valueOf('references').value).toBeCloseTo((100 * (2 / 3 + 3 / 4 + 4 / 5)) / 3, 9);
    // One statement of 4, 5 and 6 says what its page says.
    expect(valueOf('cited-statements').value).toBeCloseTo((100 * (1 / 4 + 1 / 5 + 1 / 6)) / 3, 9);
    expect(valueOf('uncited-statements')).toMatchObject({ value: 100, n: 3 });
    expect(valueOf('content-quality')).toMatchObject({ value: 2, n: 3 });
  });

  it('judges only the metrics that are named, and says before the run that a search provider is missing', async () => {
    const one = await run([...scoring, '--metric', 'content-quality', '--data', data, '--json'], env);
    const { systems } = JSON.parse(one.out) as { systems: { metric: string }[] };
    expect(new Set(systems.map(({ metric }) => metric))).toEqual(new Set(['content-quality']));
    const without = { OPENAI_API_KEY: 'sk-test-0000' };
    const refused = await run([...scoring, '--data', data], without);
    expect(refused.code).not.toBe(exit.done);
    expect(refused.err).toContain('Uncited statements searches the web, and no search provider is set up.');
  });

  it('estimates calls of every step, pages and searches, and asks no judge', async () => {
    const told = await run(
      [...scoring, '--search', 'recorded', '--data', data, '--estimate', '--again', '--no-cache', '--json'],
      env
    );
    const { lines, pages, searches } = JSON.parse(told.out) as {
      lines: { metric: string; calls: number }[];
      pages: number;
      searches: number;
    };
    const calls = Object.fromEntries(lines.map((line) => [line.metric, line.calls]));
    expect(calls).toEqual({
      // 4, 5 and 6 addresses.
      references: 15,
      // Each report once; for each address, what its page says and whether that bears the statement out.
      'cited-statements': 3 + 15 + 15,
      // Each report once; three votes on the one statement without a source.
      'uncited-statements': 3 + 9,
      'content-quality': 3
    });
    // 2, 3 and 4 works of the lists and the blog; three pages for each search.
    expect([pages, searches]).toEqual([10 + 9, 3]);
  });
});
