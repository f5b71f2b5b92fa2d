import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportChecks } from '../src/lib/scorer/judges/rules/checks.ts';
import { presentationChecks } from '../src/lib/scorer/suites/deep-eval/presentation.ts';
import { uncitedNumbers } from '../src/lib/scorer/judges/rules/numbers/uncited-numbers.ts';
import { pairClaims } from '../src/lib/scorer/report/claims/claims.ts';
import { renderReport } from '../src/lib/scorer/report/html/render.ts';
import { locateQuote } from '../src/lib/scorer/report/html/locate.ts';
import { readStructure } from '../src/lib/scorer/report/structure/structure.ts';
import { totalOf } from './planted/depth.ts';
import { tableScore } from './planted/expected.ts';
import { generate } from './planted/generate.ts';
import { letters, pageKinds, type Planted, type PlantedReport } from './planted/truth.ts';
import { pathOf, type PlantedWeb, startWeb } from './planted/web.ts';
import { sized } from './timing.ts';

const origins = { web: 'http://127.0.0.1:4000', closed: 'http://127.0.0.1:4001' };
const seeds = [20, 1, 314].slice(0, sized(3, 1));
const made = new Map<number, Planted>(seeds.map((seed) => [seed, generate(seed, origins)]));
const each = seeds.map((seed) => [seed, made.get(seed)!] as const);

const nameOf = ({ system, qid }: PlantedReport): string => `${system} ${qid}`;

describe('a planted benchmark', () => {
  it('is the same for the same seed and another for another', () => {
    expect(generate(20, origins)).toEqual(made.get(20));
    expect(generate(21, origins).reports[0]?.markdown).not.toBe(made.get(20)?.reports[0]?.markdown);
  });

  it.each(each)('holds a hundred reports of three systems in three categories, none twice (seed %i)', (_, planted) => {
    expect(planted.reports).toHaveLength(102);
    expect(new Set(planted.reports.map(({ markdown }) => markdown)).size).toBe(102);
    expect(new Set(planted.queries.map(({ category }) => category)).size).toBe(3);
  });

  it.each(each)('hits every row of Tables 3 and 5, and each kind of gap (seed %i)', (_, { reports }) => {
    const rows = [100, 90, 80, 70, 60, 50, 40, 30, 20, 10];
    const hit = (counts: number[]) => new Set(counts.map(tableScore));
    expect(hit(reports.map(({ truth }) => truth.contradictions.length))).toEqual(new Set(rows));
    expect(hit(reports.map(({ truth }) => truth.gaps.length))).toEqual(new Set(rows));
    const gaps = reports.flatMap(({ truth }) => truth.gaps.map(({ gap }) => gap));
    expect(new Set(gaps)).toEqual(new Set(['numeric', 'words', 'mismatched']));
  });

  it.each(each)(
    'fails each presentation item somewhere, and delivers items in every manner (seed %i)',
    (_, planted) => {
      const failed = planted.reports.flatMap(({ truth }) =>
        Object.entries(truth.presentation).flatMap(([key, { label }]) => (label === 'no' ? [key] : []))
      );
      expect(new Set(failed).size).toBe(10);
      const ways = new Set(planted.reports.flatMap(({ truth }) => truth.coverage));
      expect(ways).toEqual(new Set(['met', 'half', 'planned', 'not-available', 'left-out']));
    }
  );

  it.each(each)('has wins, losses and ties on both edges of the margin (seed %i)', (_, { reports, baseline }) => {
    const base = new Map(
      reports.filter(({ system }) => system === baseline).map(({ qid, truth }) => [qid, totalOf(truth.depth)])
    );
    const leads = reports
      .filter(({ system }) => system !== baseline)
      .map(({ qid, truth }) => totalOf(truth.depth) - base.get(qid)!);
    expect(leads).toEqual(expect.arrayContaining([-2, -1, 0, 1, 2]));
  });

  it.each(each)('cites pages of every kind, and a report cites none (seed %i)', (_, { reports, pages }) => {
    const cited = new Set(reports.flatMap(({ truth }) => truth.urls));
    expect(new Set(pages.filter(({ url }) => cited.has(url)).map(({ kind }) => kind))).toEqual(new Set(pageKinds));
    expect(reports.some(({ truth }) => truth.urls.length === 0)).toBe(true);
    expect(new Set(pages.map(({ url }) => url)).size).toBe(pages.length);
    expect([...cited].some((url) => url.includes('#'))).toBe(true);
    expect([...cited].some((url) => url.endsWith(')'))).toBe(true);
    expect([...cited].filter((url) => url.startsWith(`${origins.web}/forum?id=`)).length).toBeGreaterThan(20);
  });

  it.each(each)('cites one page for several claims and several pages for one claim (seed %i)', (_, { reports }) => {
    const sentences = reports.flatMap(({ truth }) => truth.cited);
    expect(sentences.some(({ sources }) => sources.length > 1)).toBe(true);
    const [{ truth }] = reports as [PlantedReport];
    const uses = truth.urls.map((url) => truth.cited.filter(({ sources }) => sources.includes(url)).length);
    expect(Math.max(...uses)).toBeGreaterThan(1);
  });

  it.each(each)('plants nothing that a reader would not find in the text (seed %i)', (_, { reports }) => {
    for (const report of reports) {
      const { blocks } = renderReport(report.markdown);
      const quotes = [...report.truth.contradictions.flat(), ...report.truth.gaps.map(({ quote }) => quote)];
      const lost = quotes.filter((quote) => locateQuote(blocks, quote) === null);
      expect(lost, nameOf(report)).toEqual([]);
    }
  });

  it.each(each)('contradicts itself nowhere but where that was planted (seed %i)', (_, { reports }) => {
    for (const { truth, ...report } of reports) {
      const values = new Map<string, Set<string>>();
      for (const { statement } of truth.cited) {
        const [key = '', value = ''] = statement?.split('=') ?? [];
        if (key !== '') values.set(key, (values.get(key) ?? new Set()).add(value));
      }
      const clashes = [...values.values()].filter((one) => one.size > 1).length;
      const planted = truth.urls.length === 0 ? clashes : truth.contradictions.length;
      expect(clashes, `${report.system} ${report.qid}`).toBe(planted);
    }
  });
});

/** Counters that the rules judge does not take for quantities. */
const UNCOUNTED = /(?:小时|封)$/;

describe('the rules on planted reports', () => {
  it.each(each)(
    'find exactly the presentation defects that code can see, and abstain from the rest (seed %i)',
    (_, planted) => {
      const wrong = planted.reports.flatMap((report) => {
        const structure = readStructure(report.markdown);
        return Object.entries(presentationChecks).flatMap(([key, check]) => {
          const { label, rationale } = reportChecks[check](structure);
          const { label: truth, code } = report.truth.presentation[key]!;
          return label === (code ? truth : 'abstain')
            ? []
            : [`${nameOf(report)} ${key}: ${label}, planted ${truth}. ${rationale}`];
        });
      });
      expect(wrong).toEqual([]);
    }
  );

  it.each(each)('find exactly the figures without a citation (seed %i)', (_, planted) => {
    for (const report of planted.reports) {
      const query = planted.queries.find(({ qid }) => qid === report.qid)!;
      const found = uncitedNumbers(readStructure(report.markdown), query.text).map(({ quote }) => letters(quote));
      const planted_ = report.truth.gaps.filter(({ gap, quote }) => gap === 'numeric' && !UNCOUNTED.test(quote));
      expect(new Set(found), nameOf(report)).toEqual(new Set(planted_.map(({ quote }) => letters(quote))));
    }
  });
});

describe('the pairing of claims with pages, on planted reports', () => {
  it.each(each)('finds each sentence with each page that stands for it, and no other (seed %i)', (_, planted) => {
    const page = (url: string): string => url.split('#')[0]!;
    for (const report of planted.reports) {
      const { sources, claims } = pairClaims(report.markdown);
      const urls = new Map(sources.map(({ key, url }) => [key, page(url)]));
      const open = report.truth.cited.flatMap(({ text, cells, sources: cited }) =>
        cited.map((url) => ({ parts: (cells ?? [text]).map(letters), url: page(url) }))
      );
      const strangers = claims.filter(({ text, source }) => {
        const words = letters(text);
        const at = open.findIndex(
          ({ parts, url }) => url === urls.get(source) && parts.every((part) => words.includes(part))
        );
        if (at >= 0) open.splice(at, 1);
        return at < 0;
      });
      expect({ strangers, missing: open }, nameOf(report)).toEqual({ strangers: [], missing: [] });
      const named = [...report.truth.urls, ...(report.truth.listedOnly ? [report.truth.listedOnly] : [])];
      expect(new Set(urls.values()), nameOf(report)).toEqual(new Set(named.map(page)));
    }
  });
});

describe('the planted web', () => {
  let web: PlantedWeb;
  let planted: Planted;
  beforeAll(async () => {
    web = await startWeb();
    planted = generate(1, web, { queries: 16 });
    web.serve(planted.pages);
  });
  afterAll(() => web.stop());

  const open = async (
    kind: string,
    timeoutMs = 60_000
  ): Promise<{ status: number; type: string | null; text: string }> => {
    const page = planted.pages.find((one) => one.kind === kind)!;
    const response = await fetch(page.url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'follow' });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };

  it('answers as each page is meant to', async () => {
    const article = planted.pages.find(({ kind, url }) => kind === 'article' && url.includes('?id='))!;
    const text = await (await fetch(article.url)).text();
    for (const paragraph of article.paragraphs) expect(text).toContain(paragraph);
    expect(await open('pdf')).toMatchObject({ status: 200, type: 'application/pdf' });
    expect((await open('redirect')).text).toContain('bulletin');
    expect((await open('sign-in-page')).text).toContain('type="password"');
    for (const [kind, status] of [
      ...[['not-found', 404] as const, ['gone', 410] as const, ['server-error', 500] as const],
      ...[['robot-wall', 403] as const, ['unauthorized', 401] as const, ['rate-limited', 429] as const]
    ])
      expect(await open(kind)).toMatchObject({ status });
    for (const kind of ['redirect-loop', 'no-such-name', 'nobody-answers'])
      await expect(open(kind), kind).rejects.toThrow();
    await expect(open('slow', 500)).rejects.toThrow('timeout');
    expect(web.requests.get(pathOf(article.url))).toBe(1);
  });
});
