import { describe, expect, it, test } from 'vitest';
import { textHash } from '../../runs/fingerprint.ts';
import { JudgeCallError } from '../../judge.ts';
import { scoreClaims, combineClaims, rubricTree } from './rubric-tree.ts';
import {
  closed,
  page,
  sampleOf,
  world,
  relevant,
  byWords,
  WELL,
  pages,
  REPORT,
  labels
} from './rubric-tree.fixture.ts';

describe('rubricTree', () => {
  it('judges each kind of page and claim as the tree says', async () => {
    const { judge, asked, fetched } = world(pages, byWords);
    const verdicts = await judge(REPORT);
    expect(labels(verdicts)).toEqual([
      'source-1 relevant',
      'source-2 irrelevant',
      'source-3 unreachable',
      'source-4 needs-sign-in',
      'source-5 blocked',
      'source-6 timed-out',
      'source-7 unreadable',
      'source-8 unreachable',
      'claim-1 supported',
      'claim-2 unsupported',
      'claim-3 source-unusable',
      'claim-4 source-unusable',
      'claim-5 source-unusable',
      'claim-6 source-unusable',
      'claim-7 source-unusable',
      'claim-8 source-unusable',
      'claim-9 no-claim'
    ]);
    expect(fetched).toHaveLength(8);
    expect(asked.map(({ kind, url }) => `${kind} ${url}`).sort()).toEqual([
      'relevance https://a.example/cake',
      'relevance https://a.example/well',
      'support https://a.example/well'
    ]);
    // By hand: 1 supported of claims 1, 2 (checked), 3 (E2) and 4 (E1); the other four could not be read, one asserts nothing.
    expect(scoreClaims(verdicts)).toEqual({
      value: 25,
      reason: null,
      n: 4,
      abstained: 0,
      unscored: 0,
      figures: {
        ...{ urls: 8, e1: 2, e1Paper: 5, serverErrors: 0, resets: 0, timeouts: 1 },
        ...{ e2: 1, read: 2, pairs: 9, checked: 2, e3: 1, blocked: 4 }
      }
    });
  });

  it('counts 5xx, resets and timeouts beside strict E1, and the first two against the claims', async () => {
    const outcomes = { busy: 'server-error', cut: 'reset', slow: 'timed-out', dead: 'not-found' } as const;
    const urlOf = (name: string): string => `https://a.example/${name}`;
    const failing = Object.entries(outcomes).map(([name, outcome]) => closed(urlOf(name), outcome));
    const claims = ['well', ...Object.keys(outcomes)].map((name) => `- Ports do well these days (+) ${urlOf(name)}`);
    const verdicts = await world([...pages.slice(0, 1), ...failing], byWords).judge(claims.join('\n'));
    expect(labels(verdicts).slice(0, 5)).toEqual([
      'source-1 relevant',
      'source-2 server-error',
      'source-3 reset',
      'source-4 timed-out',
      'source-5 unreachable'
    ]);
    // By hand: 1 supported of the claims on the page that was read, the dead one, the 5xx and the reset.
    expect(scoreClaims(verdicts)).toMatchObject({
      ...{ value: 25, n: 4 },
      figures: { urls: 5, e1: 1, e1Paper: 4, serverErrors: 1, resets: 1, timeouts: 1, blocked: 3 }
    });
  });

  it('keeps what people need to see later: address, outcome, content, place and words', async () => {
    const { judge } = world(pages, byWords);
    const [source, , , wall] = await judge(REPORT);
    const claim = (await judge(REPORT)).find(({ item }) => item === 'claim-1');
    expect(source).toMatchObject({
      kind: 'source',
      text: 'https://a.example/well',
      detail: { kind: 'source', url: 'https://a.example/well', outcome: 'ok', content: textHash(WELL) }
    });
    expect(wall).toMatchObject({
      rationale: 'The page was not read: needs-sign-in.',
      detail: { outcome: 'needs-sign-in', content: null }
    });
    expect(claim).toEqual({
      item: 'claim-1',
      kind: 'claim',
      text: 'Ports grew by five tonnes (+).',
      state: 'judged',
      label: 'supported',
      rationale: 'Seen.',
      evidence: [{ quote: 'ports are doing well' }],
      detail: {
        kind: 'claim',
        url: 'https://a.example/well',
        source: 'source-1',
        place: { block: 1, start: 0, end: 25 }
      }
    });
  });

  it('marks a quote that is not on the page', async () => {
    const { judge } = world(pages, ({ kind, claims }) =>
      kind === 'relevance'
        ? relevant
        : {
            claims: claims.map(({ id }) => ({
              id,
              rationale: '',
              quotes: ['Our PORTS … the board', 'ports are failing'],
              label: 'supported'
            }))
          }
    );
    const claim = (await judge('Ports grew by five tonnes https://a.example/well')).at(-1);
    expect(claim?.evidence).toEqual([{ quote: 'Our PORTS … the board' }, { quote: 'ports are failing', place: null }]);
  });

  it('asks about many claims of one page in questions of at most fifteen', async () => {
    const { judge, asked } = world(pages, byWords);
    const report = Array.from({ length: 32 }, (_, at) => `- Port number ${at} grew (+) https://a.example/well`).join(
      '\n'
    );
    const verdicts = await judge(report);
    expect(asked.filter(({ kind }) => kind === 'support').map(({ claims }) => claims.length)).toEqual([15, 15, 2]);
    expect(asked.filter(({ kind }) => kind === 'relevance')).toHaveLength(1);
    expect(scoreClaims(verdicts)).toMatchObject({ value: 100, n: 32 });
  });

  it('gives the same verdicts in the same order whichever page answers first', async () => {
    const first = await world(pages, byWords).judge(REPORT);
    const slow = world(pages, byWords);
    const second = await slow.judge(REPORT);
    expect(second).toEqual(first);
    expect(slow.fetched).toEqual(
      first.flatMap(({ kind, text }) => (kind === 'source' && text !== undefined ? [text] : []))
    );
  });

  it('has one verdict for a report without URLs, and nothing about it is perfect', async () => {
    const { judge, asked, fetched } = world(pages, byWords);
    const verdicts = await judge('# Ports\n\nPorts grew by 5 tonnes [1].');
    expect(verdicts).toEqual([
      {
        item: 'sources',
        kind: 'count',
        state: 'judged',
        label: '0',
        rationale: 'The report cites no web page.',
        evidence: []
      }
    ]);
    expect([...asked, ...fetched]).toEqual([]);
    const failures = { serverErrors: null, resets: null, timeouts: null };
    const nothing = {
      e1: null,
      e1Paper: null,
      ...failures,
      e2: null,
      read: null,
      checked: null,
      e3: null,
      blocked: null
    };
    const score = scoreClaims(verdicts);
    expect(score).toMatchObject({ value: null, n: 0, figures: { urls: 0, pairs: 0, ...nothing } });
    expect(score.reason).toBe('The report cites no web page, so the accuracy of its citations is undefined.');
    const both = combineClaims([
      { judge: 'a', repeats: [verdicts] },
      { judge: 'b', repeats: [verdicts] }
    ]);
    expect(both).toMatchObject({ value: null, units: [], figures: { urls: 0, pairs: 0, ...nothing } });
    expect(rubricTree.unscored(sampleOf('No links.'), 'down')).toHaveLength(1);
  });

  it('leaves every unit unscored if a sample could not be judged', () => {
    const verdicts = rubricTree.unscored(sampleOf(REPORT), 'The server is down.');
    expect(verdicts).toHaveLength(17);
    expect(verdicts.every((verdict) => verdict.state === 'unscored' && verdict.reason === 'The server is down.')).toBe(
      true
    );
    expect(scoreClaims(verdicts)).toMatchObject({
      value: null,
      unscored: 17,
      reason: 'No pair of claim and page has a valid verdict.',
      figures: { urls: 8, pairs: 9, e1: null, e2: null, e3: null }
    });
  });
});

describe('what fails', () => {
  const TWO = 'Ports grew by five tonnes (+) https://a.example/well. Cakes grew by six tonnes (+) https://b.example/x.';
  const both = [...pages, page('https://b.example/x', { text: 'Cakes are doing well.' })];

  test.each([
    ['a refusal', 'REFUSED', 'The judge refused to answer.'],
    ['a reply cut off', 'CUT', 'The reply was cut off at the token limit.'],
    ['nonsense twice', 'Sure', /does not fit the schema .* and asking again did not help/],
    ['a failed call', new JudgeCallError('The server is down.', { retryable: true }), 'The server is down.'],
    [
      'an id that was not asked',
      { claims: [{ id: 'claim-9', rationale: '', quotes: [], label: 'no-claim' }] },
      /claim-9, which was not asked/
    ],
    ['no entry', { claims: [] }, /no entry for claim-1/],
    ['an abstention', { claims: [{ id: 'claim-1', rationale: '', quotes: [], label: 'abstain' }] }, /may not give/],
    [
      'support without words',
      { claims: [{ id: 'claim-1', rationale: '', quotes: [' '], label: 'supported' }] },
      /without a quote/
    ]
  ])('%s leaves the claims of that question unscored and no others', async (_, reply, reason) => {
    const { judge } = world(both, (asked) =>
      asked.kind === 'support' && asked.url.startsWith('https://a') ? reply : byWords(asked)
    );
    const verdicts = await judge(TWO);
    expect(labels(verdicts)).toEqual(['source-1 relevant', 'source-2 relevant', 'claim-1 null', 'claim-2 supported']);
    const failed = verdicts[2];
    if (failed?.state !== 'unscored') throw new Error('claim-1 is unscored');
    expect(failed.reason).toMatch(reason);
    expect(scoreClaims(verdicts)).toMatchObject({
      value: 100,
      n: 1,
      unscored: 1,
      figures: { pairs: 2, checked: 1, e3: 0 }
    });
  });

  it('in the question of relevance leaves the source unscored; its claims are judged all the same', async () => {
    const { judge } = world(both, (asked) =>
      asked.kind === 'relevance' && asked.url.startsWith('https://a') ? 'CUT' : byWords(asked)
    );
    const verdicts = await judge(TWO);
    expect(labels(verdicts)).toEqual(['source-1 null', 'source-2 relevant', 'claim-1 supported', 'claim-2 supported']);
    expect(scoreClaims(verdicts)).toMatchObject({ value: 100, unscored: 1, figures: { e1: 0, e2: 0, read: 1 } });
  });

  it('once is asked for again with the fault named', async () => {
    const { judge, asked } = world(both, (one) =>
      one.kind === 'support' && one.again === 0 ? '{"claims":[]}' : byWords(one)
    );
    expect(labels(await judge(TWO))).toContain('claim-1 supported');
    const second = asked.find(({ kind, again }) => kind === 'support' && again === 1);
    expect(second?.question.user).toMatch(/not usable: it has no entry for claim-1\./);
  });

  it('in another way than a judge does ends the task, and no further page is begun', async () => {
    const many = Array.from({ length: 30 }, (_, at) => page(`https://c.example/${at}`, { text: 'Ports.' }));
    const report = many.map(({ url }) => `- Ports grew by five tonnes ${url}`).join('\n');
    const { judge, fetched } = world(many, () => new Error('the journal is gone'));
    await expect(judge(report)).rejects.toThrow('the journal is gone');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(fetched.length).toBeLessThanOrEqual(12);
  });

  it('for want of context is said so', async () => {
    const long = page('https://a.example/well', { text: 'Ports are ports. '.repeat(4000) });
    const { judge } = world([long], byWords, { contextTokens: 2_000 });
    const claim = (await judge('Ports grew by five tonnes https://a.example/well')).at(-1);
    expect(claim).toMatchObject({ state: 'unscored', reason: expect.stringContaining('too small') as string });
  });
});
