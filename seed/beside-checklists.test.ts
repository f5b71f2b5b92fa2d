import { describe, expect, it } from 'vitest';
import { numbersMissing, pageNumbers } from '../src/lib/scorer/judges/rules/numbers/numbers-in-page.ts';
import { loadReports, pages as loadedPages } from './compose/report-facts.ts';
import { jsonl, share, judges, reports } from './content.fixture.ts';

describe('what the judges say beside the checklists', () => {
  type Row = Record<string, string> & { quotes: string[] };
  interface Issues {
    system: string;
    qid: string;
    metric: string;
    issues: { quotes: string[]; explanation: string }[];
  }
  const rowsOf = <T>(what: string, judge: string): T[] => jsonl<T>(`${what}/${judge.replace('scripted:', '')}.jsonl`);
  const truth = loadReports();
  const found = (judge: string, kind: 'contradictions' | 'citations', real: boolean): number => {
    const metric = kind === 'contradictions' ? 'consistency' : 'citation-association';
    const own = rowsOf<Issues>('issues', judge).filter((row) => row.metric === metric);
    return share(
      truth.flatMap(({ system, qid, [kind]: planted }) =>
        planted
          .filter((one) => one.real === real)
          .map(
            ({ quotes }) =>
              own
                .find((row) => row.system === system && row.qid === qid)
                ?.issues.some((issue) => issue.quotes.join() === quotes.join()) === true
          )
      )
    );
  };

  it('is planted: contradictions, claims without a source, and pages that do not bear out what cites them', () => {
    const real = (kind: 'contradictions' | 'citations') =>
      truth.reduce((sum, report) => sum + report[kind].filter((one) => one.real).length, 0);
    expect(real('contradictions')).toBeGreaterThan(20);
    expect(real('citations')).toBeGreaterThan(90);
    const pages = Object.values(loadedPages);
    expect(pages.filter(({ unsupported }) => unsupported).length).toBeGreaterThan(35);
    expect(pages.filter(({ about }) => about)).toHaveLength(3);
  });

  it('has each beginning of a claim that the pages name in some report, once', () => {
    const claims = truth.flatMap((report) =>
      report.claims.map(({ source, text }) => ({
        text,
        url: report.sources.find(({ key }) => key === source)!.url
      }))
    );
    for (const [url, { unsupported = {}, noClaim = [] }] of Object.entries(loadedPages))
      for (const start of [...Object.keys(unsupported), ...noClaim])
        expect([start, claims.filter((claim) => claim.url === url && claim.text.startsWith(start)).length]).toEqual([
          start,
          1
        ]);
  });

  it('has every number of a claim that the page bears out on that page', () => {
    for (const { sources, claims } of truth)
      for (const { source, text } of claims) {
        const page = loadedPages[sources.find(({ key }) => key === source)!.url]!;
        const starts = [...Object.keys(page.unsupported ?? {}), ...(page.noClaim ?? [])];
        if (page.text === undefined || page.about || starts.some((start) => text.startsWith(start))) continue;
        expect([text, numbersMissing(text, pageNumbers(page.text))]).toEqual([text, []]);
      }
  });

  it.each(judges)('of %s covers every report, pair, page and claim exactly once', (judge) => {
    const once = (keys: string[]): string[] => {
      expect(new Set(keys).size).toBe(keys.length);
      return keys.sort();
    };
    const both = ['consistency', 'citation-association'];
    expect(once(rowsOf<Row>('issues', judge).map((row) => `${row.system} ${row.qid} ${row.metric}`))).toEqual(
      reports.flatMap(({ system, qid }) => both.map((metric) => `${system} ${qid} ${metric}`)).sort()
    );
    expect(once(rowsOf<Row>('comparisons', judge).map((row) => `${row.qid} ${row.A} ${row.B}`))).toHaveLength(8 * 6);
    expect(once(rowsOf<Row>('ratings', judge).map((row) => `${row.system} ${row.qid} ${row.metric}`))).toHaveLength(
      24 * 6
    );
    const readable = truth.flatMap(({ system, qid, sources, claims }) =>
      sources
        .filter(({ url }) => loadedPages[url]?.text !== undefined)
        .flatMap(({ key, url }) => [
          `${system} ${qid} ${url}`,
          ...claims.filter(({ source }) => source === key).map(({ text: claim }) => `${system} ${qid} ${url} ${claim}`)
        ])
    );
    expect(
      once([
        ...rowsOf<Row>('sources', judge).map((row) => `${row.system} ${row.qid} ${row.url}`),
        ...rowsOf<Row>('claims', judge).map((row) => `${row.system} ${row.qid} ${row.url} ${row.claim}`)
      ])
    ).toEqual(readable.sort());
  });

  it.each(judges)('of %s is said in whole sentences that name neither system nor judge', (judge) => {
    const said = [
      ...rowsOf<Issues>('issues', judge).flatMap(({ issues }) => issues.map(({ explanation }) => explanation)),
      ...['comparisons', 'sources', 'claims', 'ratings'].flatMap((what) =>
        rowsOf<Row>(what, judge).map(({ rationale }) => rationale ?? '')
      )
    ];
    for (const words of said) {
      expect(words).toMatch(/^[A-Z“[].*[.]$/s);
      expect(words).not.toMatch(/\b(undefined|null|nan|cairn|heron|tarn|ferrule|gannet|sextant)\b|“”|\.\./i);
    }
  });

  it('keeps to the characters: the careful one finds most, the terse one raises most false alarms', () => {
    const [ferrule, gannet, sextant] = judges as [string, string, string];
    for (const kind of ['contradictions', 'citations'] as const) {
      expect(found(gannet, kind, true)).toBeGreaterThan(
        Math.max(found(ferrule, kind, true), found(sextant, kind, true))
      );
      expect(found(gannet, kind, true)).toBeGreaterThan(0.8);
      expect(found(sextant, kind, false)).toBeGreaterThan(found(gannet, kind, false));
      expect(found(ferrule, kind, false)).toBeLessThan(0.2);
    }
    const supported = (judge: string): number =>
      rowsOf<Row>('claims', judge).filter(({ label }) => label === 'supported').length;
    expect(supported(ferrule)).toBeGreaterThan(supported(gannet));
  });

  it('has a judge whose points depend on which text came first, and one whose points hardly do', () => {
    type Pair = { qid: string; A: string; B: string; points: Record<'A' | 'B', Record<string, number>> };
    const favour = (judge: string): number => {
      const given = rowsOf<Pair>('comparisons', judge).map(({ points }) =>
        [points.A, points.B].map((one) => Object.values(one).reduce((sum, n) => sum + n, 0))
      );
      return given.reduce((sum, [first = 0, second = 0]) => sum + first - second, 0) / given.length;
    };
    expect(favour('scripted:sextant')).toBeGreaterThan(1);
    expect(Math.abs(favour('scripted:gannet'))).toBeLessThan(0.3);
  });
});
