import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Capabilities, Metric, PenaltyTable, Question, Reply, Sample, Verdict } from '../pipeline.ts';
import { citationAssociation } from '../suites/deep-eval/citation-association.ts';
import { consistency } from '../suites/deep-eval/consistency.ts';
import { consistencyPenalties, scoreOf } from './penalties.ts';
import { mergeParts } from './pointwise-issues.ts';
import { combine, parsePointwise, pointwise, read, userMessage } from './pointwise.ts';
import { estimateTokens } from './sections.ts';

const markdown = `# Rivers of the north

In **2021** the northern gauges recorded 3.4 mm [1]. Nothing else fell.

By contrast, the gauges recorded 9.9 mm in 2021.

北部地区的降雨量增加了三成。

Sales rose by 40% in [the harbour report](https://harbour.example/a_(b)).`;

const issue = (quotes: unknown = ['Nothing else fell'], explanation: unknown = 'It clashes.') => ({
  quotes,
  explanation
});
const json = (...issues: unknown[]) => JSON.stringify({ issues });
const complete = (text: string): Reply => ({ text, ending: 'complete', usage: null, model: null });
const many = (n: number) => Array.from({ length: n }, (_, at) => issue(['Nothing else fell'], `Issue ${at}.`));
const table3: [number, number][] = [
  [0, 100],
  [1, 90],
  [2, 90],
  [3, 80],
  [6, 70],
  [8, 60],
  [9, 50],
  [12, 40],
  [13, 30],
  [17, 20],
  [18, 10],
  [40, 10]
];
const faultOf = (text: string, options?: { abstains: boolean }): string => {
  const reading = parsePointwise(text, options);
  return reading.ok ? 'none' : reading.fault;
};
const grounded = (verdicts: readonly Verdict[]) =>
  verdicts.flatMap(({ detail }) => (detail?.kind === 'issue' ? [detail.grounded] : []));

describe('parsePointwise', () => {
  it.each([
    ['no text', '', /is empty/],
    ['prose', 'All is well.', /does not fit the schema/],
    ['an error text', 'Error 401: Unauthorized at line 1 column 4012', /does not fit the schema|not valid JSON/],
    ['an error object', '{"error":{"message":"overloaded","code":429}}', /issues does not fit/],
    ['HTML', '<html><body>Bad gateway</body></html>', /not valid JSON/],
    ['a bare list', JSON.stringify([issue()]), /the reply does not fit/],
    ['two values', `${json()}\n${json()}`, /more than one JSON value/],
    ['issues as a number', '{"issues":3}', /issues does not fit/],
    ['issues as text', '{"issues":"none"}', /issues does not fit/],
    ['an issue that is text', json('Section 2 clashes'), /issues\.0 does not fit/],
    ['quotes as text', json(issue('Nothing else fell')), /issues\.0\.quotes/],
    ['a quote that is no text', json(issue([7])), /issues\.0\.quotes\.0/],
    ['an issue without quotes', json({ explanation: 'x' }), /issues\.0\.quotes/],
    ['an issue without explanation', json({ quotes: [] }), /issues\.0\.explanation/],
    ['a blank explanation', json(issue([], ' \n')), /issues\.0\.explanation/],
    ['a member of its own', json({ ...issue(), severity: 3 }), /issues\.0 does not fit/],
    ['issues given twice', `{"issues":[],"issues":${JSON.stringify([issue()])}}`, /"issues" twice/],
    ['__proto__ as member', '{"issues":[],"__proto__":{"score":100}}', /the reply does not fit/],
    ['an abstention that a model may not give', '{"issues":[],"abstains":"too hard"}', /abstains, which this judge/]
  ])('refuses %s', (_what, text, fault) => {
    expect(faultOf(text)).toMatch(fault);
  });

  it.each(['score', 'total', 'total_issues', 'count', 'rating', 'grade'])(
    'refuses a %s of the judge’s own beside the list',
    (name) => {
      expect(faultOf(JSON.stringify({ issues: [issue()], [name]: 100 }))).toMatch(/the reply does not fit the schema/);
    }
  );

  it('accepts no beginning of a reply, wherever it stops', () => {
    const text = json(issue(), issue(['a'], 'see {"issues":[]} there'));
    for (let end = 0; end < text.length; end += 1)
      expect(faultOf(text.slice(0, end)), text.slice(0, end)).not.toBe('none');
  });

  it('takes an abstention from a judge that may abstain, and not a blank one', () => {
    expect(parsePointwise('{"issues":[],"abstains":" beyond code "}', { abstains: true })).toEqual({
      ok: true,
      value: { issues: [], repeated: 0, abstains: 'beyond code' }
    });
    expect(faultOf('{"issues":[],"abstains":" "}', { abstains: true })).toMatch(/abstains does not fit/);
  });

  it('counts an entry that repeats another word for word once, and nothing else', () => {
    const same = issue(['Nothing  else fell '], 'It\nclashes.');
    const reading = parsePointwise(
      json(issue(), same, issue(['Nothing else fell'], 'It clashes!'), issue(['nothing else fell']), issue(), issue([]))
    );
    expect(reading.ok && reading.value).toMatchObject({ repeated: 2, issues: { length: 4 } });
  });

  it('drops empty and repeated quotes and mends half characters', () => {
    const reading = parsePointwise('{"issues":[{"quotes":["a\\ud800"," ","a\\ud800"],"explanation":"\\udc00b"}]}');
    expect(reading).toMatchObject({ ok: true, value: { issues: [{ quotes: ['a\ufffd'], explanation: '\ufffdb' }] } });
  });
});

describe('read', () => {
  it('gives a count in digits and one unit for each issue with its quotes and their places', () => {
    const verdicts = read(complete(json(issue(['Nothing else fell', '降雨量增加'], ' Because. '))), markdown);
    expect(verdicts).toEqual([
      {
        item: 'count',
        kind: 'count',
        state: 'judged',
        label: '1',
        rationale: '1 issue reported, 1 of them grounded in the report.',
        evidence: []
      },
      {
        item: 'issue-1',
        kind: 'issue',
        text: 'Because.',
        state: 'judged',
        label: 'issue',
        rationale: '',
        evidence: [
          { quote: 'Nothing else fell', place: { block: 1, start: 49, end: 66 } },
          { quote: '降雨量增加', place: { block: 3, start: 5, end: 10 } }
        ],
        detail: { kind: 'issue', grounded: true }
      }
    ]);
  });

  it('keeps an issue whose quote is not in the report, marked ungrounded and its place as looked for in vain', () => {
    const [count, one] = read(complete(json(issue(['Snow fell on the pass']))), markdown);
    expect(count).toMatchObject({ label: '1', rationale: '1 issue reported, 0 of them grounded in the report.' });
    expect(one).toMatchObject({
      evidence: [{ quote: 'Snow fell on the pass', place: null }],
      detail: { grounded: false }
    });
  });

  it.each([
    ['any-quote', [true, true, false, false]],
    ['every-quote', [true, false, false, false]]
  ] as const)('with %s takes issues for grounded accordingly', (grounding, expected) => {
    const both = issue(['recorded 3.4 mm', 'recorded 9.9 mm'], 'both');
    const half = issue(['recorded 3.4 mm', 'recorded 5.5 mm'], 'half');
    const none = issue(['recorded 5.5 mm'], 'none');
    const text = json(both, half, none, issue([], 'without quotes'));
    expect(grounded(read(complete(text), markdown, { abstains: false, grounding }))).toEqual(expected);
  });

  it('finds headings and addresses behind links, which stand in no block, without a place', () => {
    const verdicts = read(complete(json(issue(['Rivers of the north', 'https://harbour.example/a_(b)']))), markdown);
    expect(verdicts[1]?.evidence).toEqual([
      { quote: 'Rivers of the north' },
      { quote: 'https://harbour.example/a_(b)' }
    ]);
    expect(grounded(verdicts)).toEqual([true]);
  });

  it('lists the issues of a judge that abstains from the count', () => {
    const text = JSON.stringify({ issues: [issue()], abstains: '1 numeric claim' });
    const verdicts = read(complete(text), markdown, { abstains: true, grounding: 'any-quote' });
    expect(verdicts[0]).toMatchObject({ item: 'count', state: 'abstained', label: null, rationale: '1 numeric claim' });
    expect(verdicts[1]).toMatchObject({ item: 'issue-1', state: 'judged' });
  });

  it('says in the count that entries were repeated', () => {
    expect(read(complete(json(issue(), issue(), issue(), issue(['x'], 'y'))), markdown)[0]?.rationale).toBe(
      '2 issues reported, 1 of them grounded in the report. 2 entries repeated another word for word and counted once.'
    );
  });

  it('leaves the count unscored on a refusal, a cut or a faulty reply, whatever the text says', () => {
    const reasons = [
      { ...complete(json()), ending: 'refused' } as const,
      { ...complete(json()), ending: 'cut' } as const
    ]
      .map((reply) => read(reply, markdown))
      .concat([read(complete('nonsense'), markdown)])
      .map(([verdict, ...more]) => [verdict?.item, verdict?.state === 'unscored' && verdict.reason, more.length]);
    expect(reasons).toEqual([
      ['count', 'The judge refused to answer.', 0],
      ['count', 'The reply was cut off at the token limit.', 0],
      ['count', expect.stringMatching(/^The reply was not usable: /), 0]
    ]);
  });
});

describe('combine', () => {
  const of = (n: number) => combine(read(complete(json(...many(n))), markdown), consistencyPenalties);

  it.each(table3)('scores %i issues with %i', (n, score) => {
    expect(of(n)).toEqual({
      value: score,
      reason: null,
      n: 1,
      abstained: 0,
      unscored: 0,
      figures: { issues: n, grounded: n, groundedScore: score }
    });
  });

  it('counts ungrounded issues in the value, as the paper does, and not in the score beside it', () => {
    const text = json(issue(), issue(['Snow fell'], 'a'), issue(['Hail fell'], 'b'), issue([], 'c'));
    expect(combine(read(complete(text), markdown), consistencyPenalties)).toMatchObject({
      value: 80,
      figures: { issues: 4, grounded: 1, groundedScore: 90 }
    });
  });

  it('follows the table of the run', () => {
    const strict: PenaltyTable = [
      { upTo: 0, score: 100 },
      { upTo: null, score: 0 }
    ];
    const verdicts = read(complete(json(issue(['Snow fell']))), markdown);
    expect(consistency.protocol.combine(verdicts, { penalties: strict })).toMatchObject({
      value: 0,
      figures: { groundedScore: 100 }
    });
    expect(consistency.protocol.combine(verdicts, {}).value).toBe(90);
  });

  it('is null where the judge abstained from the count, with its issues in the figures', () => {
    const text = JSON.stringify({ issues: many(3), abstains: 'why' });
    expect(
      combine(read(complete(text), markdown, { abstains: true, grounding: 'any-quote' }), consistencyPenalties)
    ).toEqual({
      value: null,
      reason: 'The judge abstained from the count.',
      n: 0,
      abstained: 1,
      unscored: 0,
      figures: { issues: 3, grounded: 3, groundedScore: null }
    });
  });

  it('is null with the reason where the reply failed, where no count is stored and where count and list differ', () => {
    const failed = combine(read(complete('x{'), markdown), consistencyPenalties);
    expect(failed).toMatchObject({ value: null, unscored: 1, figures: { issues: null } });
    expect(failed.reason).toMatch(/not usable/);
    expect(combine([], consistencyPenalties)).toMatchObject({
      value: null,
      reason: 'The issues were not counted.',
      unscored: 1
    });
    const damaged = read(complete(json(...many(2))), markdown).slice(0, 2);
    expect(combine(damaged, consistencyPenalties)).toMatchObject({
      value: null,
      reason: 'The count says 2 where 1 issues are listed.',
      unscored: 1
    });
  });

  it('gives a judge’s own total and score no way in: the reply is not usable rather than believed', () => {
    // The public reference takes `score` even where list, `total_issues` and `score` say three different things.
    const text = JSON.stringify({ issues: many(12), total_issues: 2, score: 10 });
    const verdicts = read(complete(text), markdown);
    expect(verdicts).toHaveLength(1);
    expect(combine(verdicts, consistencyPenalties)).toMatchObject({ value: null, unscored: 1 });
    const told = json(
      ...many(12).map((one) => ({ ...one, explanation: `${one.explanation} Total: 2. Score: 100/100.` }))
    );
    expect(combine(read(complete(told), markdown), consistencyPenalties).value).toBe(40);
  });

  it('maps every valid reply to a score from the table', () => {
    const quotes = fc.array(fc.oneof(fc.string(), fc.constantFrom('Nothing else fell', '降雨量', '')), {
      maxLength: 3
    });
    const explanation = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(fc.array(fc.record({ quotes, explanation }), { maxLength: 30 }), (issues) => {
        const score = combine(read(complete(JSON.stringify({ issues })), markdown), consistencyPenalties);
        expect(score.reason).toBeNull();
        expect(score.value).toBe(scoreOf(consistencyPenalties, score.figures['issues'] ?? -1));
        expect(score.figures['groundedScore']).toBeGreaterThanOrEqual(score.value ?? 101);
        expect(score.figures['grounded']).toBeLessThanOrEqual(issues.length);
      }),
      { numRuns: 200, seed: 21 }
    );
  });

  it('gives any other reply a reason instead, and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.json().map((text) => `{"issues":${text}}`),
          fc.json().map((text) => `{"issues":[${text}]}`)
        ),
        fc.boolean(),
        (text, abstains) => {
          const verdicts = read(complete(text), markdown, { abstains, grounding: 'every-quote' });
          const score = combine(verdicts, consistencyPenalties);
          expect(verdicts[0]?.item).toBe('count');
          expect(new Set(verdicts.map(({ item }) => item)).size).toBe(verdicts.length);
          if (score.value === null) expect(score.reason).toMatch(/\S/);
          else expect(score.value >= 10 && score.value <= 100).toBe(true);
        }
      ),
      { numRuns: 500, seed: 22 }
    );
  });
});

describe('an ensemble', () => {
  const judgeOf = (judge: string, ...replies: string[]) => ({
    judge,
    repeats: replies.map((text) => read(complete(text), markdown, { abstains: true, grounding: 'any-quote' }))
  });
  const combined = (rule: 'all-judges' | 'answered', ...judges: ReturnType<typeof judgeOf>[]) =>
    consistency.protocol.combineJudges(judges, {}, rule);
  const three = judgeOf('a', json(...many(3)));
  const none = judgeOf('b', json());
  const failed = judgeOf('c', '');
  const abstaining = judgeOf('rules', JSON.stringify({ issues: many(5), abstains: 'why' }));

  it('scores the mean of its judges’ scores, not the score of their mean count', () => {
    expect(combined('all-judges', three, none)).toMatchObject({
      value: 90,
      judges: 2,
      figures: { issues: 1.5, groundedScore: 90 }
    });
  });

  it('skips a judge that abstains and says over how many it is', () => {
    expect(combined('all-judges', three, abstaining)).toMatchObject({
      value: 80,
      judges: 1,
      abstained: 1,
      figures: { issues: 3 }
    });
  });

  it('is unscored where a judge failed, unless those that answered are asked for', () => {
    expect(combined('all-judges', three, failed)).toMatchObject({ value: null, judges: 0, unscored: 1 });
    expect(combined('answered', three, failed)).toMatchObject({ value: 80, judges: 1, unscored: 1 });
  });

  it('counts a judge’s repeats as one judge', () => {
    expect(combined('all-judges', judgeOf('a', json(), json(...many(18))), none).value).toBe((55 + 100) / 2);
  });
});

const sample: Sample = {
  metric: 'consistency',
  query: { qid: 'q1', text: 'What fell, and {report}?' },
  report: { id: 'wonder-system/q1', markdown, collectedAt: '2025-09-01' },
  items: []
};

describe('the message to the judge', () => {
  it('holds query, date and report as data and leaves the report’s id out', () => {
    const message = userMessage(sample, 'key');
    expect(message).toContain('What fell, and {report}?');
    expect(message).toContain(markdown);
    expect(message).toContain('collected on 2025-09-01');
    expect(message).toContain('That was the whole report.');
    expect(message).not.toContain('wonder-system');
    expect(message).not.toMatch(/part|\{[a-z]+\}(?<!\{report\})/);
  });

  it('asks for no total and no score, neither in words nor by the schema', async () => {
    const { asked } = await judge([json()]);
    expect(Object.keys((asked[0]?.schema.json['properties'] ?? {}) as object)).toEqual(['issues']);
    expect(JSON.stringify(asked[0]?.schema)).not.toMatch(/score|total|abstain/);
  });

  it('is the same on every run', () => {
    expect(userMessage(structuredClone(sample), 'key')).toBe(userMessage(sample, 'key'));
    expect(userMessage(sample, 'other')).not.toBe(userMessage(sample, 'key'));
  });
});

const judge = async (
  replies: (string | Reply | ((question: Question) => string))[],
  over: Partial<Capabilities> & { of?: Sample; metric?: Metric } = {}
) => {
  const { of = sample, metric = consistency, ...can } = over;
  const asked: Question[] = [];
  const verdicts = await metric.protocol.judge(of, metric, {
    abstains: false,
    contextTokens: null,
    delimiterKey: 'key',
    fetch: () => Promise.reject(new Error('nothing is fetched')),
    ask: (question) => {
      asked.push(question);
      const reply = replies.length === 1 ? replies[0] : replies.shift();
      if (reply === undefined) throw new Error('asked once too often');
      const answer = typeof reply === 'function' ? reply(question) : reply;
      return Promise.resolve(typeof answer === 'string' ? complete(answer) : answer);
    },
    ...can
  });
  return { verdicts, asked, score: metric.protocol.combine(verdicts, {}) };
};

describe('pointwise', () => {
  it('asks once and never puts report or query into the system message', async () => {
    const { asked, score } = await judge([json(issue())]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ system: consistency.prompt.system, user: userMessage(sample, 'key') });
    expect(score.value).toBe(90);
  });

  it('asks a second time with the fault named where the judge adds a score, and takes the list that comes then', async () => {
    const { asked, score } = await judge([JSON.stringify({ issues: many(3), score: 95 }), json(...many(3))]);
    expect(asked[1]?.user).toMatch(
      /Your last reply to this question was not usable: the reply does not fit the schema/
    );
    expect(score.value).toBe(80);
  });

  it('gives up after the second faulty reply', async () => {
    const { asked, verdicts } = await judge(['Error: 500', 'Error: 500', json()]);
    expect(asked).toHaveLength(2);
    expect(verdicts).toMatchObject(
      [{ item: 'count', state: 'unscored', reason: /asking again did not mend it/ }].map(({ reason, ...rest }) => ({
        ...rest,
        reason: expect.stringMatching(reason)
      }))
    );
  });

  it('holds contradictions to every quote and citations to one', async () => {
    const half = json(issue(['recorded 3.4 mm', 'Snow fell']));
    expect((await judge([half])).score.figures).toMatchObject({ issues: 1, grounded: 0 });
    expect((await judge([half], { metric: citationAssociation })).score.figures).toMatchObject({
      issues: 1,
      grounded: 1
    });
  });

  it('is unscored on its own where nothing was asked', () => {
    expect(consistency.protocol.unscored(sample, 'The budget is spent.')).toMatchObject([
      { item: 'count', kind: 'count', state: 'unscored', reason: 'The budget is spent.' }
    ]);
  });

  it('takes a table of its own where the run has none', () => {
    const lenient = pointwise({ penalties: [{ upTo: null, score: 77 }], grounding: 'any-quote' });
    expect(lenient.combine(read(complete(json(...many(30))), markdown), {}).value).toBe(77);
  });
});

describe('a report longer than the judge’s context', () => {
  const sentence = (n: number) => `Station ${n} counted ${n * 7 + 1000} boats on its river that year.`;
  const long: Sample = {
    ...sample,
    report: {
      ...sample.report,
      markdown: Array.from(
        { length: 60 },
        (_, at) => `## Part ${at}\n\n${Array.from({ length: 8 }, (_line, line) => sentence(at * 8 + line)).join(' ')}`
      ).join('\n\n')
    }
  };
  const shown = (user: string) => /<<<report \w+>>>\n([\s\S]*)\n<<<end of report/.exec(user)?.[1] ?? '';
  const planted = [0, 59, 60, 61, 62, 63, 64, 120, 300, 479].map(sentence);
  const honest = ({ user }: Question) =>
    json(
      ...planted
        .filter((one) => shown(user).includes(one))
        .map((one) => issue([one], `Part says ${one.length} of ${user.length}`))
    );

  it('is read in parts that fit and overlap; each planted issue is found, and found once', async () => {
    const { asked, verdicts, score } = await judge([honest], { of: long, contextTokens: 6_000 });
    expect(asked.length).toBeGreaterThan(3);
    for (const { system, user } of asked)
      expect(estimateTokens(system) + estimateTokens(user)).toBeLessThanOrEqual(4_100);
    const seen = planted.map((one) => asked.filter(({ user }) => shown(user).includes(one)).length);
    expect(Math.min(...seen)).toBe(1);
    expect(verdicts.slice(1).map(({ evidence }) => evidence[0]?.quote)).toEqual(planted);
    expect(score).toMatchObject({ value: 50, figures: { issues: 10, grounded: 10 } });
    expect(verdicts[0]?.rationale).toContain(`read in ${asked.length} overlapping parts`);
  });

  it('counts what two parts say of their overlap once, also with quotes of another length', async () => {
    const parts: string[] = [];
    const { verdicts } = await judge(
      [
        ({ user }) => {
          const text = shown(user);
          const before = parts.at(-1);
          parts.push(text);
          // Every part quotes its last sentence; every following part quotes half of that one again.
          const own = text.trim().match(/Station \d+ [^.]+\.$/)?.[0] ?? '';
          const last = before?.trim().match(/Station \d+ [^.]+\.$/)?.[0] ?? null;
          return json(
            issue([own], 'At the end.'),
            ...(last === null ? [] : [issue([last.split(' on its')[0]], 'At the beginning.')])
          );
        }
      ],
      { of: long, contextTokens: 6_000 }
    );
    expect(parts.length).toBeGreaterThan(3);
    expect(verdicts[0]?.label).toBe(String(parts.length));
  });

  it('keeps two findings about one passage of the overlap apart', () => {
    const overlap = 'The mill stood still, and the river rose by two metres.';
    const of = (quote: string, explanation: string) => ({ quotes: [quote], explanation });
    const first = [of('the river rose by two metres', 'Page 3 says three.')];
    const second = [
      of('river rose by two', 'Three elsewhere.'),
      of('the river rose by two metres', 'It fell, says page 9.')
    ];
    expect(
      mergeParts([
        { part: { overlap: '' }, issues: first },
        { part: { overlap }, issues: second }
      ])
    ).toEqual([first[0], second[1]]);
  });

  it('keeps apart what two parts say of the same words in different places', async () => {
    const refrain = 'Nobody counted the boats here.';
    const far: Sample = {
      ...long,
      report: { ...long.report, markdown: `${refrain}\n\n${long.report.markdown}\n\n${refrain}` }
    };
    const { asked, verdicts } = await judge(
      [({ user }) => json(...(shown(user).includes(refrain) ? [issue([refrain], 'Why not?')] : []))],
      { of: far, contextTokens: 12_000 }
    );
    expect(asked).toHaveLength(2);
    expect(verdicts[0]?.label).toBe('2');
  });

  it('tells the judge which part it reads', async () => {
    const { asked } = await judge([json()], { of: long, contextTokens: 6_000 });
    expect(asked[1]?.user).toContain(`part 2 of ${asked.length}`);
    expect(asked[1]?.user).not.toContain('the whole report');
  });

  it('is unscored with the part named where one part fails, and the parts after it are not asked for', async () => {
    const { asked, verdicts } = await judge([json(), { ...complete(''), ending: 'refused' }], {
      of: long,
      contextTokens: 6_000
    });
    expect(asked).toHaveLength(2);
    expect(verdicts).toMatchObject([
      { item: 'count', state: 'unscored', reason: expect.stringMatching(/^Part 2 of \d+: The judge refused/) }
    ]);
  });

  it('is unscored where not even a part fits', async () => {
    const { asked, verdicts } = await judge([json()], { of: long, contextTokens: 1_200 });
    expect(asked).toHaveLength(0);
    expect(verdicts).toMatchObject([{ state: 'unscored', reason: expect.stringMatching(/too long for this judge/) }]);
  });
});
