import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreRecord2 } from '../official/deep-research-bench-2.ts';
import { scoreDeerRecord } from '../official/deer.ts';
import { scoreDracoRun } from '../official/draco.ts';
import { scoreFactSystem } from '../official/fact.ts';
import { scoreNuggets } from '../official/deepscholar.ts';
import { fieldsOf, type Fields } from '../official/numbers.ts';
import { scoreVerdicts } from '../official/research-rubrics.ts';
import { scoreTree, type TreeNode } from '../official/mind2web2.ts';
import { readRubric } from '../read-rubric.ts';
import { rubricBranches, hashRubric, type Rubric } from '../rubric.ts';
import { scoreRubric } from '../rubric-score.ts';
import { compareReported, readResults, readTotals, type ResultsReading } from './results-of-suites.ts';
import { rubricWithTasks } from './rubric-of-tasks.ts';

const root = join(import.meta.dirname, '../../../../../..');
const shipped = (name: string) => readFileSync(join(root, 'static/rubrics', `${name}.yaml`), 'utf8');
const names = { metric: 'rubric-x-00000000', system: 'alpha', judge: 'gpt' };
const lines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');

function rubricOf(text: string, name = 'tasks.jsonl'): Rubric {
  const made = rubricWithTasks([{ name, text }], shipped);
  if (!made.ok) throw new Error(made.problem);
  return made.rubric;
}
function resultsOf(rubric: Rubric, text: string, name = 'results.jsonl'): ResultsReading {
  const read = readResults([{ name, text }], rubric, names);
  if (!read.ok) throw new Error(read.problem);
  return read.value;
}
/** Score and further figures of each list of verdicts, by system, task and repeat. */
function scoresOf(rubric: Rubric, { verdicts }: ResultsReading): Record<string, Record<string, number | null>> {
  const keys = new Set(verdicts.map(({ system, qid, repeat }) => `${system} ${qid} ${String(repeat)}`));
  return Object.fromEntries(
    [...keys].map((key) => {
      const own = verdicts.filter(({ system, qid, repeat }) => `${system} ${qid} ${String(repeat)}` === key);
      const nodes = rubric.queries?.[own[0]!.qid]?.criteria ?? rubric.criteria ?? [];
      const said = new Map(own.flatMap(({ item, label }) => (label === null ? [] : [[item, { label }] as const])));
      const { value, figures } = scoreRubric(rubric, rubricBranches(nodes), said);
      return [key, { ...figures, score: value }];
    })
  );
}
const one = (scores: Record<string, Record<string, number | null>>) => Object.values(scores)[0] ?? {};
const close = (actual: number | null | undefined, expected: number | null) =>
  expected === null || actual === null || actual === undefined
    ? expect(actual ?? null).toBe(expected)
    : expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(expected)));

/** Material of each form as its official files, and the official figures of it. */
const ways = {
  researchRubrics: (weights: readonly number[], verdicts: readonly (string | null)[]) => {
    const rubric = rubricOf(
      lines([{ sample_id: 's', prompt: 'Q', rubrics: weights.map((weight) => ({ criterion: 'Same words', weight })) }])
    );
    const score: Record<string, number> = { Satisfied: 1, 'Partially Satisfied': 0.5, 'Not Satisfied': 0 };
    const said = verdicts.slice(0, weights.length).map((verdict, k) => ({
      ...{ sample_id: 's', rubric_title: 'Same words', weight: weights[k], score: score[verdict ?? ''] ?? 0 },
      ...(verdict !== null && verdict in score ? { verdict, success: true } : { verdict: 'Error', success: false })
    }));
    const table = [
      {
        ...{ sample_id: 's', prompt: 'Q', rubrics: JSON.stringify(weights.map((weight) => ({ title: 'Same words', weight }))) }, // prettier-ignore
        final_presence: JSON.stringify({ alpha_present: { values: verdicts.slice(0, weights.length).map((verdict) => (verdict !== null && verdict in score ? verdict : null)) } }) // prettier-ignore
      }
    ];
    return [said, table].map((rows) =>
      rows.length === 0 ? {} : one(scoresOf(rubric, resultsOf(rubric, lines(rows))))
    );
  },
  draco: (weights: readonly number[], runs: readonly (readonly string[])[]) => {
    const criteria = weights.map((weight, k) => ({ id: `c${String(k)}`, weight, requirement: `R${String(k % 3)}` }));
    const rubric = rubricOf(lines([{ id: 'd', problem: 'Q', answer: JSON.stringify({ sections: [{ title: 'S', criteria }] }) }])); // prettier-ignore
    const said = runs.map((verdicts) => ({
      criteria_results: verdicts.map((verdict, k) => ({ ...criteria[k], verdict }))
    }));
    return Object.values(scoresOf(rubric, resultsOf(rubric, JSON.stringify({ judge_model: 'j', results: [{ id: 'd', runs: said }] })))); // prettier-ignore
  },
  bench2: (result: Fields) => {
    const texts = (group: string) => Object.keys(fieldsOf(fieldsOf(result.scores)[group]));
    const [info_recall, analysis, presentation] = ['info_recall', 'analysis', 'presentation'].map(texts);
    const rubric = rubricOf(lines([{ idx: 1, prompt: 'Q', content: { rubric: { info_recall, analysis, presentation } } }])); // prettier-ignore
    return one(scoresOf(rubric, resultsOf(rubric, lines([{ model: 'alpha', idx: 1, result }]))));
  },
  deer: (scores: unknown) => {
    const file = JSON.stringify({ sample_id: 7, scores });
    const rubric = rubricOf(file, 'others/0007.json');
    return one(scoresOf(rubric, resultsOf(rubric, file, 'others/0007.json')));
  },
  nuggets: (nuggets: unknown) => {
    const file = JSON.stringify({ qid: 'n', query: 'Q', nuggets });
    const rubric = rubricOf(file, 'res.json');
    return one(scoresOf(rubric, resultsOf(rubric, file, 'res.json')));
  },
  mind2web2: (tree: unknown) => {
    const file = JSON.stringify({ agent_name: 'a', answer_name: 'b', judge_model: 'j', eval_breakdown: [{ verification_tree: tree }] }); // prettier-ignore
    const rubric = rubricOf(file, 'results/a/task/b.json');
    return one(scoresOf(rubric, resultsOf(rubric, file, 'results/a/task/b.json')));
  },
  fact: (rows: readonly Fields[]) => {
    const rubric = rubricOf(lines(rows), 'validated.jsonl');
    const figures = Object.values(scoresOf(rubric, resultsOf(rubric, lines(rows), 'validated.jsonl')));
    const sum = (name: string) => figures.reduce((total, own) => total + (own[name] ?? 0), 0);
    return { rate: sum('judged') === 0 ? null : sum('supported') / sum('judged'), rubric };
  }
};

const shared = join(process.env['VOIRDIRE_SHARED'] ?? join(root, '../shared'), 'formats');
const there = existsSync(shared);
if (!there) console.log(`skipped: ${shared} is not there, so files are not compared with the official scores`);
const vectors = there
  ? (JSON.parse(readFileSync(join(shared, 'rubric_vectors.json'), 'utf8')) as { vectors: { id: string; form: string; kind: string; input: never; expected: never }[] }).vectors // prettier-ignore
  : [];
const of = (form: string, kind: string) =>
  vectors.filter((vector) => vector.form === form && vector.kind === kind) as unknown as { id: string; input: Record<string, unknown>; expected: Record<string, unknown> }[]; // prettier-ignore

describe.skipIf(!there)('official files, read and scored by the rubric that is made of them', () => {
  it('of ResearchRubrics give the official score, ternary and binary, from lines and from the earlier table', () => {
    for (const { input, expected } of of('researchrubrics', 'weighted')) {
      const [weights, verdicts] = [input.weights as number[], input.verdicts as string[]];
      // Without a criterion there is no rubric.
      if (weights.length === 0) continue;
      for (const figures of ways.researchRubrics(weights, verdicts)) {
        if (figures.score === undefined) continue;
        close(figures.score, expected.ternary as number);
        close(figures.binary, expected.binary as number);
      }
    }
  });

  it('of DRACO give normalised score and pass rate of each run, also if a run left criteria out', () => {
    let scored = 0;
    for (const { input, expected } of of('draco', 'run')) {
      const [weights, verdicts] = [input.weights as number[], input.verdicts as string[]];
      if ('error' in expected) continue;
      const [run] = ways.draco(weights, [verdicts]);
      close(run?.score, expected.normalized_score as number);
      close(run?.pass_rate, expected.pass_rate as number);
      scored += 1;
    }
    expect(scored).toBeGreaterThan(8);
  });

  it('of DeepResearch Bench II give the official total, the groups and the blocked rate', () => {
    let scored = 0;
    for (const { input, expected } of of('drb2', 'record')) {
      const result = withOwnTexts(input.result as Fields);
      // Without an item there is nothing to judge, and no rubric.
      if (!Object.values(fieldsOf(result.scores)).some((group) => Object.keys(fieldsOf(group)).length > 0)) continue;
      const own = ways.bench2(result);
      close(own.score, expected.total as number | null);
      close(own.blocked_rate, expected.blocked_rate as number | null);
      close(own.info_recall, expected.inforecall as number | null);
      close(own.analysis, expected.analysis as number | null);
      scored += 1;
    }
    expect(scored).toBeGreaterThan(5);
  });

  it('of DEER give the score of others/SID.json with its rounding at every step', () => {
    let scored = 0;
    for (const { input, expected } of of('deer', 'judge_record')) {
      if (!hasOnlyLabels(input.scores) || !JSON.stringify(input.scores).includes('"score"')) continue;
      close(ways.deer(input.scores).score, expected.overall === 'N/A' ? null : (expected.overall as number));
      scored += 1;
    }
    expect(scored).toBeGreaterThan(5);
  });

  it('of DeepScholar-Bench give the four nugget scores', () => {
    let scored = 0;
    for (const { input, expected } of of('deepscholar', 'nuggets')) {
      const nuggets = input.nuggets as { importance: string }[];
      if (nuggets.length === 0) continue;
      const own = ways.nuggets(nuggets);
      close(own.score, expected.strict_all_score as number);
      close(own.all, expected.all_score as number);
      // A figure over vital nuggets is left out if no task has any; the official one is 0 then.
      close(own.strict_vital ?? 0, expected.strict_vital_score as number);
      close(own.vital ?? 0, expected.vital_score as number);
      scored += 1;
    }
    expect(scored).toBeGreaterThan(3);
  });

  it('of Mind2Web 2 give the final score of the tree', () => {
    let scored = 0;
    for (const { input, expected } of of('mind2web2', 'tree')) {
      const tree = input.tree as TreeNode;
      if ('error' in expected || !checked(tree)) continue;
      close(ways.mind2web2(tree).score, expected.final_score as number);
      scored += 1;
    }
    expect(scored).toBeGreaterThan(8);
  });

  it('of FACT give the pooled valid rate of a system', () => {
    let scored = 0;
    for (const { input, expected } of of('drb_fact', 'system')) {
      const rows = input.rows as Fields[];
      if ('error' in expected) continue;
      const { rate, rubric } = ways.fact(rows.map((row, k) => ({ ...row, id: k + 1 })));
      close(rate, expected.valid_rate as number);
      expect(rubric.systems).toEqual({ pooled: { above: 'supported', below: 'judged', counted: 'citations' } });
      scored += 1;
    }
    expect(scored).toBeGreaterThan(6);
  });

  it('of all samples are taken whole: verdicts whose scores are those in the file, or figures as reported', () => {
    const folder = join(shared, 'samples/rubrics');
    const file = (name: string) => ({ name: `task-1/${name}`, text: readFileSync(join(folder, name), 'utf8') });
    const pairs = [
      ['researchrubrics.jsonl', 'researchrubrics_results.jsonl'],
      ['draco.jsonl', 'draco_eval.json'],
      ['deepresearch_bench_2_tasks.jsonl', 'deepresearch_bench_2_result.jsonl'],
      ['deepresearch_bench_fact_validated.jsonl', 'deepresearch_bench_fact_validated.jsonl'],
      ['mind2web2_answer_1.json', 'mind2web2_answer_1.json'],
      ['nuggets.json', 'nuggets.json']
    ] as const;
    const found = pairs.map(([tasks, results]) => {
      const rubric = rubricOf(file(tasks).text, file(tasks).name);
      const read = readResults([file(results)], rubric, names);
      if (!read.ok) throw new Error(`${results}: ${read.problem}`);
      const held = compareReported(read.value, rubric, names);
      return [read.value.form, read.value.verdicts.map(({ label }) => label), held.equal, held.differing];
    });
    expect(found).toEqual([
      ['research-rubrics', ['Partially Satisfied', 'Not Satisfied'], 0, []],
      ['draco', ['MET', 'UNMET'], 4, []],
      ['deep-research-bench-2', ['met', 'not-met', 'blocked'], 0, []],
      ['deep-research-bench-fact', ['supported'], 0, []],
      ['mind2web-2', ['false', null], 1, []],
      ['deepscholar-nuggets', ['support', 'partial_support'], 0, []]
    ]);
    const totals = (name: string) => {
      const read = readTotals([file(name)], { system: 'alpha', judge: null });
      if (!read.ok) throw new Error(`${name}: ${read.problem}`);
      return read.value.figures.map(({ qid, figure, value, words }) => [qid, figure, value ?? words]);
    };
    expect(totals('deepresearch_bench_race_raw_results.jsonl')).toEqual([
      ['1', 'comprehensiveness', 0.41],
      ['1', 'insight', 0.39],
      ['1', 'instruction_following', 0.46],
      ['1', 'readability', 0.42],
      ['1', 'overall_score', 0.415]
    ]);
    expect(totals('deer_scores.json')).toEqual([
      ['1', 'score_avgs.request_fulfillment', 5.4],
      ['1', 'criteria_avgs.request_fulfillment.completeness', 5.75],
      ['1', 'criteria_avgs.ethics_compliance.sensitive_handling', 'N/A']
    ]);
  });
});

/** The same with texts that belong to one group, as items of a task file do: the suite knows an item by its text. */
const withOwnTexts = (result: Fields): Fields => ({
  scores: Object.fromEntries(
    Object.entries(fieldsOf(result.scores)).map(([group, items]) => [
      group,
      Object.fromEntries(Object.entries(fieldsOf(items)).map(([text, given]) => [`${group}: ${text}`, given]))
    ])
  )
});

/** Whether all items have a whole number from 1 to 10, or N/A: other scores are refused, as the suite's own schema says. */
function hasOnlyLabels(scores: unknown): boolean {
  const values = [...JSON.stringify(scores).matchAll(/"score":("[^"]*"|[^,}]*)/gu)].map((found) => found[1]);
  return values.every((value) => value === '"N/A"' || /^([1-9]|10)$/u.test(value ?? ''));
}

/** Whether every leaf was passed, failed or skipped, and one of them was asked. */
function checked(tree: TreeNode): boolean {
  const leaves = (node: TreeNode): TreeNode[] => (node.children?.length ? node.children.flatMap(leaves) : [node]);
  const states = leaves(tree).map(({ status }) => status ?? 'initialized');
  return states.every((state) => state !== 'partial') && states.some((state) => ['passed', 'failed'].includes(state));
}

const weight = fc.integer({ min: -20, max: 20 });
describe('files of published suites, made at random', () => {
  it('score as the official functions do: ResearchRubrics and DRACO', () => {
    const verdict = fc.constantFrom('Satisfied', 'Partially Satisfied', 'Not Satisfied', null);
    fc.assert(
      fc.property(fc.array(fc.tuple(weight, verdict, fc.boolean()), { minLength: 1, maxLength: 8 }), (given) => {
        const [weights, verdicts] = [given.map(([own]) => own), given.map(([, own]) => own)];
        const figures = ways.researchRubrics(weights, verdicts);
        if (verdicts.some((own) => own !== null))
          for (const own of figures) {
            close(own.score, scoreVerdicts(weights, verdicts, 'ternary'));
            close(own.binary, scoreVerdicts(weights, verdicts, 'binary'));
          }
        const met = given.map(([, , own]) => (own ? 'MET' : 'UNMET'));
        const [run] = ways.draco(weights, [met]);
        close(run?.score, scoreDracoRun({ weights, verdicts: met }).value?.normalized_score ?? null);
        close(run?.pass_rate, scoreDracoRun({ weights, verdicts: met }).value?.pass_rate ?? null);
      }),
      { numRuns: 12 }
    );
  });

  it('score as the official functions do: DeepResearch Bench II, nuggets, DEER', () => {
    const item = fc.constantFrom(1, 0, -1, 0.5, null);
    const group = (name: string) =>
      fc.array(item, { maxLength: 4 }).map((all) => Object.fromEntries(all.map((score, k) => [`${name}${String(k)}`, { score }]))); // prettier-ignore
    fc.assert(
      fc.property(group('r'), group('a'), group('p'), (info_recall, analysis, presentation) => {
        const result = { scores: { info_recall, analysis, presentation } };
        if (Object.values(result.scores).every((own) => Object.keys(own).length === 0)) return;
        const own = ways.bench2(result);
        const official = scoreRecord2(result);
        close(own.score, official.total);
        close(own.blocked_rate, official.blocked_rate);
      }),
      { numRuns: 12 }
    );
    const nugget = fc.record({
      text: fc.constantFrom('A', 'B'),
      importance: fc.constantFrom('vital', 'okay', 'other'),
      assignment: fc.constantFrom('support', 'partial_support', 'not_support', 'failed')
    });
    fc.assert(
      fc.property(fc.array(nugget, { minLength: 1, maxLength: 6 }), (nuggets) => {
        if (nuggets.every(({ assignment }) => assignment === 'failed')) return;
        const own = ways.nuggets(nuggets);
        close(own.score, scoreNuggets(nuggets).strict_all_score);
        close(own.all, scoreNuggets(nuggets).all_score);
      }),
      { numRuns: 12 }
    );
    const score = fc.oneof(fc.integer({ min: 1, max: 10 }), fc.constant('N/A'));
    const element = fc.dictionary(fc.constantFrom('C1-1', 'C1-2', 'Q1-1', 'Q1-2'), score.map((own) => ({ description: 'D', score: own })), { minKeys: 1 }); // prettier-ignore
    const below = <T>(of: fc.Arbitrary<T>, ...keys: string[]) => fc.dictionary(fc.constantFrom(...keys), of, { minKeys: 1 }); // prettier-ignore
    fc.assert(
      fc.property(below(below(below(element, '1', '2'), 'scope', 'depth'), 'style', 'ethics'), (scores) => {
        const { overall } = scoreDeerRecord(scores);
        close(ways.deer(scores).score, overall === 'N/A' ? null : overall);
      }),
      { numRuns: 12 }
    );
  });

  it('score as the official functions do: trees of Mind2Web 2, statements of FACT', () => {
    let id = 0;
    const { tree } = fc.letrec<{ tree: TreeNode; leaf: TreeNode }>((tie) => ({
      leaf: fc.record({ critical: fc.boolean(), passed: fc.boolean() }).map(({ critical, passed }) => ({
        ...{ id: `n${String((id += 1))}`, critical },
        ...(passed ? { status: 'passed' as const, score: 1 } : { status: 'failed' as const, score: 0 })
      })),
      tree: fc
        .record({
          strategy: fc.constantFrom('parallel' as const, 'sequential' as const),
          children: fc.array(fc.oneof({ maxDepth: 2 }, tie('leaf'), tie('tree')), { minLength: 1, maxLength: 3 })
        }) // prettier-ignore
        .map((own) => ({ id: `n${String((id += 1))}`, critical: false, ...own }))
    }));
    fc.assert(
      fc.property(tree, (own) => {
        close(ways.mind2web2(own).score, scoreTree(own).value?.score ?? null);
      }),
      { numRuns: 12 }
    );
    const page = fc
      .array(fc.tuple(fc.constantFrom('F', 'G'), fc.constantFrom('supported', 'unsupported', 'unknown', 'partly')), {
        minLength: 1,
        maxLength: 4
      }) // prettier-ignore
      .chain((pairs) =>
        fc.constantFrom(null, 'timeout').map((validate_error) => ({
          facts: pairs.map(([fact]) => fact),
          validate_res: pairs.map(([, result], idx) => ({ idx, result })),
          validate_error
        }))
      );
    const row = fc
      .dictionary(fc.constantFrom('u1', 'u2'), page, { minKeys: 1 })
      .chain((deduped) => fc.constantFrom([{ fact: 'F' }], []).map((citations) => ({ citations, citations_deduped: { ...deduped } }))); // prettier-ignore
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 3 }), (given) => {
        const rows = given.map((own, k) => ({ id: k + 1, prompt: 'Q', ...own }));
        const official = scoreFactSystem(rows);
        if (rows.every(({ citations }) => citations.length === 0)) return;
        close(ways.fact(rows).rate, official.value?.valid_rate ?? null);
      }),
      { numRuns: 12 }
    );
  });

  it('make a rubric that is the same when its file is read again, as JSON in any order of fields', () => {
    const text = fc.string({ minLength: 1, maxLength: 20 }).map((own) => `A ${own.trim()}`.trim());
    const criterion = fc.record({ criterion: text, weight, axis: text });
    fc.assert(
      fc.property(fc.array(criterion, { minLength: 1, maxLength: 5 }), text, (rubrics, prompt) => {
        const made = rubricWithTasks([{ name: 't', text: lines([{ sample_id: 's', prompt, rubrics }]) }], shipped);
        if (!made.ok) throw new Error(made.problem);
        const turned = Object.fromEntries(Object.entries(made.rubric).reverse());
        for (const own of [made.rubric, turned]) {
          const read = readRubric(JSON.stringify(own, null, 2));
          if (!read.ok) throw new Error(JSON.stringify(read.problems));
          expect(read.rubric).toEqual(made.rubric);
          expect(read.hash).toBe(hashRubric(made.rubric));
        }
        expect(made.rubric.queries?.['s']?.criteria.map((own) => own.text)).toEqual(rubrics.map((own) => own.criterion.trim())); // prettier-ignore
      }),
      { numRuns: 12 }
    );
  });
});

describe('files that are damaged or old', () => {
  const tasks = lines([{ idx: 1, prompt: 'Q', content: { rubric: { info_recall: ['A', 'B'], analysis: ['A'] } } }]);
  const scores = { info_recall: { B: { score: 1, evidence: 'It says B.' } }, analysis: { A: { score: 0 } } };

  it('of DeepResearch Bench II keep failed records as unscored, take runs as repeats and the older name of a result', () => {
    const rubric = rubricOf(tasks);
    const read = resultsOf(
      rubric,
      lines([
        { model: 'a', idx: 1, result: { scores } },
        { model: 'a', idx: 1, new_content: JSON.stringify({ scores }) },
        { model: 'b', idx: 1, result: { error: 'JSON never valid' } }
      ])
    );
    expect(
      read.verdicts.map(({ system, repeat, item, label, reason }) => [system, repeat, item, label, reason])
    ).toEqual([
      ['a', 0, 'info_recall-1', 'met', null],
      ['a', 0, 'analysis-1', 'not-met', null],
      ['a', 1, 'info_recall-1', 'met', null],
      ['a', 1, 'analysis-1', 'not-met', null],
      ['b', 0, 'info_recall-1', null, 'The suite’s record failed: JSON never valid'],
      ['b', 0, 'analysis-1', null, 'The suite’s record failed: JSON never valid']
    ]);
    expect(read.verdicts[0]?.quotes).toEqual(['It says B.']);
    expect(read.notTaken).toEqual([]);
  });

  it('name every field that is not taken, at any depth', () => {
    const made = rubricWithTasks(
      [{ name: 't', text: lines([{ id: 1, prompt: 'Q', more: 1, dimension_weight: { insight: 1, other: 2 }, criterions: { insight: [{ criterion: 'A', weight: 1, comment: 'x', aspect: 'y' }] } }]) }], // prettier-ignore
      shipped
    );
    expect(made.ok && made.value.notTaken.map(({ field }) => field)).toEqual([
      'more',
      'criterions[].comment',
      'criterions[].aspect',
      'dimension_weight.other'
    ]);
  });

  it('say which score differs from the file’s own, and which answer or tree does not fit', () => {
    const check = (id: string, status: string) => ({ id, status, children: [] });
    const result = (children: object[], more = {}) =>
      JSON.stringify({ agent_name: 'a', answer_name: 'one', judge_model: 'j', final_score: 1, eval_breakdown: [{ verification_tree: { id: 'root', children } }], ...more }); // prettier-ignore
    const file = { name: 'r/t/1.json', text: result([check('x', 'passed'), check('y', 'failed')]) };
    const rubric = rubricOf(file.text, file.name);
    const read = readResults([file], rubric, names);
    if (!read.ok) throw new Error(read.problem);
    expect(compareReported(read.value, rubric, names)).toEqual({
      equal: 0,
      differing: [{ system: 'a', qid: 't', figure: 'final_score', reported: 1, recomputed: 0.5 }]
    });
    const refusal = (...more: { name: string; text: string }[]) => {
      const again = readResults([file, ...more], rubric, names);
      return again.ok ? null : again.problem;
    };
    expect(refusal({ name: 'r/t/2.json', text: result([check('x', 'passed')], { answer_name: 'two' }) })).toContain(
      'one and two are two answers of a to t'
    );
    const other = readResults([{ name: 'r/t/3.json', text: result([check('x', 'passed')]) }], rubric, names);
    expect(other.ok ? null : other.problem).toContain('the tree has no leaf y');
  });
});
