import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreRecord2 } from './official/deep-research-bench-2.ts';
import { scoreDeerRecord } from './official/deer.ts';
import { scoreNuggets, type Nugget } from './official/deepscholar.ts';
import { scoreDracoRun } from './official/draco.ts';
import { countFactTask } from './official/fact.ts';
import { leavesOf, scoreTree, type TreeNode } from './official/mind2web2.ts';
import { fieldsOf } from './official/numbers.ts';
import { scoreRaceTask, type RaceCriteria } from './official/race.ts';
import { scoreVerdicts } from './official/research-rubrics.ts';
import { readRubric } from './read-rubric.ts';
import { rubricBranches, type Rubric, type RubricNode } from './rubric.ts';
import { rubricFigure, scoreRubric, type SaidOfCriterion } from './rubric-score.ts';

const shippedRubric = (name: string): Rubric => {
  const reading = readRubric(
    readFileSync(join(import.meta.dirname, '../../../../../static/rubrics', `${name}.yaml`), 'utf8')
  );
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.rubric;
};
const score = (rubric: Rubric, nodes: RubricNode[], said: Iterable<readonly [string, string | SaidOfCriterion]>) =>
  scoreRubric(
    rubric,
    rubricBranches(nodes),
    new Map([...said].map(([key, one]) => [key, typeof one === 'string' ? { label: one } : one]))
  );

const file = join(process.env['VOIRDIRE_SHARED'] ?? '../shared', 'formats/rubric_vectors.json');
const there = existsSync(file);
if (!there)
  console.log(`skipped: ${file} is not there, so rubric files are not compared with the official code's scores`);
interface Vector {
  id: string;
  form: string;
  kind: string;
  input: never;
  expected: unknown;
}
const vectors = there ? (JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }).vectors : [];
const ofKind = (form: string, kind: string) => vectors.filter((one) => one.form === form && one.kind === kind);
const close = (actual: number | null | undefined, expected: unknown, id: string) => {
  if (expected === null) return expect(actual, id).toBeNull();
  expect(Math.abs((actual ?? Number.NaN) - Number(expected)), id).toBeLessThanOrEqual(
    1e-12 * Math.max(1, Math.abs(Number(expected)))
  );
};

describe.skipIf(!there)('rubric files equal the official code to 1e-12', () => {
  it('DRACO: score, raw score and pass rate', () => {
    const rubric = shippedRubric('draco');
    const own = ofKind('draco', 'run').filter(({ expected }) => !('error' in fieldsOf(expected)));
    expect(own.length).toBeGreaterThan(8);
    for (const { id, input, expected } of own) {
      const { weights, verdicts } = input as { weights: number[]; verdicts: string[] };
      const nodes = weights.map((weight, k) => ({ key: `c${String(k)}`, text: 'x', weight }));
      const figure = score(
        rubric,
        nodes,
        verdicts.map((label, k) => [`c${String(k)}`, label] as const)
      );
      close(figure.value, fieldsOf(expected).normalized_score, id);
      close(figure.figures.pass_rate, fieldsOf(expected).pass_rate, id);
    }
  });

  it('ResearchRubrics: ternary and binary', () => {
    const rubric = shippedRubric('research-rubrics');
    const own = ofKind('researchrubrics', 'weighted').filter(
      ({ input }) => (input as { weights: number[] }).weights.length > 0
    );
    expect(own.length).toBeGreaterThan(4);
    for (const { id, input, expected } of own) {
      const { weights, verdicts } = input as { weights: number[]; verdicts: (string | null)[] };
      const nodes = weights.map((weight, k) => ({ key: `c${String(k)}`, text: 'x', weight }));
      const said = verdicts.flatMap((label, k) =>
        label === null || weights[k] === undefined ? [] : [[`c${String(k)}`, label] as const]
      );
      const figure = score(rubric, nodes, said);
      close(figure.value, fieldsOf(expected).ternary, id);
      close(figure.figures.binary, fieldsOf(expected).binary, id);
    }
  });

  it('DeepResearch Bench II: total, groups and what is blocked', () => {
    const rubric = shippedRubric('deep-research-bench-2');
    const labelOf: Record<string, string> = { '1': 'met', '0': 'not-met', '-1': 'blocked' };
    let held = 0;
    for (const { id, input, expected } of ofKind('drb2', 'record')) {
      const scores = fieldsOf(fieldsOf((input as { result: unknown }).result).scores);
      const items = Object.entries(scores).flatMap(([group, of]) =>
        Object.values(fieldsOf(of)).map((item, k) => ({
          group,
          key: `${group}-${String(k)}`,
          score: fieldsOf(item).score
        }))
      );
      // Labels of a rubric are those of its scale: other numbers are for the reader of official files.
      if (items.length === 0 || items.some(({ score: s }) => s !== undefined && s !== null && !(String(s) in labelOf)))
        continue;
      const groups = ['info_recall', 'analysis', 'presentation'].map((group) => ({
        key: group,
        criteria: items.filter((one) => one.group === group).map(({ key }) => ({ key, text: 'x' }))
      }));
      const figure = score(
        rubric,
        groups.filter(({ criteria }) => criteria.length > 0),
        items.flatMap(({ key, score: s }) => (typeof s === 'number' ? [[key, labelOf[String(s)] ?? ''] as const] : []))
      );
      const { inforecall, analysis, presentation, total, blocked_rate } = fieldsOf(expected);
      close(figure.value, total, id);
      close(figure.figures.info_recall, inforecall, id);
      close(figure.figures.analysis, analysis, id);
      close(figure.figures.presentation, presentation, id);
      close(figure.figures.blocked_rate, blocked_rate, id);
      held += 1;
    }
    expect(held).toBeGreaterThanOrEqual(4);
  });

  it('Mind2Web 2: trees with critical and sequential nodes', () => {
    const rubric = shippedRubric('mind2web-2');
    const nodeOf = (node: TreeNode): RubricNode => ({
      key: node.id,
      critical: node.critical ?? false,
      ...(node.children?.length
        ? { order: node.strategy ?? 'parallel', criteria: node.children.map(nodeOf) }
        : { text: 'x' })
    });
    let held = 0;
    for (const { id, input, expected } of ofKind('mind2web2', 'tree')) {
      const { tree } = input as { tree: TreeNode };
      if (
        'error' in fieldsOf(expected) ||
        !tree.children?.length ||
        leavesOf(tree).some(({ status }) => status === 'skipped')
      )
        continue;
      const said = leavesOf(tree).flatMap(({ id: key, status }): [string, string][] =>
        status === 'passed' ? [[key, 'true']] : status === 'failed' ? [[key, 'false']] : []
      );
      const figure = score(
        { ...rubric, aggregation: { kind: 'tree', order: tree.strategy ?? 'parallel', missing: 'zero' } },
        tree.children.map(nodeOf),
        said
      );
      close(figure.value, fieldsOf(expected).final_score, id);
      held += 1;
    }
    expect(held).toBeGreaterThan(10);
  });

  it('DEER: rounded at every step, N/A left out', () => {
    const rubric = shippedRubric('deer');
    const how = { kind: 'weighted-mean', round: 2 } as const;
    let held = 0;
    for (const { id, input, expected } of ofKind('deer', 'judge_record')) {
      const said: [string, string][] = [];
      let isOnScale = true;
      const group = (key: string, criteria: RubricNode[]): RubricNode[] =>
        criteria.length === 0 ? [] : [{ key, aggregation: how, criteria }];
      const nodes = Object.entries(fieldsOf((input as { scores: unknown }).scores)).flatMap(([d, criteria]) =>
        group(
          d,
          Object.entries(fieldsOf(criteria)).flatMap(([c, elements]) =>
            group(
              `${d}.${c}`,
              Object.entries(fieldsOf(elements)).flatMap(([e, items]) =>
                group(
                  `${d}.${c}.${e}`,
                  ['C', 'Q'].flatMap((letter) =>
                    group(
                      `${d}.${c}.${e}.${letter}`,
                      Object.entries(fieldsOf(items))
                        .filter(([key]) => key.startsWith(letter))
                        .map(([name, item]) => {
                          const key = `${d}.${c}.${e}.${letter}.${name}`;
                          const value = fieldsOf(item).score;
                          isOnScale &&=
                            value === 'N/A' || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 10);
                          said.push([key, String(value)]);
                          return { key, text: 'x' };
                        })
                    )
                  )
                )
              )
            )
          )
        )
      );
      if (!isOnScale || nodes.length === 0) continue;
      const { overall } = expected as { overall: unknown };
      close(score(rubric, nodes, said).value, overall === 'N/A' ? null : overall, id);
      held += 1;
    }
    expect(held).toBeGreaterThan(5);
  });

  it('DeepScholar: strict and half credit, over all and vital nuggets', () => {
    const rubric = shippedRubric('deepscholar-nuggets');
    const own = ofKind('deepscholar', 'nuggets');
    expect(own.length).toBeGreaterThan(5);
    for (const { id, input, expected } of own) {
      const { nuggets } = input as { nuggets: Nugget[] };
      if (
        nuggets.length === 0 ||
        nuggets.some(({ assignment }) => !['support', 'partial_support', 'not_support'].includes(assignment))
      )
        continue;
      const nodes = nuggets.map(({ importance }, k) => ({ key: `n${String(k)}`, text: 'x', tags: [importance] }));
      const figure = score(
        rubric,
        nodes,
        nuggets.map(({ assignment }, k) => [`n${String(k)}`, assignment] as const)
      );
      const wanted = fieldsOf(expected);
      close(figure.value, wanted.strict_all_score, id);
      close(figure.figures.strict_vital, wanted.strict_vital_score, id);
      close(figure.figures.all, wanted.all_score, id);
      close(figure.figures.vital, wanted.vital_score, id);
    }
  });

  it('RACE: target over target and reference, if every criterion is judged by its text', () => {
    const rubric = shippedRubric('deep-research-bench-race');
    let held = 0;
    for (const { id, input, expected } of ofKind('drb_race', 'task')) {
      const { criteria, judge_output } = input as {
        criteria: RaceCriteria;
        judge_output: Record<string, { criterion: string; article_1_score: unknown; article_2_score: unknown }[]>;
      };
      const names = Object.keys(criteria.criterions);
      const listed = names.flatMap((name) => (criteria.criterions[name] ?? []).map((one, k) => ({ name, k, ...one })));
      const judged = names.flatMap((name) => (judge_output[name] ?? []).map((one, k) => ({ name, k, ...one })));
      const isPlain =
        new Set(listed.map(({ name, criterion }) => `${name}/${criterion}`)).size === judged.length &&
        judged.every(
          ({ name, criterion, article_1_score: a, article_2_score: b }) =>
            criteria.criterions[name]?.some((one) => one.criterion === criterion) &&
            typeof a === 'number' &&
            typeof b === 'number'
        ) &&
        names.every((name) => criteria.dimension_weight[name] !== undefined);
      if (!isPlain) continue;
      const nodes = names.map((name) => ({
        key: name,
        weight: criteria.dimension_weight[name] ?? 0,
        criteria: (criteria.criterions[name] ?? []).map(({ criterion, weight }, k) => ({
          key: `${name}-${String(k)}`,
          text: criterion,
          weight
        }))
      }));
      const said = judged.map(({ name, criterion, article_1_score: a, article_2_score: b }) => {
        const k = criteria.criterions[name]?.findIndex((one) => one.criterion === criterion) ?? -1;
        return [`${name}-${String(k)}`, { label: String(a), reference: String(b) }] as const;
      });
      // RACE scores are continuous: any number that was given is a label worth itself.
      const labels = [...new Set(said.flatMap(([, { label, reference }]) => [label, reference]))].map((label) => ({
        label,
        value: Number(label)
      }));
      close(score({ ...rubric, scale: { labels } }, nodes, said).value, fieldsOf(expected).overall_score, id);
      held += 1;
    }
    expect(held).toBeGreaterThanOrEqual(4);
  });

  it('FACT: the rate of one task with pages that could be judged', () => {
    const rubric = shippedRubric('deep-research-bench-fact');
    let held = 0;
    for (const { id, input } of ofKind('drb_fact', 'system')) {
      for (const row of (input as { rows: Record<string, unknown>[] }).rows) {
        const labels = Object.values(fieldsOf(row.citations_deduped)).flatMap((page) => {
          const { validate_error: error, validate_res: results } = fieldsOf(page);
          return error === null && Array.isArray(results) ? results.map((one) => String(fieldsOf(one).result)) : [];
        });
        if (labels.some((label) => !['supported', 'unsupported', 'unknown'].includes(label)) || labels.length === 0)
          continue;
        const { judged, supported } = countFactTask(row);
        const nodes = labels.map((_, k) => ({ key: `c${String(k)}`, text: 'x' }));
        close(
          score(
            rubric,
            nodes,
            labels.map((label, k) => [`c${String(k)}`, label] as const)
          ).value,
          judged === 0 ? null : supported / judged,
          id
        );
        held += 1;
      }
    }
    expect(held).toBeGreaterThan(5);
  });
});

/** By hand, so that the claims hold without the vectors. */
describe('scores by hand', () => {
  const yesNo = (weights: number[], tags: string[][] = []) =>
    weights.map((weight, k) => ({ key: `c${String(k + 1)}`, text: 'x', weight, tags: tags[k] ?? [] }));
  const said = (labels: string) =>
    [...labels]
      .map((one, k) => [`c${String(k + 1)}`, one === 'y' ? 'yes' : 'no'] as const)
      .filter((_, k) => labels[k] !== '-');
  const mine = (aggregation: Rubric['aggregation'], more: Partial<Rubric> = {}): Rubric => ({
    format: 'voirdire-rubric/1',
    name: 'mine',
    version: '1',
    title: 'Mine',
    question: 'q',
    aggregation,
    ...more
  });

  it('a weighted mean of 3 and 1 with the first met is 3/4', () => {
    expect(score(mine({ kind: 'weighted-mean' }), yesNo([3, 1]), said('yn')).value).toBe(0.75);
  });

  it('groups have scores of their own, unless criteria are taken together: (1 + 1/3) / 2 against 2/4', () => {
    const nodes = [
      { key: 'g', criteria: [{ key: 'c1', text: 'x' }] },
      {
        key: 'h',
        criteria: [
          { key: 'c2', text: 'x' },
          { key: 'c3', text: 'x' },
          { key: 'c4', text: 'x' }
        ]
      }
    ];
    expect(score(mine({ kind: 'weighted-mean' }), nodes, said('yynn')).value).toBeCloseTo(2 / 3, 14);
    expect(score(mine({ kind: 'weighted-mean', over: 'criteria' }), nodes, said('yynn')).value).toBe(0.5);
  });

  it('a criterion without a verdict leaves no score, counts 0, or is left out, and says which', () => {
    const of = (missing?: 'unscored' | 'zero' | 'leave-out') =>
      score(mine({ kind: 'weighted-mean', ...(missing && { missing }) }), yesNo([1, 1]), said('y-'));
    expect(of()).toMatchObject({ value: null, reason: 'Criterion c2 has no verdict.' });
    expect(of('zero')).toMatchObject({
      value: 0.5,
      effects: [{ effect: 'counted' }, { key: 'c2', effect: 'counted-as-zero' }]
    });
    expect(of('leave-out')).toMatchObject({ value: 1, effects: [{}, { effect: 'left-out' }] });
  });

  it('not applicable leaves the mean; if nothing applies there is no score', () => {
    const rubric = mine({ kind: 'weighted-mean' }, { scale: { range: { from: 1, to: 10, notApplicable: 'N/A' } } });
    expect(
      score(rubric, yesNo([1, 1]), [
        ['c1', '8'],
        ['c2', 'N/A']
      ]).value
    ).toBe(8);
    expect(score(rubric, yesNo([1]), [['c1', 'N/A']])).toMatchObject({ value: null, reason: 'No criterion applies.' });
  });

  it('signed weights: (5 − 4) / 5, unclipped −4/5, and three ways without a positive weight', () => {
    const signed = (more: object, weights: number[], labels: string) =>
      score(mine({ kind: 'signed-sum', ...more }), yesNo(weights), said(labels)).value;
    expect(signed({}, [5, -4], 'yy')).toBe(0.2);
    expect(signed({}, [5, -4], 'ny')).toBe(-0.8);
    expect(signed({ clip: true }, [5, -4], 'ny')).toBe(0);
    expect(signed({}, [-10, -30], 'yn')).toBeNull();
    expect(signed({ withoutPositive: 'zero' }, [-10, -30], 'yn')).toBe(0);
    expect(signed({ withoutPositive: 'from-one' }, [-10, -30], 'yn')).toBe(0.75);
  });

  it('a table of penalties scores the number of faults', () => {
    const table = [
      { upTo: 0, score: 100 },
      { upTo: 2, score: 60 },
      { upTo: null, score: 10 }
    ];
    const of = (labels: string) => score(mine({ kind: 'penalties', table }), yesNo([1, 1, 1]), said(labels)).value;
    expect([of('nnn'), of('ynn'), of('yyn'), of('yyy')]).toEqual([100, 60, 60, 10]);
  });

  it('a tree skips what comes after a failure, and says so', () => {
    const nodes = yesNo([1, 1, 1]);
    const figure = score(mine({ kind: 'tree', order: 'sequential' }), nodes, said('yny'));
    expect(figure.value).toBeCloseTo(1 / 3, 14);
    expect(figure.effects.map(({ effect }) => effect)).toEqual(['counted', 'counted', 'skipped']);
    expect(score(mine({ kind: 'tree' }), nodes, said('y-y')).reason).toBe('Criterion c2 has no verdict.');
  });

  it('further figures choose by tag, and the factor holds for the score alone', () => {
    const rubric = mine(
      { kind: 'weighted-mean' },
      {
        score: { min: 0, max: 100, times: 100 },
        figures: { vital: { title: 'V', aggregation: { kind: 'weighted-mean', only: ['vital'] } } }
      }
    );
    const figure = score(rubric, yesNo([1, 1, 1, 1], [['vital'], ['okay'], ['vital']]), said('ynnn'));
    expect([figure.value, figure.figures.vital]).toEqual([25, 0.5]);
  });

  it('the shipped files and the official formulas give the same for any verdicts', () => {
    const draco = shippedRubric('draco');
    const rr = shippedRubric('research-rubrics');
    const given = fc.array(
      fc.tuple(fc.integer({ min: -50, max: 50 }), fc.constantFrom('Satisfied', 'Partially Satisfied', 'Not Satisfied')),
      { minLength: 1, maxLength: 10 }
    );
    fc.assert(
      fc.property(given, (list) => {
        const weights = list.map(([weight]) => weight);
        const nodes = yesNo(weights);
        const keyed = list.map(([, label], k) => [`c${String(k + 1)}`, label] as const);
        expect(score(rr, nodes, keyed).value).toBeCloseTo(
          scoreVerdicts(
            weights,
            list.map(([, label]) => label),
            'ternary'
          ),
          12
        );
        const met = keyed.map(([key, label]) => [key, label === 'Satisfied' ? 'MET' : 'UNMET'] as const);
        const official = scoreDracoRun({ weights, verdicts: met.map(([, label]) => label) }).value;
        expect(score(draco, nodes, met).value).toBeCloseTo(official?.normalized_score ?? Number.NaN, 12);
      })
    );
  });

  it('the shipped files of groups, nuggets and trees agree with the official functions', () => {
    const nuggets = [
      { importance: 'vital', assignment: 'partial_support' },
      { importance: 'okay', assignment: 'support' }
    ];
    const nodes = nuggets.map(({ importance }, k) => ({ key: `n${String(k)}`, text: 'x', tags: [importance] }));
    const figure = score(
      shippedRubric('deepscholar-nuggets'),
      nodes,
      nuggets.map(({ assignment }, k) => [`n${String(k)}`, assignment] as const)
    );
    expect(figure.figures.all).toBe(scoreNuggets(nuggets).all_score);
    expect(scoreRecord2({ scores: { info_recall: { a: { score: 1 }, b: { score: -1 } } } }).total).toBe(0.5);
    expect(scoreDeerRecord({ d: { c: { 1: { 'C1-1': { score: 7 } } } } }).overall).toBe(7);
    expect(scoreTree({ id: 'r' }).value?.score).toBe(0);
    expect(scoreRaceTask({ dimension_weight: {}, criterions: {} }, {}).value).toBeNull();
  });

  it('reads a figure on its own', () => {
    const how = { kind: 'pass-share' } as const;
    expect(
      rubricFigure(
        {},
        rubricBranches(yesNo([2, -1])),
        how,
        new Map([
          ['c1', { label: 'yes' }],
          ['c2', { label: 'no' }]
        ])
      ).value
    ).toBe(1);
  });
});
