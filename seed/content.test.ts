import { parse } from 'csv-parse/sync';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { numbersMissing, numbersOf } from '../src/lib/scorer/judges/rules/numbers-in-page.ts';
import { compose } from './compose.ts';
import { loadReports, pages as loadedPages } from './compose/report-facts.ts';

type Label = 'yes' | 'no';
type Metric = 'coverage' | 'presentation';
interface JudgeVerdict {
  system: string;
  qid: string;
  metric: Metric;
  item: string;
  label: Label;
  rationale: string;
  quotes: string[];
}
interface Blind {
  person: string;
  system: string;
  qid: string;
  item: string;
  label: Label;
  note?: string;
  seconds: number;
}
interface Preference {
  person: string;
  system: string;
  qid: string;
  item: string;
  choice: string[] | 'tie' | 'none';
  reasons: string[];
}

const text = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const json = <T>(path: string): T => JSON.parse(text(path)) as T;
const jsonl = <T>(path: string): T[] =>
  text(path)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

const rows = parse(text('queries.csv'), { columns: true }) as Record<string, string>[];
const qids = [...new Set(rows.map((row) => row.qid ?? ''))];
const itemsOf = (qid: string): string[] => rows.filter((row) => row.qid === qid).map((row) => row.checklist_id ?? '');
const systems = json<{ name: string; category: string }[]>('systems.json');
const judges = json<{ name: string }[]>('judges.json').map((judge) => judge.name);
const people = json<{ name: string; email: string; role: string }[]>('people.json');
const annotators = people.filter((person) => person.role === 'annotator').map((person) => person.name);
const defects = json<Record<string, Record<string, Record<Metric, string[]>>>>('defects.json');

const reports = systems.flatMap(({ name: system }) =>
  qids.map((qid) => ({ system, qid, markdown: text(`reports/${system}/qid_${qid}_report.md`) }))
);
const markdownOf = (system: string, qid: string): string =>
  reports.find((r) => r.system === system && r.qid === qid)?.markdown ?? '';
const truthOf = (system: string, qid: string, metric: Metric, item: string): Label =>
  defects[system]?.[qid]?.[metric].includes(item) ? 'no' : 'yes';
const verdicts = new Map(
  judges.map((name) => [name, jsonl<JudgeVerdict>(`verdicts/${name.replace('scripted:', '')}.jsonl`)])
);
const blind = jsonl<Blind>('blind-verdicts.jsonl');
const presentation = Array.from({ length: 10 }, (_, i) => `p${i + 1}`);
const unitKeys = (metric: Metric): string[] =>
  reports.flatMap(({ system, qid }) =>
    (metric === 'coverage' ? itemsOf(qid) : presentation).map((item) => `${system}/${qid}/${item}`)
  );
const keyOf = (v: { system: string; qid: string; item: string }): string => `${v.system}/${v.qid}/${v.item}`;
const share = (flags: boolean[]): number => flags.filter(Boolean).length / flags.length;

function words(markdown: string): number {
  const chinese = (markdown.match(/\p{Script=Han}/gu) ?? []).length > 500;
  const segmenter = new Intl.Segmenter(chinese ? 'zh' : 'en', { granularity: 'word' });
  return [...segmenter.segment(markdown.replace(/https?:\S+/g, ''))].filter((part) => part.isWordLike).length;
}

interface References {
  entries: number[];
  cited: Set<number>;
}
function references(markdown: string): References {
  const entries: number[] = [];
  const cited = new Set<number>();
  for (const line of markdown.split('\n')) {
    const entry = /^(?:- )?\[(\d+)\] /.exec(line);
    if (entry) entries.push(Number(entry[1]));
    else for (const mark of line.matchAll(/\[(\d+)\]/g)) cited.add(Number(mark[1]));
  }
  return { entries, cited };
}

describe('queries, systems and people', () => {
  it('hold 8 queries in 4 domains with 5 to 9 checklist items each', () => {
    expect(qids).toHaveLength(8);
    expect(new Set(rows.map((row) => row.domain)).size).toBe(4);
    for (const qid of qids) expect(itemsOf(qid).length).toSatisfy((n: number) => n >= 5 && n <= 9);
    expect(new Set(rows.map((row) => row.checklist_id)).size).toBe(rows.length);
    expect(rows.every((row) => row.Checklist?.startsWith('Does the report ') && row.Checklist.endsWith('?'))).toBe(
      true
    );
  });

  it('have exactly one query with a {{date}} placeholder', () => {
    expect(
      qids.filter((qid) => rows.find((row) => row.qid === qid)?.['Deep Research Query']?.includes('{{date}}'))
    ).toEqual(['water02']);
  });

  it('cover all three categories of systems and label every judge as scripted', () => {
    expect(systems.map((s) => s.category).sort()).toEqual([
      'multi-agent',
      'single-agent-deep-research',
      'single-agent-web'
    ]);
    expect(judges.every((name) => name.startsWith('scripted:'))).toBe(true);
  });

  it('keep people under demo.example and without a password', () => {
    expect(people.every((person) => person.email.endsWith('@demo.example'))).toBe(true);
    expect(text('people.json')).not.toContain('password');
    expect(annotators).toHaveLength(3);
  });
});

describe('reports', () => {
  it('are one per system and query and no more', () => {
    for (const { name } of systems)
      expect(readdirSync(new URL(`reports/${name}/`, import.meta.url)).sort()).toEqual(
        qids.map((qid) => `qid_${qid}_report.md`).sort()
      );
  });

  it.each(reports)('$system $qid has 400 to 900 words', ({ markdown }) => {
    expect(words(markdown)).toBeGreaterThanOrEqual(400);
    expect(words(markdown)).toBeLessThanOrEqual(900);
  });

  it('name neither a system nor a judge', () => {
    const names = /cairn|heron|\btarn|ferrule|gannet|sextant|\bagents?\b/i;
    expect(reports.filter(({ markdown }) => names.test(markdown)).map((r) => `${r.system}/${r.qid}`)).toEqual([]);
  });

  it('cite addresses under .example only', () => {
    for (const { markdown } of reports)
      for (const [address] of markdown.matchAll(/https?:[^\s)|]+/g))
        expect(new URL(address).hostname.endsWith('.example')).toBe(true);
  });
});

describe('planted defects', () => {
  it.each(reports)('in $system $qid agree with its numbers on items 3, 4 and 10', ({ system, qid, markdown }) => {
    const { entries, cited } = references(markdown);
    const fails = defects[system]?.[qid]?.presentation ?? [];
    expect(entries.some((n) => !cited.has(n))).toBe(fails.includes('p3'));
    expect([...cited].some((n) => !entries.includes(n))).toBe(fails.includes('p4'));
    const sorted = [...entries].sort((a, b) => a - b);
    const unbroken = sorted.every((n, i) => n === i + 1);
    const addresses = markdown.match(/https?:\S+/g) ?? [];
    const twice = new Set(addresses).size < addresses.length;
    expect(!unbroken || twice).toBe(fails.includes('p10'));
  });

  it.each([
    ['cairn-search', 'buildings02', 'p9', /^\*\*Overview\*\*$/m],
    ['cairn-search', 'health01', 'p5', /^(?!.*\[\d+\])[\s\S]*$/],
    ['cairn-search', 'health02', 'p2', /choise/],
    ['cairn-search', 'cities02', 'p8', /^\| --- .*\|\n\n/m],
    ['cairn-search', 'water01', 'p2', /quater[\s\S]*Recomended/],
    ['cairn-search', 'water02', 'p6', /\(Rural Water Advice, 2024\)[\s\S]*\[2\]/],
    ['cairn-search', 'water02', 'p8', /\| information not available \|/],
    ['heron-research', 'health01', 'p2', /hygeine/],
    ['heron-research', 'water02', 'p7', /main\[4\]tained/],
    ['tarn-agents', 'buildings01', 'p5', /References for part A[\s\S]*References for part B/],
    ['tarn-agents', 'buildings02', 'p1', /Recommendation, continued/],
    ['tarn-agents', 'buildings02', 'p6', /\(Hallin and Moor, 2024\)/],
    ['tarn-agents', 'health02', 'p2', /sufficent[\s\S]*adresses[\s\S]*begining/],
    ['tarn-agents', 'health02', 'p9', /screened \|\n\| Letter/],
    ['tarn-agents', 'cities01', 'p5', /- \[2\].*\n- \[5\]/],
    ['tarn-agents', 'water01', 'p2', /benifit/],
    ['tarn-agents', 'water01', 'p7', /infil\[3\]tration/],
    ['tarn-agents', 'water01', 'p9', /^\*\*7\. Heavier rain\*\*$/m],
    ['tarn-agents', 'water02', 'p1', /## Sources for[\s\S]*## Introduction/],
    ['tarn-agents', 'water02', 'p5', /## Sources for the sections[\s\S]*## Sources for the other/]
  ] as const)('%s %s fails %s for what stands in the text', (system, qid, item, pattern) => {
    expect(truthOf(system, qid, 'presentation', item)).toBe('no');
    expect(markdownOf(system, qid)).toMatch(pattern);
  });

  it('leave some reports without any presentation defect', () => {
    const clean = reports.filter(({ system, qid }) => defects[system]?.[qid]?.presentation.length === 0);
    expect(clean.map((r) => `${r.system}/${r.qid}`)).toEqual([
      'cairn-search/cities01',
      'heron-research/buildings01',
      'heron-research/buildings02',
      'heron-research/health02',
      'heron-research/water01',
      'tarn-agents/cities02'
    ]);
  });

  it('differ between systems: the deep one misses least, the quick one most', () => {
    const missed = (system: string): number =>
      qids.reduce((sum, qid) => sum + (defects[system]?.[qid]?.coverage.length ?? 0), 0);
    expect(missed('heron-research')).toBeLessThan(missed('tarn-agents'));
    expect(missed('tarn-agents')).toBeLessThan(missed('cairn-search'));
  });
});

describe.each(judges)('verdicts of %s', (judge) => {
  const own = verdicts.get(judge) ?? [];

  it('cover every unit of both metrics exactly once', () => {
    for (const metric of ['coverage', 'presentation'] as const)
      expect(
        own
          .filter((v) => v.metric === metric)
          .map(keyOf)
          .sort()
      ).toEqual(unitKeys(metric).sort());
  });

  it('quote the report exactly', () => {
    const wrong = own.flatMap((v) => v.quotes.filter((q) => q === '' || !markdownOf(v.system, v.qid).includes(q)));
    expect(wrong).toEqual([]);
  });

  it('give a short rationale that names neither system nor judge', () => {
    for (const { rationale } of own) {
      expect(rationale.length).toBeGreaterThan(10);
      expect(rationale.length).toBeLessThan(520);
      expect(rationale).not.toMatch(/\b(undefined|null|nan|cairn|heron|tarn|ferrule|gannet|sextant)\b|“”|\.\./i);
    }
  });
});

describe('agreement', () => {
  const wrongOf = (judge: string): Set<string> =>
    new Set(
      (verdicts.get(judge) ?? []).filter((v) => v.label !== truthOf(v.system, v.qid, v.metric, v.item)).map(keyOf)
    );
  const units = unitKeys('coverage').length + unitKeys('presentation').length;

  it.each([
    ['scripted:gannet', 0.92],
    ['scripted:ferrule', 0.86],
    ['scripted:sextant', 0.78]
  ])('of %s with the truth is about %f', (judge, expected) => {
    expect(Math.abs(1 - wrongOf(judge).size / units - expected)).toBeLessThan(0.015);
  });

  it('fails on the same units more often than chance would have it', () => {
    for (const [a, b] of [
      ['scripted:gannet', 'scripted:ferrule'],
      ['scripted:gannet', 'scripted:sextant'],
      ['scripted:ferrule', 'scripted:sextant']
    ] as const) {
      const [wa, wb] = [wrongOf(a), wrongOf(b)];
      expect([...wa].filter((key) => wb.has(key)).length).toBeGreaterThan(1.5 * ((wa.size * wb.size) / units));
    }
  });

  it.each(annotators)('of %s with the truth lies between .90 and .95, on every coverage unit', (person) => {
    const own = blind.filter((v) => v.person === person);
    expect(own.map(keyOf).sort()).toEqual(unitKeys('coverage').sort());
    const agreement = share(own.map((v) => v.label === truthOf(v.system, v.qid, 'coverage', v.item)));
    expect(agreement).toBeGreaterThanOrEqual(0.9);
    expect(agreement).toBeLessThanOrEqual(0.95);
    expect(own.every((v) => Number.isInteger(v.seconds) && v.seconds >= 5 && v.seconds <= 300)).toBe(true);
  });

  it('between people is about .87 in the mean', () => {
    const label = new Map(blind.map((v) => [`${v.person} ${keyOf(v)}`, v.label]));
    const pairs = annotators.flatMap((a, i) => annotators.slice(i + 1).map((b) => [a, b] as const));
    const mean =
      pairs.reduce(
        (sum, [a, b]) =>
          sum + share(unitKeys('coverage').map((key) => label.get(`${a} ${key}`) === label.get(`${b} ${key}`))),
        0
      ) / pairs.length;
    expect(Math.abs(mean - 0.87)).toBeLessThan(0.02);
  });
});

describe('preferences', () => {
  const given = jsonl<Preference>('preferences.jsonl');

  it('are given once per person and unit, for 30 to 50 % of what each person judged', () => {
    const known = new Set(blind.map((v) => `${v.person} ${keyOf(v)}`));
    const keys = given.map((p) => `${p.person} ${keyOf(p)}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every((key) => known.has(key))).toBe(true);
    for (const person of annotators) {
      const part = given.filter((p) => p.person === person).length / unitKeys('coverage').length;
      expect(part).toBeGreaterThan(0.3);
      expect(part).toBeLessThan(0.5);
    }
  });

  it('choose among the three judges and give a reason exactly where a judge is chosen', () => {
    const reasons = ['reads the item exactly', 'quotes the right passages', 'explains better', 'leaves nothing out'];
    for (const { choice, reasons: own } of given) {
      if (typeof choice === 'string') expect(own).toEqual([]);
      else {
        expect(choice.length).toBeGreaterThan(0);
        expect(choice.every((judge) => judges.includes(judge))).toBe(true);
        expect(own.length).toBeGreaterThan(0);
        expect(own.every((reason) => reasons.includes(reason))).toBe(true);
      }
    }
  });
});

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
        expect([text, numbersMissing(text, numbersOf(page.text))]).toEqual([text, []]);
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

describe('composition', () => {
  it('yields the committed files from the facts', async () => {
    for (const [path, composed] of await compose()) {
      expect(existsSync(new URL(path, import.meta.url))).toBe(true);
      expect(composed === text(path), `${path} is out of date: run node seed/compose.ts`).toBe(true);
    }
  });
});
