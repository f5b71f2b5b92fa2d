import { describe, expect, it } from 'vitest';
import type { Question, Reply } from '../../call.ts';
import type { Capabilities } from '../../capabilities.ts';
import { JudgeCallError } from '../../judge.ts';
import type { Sample } from '../../sample.ts';
import { capabilities } from '../capabilities.fixture.ts';
import { depth as newest } from '../../suites/deep-eval/depth.ts';
import { metricByName, withPrompt, withSettings } from '../../suites/index.ts';
import { depthDimensions } from '../../suites/deep-eval/prompts/dimensions.ts';
import { pairMessage, pairwise, parsePair } from './pairwise.ts';
import { pairwiseAbstention } from '../../judges/rules/saying.ts';

/** The metric as it was asked before flaws were. */
const depth = withSettings(newest, { prompt: '1' });

const five = (points: number) => ({
  granularity: points,
  insight: points,
  critique: points,
  evidence: points,
  density: points
});
const json = (A: unknown, B: unknown, over: Record<string, unknown> = {}) =>
  JSON.stringify({ A, B, rationale: 'A says why.', ...over });
const complete = (text: string): Reply => ({ text, ending: 'complete', usage: null, model: null });

const sample: Sample = {
  metric: 'depth',
  query: { qid: 'q1', text: 'Why do {A} and $& tides rise?' },
  report: { id: 'wonder-system/q1', markdown: 'The moon pulls.', collectedAt: null },
  baseline: { id: 'plain-system/q1', markdown: 'Tides rise.', collectedAt: null },
  items: []
};

/** A judge that answers by whose text stands first. */
const judged = async (
  answer: (first: 'report' | 'baseline', question: Question) => Reply | Promise<Reply>,
  over: Partial<Capabilities> = {},
  of: Sample = sample,
  under = depth
) => {
  const questions: Question[] = [];
  const verdicts = await pairwise.judge(
    of,
    under,
    capabilities({
      ask: async (question) => {
        questions.push(question);
        const { user } = question;
        return answer(user.indexOf('The moon pulls.') < user.indexOf('Tides rise.') ? 'report' : 'baseline', question);
      },
      ...over
    })
  );
  expect(verdicts).toHaveLength(1);
  expect(verdicts[0]).toMatchObject({ item: 'comparison', kind: 'comparison' });
  return { verdict: verdicts[0]!, questions };
};

describe('a reply to a pair', () => {
  it('is read if it has five whole points for each text and a rationale', () => {
    expect(parsePair(json(five(5), five(0)), depthDimensions)).toEqual({
      ok: true,
      value: { A: five(5), B: five(0), rationale: 'A says why.' }
    });
  });

  it.each([
    ['six points', json({ ...five(3), insight: 6 }, five(3)), /A\.insight does not fit/],
    ['points below 0', json(five(3), { ...five(3), density: -1 }), /B\.density does not fit/],
    ['half a point', json({ ...five(3), critique: 2.5 }, five(3)), /A\.critique does not fit/],
    ['points as text', json({ ...five(3), evidence: '3' }, five(3)), /A\.evidence does not fit/],
    ['a dimension too few', json({ ...five(3), granularity: undefined }, five(3)), /A\.granularity does not fit/],
    ['a dimension too many', json({ ...five(3), style: 5 }, five(3)), /A does not fit/],
    ['a total of its own', json({ ...five(3), total: 25 }, five(3)), /A does not fit/],
    ['a winner of its own', json(five(3), five(3), { winner: 'A' }), /does not fit/],
    ['one text only', json(five(3), undefined), /B does not fit/],
    ['no rationale', JSON.stringify({ A: five(1), B: five(1) }), /rationale does not fit/],
    ['an abstention', pairwiseAbstention(), /may not do/],
    ['prose', 'A wins.', /does not fit|not valid JSON/]
  ])('is refused with %s, and the fault is named', (_what, text, fault) => {
    const reading = parsePair(text, depthDimensions);
    expect(reading.ok).toBe(false);
    if (!reading.ok) expect(reading.fault).toMatch(fault);
  });
});

describe('a judge asked about a pair', () => {
  it('is asked once in each order, with texts named A and B and no id', async () => {
    const { questions } = await judged(() => complete(json(five(3), five(3))));
    expect(questions).toHaveLength(2);
    expect(questions.map(({ user }) => user)).toEqual([
      pairMessage(sample.query.text, 'The moon pulls.', 'Tides rise.', 'key', depthDimensions),
      pairMessage(sample.query.text, 'Tides rise.', 'The moon pulls.', 'key', depthDimensions)
    ]);
    for (const { user, system } of questions) {
      expect(user).toContain('Why do {A} and $& tides rise?');
      expect(user + system).not.toMatch(/wonder-system|plain-system/);
      expect(system).toBe(depth.prompt.system);
    }
  });

  it('is asked in both orders at the same time', async () => {
    let under = 0;
    let most = 0;
    await judged(async () => {
      most = Math.max(most, ++under);
      await Promise.resolve();
      under--;
      return complete(json(five(3), five(3)));
    });
    expect(most).toBe(2);
  });

  it('has its points averaged over the orders: 20 and 15 against 10 and 5 is a win by 10', async () => {
    const { verdict } = await judged((first) =>
      complete(first === 'report' ? json(five(4), five(2)) : json(five(1), five(3)))
    );
    expect(verdict).toMatchObject({
      state: 'judged',
      label: 'win',
      detail: { kind: 'comparison', report: 17.5, baseline: 7.5, consistent: true }
    });
    expect(pairwise.combine([verdict], {})).toMatchObject({
      value: 10,
      figures: { report: 17.5, baseline: 7.5, consistent: 1, outcome: 1 }
    });
  });

  it('that says "A wins" in both orders at equal totals is a tie with inconsistent orders, not a win and a loss', async () => {
    // 17 to 13 for whatever stands first: 15–15 over both orders.
    const first = { ...five(3), granularity: 4, insight: 4 };
    const second = { ...five(3), granularity: 2, insight: 2 };
    const { verdict } = await judged(() => complete(json(first, second)));
    expect(verdict).toMatchObject({
      state: 'judged',
      label: 'tie',
      detail: { report: 15, baseline: 15, consistent: false }
    });
    expect(pairwise.combine([verdict], {})).toMatchObject({
      value: 0,
      reason: null,
      n: 1,
      figures: { report: 15, baseline: 15, consistent: 0, outcome: 0 }
    });
  });

  it('is consistent if both orders are ties, though one leans to each side', async () => {
    const { verdict } = await judged(() => complete(json({ ...five(3), density: 4 }, five(3))));
    expect(verdict).toMatchObject({ label: 'tie', detail: { consistent: true } });
  });

  it('says of each rationale whose text was A', async () => {
    const { verdict } = await judged((first) => complete(json(five(3), five(3), { rationale: `${first} is A` })));
    expect(verdict.rationale).toBe(
      'With the report as text A: report is A\n\nWith the baseline as text A: baseline is A'
    );
  });

  it('is asked again once, in the order whose reply was not usable', async () => {
    let faulty = true;
    const { verdict, questions } = await judged((first) => {
      const text = first === 'baseline' && faulty ? 'B' : json(five(3), five(3));
      if (first === 'baseline') faulty = false;
      return complete(text);
    });
    expect(verdict.state).toBe('judged');
    expect(questions).toHaveLength(3);
    expect(questions[2]?.user).toContain('not usable');
  });

  it('leaves the comparison unscored if one order stays unusable, and says which', async () => {
    const { verdict } = await judged((first) =>
      first === 'baseline' ? { ...complete(''), ending: 'refused' } : complete(json(five(5), five(0)))
    );
    expect(verdict).toMatchObject({
      state: 'unscored',
      reason: 'With the baseline shown first: The judge refused to answer.'
    });
    expect(pairwise.combine([verdict], {})).toMatchObject({ value: null, unscored: 1, figures: { outcome: null } });
  });

  it('names a reason that both orders share once', async () => {
    const { verdict } = await judged(() => ({ ...complete(''), ending: 'refused' }));
    expect(verdict).toMatchObject({ state: 'unscored', reason: 'The judge refused to answer.' });
  });

  it('passes a failure outside on only after the other order has ended', async () => {
    let ended = false;
    const asking = judged(async (first) => {
      if (first === 'report') throw new JudgeCallError('HTTP 500', { retryable: false });
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      ended = true;
      return complete(json(five(3), five(3)));
    });
    await expect(asking).rejects.toThrow('HTTP 500');
    expect(ended).toBe(true);
  });

  it('may abstain if it is made of code', async () => {
    const { verdict } = await judged(() => complete(pairwiseAbstention()), { abstains: true });
    expect(verdict).toMatchObject({ state: 'abstained', label: null });
    expect(verdict.rationale).toContain('beyond code');
    expect(pairwise.combine([verdict], {})).toMatchObject({ value: null, abstained: 1, unscored: 0 });
  });

  it('is not asked if there is no baseline report, or the report is the baseline’s own', async () => {
    const { baseline, ...alone } = sample;
    const none = await judged(() => complete(''), {}, alone);
    expect(none.verdict).toMatchObject({ state: 'unscored', reason: expect.stringContaining('baseline') as string });
    const own = await judged(() => complete(''), {}, { ...sample, report: baseline! });
    expect(own.verdict.state).toBe('abstained');
    expect([...none.questions, ...own.questions]).toEqual([]);
  });

  it('is not asked if both texts together exceed its context', async () => {
    const long: Sample = { ...sample, report: { ...sample.report, markdown: 'The moon pulls. '.repeat(4_000) } };
    const { verdict, questions } = await judged(() => complete(''), { contextTokens: 8_000 }, long);
    expect(verdict).toMatchObject({ state: 'unscored', reason: expect.stringMatching(/context/) as string });
    expect(questions).toEqual([]);
  });

  it('ties a report with a baseline of the same words', async () => {
    const same: Sample = { ...sample, baseline: { ...sample.baseline!, markdown: sample.report.markdown } };
    const { verdict } = await judged(() => complete(json(five(5), five(1))), {}, same);
    expect(verdict).toMatchObject({ label: 'tie', detail: { report: 15, baseline: 15, consistent: false } });
  });
});

describe('the flaws of both texts', () => {
  const flawed = (a: string[], b: string[]) => complete(json(five(4), five(2), { major_flaws: { A: a, B: b } }));
  const asked = (answer: Parameters<typeof judged>[0], over = {}) => judged(answer, over, sample, newest);

  it('are asked for, and kept with the text that they are about, order by order', async () => {
    const { verdict, questions } = await asked((first) =>
      first === 'report'
        ? flawed(['The moon is left unexplained. ', ' '], [])
        : flawed(['It lists, it does not explain.', 'It lists, it does not explain.'], ['No mechanism.'])
    );
    expect(verdict.detail).toMatchObject({
      orders: [
        { first: 'report', flaws: { report: ['The moon is left unexplained.'], baseline: [] } },
        { first: 'baseline', flaws: { report: ['No mechanism.'], baseline: ['It lists, it does not explain.'] } }
      ]
    });
    for (const { schema, user, system } of questions) {
      expect(schema.json['required']).toContain('major_flaws');
      expect(user).toContain('"major_flaws":{"A":["…"],"B":[]}');
      expect(system).toContain('name the major flaws of each text');
    }
  });

  it('must be there if they are asked for, and nowhere else', async () => {
    const missing = await asked(() => complete(json(five(4), five(2))));
    expect(missing.verdict).toMatchObject({
      state: 'unscored',
      reason: expect.stringContaining('major_flaws') as string
    });
    const unasked = await judged(() => flawed([], []));
    expect(unasked.verdict.state).toBe('unscored');
  });

  it('change no points: the same reply scores the same without them', async () => {
    const [with2, with1] = await Promise.all([
      asked(() => flawed(['Shallow.'], [])),
      judged(() => complete(json(five(4), five(2))))
    ]);
    expect(pairwise.combine([with2.verdict], {})).toEqual(pairwise.combine([with1.verdict], {}));
  });

  it('are of a version of their own; a run keeps the version that it recorded', () => {
    expect(newest.versions?.map(({ version }) => version)).toEqual(['2', '1']);
    expect(newest.prompt.version).toBe('2');
    expect(withPrompt(newest, depth.prompt.hash).prompt.version).toBe('1');
    expect(withPrompt(newest, 'of another scorer').prompt.version).toBe('2');
    expect(() => withSettings(metricByName('depth'), { prompt: '3' })).toThrow(
      'The metric depth has no prompt version "3". Versions: 2, 1.'
    );
  });
});
