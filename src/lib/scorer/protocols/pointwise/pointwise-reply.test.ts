import { describe, expect, it } from 'vitest';
import { parsePointwise, readPointwiseReply } from './pointwise.ts';
import { markdown, issue, json, complete, grounded } from './pointwise.fixture.ts';

const faultOf = (text: string, options?: { abstains: boolean }): string => {
  const reading = parsePointwise(text, options);
  return reading.ok ? 'none' : reading.fault;
};

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

  it('drops empty and repeated quotes and repairs half characters', () => {
    const reading = parsePointwise('{"issues":[{"quotes":["a\\ud800"," ","a\\ud800"],"explanation":"\\udc00b"}]}');
    expect(reading).toMatchObject({ ok: true, value: { issues: [{ quotes: ['a\ufffd'], explanation: '\ufffdb' }] } });
  });
});

describe('read', () => {
  it('gives a count in digits and one unit for each issue with its quotes and their places', () => {
    const verdicts = readPointwiseReply(
      complete(json(issue(['Nothing else fell', '降雨量增加'], ' Because. '))),
      markdown
    );
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
    const [count, one] = readPointwiseReply(complete(json(issue(['Snow fell on the pass']))), markdown);
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
    expect(grounded(readPointwiseReply(complete(text), markdown, { abstains: false, grounding }))).toEqual(expected);
  });

  it('finds headings and addresses behind links, which stand in no block, without a place', () => {
    const verdicts = readPointwiseReply(
      complete(json(issue(['Rivers of the north', 'https://harbour.example/a_(b)']))),
      markdown
    );
    expect(verdicts[1]?.evidence).toEqual([
      { quote: 'Rivers of the north' },
      { quote: 'https://harbour.example/a_(b)' }
    ]);
    expect(grounded(verdicts)).toEqual([true]);
  });

  it('takes words for no address, even if an address has the same letters', () => {
    const verdicts = readPointwiseReply(complete(json(issue(['https harbour example a b']))), markdown);
    expect(verdicts[1]?.evidence).toEqual([{ quote: 'https harbour example a b', place: null }]);
    expect(grounded(verdicts)).toEqual([false]);
  });

  it('lists the issues of a judge that abstains from the count', () => {
    const text = JSON.stringify({ issues: [issue()], abstains: '1 numeric claim' });
    const verdicts = readPointwiseReply(complete(text), markdown, { abstains: true, grounding: 'any-quote' });
    expect(verdicts[0]).toMatchObject({ item: 'count', state: 'abstained', label: null, rationale: '1 numeric claim' });
    expect(verdicts[1]).toMatchObject({ item: 'issue-1', state: 'judged' });
  });

  it('says in the count that entries were repeated', () => {
    expect(
      readPointwiseReply(complete(json(issue(), issue(), issue(), issue(['x'], 'y'))), markdown)[0]?.rationale
    ).toBe(
      '2 issues reported, 1 of them grounded in the report. 2 entries repeated another word for word and counted once.'
    );
  });

  it('leaves the count unscored on a refusal, a cut or a faulty reply, whatever the text says', () => {
    const reasons = [
      { ...complete(json()), ending: 'refused' } as const,
      { ...complete(json()), ending: 'cut' } as const
    ]
      .map((reply) => readPointwiseReply(reply, markdown))
      .concat([readPointwiseReply(complete('nonsense'), markdown)])
      .map(([verdict, ...more]) => [verdict?.item, verdict?.state === 'unscored' && verdict.reason, more.length]);
    expect(reasons).toEqual([
      ['count', 'The judge refused to answer.', 0],
      ['count', 'The reply was cut off at the token limit.', 0],
      ['count', expect.stringMatching(/^The reply was not usable: /), 0]
    ]);
  });
});
