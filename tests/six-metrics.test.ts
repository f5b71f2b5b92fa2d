import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAdoption } from '../src/lib/alignment/adoption/adoptions.server.ts';
import {
  preregister,
  liftEmbargo,
  procedureState
} from '../src/lib/alignment/preregistration/preregistrations.server.ts';
import { currentDecision } from '../src/lib/alignment/adoption/decisions.server.ts';
import { defaultAnalysisPlan, typedAs } from '../src/lib/alignment/preregistration/analysis-plan.ts';
import { studyProcedure, type StudyProcedure } from '../src/lib/alignment/procedure/procedure.server.ts';
import { studyRatingsOf } from '../src/lib/alignment/report/report.server.ts';
import { alignmentFiles, reportedStudy } from '../src/lib/exchange/export/alignment/alignment-files.server.ts';
import { metricByName, suites } from '../src/lib/scorer/suites/index.ts';
import type { Run } from '../src/lib/scorer/runs/runs.server.ts';
import type { Person } from '../src/lib/server/auth/authorize.ts';
import { schema } from '../src/lib/server/db/client.ts';
import { studyKinds, type NamedStudyKind } from '../src/lib/studies/kinds/index.ts';
import { planStudy } from '../src/lib/studies/planning/planning.server.ts';
import { nextStudyAssignment } from '../src/lib/studies/judging/queue.server.ts';
import { createStudy } from '../src/lib/studies/planning/studies.server.ts';
import type { StudyInput } from '../src/lib/studies/planning/study-input.ts';
import { commitVerdict } from '../src/lib/studies/judging/verdicts.server.ts';
import { type Bench, openBench, score } from './planted/bench.ts';
import { totalOf } from './planted/depth.ts';
import { outcome } from './planted/expected.ts';
import { generate } from './planted/generate.ts';
import { Oracle } from './planted/oracle.ts';
import { letters, type Planted, type PlantedReport } from './planted/truth.ts';
import { startWeb } from './planted/web.ts';
import { Index, lenient, perfect, Witness } from './planted/witness.ts';
import { chance } from './stand-ins/faults.ts';
import { startGemini } from './stand-ins/gemini.ts';
import { startOpenAi } from './stand-ins/openai.ts';
import { sized } from './timing.ts';
import { annotating, openAssignment } from '../src/lib/studies/judging/annotating.fixture.ts';

/**
 * All six metrics of DeepEval on reports with planted defects, each from a study over blind labels, preregistration and
 * unblinding to an adopted ensemble. Three judges: one that sees everything planted, and two that overlook different things.
 * Depth, which has one unit for two reports, is judged on all queries, the other metrics in `npm test` on some.
 */
const EXACT = 'openai:gpt-5';
const HASTY = 'openai:gpt-5-mini';
const LENIENT = 'gemini:gemini-2.5-pro';
const judges = [EXACT, HASTY, LENIENT];
const QUERIES = sized(34, 20);
/** Items of a study, if there are as many. */
const ITEMS = sized(160, 145);
/** All issues: a judge invents so few that a sample may have none. */
const itemsOf = (metric: string, units: number): number =>
  kindOf[metric] === 'issue-validity' ? units : Math.min(ITEMS, units);
const metrics = suites['deep-eval'].metrics.map(({ name }) => name);
const kindOf: Record<string, NamedStudyKind> = {
  presentation: 'checklist-item',
  consistency: 'issue-validity',
  coverage: 'checklist-item',
  depth: 'preference',
  'citation-association': 'issue-validity',
  'citation-accuracy': 'claim-support'
};

interface Scene {
  bench: Bench;
  runOf(metric: string): Run;
  planted: Planted;
  index: Index;
  people: Person[];
}
let scene: Scene;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  const web = await startWeb();
  closers.push(() => web.stop());
  const planted = generate(7, web);
  web.serve(planted.pages);
  const bench = await openBench(planted);
  closers.push(() => bench.close());
  const oracles: Record<string, Oracle> = {
    'gpt-5': new Oracle(planted, new Witness(perfect, 'exact')),
    'gpt-5-mini': new Oracle(planted, new Witness({ ...lenient, overlooks: 0.15, invents: 0.1 }, 'hasty'))
  };
  const openai = await startOpenAi({ answer: (asked) => oracles[asked.model]!.answer(asked) });
  const gemini = await startGemini({ answer: new Oracle(planted, new Witness(lenient, 'lenient')).answer });
  closers.push(openai.stop, gemini.stop);
  const env = {
    ...{ OPENAI_API_KEY: 'sk-test-planted', OPENAI_BASE_URL: openai.url },
    ...{ GEMINI_API_KEY: 'test-planted', GEMINI_BASE_URL: gemini.url, VOIRDIRE_FETCH_ALLOW: web.allow }
  };
  const plan = { specs: judges, options: { concurrency: 16 } };
  const depth = await score(bench, env, {
    ...{ ...plan, metrics: ['depth'], settings: { depth: { baseline: bench.systemId(planted.baseline) } } }
  });
  const some = planted.reports.slice(0, QUERIES * planted.systems.length);
  const others = await score(bench, env, {
    ...{ ...plan, metrics: metrics.filter((metric) => metric !== 'depth'), settings: {} },
    reportIds: some.map((report) => bench.idOf(report))
  });
  const runOf = (metric: string): Run => (metric === 'depth' ? depth : others);
  scene = { bench, runOf, planted, index: new Index(planted), people: peopleIn(bench) };
});
afterAll(() => Promise.all(closers.map((close) => close())));

/** Three annotators of the project. */
function peopleIn({ db, manage }: Bench): Person[] {
  const projectId = manage.resource.id;
  return ['Ana', 'Ben', 'Cleo'].map((name) => {
    const [id, email] = [name.toLowerCase(), `${name.toLowerCase()}@x.example`];
    db.insert(schema.user).values({ id, email, name, createdAt: 1 }).run();
    db.insert(schema.membership).values({ projectId, userId: id, role: 'annotator', createdAt: 1 }).run();
    return { kind: 'person', id, name, email, admin: false, roles: new Map([[projectId, ['annotator']]]) };
  });
}

type Open = NonNullable<ReturnType<typeof openAssignment>>;

/**
 * Answers as a person does who sees the planted defects; one answer of thirty is another one, but of issues: which of them are drawn
 * differs from run to run, and a handful of slips among what one judge alone reports would decide which judge is more precise.
 */
function answerOf(metric: string, open: Open, item: Open['items'][number], person: Person): string {
  const { index, planted } = scene;
  const report = index.report(open.report.markdown);
  const right = rightAnswer(metric, report, open, item);
  const slip =
    kindOf[metric] !== 'issue-validity' &&
    chance(person.name, metric, report.system, report.qid, item.text, item.quotes.join()) < 1 / 30;
  if (!slip || right === null) return right ?? 'cannot-judge';
  expect(planted.reports).toContain(report);
  return studyKinds[kindOf[metric]!].options.map(({ label }) => label).find((label) => label !== right)!;
}

function rightAnswer(metric: string, report: PlantedReport, open: Open, item: Open['items'][number]): string | null {
  const { index } = scene;
  const { truth } = report;
  switch (metric) {
    case 'presentation': {
      const { key } = metricByName(metric).items!.find(({ text }) => text === item.text)!;
      return truth.presentation[key]!.label;
    }
    case 'coverage':
      return truth.coverage[index.item(item.text)!.at] === 'met' ? 'yes' : 'no';
    case 'consistency':
    case 'citation-association': {
      const quoted = item.quotes.map(letters);
      const planted = metric === 'consistency' ? truth.contradictions : truth.gaps.map(({ quote }) => [quote]);
      return planted.some((quotes) => quotes.every((quote) => quoted.includes(letters(quote)))) ? 'valid' : 'not-valid';
    }
    case 'depth': {
      const right = index.report(open.beside[0]!.markdown);
      const lead = totalOf(truth.depth) - totalOf(right.truth.depth);
      return { win: 'A', tie: 'tie', loss: 'B' }[outcome(lead)];
    }
    default: {
      const statement = index.statement(report.qid, item.text);
      if (statement === null) return null;
      return Object.hasOwn(index.page(item.source!.url).states, statement) ? 'supported' : 'not';
    }
  }
}

function judgeAll(metric: string, studyId: string): void {
  const { db } = scene.bench;
  for (const person of scene.people)
    for (
      let id = nextStudyAssignment(db, person, studyId);
      id !== null;
      id = nextStudyAssignment(db, person, studyId)
    ) {
      const open = openAssignment(db, person, id)!;
      const bytes = JSON.stringify(open);
      for (const name of [...judges, ...scene.planted.systems.map((system) => system.name)])
        expect(bytes.includes(JSON.stringify(name))).toBe(false);
      for (const item of open.items) {
        const label = answerOf(metric, open, item, person);
        commitVerdict(db, annotating(person), {
          ...{ assignmentId: id, studyItemId: item.id, label, passages: [], seconds: 9 },
          note: label === 'cannot-judge' ? 'It asserts nothing that a source could support.' : '',
          idempotencyKey: `${item.id} ${person.id}`
        });
      }
    }
}

/** Preregistered for all metrics alike; the planted benchmark has fewer queries than the usual 20. */
const preregistered = (judgeIds: readonly string[], metric: string) => ({
  ...typedAs({
    ...defaultAnalysisPlan(judgeIds, studyKinds[kindOf[metric]!].scale, kindOf[metric] === 'issue-validity'),
    target: 0.75,
    floor: 0.7,
    queries: 8,
    items: 60,
    gates: [
      ...(['agreement', 'people', 'queries', 'items'] as const),
      ...(kindOf[metric] === 'issue-validity' ? (['precision', 'recall'] as const) : [])
    ]
  }),
  reason: ''
});

const ended = new Map<string, StudyProcedure>();

describe.each(metrics)('%s', (metric) => {
  it('goes from a study over blind labels and preregistration to an adopted ensemble of three judges', () => {
    const { bench, runOf, people } = scene;
    const { db, manage, read } = bench;
    const kind = kindOf[metric]!;
    const input: StudyInput = {
      ...{ runId: runOf(metric).id, name: `Study of ${metric}`, metric, kind, sample: { items: 1 } },
      ...{ people: people.map(({ id }) => id), overlap: 2, seed: 3, reveal: 'never' }
    };
    const { available } = planStudy(db, manage, input);
    const study = createStudy(db, manage, { ...input, sample: { items: itemsOf(metric, available.units) } });
    const ids = studyRatingsOf(db, read, study.id).judges.map(({ id }) => id);
    expect(ids).toHaveLength(3);
    const made = preregister(db, manage, study.id, preregistered(ids, metric));
    expect([made.labels, made.opened]).toEqual([0, false]);
    judgeAll(metric, study.id);
    expect(procedureState(db, read, study.id)).toMatchObject({ embargoed: true });
    liftEmbargo(db, manage, study.id);
    const done = studyProcedure(db, read, study.id, { resamples: 100 });
    ended.set(metric, done);
    // Every judge is compared with people, and all three on the same items.
    const { report, procedure } = done;
    expect(report.judges.map(({ labelled }) => labelled > 0)).toEqual([true, true, true]);
    expect(report.scope.common.length).toBeGreaterThan(50);
    expect(procedure.selection.chosen).not.toBeNull();
    const chosen = procedure.selection.candidates[procedure.selection.chosen!]!;
    expect(chosen.agreement).toBeGreaterThan(0.85);
    const wanted = {
      ...{ studyId: study.id, metric, outcome: 'adopt', judgeIds: chosen.judgeIds, rule: chosen.rule },
      reason: `Adopted on the planted benchmark: ${procedure.verdict.outcome}.`
    } as const;
    const decision = recordAdoption(db, manage, wanted, { resamples: 100 });
    expect(decision.preregistrationId).toBe(made.id);
    expect(currentDecision(db, read, metric)?.ensemble?.judges.length).toBe(chosen.judgeIds.length);
  });

  it('recommends what the gates say', () => {
    const { procedure } = ended.get(metric)!;
    const required = procedure.gates.filter(({ name }) => procedure.analysisPlan.gates.includes(name));
    expect(required.map(({ name, state }) => [name, state])).toEqual(required.map(({ name }) => [name, 'pass']));
    expect(procedure.verdict.outcome).toBe('adopt');
  });

  it('decides on unanimous items only by a bound for each answer, which these few reports do not always give', () => {
    const { procedure } = ended.get(metric)!;
    const gate = procedure.gates.find(({ name }) => name === 'unanimous')!;
    for (const { value, low, state, threshold } of gate.parts) {
      if (value === null) expect(state).toBe('not-tested');
      else expect(state).toBe(low !== null && low >= threshold! ? 'pass' : 'undecided');
    }
    // Of issues the bound is so near the threshold that it is met or not by the verdicts of one run.
    const ofIssues = gate.parts.every(({ state }) => state === 'pass') ? 'pass' : 'undecided';
    const expected: Record<string, string> = {
      consistency: ofIssues,
      'citation-association': ofIssues,
      'citation-accuracy': 'not-tested'
    };
    expect(gate.state).toBe(expected[metric] ?? 'pass');
  });
});

describe.each(['consistency', 'citation-association'])('the issues of %s', (metric) => {
  it('are judged once for all three judges, each of which answers for every one of them', () => {
    const { bench } = scene;
    const studyId = bench.db
      .select()
      .from(schema.study)
      .all()
      .find((study) => study.metric === metric)!.id;
    const { items } = studyRatingsOf(bench.db, bench.read, studyId);
    expect(new Set(items.map(({ itemId }) => itemId)).size).toBe(items.length);
    for (const item of items) expect(item.judges.map(({ state }) => state)).toEqual(['judged', 'judged', 'judged']);
    const reporters = items.map((item) => item.judges.filter(({ label }) => label === 'valid').length);
    for (const n of [1, 2, 3]) expect(reporters.filter((found) => found === n).length).toBeGreaterThan(3);
  });

  it('give the exact judge a higher precision and recall than the others, and the union the highest recall', () => {
    const { issues } = ended.get(metric)!.report;
    const of = (name: string) => issues!.candidates.find((one) => one.name === name)!;
    for (const other of [HASTY, LENIENT]) {
      expect(of(EXACT).recall.value!).toBeGreaterThan(of(other).recall.value!);
      expect(of(EXACT).precision.value!).toBeGreaterThan(of(other).precision.value!);
    }
    const union = issues!.candidates.find(({ rule, judgeIds }) => rule === 'any' && judgeIds.length === 3)!;
    expect(union.recall.value).toBe(1);
    expect(union.precision.value!).toBeLessThan(of(EXACT).precision.value!);
  });

  it('leave in every format, with what they rest on', () => {
    const { bench } = scene;
    const study = ended.get(metric)!;
    const id = bench.db.select().from(schema.study).all().find((one) => one.metric === metric)!.id; // prettier-ignore
    const files = reportedStudy(bench.db, bench.read, id, study);
    for (const end of ['html', 'md', 'tex', 'csv']) {
      const text = alignmentFiles[end]!.write(files, 'en');
      expect(text, end).toMatch(/Reported issues|^issues,/m);
      expect(text, end).toMatch(/capture.{1,10}recapture/i);
    }
    const judged = studyRatingsOf(bench.db, bench.read, id).items.length;
    expect(judged).toBeGreaterThan(ITEMS);
    const [header, ...rows] = alignmentFiles['issues.csv']!.write(files, 'en').trim().split('\n');
    expect(header).toContain('precision,precision_low,precision_high,precision_n,precision_clusters');
    expect(rows).toHaveLength(study.report.issues!.candidates.length);
    expect(JSON.parse(alignmentFiles['json']!.write(files, 'en'))).toMatchObject({
      report: { issues: { judged } }
    });
    expect(() => alignmentFiles['issues.csv']!.write({ ...files, study: ended.get('coverage')! }, 'en')).toThrow(
      'not about issues that judges report'
    );
  });
});
