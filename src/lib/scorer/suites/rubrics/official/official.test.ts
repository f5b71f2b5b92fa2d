import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countItems2, regroup2, scoreRecord2, scoreSystems2 } from './deep-research-bench-2.ts';
import { integrateDeer, integrateDeerRecord, overallDeer, scoreDeerRecord } from './deer.ts';
import { diversity, measureClaims, plainUrl, scoreMeasured } from './deer-measured.ts';
import { citationPrecision, claimCoverage, scoreNuggets, scoreOrganisation, summariseTasks } from './deepscholar.ts';
import { isCitation, sequenceRatio } from './deepscholar-references.ts';
import { readDracoRubric, scoreDracoRun } from './draco.ts';
import { scoreFactByPaper, scoreFactSystem } from './fact.ts';
import { majority, scoreTree, summariseMind2Web2, type TreeNode } from './mind2web2.ts';
import { roundLikeNumpy, roundTo } from './numbers.ts';
import { raceAnswer, raceDimensions, scoreRaceTask, type RaceCriteria } from './race.ts';
import { macroF1, scoreCompliance, scoreVerdicts } from './research-rubrics.ts';

/** Vectors by hand, from the formulas alone. */
describe('RACE', () => {
  const criteria: RaceCriteria = {
    dimension_weight: { comprehensiveness: 0.5, insight: 0.5, instruction_following: 0, readability: 0 },
    criterions: {
      comprehensiveness: [
        { criterion: 'costs', weight: 0.75 },
        { criterion: 'towns', weight: 0.25 }
      ],
      insight: [{ criterion: 'why', weight: 1 }],
      instruction_following: [{ criterion: 'asked', weight: 1 }],
      readability: [{ criterion: 'order', weight: 1 }]
    }
  };
  const item = (criterion: string, one: unknown, two: unknown) => ({
    criterion,
    article_1_score: one,
    article_2_score: two
  });
  const judged = {
    comprehensiveness: [item('costs', 8, 4), item('Towns ', 4, 8)],
    insight: [item('why', 5, 5)],
    instruction_following: [item('asked', 1, 9)],
    readability: [item('order', 9, 1)]
  };

  it('is target over target and reference: (7·½ + 5·½) / (6 + 5) = 6/11', () => {
    // T = .75·8 + .25·4 = 7, R = .75·4 + .25·8 = 5 in the first dimension; 5 and 5 in the second.
    const scores = scoreRaceTask(criteria, judged).value;
    expect(scores?.overall_score).toBeCloseTo(6 / 11, 14);
    expect(scores?.comprehensiveness).toBeCloseTo(7 / 12, 14);
    expect(scores?.instruction_following).toBeCloseTo(0.1, 14);
  });

  it('is not the weighted mean of the dimensions', () => {
    const scores = scoreRaceTask(criteria, judged).value;
    expect(scores?.overall_score).not.toBeCloseTo((7 / 12 + 1 / 2) / 2, 6);
  });

  it('has no score if an answer lacks a dimension, and says which', () => {
    const { readability: _, ...rest } = judged;
    expect(scoreRaceTask(criteria, rest)).toEqual({
      value: null,
      reason: 'the answer lacks the dimensions readability'
    });
  });

  it('finds an answer among words, in a fence and in a damaged text', () => {
    const text = JSON.stringify(judged);
    expect(raceAnswer(`Well:\n\`\`\`json\n${text}\n\`\`\``)).toEqual(judged);
    expect(raceAnswer(`So ${text} it is`)).toEqual(judged);
    expect(Object.keys(raceAnswer(text.slice(0, -1)) ?? {})).toEqual([...raceDimensions]);
  });

  it('stays within 0 and 1 and turns round when target and reference change places', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 })), {
          minLength: 5,
          maxLength: 5
        }),
        (pairs) => {
          const names = ['costs', 'towns', 'why', 'asked', 'order'];
          const of = (swap: boolean) => {
            const items = pairs.map(([a, b], k) => (swap ? item(names[k] ?? '', b, a) : item(names[k] ?? '', a, b)));
            const [one, two, three, four, five] = items;
            const parts = {
              comprehensiveness: [one, two],
              insight: [three],
              instruction_following: [four],
              readability: [five]
            };
            return scoreRaceTask(criteria, parts).value;
          };
          const [there, back] = [of(false), of(true)];
          if (there === null || back === null) throw new Error('no score');
          expect(there.overall_score).toBeGreaterThanOrEqual(0);
          expect(there.overall_score).toBeLessThanOrEqual(1);
          if (there.target_total + there.reference_total > 0)
            expect(there.overall_score + back.overall_score).toBeCloseTo(1, 12);
        }
      )
    );
  });
});

describe('FACT', () => {
  const page = (results: string[], error: string | null = null) => ({
    facts: results,
    validate_res: results.map((result, idx) => ({ idx, result })),
    validate_error: error
  });
  const row = (id: number, pages: Record<string, object>) => ({
    id,
    citations: [{ fact: 'f' }],
    citations_deduped: pages
  });
  const rows = [
    row(1, { a: page(['supported', 'unsupported', 'unknown']), b: page(['supported'], 'timeout') }),
    row(2, { c: page(['supported', 'supported', 'supported', 'unsupported']) }),
    { id: 3, citations: [], citations_deduped: {} }
  ];

  it('pools over citations by the code, 4 of 6, and averages over tasks by the paper, (1/2 + 3/4 + 0) / 3', () => {
    expect(scoreFactSystem(rows).value).toEqual({ total_citations: 3, total_valid_citations: 2, valid_rate: 4 / 6 });
    expect(scoreFactByPaper(rows).value?.citation_accuracy_macro).toBeCloseTo(1.25 / 3, 14);
    expect(scoreFactByPaper(rows).value?.effective_citations).toBeCloseTo(4 / 3, 14);
  });

  it('has no score if nothing could be judged; the later release gives a rate of 0', () => {
    const unknown = [row(1, { a: page(['unknown']) })];
    expect(scoreFactSystem(unknown)).toEqual({ value: null, reason: 'no citation could be judged' });
    expect(scoreFactSystem(unknown, 'later').value?.valid_rate).toBe(0);
    expect(scoreFactSystem([])).toEqual({ value: null, reason: 'no task has citations' });
  });
});

describe('DeepResearch Bench II', () => {
  const record = (groups: number[][]) => ({
    scores: Object.fromEntries(
      ['info_recall', 'analysis', 'presentation'].map((name, g) => [
        name,
        Object.fromEntries((groups[g] ?? []).map((score, k) => [`${name} ${String(k)}`, { score }]))
      ])
    )
  });

  it('counts over items, not groups: 2 of 6 satisfied, 1 of 6 blocked', () => {
    expect(scoreRecord2(record([[1, 0, -1, 0], [1], [0]]))).toEqual({
      inforecall: 1 / 4,
      analysis: 1,
      presentation: 0,
      total: 2 / 6,
      blocked_rate: 1 / 6
    });
    expect(countItems2(record([[1], [], [0, 0]]))).toBe(3);
  });

  it('averages runs of a task before tasks, and leaves failed records out', () => {
    const line = (model: string, idx: number, groups: number[][]) => ({ model, idx, result: record(groups) });
    const table = scoreSystems2([
      line('a', 1, [[1, 1], [], []]),
      line('a', 1, [[0, 0], [], []]),
      line('a', 2, [[1], [], []]),
      { model: 'a', idx: 3, result: { error: 'failed' } },
      line('b', 1, [[1], [], []])
    ]).value?.total;
    expect(table?.model_mean).toEqual({ a: 0.75, b: 1 });
    expect(table?.column_order).toEqual(['b', 'a']);
  });

  it('leaves a record without scores if a batch lacks an item', () => {
    const rubric = { info_recall: ['x', 'y'], analysis: [], presentation: [] };
    expect(regroup2(rubric, [[{ rubric_item: 'x', score: 1 }]]).reason).toContain('batch 1');
  });
});

describe('ResearchRubrics', () => {
  it('divides by positive weights only: (5·1 + 3·½ − 4·1) / 8 = 5/16', () => {
    const verdicts = ['Satisfied', 'Partially Satisfied', 'Satisfied'];
    expect(scoreVerdicts([5, 3, -4], verdicts, 'ternary')).toBe(2.5 / 8);
    expect(scoreVerdicts([5, 3, -4], verdicts, 'binary')).toBe(1 / 8);
  });

  it('can be below 0, and is 0 without a positive weight', () => {
    expect(scoreVerdicts([1, -4], ['Not Satisfied', 'Satisfied'], 'binary')).toBe(-4);
    expect(scoreVerdicts([-4], ['Satisfied'], 'binary')).toBe(0);
    expect(scoreCompliance([])).toEqual({ per_sample: {}, average: null });
  });

  it('gives a perfect judge of a task with one label an F1 of 1/3 or 1/2, as published', () => {
    expect(macroF1(['Satisfied'], ['Satisfied'], 'ternary')).toBeCloseTo(1 / 3, 14);
    expect(macroF1(['Satisfied'], ['Satisfied'], 'binary')).toBe(0.5);
  });
});

describe('DRACO', () => {
  it('takes a fault off and clips at 0: (10 − 25) / 15 → 0, with the raw score beside', () => {
    const run = { weights: [10, 5, -25], verdicts: ['MET', 'UNMET', 'MET'] as const };
    expect(scoreDracoRun(run).value).toEqual({ normalized_score: 0, raw_score: -15, pass_rate: 1 / 3 });
  });

  it('starts from 1 if there are only faults: 1 − 10/40', () => {
    expect(scoreDracoRun({ weights: [-10, -30], verdicts: ['MET', 'UNMET'] }).value?.normalized_score).toBe(0.75);
  });

  it('has no score if a verdict is neither MET nor UNMET', () => {
    expect(scoreDracoRun({ weights: [1], verdicts: ['PARTLY'] }).reason).toContain('criterion 1');
    expect(readDracoRubric({ sections: [{ criteria: [{ weight: 1 }] }] }).reason).toContain('no requirement');
  });

  it('stays within 0 and 1, and never falls when something good is met', () => {
    const criteria = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.boolean()), {
      minLength: 1,
      maxLength: 12
    });
    fc.assert(
      fc.property(criteria, fc.nat(11), (given, at) => {
        const of = (met: boolean[]) =>
          scoreDracoRun({
            weights: given.map(([weight]) => weight),
            verdicts: met.map((one) => (one ? 'MET' : 'UNMET'))
          }).value?.normalized_score ?? Number.NaN;
        const before = of(given.map(([, met]) => met));
        expect(before >= 0 && before <= 1).toBe(true);
        const k = at % given.length;
        if ((given[k]?.[0] ?? 0) > 0)
          expect(of(given.map(([, met], j) => met || j === k))).toBeGreaterThanOrEqual(before);
      })
    );
  });
});

describe('Mind2Web 2', () => {
  const leaf = (id: string, passed: boolean, critical = false): TreeNode => ({
    id,
    critical,
    status: passed ? 'passed' : 'failed'
  });
  const root = (strategy: 'parallel' | 'sequential', ...children: TreeNode[]): TreeNode => ({
    id: 'root',
    strategy,
    children
  });
  const score = (tree: TreeNode) => scoreTree(tree).value?.score;

  it('leaves critical nodes out of the mean and closes the gate when one fails', () => {
    expect(score(root('parallel', leaf('g', true, true), leaf('a', true), leaf('b', false)))).toBe(0.5);
    expect(score(root('parallel', leaf('g', false, true), leaf('a', true), leaf('b', true)))).toBe(0);
  });

  it('counts nothing after the first failure in a sequence, and a critical node there closes the gate', () => {
    expect(score(root('sequential', leaf('a', true), leaf('b', false), leaf('c', true)))).toBeCloseTo(1 / 3, 14);
    expect(score(root('sequential', leaf('a', true), leaf('b', false), leaf('c', true, true)))).toBe(0);
  });

  it('refuses a group that is critical with a child that is not', () => {
    const tree = root('parallel', { id: 'g', critical: true, children: [leaf('a', true)] });
    expect(scoreTree(tree).reason).toBe('node "a" is not critical, although its parent "g" is');
  });

  it('decides five trials by two first votes for', () => {
    expect(majority([true, true, false, false, false], 5)).toEqual({ result: true, calls: 2 });
  });

  it('gives means over runs with the spread of the population', () => {
    const summary = summariseMind2Web2({ t: { 'answer_1.md': 1, 'answer_2.md': 0 }, u: {} });
    expect(summary).toMatchObject({ num_tasks: 1, avg_score: 0.5, avg_score_std: 0.5, pass_at_k: 1 });
  });

  it('stays within 0 and 1 for any tree', () => {
    const tree = fc.letrec<{ node: TreeNode }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.record({
          id: fc.uuid(),
          critical: fc.boolean(),
          status: fc.constantFrom('passed' as const, 'failed' as const)
        }),
        fc.record({
          id: fc.uuid(),
          critical: fc.constant(false),
          strategy: fc.constantFrom('parallel' as const, 'sequential' as const),
          children: fc.array(tie('node'), { maxLength: 4 })
        })
      )
    })).node;
    fc.assert(
      fc.property(tree, (node) => {
        const value = score({ ...node, critical: false }) ?? Number.NaN;
        expect(value >= 0 && value <= 1).toBe(true);
      })
    );
  });
});

describe('DEER', () => {
  const items = { 'C1-1': { score: 8 }, 'C1-2': { score: 'N/A' }, 'Q1-1': { score: 5 }, 'Q1-2': { score: 6 } };

  it('averages compliance and quality apart, then together: (8 + 5.5) / 2', () => {
    expect(scoreDeerRecord({ d: { c: { 1: items } } }).overall).toBe(6.75);
  });

  it('is N/A if everything is, and leaves every mean', () => {
    const record = scoreDeerRecord({ d: { c: { 1: { 'C1-1': { score: 'N/A' } } } }, e: { f: { 1: items } } });
    expect(record.rub_avg).toEqual({ d: 'N/A', e: 6.75 });
    expect(record.overall).toBe(6.75);
    expect(overallDeer({ a: 'N/A' })).toBe('N/A');
  });

  it('rounds at the criterion only when it integrates', () => {
    const two = { 1: { 'C1-1': 7, 'Q1-1': ['…', 4] }, 2: { 'X1-1': 1, 'C2-1': 6 } };
    expect(integrateDeerRecord({ d: { c: two } }).criteria_avgs).toEqual({ d: { c: 5.75 } });
  });

  it('weighs reference quality twice beside recency: (2·9 + 6) / 3', () => {
    const parts = {
      fact: { 1: { criteria_avgs: { integrity: { reference_quality: 9 } } } },
      others: { 1: { scores: { information_integrity: { recency: { 1: { 'C1-1': 6 } } } } } }
    };
    expect(integrateDeer(parts).value?.final.criteria_avgs).toEqual({
      information_integrity: { reference_quality: 8 }
    });
    expect(integrateDeer({ fact: {}, others: {} }).reason).toBe('there are no samples');
  });

  it('has diversity 10 for even use, 0 for one reference, 7.5 for 3 to 1', () => {
    expect([diversity([2, 2]), diversity([7]), diversity([3, 1])]).toEqual([10, 0, 7.5]);
  });

  it('counts the best verdict of a claim, and steps of counts', () => {
    const check = (url: string, result: string) => ({ url, result, reliable: true });
    const claims = [
      {
        type: 'A',
        numeric: true,
        verifications: [check('https://a.example/#x', 'error'), check('https://b.example', 'supported')]
      },
      { type: 'B', numeric: false, verifications: [check('https://a.example/', 'not_supported')] }
    ];
    const measured = measureClaims({ 1: 'https://a.example/', 2: 'https://b.example' }, claims).value;
    expect(measured?.integrity.claim_factuality).toEqual({
      claim_accuracy: 0.5,
      external_claim_accuracy: 0.5,
      external_numeric_claim_accuracy: 1
    });
    expect(measured?.integrity.reference_quality).toEqual({ reproducibility: 0.5, reliability: 0.5 });
    expect(plainUrl(' `https://a.example/#x`')).toBe('https://a.example/');
    const counts = scoreMeasured({ sufficiency: { information: 16, citations: 10, references: 4 } }).criteria_avgs
      .sufficiency;
    expect(counts).toEqual({ information: 2, citations: 1, references: 1 });
    expect(measureClaims({}, []).reason).toBe('there are no claims');
  });
});

describe('DeepScholar', () => {
  it('gives strict and half credit over all and over vital nuggets', () => {
    const nuggets = [
      { importance: 'vital', assignment: 'support' },
      { importance: 'vital', assignment: 'partial_support' },
      { importance: 'okay', assignment: 'not_support' },
      { importance: 'okay', assignment: 'support' }
    ];
    expect(scoreNuggets(nuggets)).toEqual({
      strict_vital_score: 1 / 2,
      strict_all_score: 2 / 4,
      vital_score: 1.5 / 2,
      all_score: 2.5 / 4
    });
  });

  const long = 'x'.repeat(50);
  it('reads the first number of a mark and averages by sentence', () => {
    const support = (_: number, document: number) => (document === 1 ? 1 : 0);
    expect(citationPrecision([`${long} [1, 2]`, `${long} [2]`, 'short [2]'], 2, support).value).toBe(0.5);
    expect(citationPrecision([long], 2, support).reason).toContain('no sentence');
  });

  it('covers a sentence by its own documents; neighbours cost calls and change nothing', () => {
    const covered = claimCoverage([`${long} [1]`, `${long} [2]`, 'short [2]'], (k) => (k === 0 ? 1 : 0));
    expect(covered).toEqual({ score: { value: 0.5, reason: null }, calls: 4 });
  });

  it('rounds at the edge as numpy does, unlike Python', () => {
    expect(roundLikeNumpy(1.115)).toBe(1.12);
    expect(roundTo(1.115, 2)).toBe(1.11);
    expect([roundTo(0.125, 2), roundTo(0.375, 2), roundTo(5.375, 2)]).toEqual([0.12, 0.38, 5.38]);
    expect(summariseTasks([1, null, 'x', Number.NaN])).toBe(0.25);
    expect(scoreOrganisation({ first_order: 'A', swapped_order: 'A' })).toBe(0.5);
  });

  it('finds a citation by its arXiv id or a title more than .8 alike', () => {
    const citation = { title: 'Tidal heat pumps for small towns', arxiv_link: 'https://arxiv.org/abs/2401.00001' };
    expect(isCitation(citation, { title: 'Other', sent: 'see 2401.00001' })).toBe(true);
    expect(isCitation({ ...citation, arxiv_link: '' }, { title: 'Tidal heat pump for small town', sent: '' })).toBe(
      true
    );
    expect(isCitation({ ...citation, arxiv_link: '' }, { title: 'Wind parks at sea', sent: '' })).toBe(false);
    // "abcd" and "bcde" share three of eight characters twice over: 2 · 3 / 8.
    expect(sequenceRatio('abcd', 'bcde')).toBe(0.75);
  });
});
