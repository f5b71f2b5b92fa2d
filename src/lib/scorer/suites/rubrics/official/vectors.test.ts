import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groups2, measures2, regroup2, scoreRecord2, scoreSystems2, type Answer2 } from './deep-research-bench-2.ts';
import { integrateDeer, integrateDeerRecord, scoreDeerRecord } from './deer.ts';
import { diversity, measureClaims, scoreMeasured, type DeerClaim } from './deer-measured.ts';
import {
  citationPrecision,
  claimCoverage,
  documentImportance,
  scoreNuggetAnswers,
  scoreNuggets,
  scoreOrganisation,
  summariseTasks,
  type Nugget
} from './deepscholar.ts';
import { referenceCoverage, type CitedDocument, type ImportantCitation } from './deepscholar-references.ts';
import { readDracoRubric, scoreDracoRun, scoreDracoSystem, type DracoRun } from './draco.ts';
import { scoreFactByPaper, scoreFactSystem } from './fact.ts';
import {
  askInOrder,
  majority,
  scoreTree,
  scoreWithoutSequence,
  summariseMind2Web2,
  type TreeNode
} from './mind2web2.ts';
import { fieldsOf, type Fields, type OfficialScore } from './numbers.ts';
import { raceAnswer, scoreRaceSystem, scoreRaceTask, type RaceCriteria } from './race.ts';
import { failureShares, macroF1, scoreCompliance, scoreSingleReport, scoreVerdicts } from './research-rubrics.ts';

const file = join(process.env['VOIRDIRE_SHARED'] ?? '../shared', 'formats/rubric_vectors.json');
const there = existsSync(file);
if (!there) console.log(`skipped: ${file} is not there, so scores are not compared with the official code's`);

interface Vector {
  id: string;
  form: string;
  kind: string;
  note: string;
  input: Fields;
  expected: unknown;
}
const vectors = there ? (JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }).vectors : [];

/** An outcome in the vectors' form: an undefined score is one whatever the official code calls its error. */
const plain = <T>(outcome: OfficialScore<T>): unknown =>
  outcome.reason === null ? outcome.value : { error: outcome.reason };

const trees = (input: Fields, tree = input.tree as TreeNode): unknown => {
  const outcome = scoreTree(tree);
  if (outcome.value === null) return plain(outcome);
  const nodes = Object.fromEntries([...outcome.value.nodes].map(([id, node]) => [id, [node.score, node.status]]));
  return { final_score: outcome.value.score, nodes };
};

const at = (table: unknown, ...keys: (string | number)[]): unknown =>
  keys.reduce<unknown>((value, key) => fieldsOf(value)[String(key)], table);

const scales = <T>(score: (scale: 'binary' | 'ternary') => T) => ({
  ternary: score('ternary'),
  binary: score('binary')
});

const computed: Record<string, (input: never) => unknown> = {
  'drb_race/task': (input: { criteria: RaceCriteria; judge_output: Fields }) =>
    plain(scoreRaceTask(input.criteria, input.judge_output)),
  'drb_race/text': (input: { criteria: RaceCriteria; judge_text: string }) =>
    plain(scoreRaceTask(input.criteria, raceAnswer(input.judge_text) ?? {})),
  'drb_race/summary': (input: { rows: Fields[] }) => scoreRaceSystem(input.rows).value,
  'drb_fact/system': (input: { rows: Fields[] }) => plain(scoreFactSystem(input.rows)),
  'drb_fact/system_later_release': (input: { rows: Fields[] }) => plain(scoreFactSystem(input.rows, 'later')),
  'drb_fact/paper_formula': (input: { rows: Fields[] }) => plain(scoreFactByPaper(input.rows)),
  'drb2/record': (input: { result: unknown }) => scoreRecord2(input.result),
  'drb2/regroup': (input: {
    rubric: Record<(typeof groups2)[number], string[]>;
    answers: Answer2[][];
    chunk_size: number;
  }) => plain(regroup2(input.rubric, input.answers, input.chunk_size)),
  'drb2/aggregate': (input: { lines: unknown[] }) => plain(scoreSystems2(input.lines)),
  'researchrubrics/compliance': (input: { rows: { sample_id: string; score: number; weight: number }[] }) =>
    scoreCompliance(input.rows),
  'researchrubrics/single_report': (input: { weights: number[]; scores: number[] }) =>
    scoreSingleReport(input.weights, input.scores),
  'researchrubrics/weighted': (input: { weights: number[]; verdicts: string[] }) =>
    scales((scale) => scoreVerdicts(input.weights, input.verdicts, scale)),
  'researchrubrics/macro_f1': (input: { human: string[]; judge: string[] }) =>
    scales((scale) => macroF1(input.human, input.judge, scale)),
  'researchrubrics/failure_breakdown': (input: { categories: string[]; verdicts: string[] }) =>
    scales((scale) => failureShares(input.categories, input.verdicts, scale)),
  'draco/run': (input: DracoRun) => plain(scoreDracoRun(input)),
  'draco/system': (input: { tasks: DracoRun[][] }) => plain(scoreDracoSystem(input.tasks)),
  'draco/load': (input: { answer: unknown }) => {
    const rubric = readDracoRubric(input.answer);
    return rubric.value === null
      ? plain(rubric)
      : rubric.value.map(({ weight, requirement }) => ({ weight, requirement }));
  },
  'mind2web2/tree': (input: { tree: TreeNode }) => {
    const scored = trees(input as never);
    return 'error' in fieldsOf(scored)
      ? scored
      : { ...fieldsOf(scored), pure_score_without_short_circuit: scoreWithoutSequence(input.tree) };
  },
  'mind2web2/gate': (input: { tree: TreeNode; order: string[]; verdicts: Record<string, boolean> }) => {
    const done = askInOrder(input.tree, input.order, (id) => input.verdicts[id] === true);
    return { asked: done.asked, ...fieldsOf(trees({}, done.tree)) };
  },
  'mind2web2/vote': (input: { votes_in_order: boolean[]; trials: number }) =>
    majority(input.votes_in_order, input.trials),
  'mind2web2/summary': (input: { tasks: Record<string, Record<string, number>> }) => {
    const { pass_at_k, ...summary } = summariseMind2Web2(input.tasks);
    return { ...summary, [`pass_at_${String(summary.num_runs)}`]: pass_at_k };
  },
  'deer/judge_record': (input: { scores: unknown }) => scoreDeerRecord(input.scores),
  'deer/integration_sample': (input: { scores: unknown }) => integrateDeerRecord(input.scores),
  'deer/integration': (input: never) => plain(integrateDeer(input)),
  'deer/fact_scores': (input: { metrics: unknown }) => scoreMeasured(input.metrics),
  'deer/hhi': (input: { supported_citations_per_reference: number[] }) =>
    diversity(input.supported_citations_per_reference),
  'deer/claims': (input: { references: Record<string, string>; claims: DeerClaim[] }) =>
    plain(measureClaims(input.references, input.claims)),
  'deepscholar/nuggets': (input: { nuggets: Nugget[] }) => scoreNuggets(input.nuggets),
  'deepscholar/nuggets_global': (input: { records: { nuggets: Nugget[] }[] }) => {
    const scores = scoreNuggetAnswers(input.records.map((one) => one.nuggets));
    return scores.value === null ? plain(scores) : { qid: 'all', ...scores.value };
  },
  'deepscholar/organization': (input: { decisions: { first_order: string; swapped_order: string }[] }) => {
    const per_task = input.decisions.map(scoreOrganisation);
    return { per_task, mean_rounded: summariseTasks(per_task) };
  },
  'deepscholar/cite_p': (input: { sentences: string[]; documents: number; support: unknown }) =>
    citationPrecision(input.sentences, input.documents, (k, d) => Number(at(input.support, k, d))).value ?? 'NaN',
  'deepscholar/claim_coverage': (input: { sentences: string[]; support: unknown; window: number }) => {
    const { score, calls } = claimCoverage(input.sentences, (k) => Number(at(input.support, k)), input.window);
    return { score: score.value ?? 'NaN', judge_calls: calls };
  },
  'deepscholar/reference_coverage': (input: { important: ImportantCitation[]; documents: CitedDocument[] }) =>
    referenceCoverage(input.important, input.documents),
  'deepscholar/document_importance': (input: { titles: string[]; citation_counts: Record<string, number> }) =>
    documentImportance(input.titles, input.citation_counts),
  'deepscholar/aggregate': (input: { systems: Record<string, unknown[]> }) =>
    Object.fromEntries(Object.entries(input.systems).map(([name, values]) => [name, summariseTasks(values)]))
};

/** Places at which two values differ by more than 1e-12 (relative above 1). Errors are equal to each other. */
function differences(actual: unknown, expected: unknown, place: string): string[] {
  if (typeof expected === 'number' && typeof actual === 'number')
    return Math.abs(actual - expected) <= 1e-12 * Math.max(1, Math.abs(expected))
      ? []
      : [`${place}: ${String(actual)} instead of ${String(expected)}`];
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length)
    return expected.flatMap((value, k) => differences(actual[k], value, `${place}[${String(k)}]`));
  if (typeof expected === 'object' && expected !== null && typeof actual === 'object' && actual !== null) {
    if ('error' in expected || 'error' in actual)
      return 'error' in expected && 'error' in actual
        ? []
        : [`${place}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...keys].flatMap((key) => differences(fieldsOf(actual)[key], fieldsOf(expected)[key], `${place}.${key}`));
  }
  return actual === expected ? [] : [`${place}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];
}

describe.skipIf(!there)('scores against the official code of eight suites', () => {
  const kinds = [...new Set(vectors.map((one) => `${one.form}/${one.kind}`))];

  it('every kind of vector has a function of ours', () => {
    expect(kinds.filter((kind) => !(kind in computed))).toEqual([]);
    expect(vectors.length).toBeGreaterThanOrEqual(191);
    expect(measures2).toHaveLength(5);
  });

  it.each(kinds)('%s is equal to 1e-12 in every vector', (kind) => {
    const own = vectors.filter((one) => `${one.form}/${one.kind}` === kind);
    const found = own.flatMap((one) => {
      const actual = (computed[kind] as (input: Fields) => unknown)(one.input);
      return differences(
        kind === 'drb_race/summary' && actual !== null ? { mean: actual, printed: printed(actual) } : actual,
        one.expected,
        `${one.id} (${one.note})`
      );
    });
    expect(found).toEqual([]);
  });
});

const printed = (means: unknown): string[] =>
  ['comprehensiveness', 'insight', 'instruction_following', 'readability', 'overall_score'].map((name) =>
    Number(fieldsOf(means)[name]).toFixed(4)
  );
