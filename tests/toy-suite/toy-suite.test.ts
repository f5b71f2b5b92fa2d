import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { render } from 'svelte/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageWords } from '../page-words.ts';
import { alignment } from '../../src/lib/alignment/report/report.ts';
import { studyRatingsOf } from '../../src/lib/alignment/report/report.server.ts';
import { parseJudgeSpec } from '../../src/lib/scorer/judges/index.ts';
import type { Script } from '../../src/lib/scorer/judges/scripted/script.ts';
import { figureFiles, writeFigure } from '../../src/lib/exchange/export/run/run-figures.server.ts';
import ItemVerdicts from '../../src/lib/components/scorer/verdicts/ItemVerdicts.svelte';
import { addSuiteComponents, unitComponents } from '../../src/lib/components/scorer/suite-components.ts';
import { figureSource, suiteTables } from '../../src/lib/scorer/leaderboard/figure-source.server.ts';
import { leaderboardOf } from '../../src/lib/scorer/leaderboard/leaderboard.server.ts';
import { RunDriver } from '../../src/lib/scorer/runs/driving/driver.server.ts';
import { createRun } from '../../src/lib/scorer/runs/new-run.server.ts';
import { verdictLines, verdictsOfReport } from '../../src/lib/scorer/runs/run-verdicts.server.ts';
import { runByNumber, type Run } from '../../src/lib/scorer/runs/runs.server.ts';
import { addSuite } from '../../src/lib/scorer/suites/index.ts';
import { viewInWords } from '../../src/routes/p/[project]/reports/[report]/verdicts-in-words.ts';
import { verdictView } from '../../src/lib/scorer/units/verdict-view.ts';
import type { Person } from '../../src/lib/server/auth/authorize.ts';
import { schema } from '../../src/lib/server/db/client.ts';
import { annotating, openAssignment } from '../../src/lib/studies/judging/annotating.fixture.ts';
import { nextStudyAssignment } from '../../src/lib/studies/judging/queue.server.ts';
import { commitVerdict } from '../../src/lib/studies/judging/verdicts.server.ts';
import { studyLabels } from '../../src/lib/studies/labels/labels.server.ts';
import { planStudy } from '../../src/lib/studies/planning/planning.server.ts';
import { createStudy } from '../../src/lib/studies/planning/studies.server.ts';
import type { StudyInput } from '../../src/lib/studies/planning/study-input.ts';
import { revealAssignment } from '../../src/lib/studies/reveal/reveal.server.ts';
import { openBench, type Bench } from '../planted/bench.ts';
import { missingFacts, statedFacts } from './figures.ts';
import { almanac } from './index.ts';
import { readFacts } from './protocol.ts';

const added = [
  addSuite(almanac),
  addSuiteComponents({ units: { 'almanac-fact': () => import('./FactVerdict.svelte') } })
];

const queries = ['Fennmark', 'Orla'].map((town, q) => ({
  ...{
    qid: `t${q}`,
    text: `What is to be known of ${town}?`,
    category: 'towns',
    domain: q === 0 ? 'hills' : 'coast',
    items: []
  },
  material: {
    almanac: {
      facts: [
        { key: 'f1', text: `${town} lies on a river.`, weight: 2 },
        { key: 'f2', text: `${town} has a market.` },
        { key: 'f3', text: `${town} was founded in 1${q}04.` }
      ]
    }
  }
}));
/** The thorough system states all facts; the hasty one omits the market and hints at the founding. */
const reports = queries.flatMap(({ qid, material }) => {
  const [river, market, founded] = material.almanac.facts.map(({ text }) => text);
  return [
    { system: 'thorough', qid, markdown: `# A town\n\n${river} ${market}\n\n${founded}` },
    { system: 'hasty', qid, markdown: `# A town\n\n${river}\n\nIt was founded in the Middle Ages, ${qid} says.` }
  ];
});
const truth = (system: string) =>
  system === 'thorough' ? ['stated', 'stated', 'stated'] : ['stated', 'missing', 'hinted'];

let bench: Bench;
let run: Run;
let people: Person[];

/** A judge that answers from a script; `slips` says what it labels otherwise. */
function scripted(name: string, slips: (qid: string, fact: number) => string | null): Script {
  return {
    name,
    answers: [],
    replies: reports.map(({ system, qid, ...report }) => ({
      ...{ report: bench.idOf({ system, qid, ...report }), metric: 'almanac-facts', form: 'almanac_facts' },
      reply: {
        facts: truth(system).map((label, i) => ({
          id: `f${i + 1}`,
          label: slips(qid, i) ?? label,
          rationale: `${name} read it`
        }))
      }
    }))
  };
}

beforeAll(async () => {
  const systems = ['thorough', 'hasty'].map((name) => ({ name, category: 'multi-agent' }));
  bench = await openBench({ queries, systems, reports });
  const { db, manage, read, versionId, reportIds } = bench;
  const scripts = [
    scripted('sure', () => null),
    scripted('lax', (qid, fact) => (qid === 't1' && fact === 2 ? 'stated' : null))
  ];
  const driver = new RunDriver(db, {}, { script: (name) => scripts.find((one) => one.name === name) ?? null });
  const judges = ['scripted:sure', 'scripted:lax', 'rules'].map((spec) => driver.name(parseJudgeSpec(spec)));
  const made = createRun(db, manage, { name: 'Almanac', versionId, judges, reportIds, metrics: ['almanac-facts'] });
  driver.start(manage, made.id);
  await driver.ended(made.id);
  run = runByNumber(db, read, made.number);
  const projectId = manage.resource.id;
  people = ['Ana', 'Ben'].map((name) => {
    const [id, email] = [name.toLowerCase(), `${name.toLowerCase()}@x.example`];
    db.insert(schema.user).values({ id, email, name, createdAt: 1 }).run();
    db.insert(schema.membership).values({ projectId, userId: id, role: 'annotator', createdAt: 1 }).run();
    return { kind: 'person', id, name, email, admin: false, roles: new Map([[projectId, ['annotator']]]) };
  });
});
afterAll(() => {
  for (const remove of added) remove();
  bench.close();
});

const input = (change: Partial<StudyInput> = {}): StudyInput => ({
  ...{ runId: run.id, name: 'Facts', metric: 'almanac-facts', kind: 'unit-almanac-fact', sample: { items: 12 } },
  ...{ people: people.map(({ id }) => id), overlap: 2, seed: 1, reveal: 'after-report' },
  ...change
});

describe('a suite in one folder', () => {
  it('brings material, which imports check by its schema', () => {
    const { db } = bench;
    const kept = db.select().from(schema.queryMaterial).all();
    expect(kept).toHaveLength(2);
    expect(kept[0]!.content).toMatchObject({ facts: [{ weight: 2 }, { weight: 1 }, { weight: 1 }] });
  });

  it('is run with scripted judges and the judge made of code, whose replies are scored by its own rule', () => {
    expect(run.status).toBe('done');
    const lines = verdictLines(bench.db, bench.read, run);
    expect(lines).toHaveLength(4 * 3 * 3);
    expect(new Set(lines.map(({ kind }) => kind))).toEqual(new Set(['almanac-fact']));
    const byCode = lines.filter(({ judge, system }) => judge === 'rules' && system === 'hasty');
    expect(byCode.map(({ item, state, label }) => [item, state, label]).slice(0, 3)).toEqual([
      ['f1', 'judged', 'stated'],
      ['f2', 'abstained', null],
      ['f3', 'abstained', null]
    ]);
    expect(readFacts('{"facts":[]}', [{ key: 'f1', text: '', weight: 1 }])).toEqual({
      ok: false,
      fault: 'it says nothing of the fact f1'
    });
  });

  it('stands on the leaderboard by the weighted mean of the labels’ values', () => {
    const { systems } = leaderboardOf(bench.db, bench.read, run);
    const value = (name: string) => systems.find(({ system }) => system === name)!.scores['almanac-facts']!.value;
    // Hasty: river 2 · 1, market 0, founding ½: 2.5 of 4; the lax judge says 3 of 4 in one of two reports; code 2 of 2.
    const hasty = (100 * (2.5 / 4) + 100 * ((2.5 / 4 + 3 / 4) / 2) + 100) / 3;
    expect(value('thorough')).toBe(100);
    expect(value('hasty')).toBeCloseTo(hasty, 10);
  });

  it('has groups of its own: its systems are ranked again on the towns of each region', () => {
    const { groups } = leaderboardOf(bench.db, bench.read, run);
    const hasty = groups.map(({ title, systems }) => [
      title,
      systems.find(({ system }) => system === 'hasty')!.scores['almanac-facts']!.value
    ]);
    expect(hasty).toEqual([
      ['All queries', expect.closeTo((75 + 475 / 6) / 2, 10)],
      // By judge: 3 of 4 by the lax one, 2.5 of 4 by the sure one, 2 of 2 by code.
      ['Towns on the coast', expect.closeTo((75 + 62.5 + 100) / 3, 10)],
      ['Towns in the hills', expect.closeTo((62.5 + 62.5 + 100) / 3, 10)]
    ]);
  });

  it('says what code may judge of a checklist of its own, by a function and by a shared check', async () => {
    const { db, manage, read, versionId, reportIds } = bench;
    const driver = new RunDriver(db, {}, { script: () => null });
    const judges = [driver.name(parseJudgeSpec('rules'))];
    const made = createRun(db, manage, { name: 'Form', versionId, judges, reportIds, metrics: ['almanac-form'] });
    driver.start(manage, made.id);
    await driver.ended(made.id);
    const said = verdictLines(db, read, runByNumber(db, read, made.number));
    expect(said.slice(0, 3).map(({ item, label, state }) => [item, label ?? state])).toEqual([
      ['heading', 'yes'],
      ['tables', 'yes'],
      ['tone', 'abstained']
    ]);
  });

  it('has a chart of its own, described as data', () => {
    const table = statedFacts.table(figureSource(bench.db, bench.read, run))!;
    expect(table.display).toEqual({ as: 'intervals', columns: ['stated'] });
    // Thorough: all 18 labels. Hasty: 7 of 14, the river by three judges on two towns and the founding once by the lax one.
    expect(table.rows.map(({ system, cells: [cell] }) => [system, cell!.value, cell!.n])).toEqual([
      ['hasty', expect.closeTo(700 / 14, 10), 14],
      ['thorough', 100, 18]
    ]);
  });

  it('has a table of its own, which leaves with the figures of the run', async () => {
    expect(figureFiles(suiteTables(bench.db, bench.read, run))).toContain('almanac-missing.csv');
    const csv = await writeFigure(bench.db, bench.read, run, { name: 'almanac-missing', format: 'csv' }, 'en');
    const table = missingFacts.table(figureSource(bench.db, bench.read, run))!;
    // Of two queries: the market is missing for both judges who read, code abstains; nothing else is missing.
    expect(table.rows.map(({ system, cells }) => [system, ...cells.map(({ value, n }) => `${value} of ${n}`)])).toEqual(
      [
        ['hasty', '0 of 6', '4 of 4', '0 of 4'],
        ['thorough', '0 of 6', '0 of 6', '0 of 6']
      ]
    );
    expect(csv).toContain('hasty');
  });

  it('is shown beside the report in the words of its labels', () => {
    const id = bench.idOf({ system: 'hasty', qid: 't0' });
    const { view } = verdictView(
      verdictsOfReport(bench.db, bench.read, run, id, 'almanac-facts'),
      (item) => item,
      () => null
    );
    expect(
      view.kind === 'items' && view.units.map(({ text, verdicts: [sure] }) => [text, sure!.title, sure!.seat])
    ).toEqual([
      ['Fennmark lies on a river.', 'Stated', 'yes'],
      ['Fennmark has a market.', 'Missing', 'no'],
      ['Fennmark was founded in 1004.', 'Hinted at', 'part']
    ]);
  });

  it('shows a verdict by a component of its own, which is loaded only when it is shown', async () => {
    const id = bench.idOf({ system: 'hasty', qid: 't0' });
    const said = verdictsOfReport(bench.db, bench.read, run, id, 'almanac-facts');
    const { view } = verdictView(
      said,
      (item) => item,
      () => null
    );
    const shown = viewInWords(view, 'en', 'almanac-facts');
    const units = shown.kind === 'items' ? shown.units : [];
    const props = { units, onopen: () => {}, onfollow: () => {} };
    expect(render(ItemVerdicts, { props, context: pageWords() }).body).not.toContain('weight');
    const components = await unitComponents(units.map(({ component }) => component));
    expect(Object.keys(components)).toEqual(['almanac-fact']);
    const { body } = render(ItemVerdicts, { props: { ...props, components }, context: pageWords() });
    expect(body.match(/weight \d/g)).toEqual([2, 2, 2, 1, 1, 1, 1, 1, 1].map((weight) => `weight ${weight}`));
  });

  it('is judged blind by people, by key, and compared with its judges', () => {
    const { db, manage, read } = bench;
    expect(planStudy(db, manage, input()).problems).toEqual([]);
    const study = createStudy(db, manage, input());
    for (const person of people)
      for (
        let id = nextStudyAssignment(db, person, study.id);
        id !== null;
        id = nextStudyAssignment(db, person, study.id)
      ) {
        const open = openAssignment(db, person, id)!;
        expect(open.study.metric.question).toBe('Does the report state this fact?');
        expect(JSON.stringify(open)).not.toMatch(/\b(?:thorough|hasty|sure|lax|read it)\b/);
        const right = truth(open.report.markdown.includes('market') ? 'thorough' : 'hasty');
        for (const item of open.items)
          commitVerdict(db, annotating(person), {
            ...{ assignmentId: id, studyItemId: item.id, note: '', passages: [], seconds: 5 },
            label: right[['river', 'market', 'founded'].findIndex((word) => item.text.includes(word))]!,
            idempotencyKey: `${item.id} ${person.id}`
          });
        const { items } = revealAssignment(db, annotating(person), id);
        expect(items.every(({ judges }) => judges.length === 2)).toBe(true);
        // The answer of code is shown apart, if there is one: for facts whose very words are in the report.
        for (const { text, code } of items)
          expect(code?.label).toBe(open.report.markdown.includes(text) ? 'stated' : undefined);
      }
    const units = studyLabels(db, read, study.id);
    expect(units).toHaveLength(12);
    expect(units.every(({ humans }) => humans.length === 2)).toBe(true);
    const ratings = studyRatingsOf(db, read, study.id);
    expect(ratings.scale).toEqual({
      level: 'ordinal',
      labels: ['missing', 'hinted', 'stated'],
      withoutValue: ['off-topic', 'cannot-judge']
    });
    const report = alignment(ratings, { resamples: 5 });
    const agreement = (...names: string[]) =>
      report.candidates.find(({ name }) => names.every((one) => name.includes(one)))!.agreement;
    expect(agreement('sure')).toMatchObject({ value: 1, n: 12 });
    // κ of 12 facts, of which the lax judge puts one a step too high.
    expect(agreement('lax').value).toBeLessThan(1);
  });

  it('is named by no file outside its folder but the guide that quotes it', () => {
    const root = join(import.meta.dirname, '../..');
    const outside = ['src', 'seed', 'scripts', 'docs', 'tests', 'drizzle', '.']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: folder !== '.', withFileTypes: true })
          .filter((entry) => entry.isFile() && /\.(ts|js|mjs|svelte|md|sql)$/.test(entry.name))
          .map((entry) => join(entry.parentPath, entry.name))
      )
      .filter((path) => !path.startsWith(import.meta.dirname) && /almanac/i.test(readFileSync(path, 'utf8')));
    expect(outside.map((path) => relative(root, path))).toEqual(['docs/adding-a-suite.md']);
  });
});
