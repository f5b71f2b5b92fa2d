import { describe, expect, it } from 'vitest';
import type { Question, Reply } from '../../call.ts';
import type { Capabilities } from '../../capabilities.ts';
import { JudgeCallError } from '../../judge.ts';
import type { Page } from '../../page.ts';
import { capabilities } from '../../protocols/capabilities.fixture.ts';
import type { KeyPoint } from '../../suites/research-arena/material.ts';
import { arenaCriteria } from './arena-criteria.ts';
import { arenaKeyPoints } from './arena-key-points.ts';
import type { Making } from './contract.ts';

const reply = (value: unknown): Reply => ({
  ...{ text: typeof value === 'string' ? value : JSON.stringify(value), ending: 'complete', usage: null, model: null }
});
const page = (url: string, over: Partial<Page> = {}): Page => ({
  ...{ url, outcome: 'ok', note: 'OK', status: 200, finalUrl: null, title: 'A page', contentHash: 'h' },
  ...{ text: 'Rivers rose by 2\u00a0m.\nDams held.', origin: 'fetched', at: 0, ...over }
});
/** Capabilities that answer each question by a function and keep what was asked. */
const answering = (answer: (question: Question, nth: number) => unknown, over: Partial<Capabilities> = {}) => {
  const asked: Question[] = [];
  const can = capabilities({
    ask: async (question) => reply(answer(question, asked.push(question))),
    fetch: (url) => Promise.resolve(page(url)),
    ...over
  });
  return { asked, can };
};
const partOf = <Part>(made: Making): Part => {
  if (!made.ok) throw new Error(made.reason);
  return (made.pieces[0]!.data as { part: Part }).part;
};

describe('criteria of a task', () => {
  const task = {
    text: 'Compare two methods.',
    discipline: 'health',
    family: 'method-blueprint',
    difficulty: 'advanced'
  } as const;
  const criteria = (...weights: unknown[]) => ({
    criteria: weights.map((weight, at) => ({ title: `T${at + 1}`, description: `D${at + 1}`, weight }))
  });
  const make = async (answer: (question: Question, nth: number) => unknown) => {
    const { asked, can } = answering(answer);
    return { made: await arenaCriteria.make(task, arenaCriteria.prompt, can), asked };
  };

  it('are one piece with the weights as written, asked with the emphasis of the task’s family', async () => {
    const { made, asked } = await make(() => criteria(0.45, 0.3, 0.15, 0.1));
    expect(asked).toHaveLength(1);
    expect(asked[0]!.system).toContain('how rigorous and how feasible the method is');
    expect(partOf(made)).toEqual({
      criteria: [0.45, 0.3, 0.15, 0.1].map((weight, at) => ({ key: `c${at + 1}`, title: `T${at + 1}`, description: `D${at + 1}`, weight })) // prettier-ignore
    });
    expect(made).toMatchObject({ pieces: [{ text: expect.stringMatching(/^0\.45 · T1: D1\n/) as string }] });
  });

  it('whose weights do not sum to 1 are asked for once more with the sum named', async () => {
    const { made, asked } = await make((_, nth) => (nth === 1 ? criteria(0.5, 0.5, 0.5) : criteria(0.35, 0.35, 0.35)));
    expect(asked).toHaveLength(2);
    expect(asked[1]!.user).toContain('The weights sum to 1.5, not to 0.95–1.05');
    expect(partOf<{ criteria: unknown[] }>(made).criteria).toHaveLength(3);
  });

  it.each([
    ['weights that never sum to 1', criteria(0.4, 0.4, 0.4)],
    ['a weight of 0', criteria(0.5, 0.5, 0)],
    ['two criteria', criteria(0.5, 0.5)],
    ['seven criteria', criteria(0.2, 0.2, 0.2, 0.1, 0.1, 0.1, 0.1)],
    ['a weight as a text', criteria('0.5', 0.25, 0.25)],
    ['an empty title', { criteria: [{ title: ' ', description: 'x', weight: 1 }, ...criteria(0.1, 0.1).criteria] }],
    ['more than the schema asks for', { ...criteria(0.4, 0.3, 0.3), note: '<script>' }],
    ['no JSON', 'Here are your criteria: …']
  ])('with %s stay unmade after one repair, and say why', async (_, value) => {
    const { made, asked } = await make(() => value);
    expect(asked).toHaveLength(2);
    expect(made).toMatchObject({ ok: false, reason: expect.stringMatching(/not usable/) as string });
  });
});

describe('key points of sources', () => {
  const sources = { text: 'How did rivers change?', urls: ['https://a.example/1', 'https://b.example/2'], reports: 2 };
  const make = async (
    answer: (question: Question, nth: number) => unknown,
    over: Partial<Capabilities> = {},
    given: typeof sources = sources
  ) => {
    const { asked, can } = answering(answer, over);
    return { made: await arenaKeyPoints.make(given, arenaKeyPoints.prompt, can), asked };
  };
  const point = (text: string, ...passages: string[]) => ({ point: text, passages });
  const freshIds = ({ schema }: Question): string[] =>
    (schema.json as { properties: { points: { items: { properties: { id: { enum: string[] } } } } } }).properties.points
      .items.properties.id.enum;
  const extracting =
    (points: (user: string) => object[], groups: Record<string, string | null> = {}) =>
    (question: Question) =>
      question.role === 'extractor'
        ? { points: points(question.user) }
        : { points: freshIds(question).map((id) => ({ id, same: groups[id] ?? null })) };
  const pointsOf = (made: Making): KeyPoint[] => partOf<{ keyPoints: KeyPoint[] }>(made).keyPoints;

  it('in the same words are one with both sources, without asking the grouper about a single point', async () => {
    const { made, asked } = await make(extracting(() => [point('Rivers rose by 2 m.', 'Rivers rose by 2 m.')]));
    expect(asked.map(({ role }) => role)).toEqual(['extractor', 'extractor']);
    expect(pointsOf(made)).toEqual([
      {
        ...{ key: 'k1', text: 'Rivers rose by 2 m.' },
        sources: sources.urls.map((url) => ({ url, spans: ['Rivers rose by 2 m.'] }))
      }
    ]);
  });

  it('of the same meaning are one if the grouper says so, also in a chain', async () => {
    const { made } = await make(
      extracting(
        (user) =>
          user.includes('a.example')
            ? [point('Rivers rose.', 'Rivers rose'), point('Dams held.', 'Dams held.')]
            : [point('Levels went up.', 'Rivers rose'), point('Water stood higher.', 'Rivers rose')],
        { p3: 'p1', p4: 'p3' }
      )
    );
    expect(pointsOf(made).map(({ key, text, sources: of }) => [key, text, of.length])).toEqual([
      ['k1', 'Rivers rose.', 2],
      ['k2', 'Dams held.', 1]
    ]);
  });

  it('whose passages are not on the page are dropped with the reason; of several passages the real ones stay', async () => {
    const { made } = await make(
      extracting(() => [point('Invented.', 'Rivers fell.'), point('Real.', 'Dams held.', 'Dams broke.')]),
      {},
      { ...sources, urls: ['https://a.example/1'] }
    );
    expect(pointsOf(made)).toEqual([
      { key: 'k1', text: 'Real.', sources: [{ url: 'https://a.example/1', spans: ['Dams held.'] }] }
    ]);
    expect(made).toMatchObject({
      dropped: [{ text: 'Invented.', reason: 'None of its passages is on the page https://a.example/1.' }]
    });
  });

  it('keep to the pages that could be read, and name the others', async () => {
    const { made } = await make(
      extracting(() => [point('Real.', 'Dams held.')]),
      {
        fetch: (url) =>
          Promise.resolve(
            page(url, url.includes('b.example') ? { outcome: 'blocked', note: 'blocked', text: null } : {})
          )
      }
    );
    expect(made).toMatchObject({
      pieces: [
        {
          why: 'From 1 page of 2 that 2 reports cite.',
          data: {
            pages: [
              { points: 1, problem: null },
              { outcome: 'blocked', points: 0, problem: 'blocked' }
            ]
          }
        }
      ]
    });
  });

  it('stay unmade, not fewer, if this machine could not fetch a page or a call failed', async () => {
    const answer = extracting(() => [point('Real.', 'Dams held.')]);
    const fetch = (url: string) =>
      Promise.resolve(
        page(url, url.includes('b.example') ? { outcome: 'not-fetched', note: 'no host answers', text: null } : {})
      );
    expect((await make(answer, { fetch })).made).toEqual({
      ok: false,
      reason: 'The page https://b.example/2 was not fetched: no host answers.'
    });
    const failing = await make((question) => {
      if (question.user.includes('b.example')) throw new JudgeCallError('HTTP 500', { retryable: true });
      return answer(question);
    });
    expect(failing.made).toEqual({ ok: false, reason: 'HTTP 500' });
  });

  it('of pages that make no point are an empty set, which is an answer', async () => {
    const { made, asked } = await make(extracting(() => []));
    expect(pointsOf(made)).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it('without a page, or without any page that can be used, stay unmade', async () => {
    const none = await make(
      extracting(() => []),
      {},
      { ...sources, urls: [] }
    );
    expect(none.made).toEqual({ ok: false, reason: 'The 2 reports on this query cite no web page.' });
    const unusable = await make(() => 'no');
    expect(unusable.asked).toHaveLength(4);
    expect(unusable.made).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^None of 2 pages could be used/) as string
    });
  });

  it.each([
    ['a point that it was not asked about', { points: [{ id: 'p9', same: null }] }],
    [
      'a later point',
      {
        points: [
          { id: 'p1', same: 'p2' },
          { id: 'p2', same: null }
        ]
      }
    ],
    [
      'a point that repeats itself',
      {
        points: [
          { id: 'p1', same: null },
          { id: 'p2', same: 'p2' }
        ]
      }
    ]
  ])('are not united by a reply that names %s', async (_, groups) => {
    const { made, asked } = await make(
      (question) =>
        question.role === 'extractor'
          ? { points: [point('Rivers rose.', 'Rivers rose'), point('Dams held.', 'Dams held.')] }
          : groups,
      {},
      { ...sources, urls: ['https://a.example/1'] }
    );
    expect(asked.filter(({ role }) => role === 'grouper')).toHaveLength(2);
    expect(made).toMatchObject({ ok: false, reason: expect.stringMatching(/^Which key points are the same is not known/) as string }); // prettier-ignore
  });

  it('are compared in portions, each with all that stand before it', async () => {
    const many = Array.from({ length: 8 }, (_, at) => `https://p${at}.example/`);
    const { made, asked } = await make(
      extracting((user) => {
        const n = /p(\d)\.example/.exec(user)![1]!;
        return Array.from({ length: 12 }, (_, at) => point(`Point ${n}-${at}.`, 'Dams held.'));
      }),
      {},
      { ...sources, urls: many }
    );
    const groupings = asked.filter(({ role }) => role === 'grouper');
    expect(groupings.map(({ user }) => user.match(/"id"/g)!.length - 1)).toEqual([40, 80, 96]);
    expect(pointsOf(made)).toHaveLength(96);
  });
});
