import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insertImportedRun } from '../../scorer/runs/imported-runs.server.ts';
import type { Sample } from '../../scorer/sample.ts';
import type { DimensionPoints, Verdict } from '../../scorer/verdict.ts';
import { comparisonOf, pairOutcome } from '../../scorer/protocols/pairwise/pairwise-score.ts';
import { uncounted, verdictsOf } from '../../scorer/report/pointwise-issues.ts';
import { reportScores } from '../../scorer/runs/run-scores.server.ts';
import { verdictLines } from '../../scorer/runs/run-verdicts.server.ts';
import { runByNumber } from '../../scorer/runs/runs.server.ts';
import { authorize } from '../../server/auth/authorize.ts';
import { schema } from '../../server/db/client.ts';
import { importQueries } from '../../verification/benchmark/benchmark.server.ts';
import { aQuery, aReport, scene, type Scene } from '../../verification/rounds/project.fixture.server.ts';
import { importReports } from '../../verification/benchmark/reports.server.ts';
import { freezeVersion } from '../../verification/release/versions.server.ts';
import { exportReference } from './export.server.ts';
import { importReferenceResults } from './import.server.ts';
import { sized } from '../../../../tests/timing.ts';

const systems = ['open-deep-research', 'aurora', 'borealis'];
const qids = ['a', 'b'];
const markdown = '# On parks\n\nThe town has 12 parks. Later on, the town has “14 large parks” and no lake.\n';

/** Verdict of one judge on one report under one metric, drawn without knowing its items. */
const drawn = fc.record({
  at: fc.integer({ min: 0, max: 1 }),
  labels: fc.array(fc.constantFrom('yes', 'no', 'abstained', 'unscored'), { minLength: 10, maxLength: 10 }),
  calm: fc.boolean(),
  issues: fc.array(
    fc.record({
      explanation: fc.constantFrom('The count differs.', 'It says "the town has 12 parks" twice.', 'No source.'),
      quotes: fc.uniqueArray(
        fc.constantFrom('the town has 12 parks', 'lake', 'has “14 large parks” and', 'nowhere in the text'),
        { maxLength: 2 }
      )
    }),
    { maxLength: 2 }
  ),
  outcome: fc.constantFrom('judged', 'judged', 'abstained', 'unscored'),
  points: fc.tuple(...[0, 1, 2, 3].map(() => fc.integer({ min: 0, max: 5 })))
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

const open = (item: string, state: 'abstained' | 'unscored'): Verdict =>
  state === 'abstained'
    ? { item, state, label: null, rationale: 'Nothing on it in the text.', evidence: [] }
    : { item, state, label: null, rationale: '', evidence: [], reason: 'Timeout after 600 s.' };

const each = (n: number): DimensionPoints => ({ granularity: n, insight: n, critique: n, evidence: n, density: n });

function verdictsFrom(sample: Sample, { labels, calm, issues, outcome, points }: Drawn): Verdict[] {
  if (sample.metric === 'depth') {
    if (outcome !== 'judged') return [{ ...open('comparison', outcome), kind: 'comparison' }];
    const [a = 0, b = 0, c = 0, d = 0] = points;
    const detail = comparisonOf([
      { first: 'report', report: each(a), baseline: each(b), rationale: 'In one order.' },
      { first: 'baseline', report: each(c), baseline: each(d), rationale: 'In the other.' }
    ]);
    const label = pairOutcome(detail.report - detail.baseline);
    const rationale = 'With the report as text A: In one order.\n\nWith the baseline as text A: In the other.';
    return [{ item: 'comparison', kind: 'comparison', state: 'judged', label, rationale, evidence: [], detail }];
  }
  if (sample.metric === 'consistency' || sample.metric === 'citation-association') {
    if (outcome === 'unscored') return uncounted('Timeout after 600 s.');
    const grounding = sample.metric === 'consistency' ? 'every-quote' : 'any-quote';
    const abstains = outcome === 'abstained' ? 'The text is in no language that I read.' : null;
    const once = [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()];
    return verdictsOf({ issues: once, repeated: 0, abstains }, sample.report.markdown, { grounding });
  }
  return sample.items.map(({ key }, at): Verdict => {
    const label = labels[at % labels.length] ?? 'yes';
    if (!calm && (label === 'abstained' || label === 'unscored')) return open(key, label);
    return { item: key, state: 'judged', label: label === 'no' ? 'no' : 'yes', rationale: `On ${key}.`, evidence: [] };
  });
}

const metrics = ['presentation', 'coverage', 'consistency', 'citation-association', 'depth'];

function seen({ db, as, lead }: Scene) {
  const read = authorize(as('lead'), lead.resource, 'read-results');
  const run = runByNumber(db, read, 1);
  return {
    exported: exportReference(db, read, run),
    verdicts: verdictLines(db, read, run).map(({ run: _run, judge: _judge, ...line }) => line),
    scores: reportScores(db, read, run).map(({ system, qid, metric, ensemble, judges }) => ({
      ...{ system, qid, metric, value: ensemble?.value, figures: ensemble?.figures },
      judges: judges.map(({ score }) => ({ ...score, reason: null }))
    }))
  };
}

function prepared(): Scene {
  const made = scene();
  importQueries(made.db, made.lead, qids.map((qid) => aQuery(qid, 'First?', 'Second?'))); // prettier-ignore
  importReports(made.db, made.lead, systems.flatMap((one) => qids.map((qid) => aReport(one, qid, markdown)))); // prettier-ignore
  return made;
}

/** A run with these verdicts, taken in turn. */
function runOf(said: readonly Drawn[], judges = [{ origin: 'elsewhere', provider: 'openai', model: 'gpt-5' }]): Scene {
  const made = prepared();
  const { db, lead } = made;
  const reports = db.select().from(schema.report).all();
  const baseline = db.select().from(schema.system).all().find(({ name }) => name === systems[0])!.id; // prettier-ignore
  let turn = 0;
  insertImportedRun(db, lead, {
    name: 'Run',
    versionId: freezeVersion(db, lead).version.id,
    metrics: metrics.map((name) => ({ name, prompt: name, settings: name === 'depth' ? { baseline } : {} })),
    judges,
    reportIds: reports.map(({ id }) => id),
    between: { first: 1_760_000_000_000, last: 1_760_000_000_001 },
    verdicts: (sample) => {
      const one = said[turn++ % said.length]!;
      return { verdicts: verdictsFrom(sample, one), at: 1_760_000_000_000 + one.at };
    }
  });
  return made;
}

function again(files: Record<string, string>, wanted: RegExp) {
  const made = prepared();
  const chosen = Object.entries(files)
    .filter(([name]) => wanted.test(name))
    .map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  const done = importReferenceResults(made.db, made.lead, chosen);
  return { done, ...seen(made) };
}

const same: Drawn = {
  ...{ at: 0, labels: ['yes'], calm: true, issues: [], outcome: 'judged', points: [3, 2, 3, 2] }
};

describe('a run written in the shapes of the reference scorer and imported again', () => {
  it.each([
    ['details', /detailed_results/],
    ['lines', /_results\.jsonl|reports_run1\.json/]
  ])('keeps the verdicts of systems that were judged alike within one millisecond, from its %s', (_what, wanted) => {
    const first = seen(runOf([same]));
    const back = again(first.exported.files, wanted);
    expect(back.done.notes).toEqual([]);
    expect(back.done.units.unscored).toBe(0);
    expect(back.scores).toEqual(first.scores);
  });

  it('has equal verdicts and scores, whatever the judges said', () => {
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 1, maxLength: 7 }), fc.boolean(), (said, details) => {
        const first = seen(runOf(said));
        const back = again(first.exported.files, details ? /detailed_results/ : /_results\.jsonl|reports_run1\.json/);
        expect(back.scores).toEqual(first.scores);
        expect(back.verdicts).toEqual(first.verdicts);
      }),
      { numRuns: sized(40, 15), seed: 20261122 }
    );
  });

  it('keeps two judges of one model apart', () => {
    const judges = ['one', 'two'].map((origin) => ({ origin, provider: 'openai', model: 'gpt-5' }));
    const first = seen(runOf([same, { ...same, labels: ['no'] }, same], judges));
    const back = again(first.exported.files, /detailed_results/);
    expect(back.done.judges).toHaveLength(2);
    expect(back.scores.map(({ value, judges: by }) => [value, by.map(({ value: own }) => own)])).toEqual(
      first.scores.map(({ value, judges: by }) => [value, by.map(({ value: own }) => own)])
    );
  });
});
