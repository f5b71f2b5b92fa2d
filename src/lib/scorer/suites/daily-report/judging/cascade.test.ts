import { describe, expect, it } from 'vitest';
import { capabilities } from '../../../protocols/capabilities.fixture.ts';
import type { Question } from '../../../call.ts';
import type { Capabilities } from '../../../capabilities.ts';
import { countVotes } from '../../../judges/votes.ts';
import type { Page } from '../../../page.ts';
import type { Sample } from '../../../sample.ts';
import type { Detail } from '../../../verdict.ts';
import type { Search } from '../../../search.ts';
import { metricByName, withSettings } from '../../index.ts';
import { dailyTask } from '../material.ts';
import { dailySchemas } from './daily-replies.ts';
import { claimKey, type DailyClaim, drawClaims } from './claims-step.ts';

const FACT = 'The bridge is 100 metres long.';
const sample: Sample = {
  metric: 'daily-factuality',
  query: { qid: 'q', text: 'How long is the bridge?' },
  report: {
    id: 'r',
    markdown: `# Bridge\n\n${FACT}\n\n| part | length |\n| --- | --- |\n| deck | 90 metres |`,
    collectedAt: null
  },
  items: [],
  material: dailyTask.parse({
    type: 'retrieval',
    evidenceLimit: '2026-03-31',
    subtasks: [
      {
        ...{ key: 's1', text: 'Say its length.', constraint: 'content', importance: 'P0' },
        rubrics: { ins: 'Is it stated?', fac: 'Is it correct?' }
      }
    ]
  })
};

const page = (url: string): Page => ({
  ...{ url, outcome: 'ok', note: 'OK', status: 200, finalUrl: null, title: 'Bridge', contentHash: 'h' },
  ...{ text: 'The bridge is 100 metres long, says the office.', origin: 'fetched', at: 0 }
});
const search = (query: string): Search => ({
  ...{ query, count: 5, before: null, provider: 'recorded', outcome: 'ok', note: '', at: 0 },
  results: [{ url: 'https://a.example/1', title: 'Bridge', snippet: '', date: null, dateText: null }]
});

/** Sound replies by the name of their form. */
const sound: Record<string, (question: Question) => object> = {
  daily_requirements: () => ({
    requirements: [{ id: 's1', rationale: '', quotes: [FACT], label: 'satisfied', unobtainable: null }]
  }),
  daily_claims: ({ user }) => ({
    claims: user.includes('Is it correct?') ? [{ fact: FACT, claim: FACT, from: 'text' }] : []
  }),
  daily_duplicates: () => ({ duplicates: [], moved: [] }),
  daily_queries: () => ({
    claims: [{ id: 'c1', queries: [{ id: 0, query: 'Is it 100 metres long?', depends_on: [] }] }]
  }),
  daily_next_step: ({ user }) =>
    user.includes('a.example')
      ? { reason: '', action: 'answer', for: null, search: null, conclusions: [{ id: 0, verdict: 'unknown' }] }
      : { reason: '', action: 'search', for: 0, search: 'The length of the bridge', conclusions: [] },
  daily_page: () => ({
    ...{ published: null, official: false },
    queries: [{ id: 0, rationale: '', verdict: 'support', quote: '100 metres long', numbers: [] }]
  })
};

/** Judges with some replies in place of sound ones: each the first time, or always. */
const judged = async (
  wrong: Record<string, object | string>,
  always = false,
  change: Partial<Parameters<typeof capabilities>[0]> = {},
  of: Sample = sample
) => {
  const asked: string[] = [];
  const metric = metricByName(of.metric);
  const replies = of === sample ? sound : { ...sound, ...fullerReplies };
  const verdicts = await metric.protocol.judge(
    of,
    metric,
    capabilities({
      ask: (question) => {
        const { name } = question.schema;
        const first = !asked.includes(name);
        asked.push(name);
        const given = wrong[name] !== undefined && (first || always) ? wrong[name] : replies[name]!(question);
        const text = typeof given === 'string' ? given : JSON.stringify(given);
        return Promise.resolve({ text, ending: 'complete', usage: null, model: null });
      },
      fetch: (url) => Promise.resolve(page(url)),
      search: (query) => Promise.resolve(search(query)),
      ...change
    })
  );
  const score = metric.protocol.combine(verdicts, metric.settings);
  const reasons = verdicts.flatMap((one) => (one.state === 'unscored' ? [one.reason] : []));
  return { verdicts, asked, score, reasons };
};

const wrongReplies: [name: string, reply: object | string, fault: string][] = [
  ['daily_requirements', 'no JSON', ''],
  ['daily_requirements', { requirements: [] }, 'no entry for s1'],
  [
    'daily_requirements',
    { requirements: [{ id: 's1', rationale: '', quotes: ['Bridge'], label: 'nearly', unobtainable: null }] },
    'does not fit the schema'
  ],
  ['daily_claims', { claims: [{ fact: '', claim: 'x', from: 'text' }] }, 'it is empty'],
  ['daily_queries', { claims: [{ id: 'c1', queries: [] }] }, 'it has no query'],
  [
    'daily_queries',
    {
      claims: [
        {
          id: 'c1',
          queries: [
            { id: 0, query: 'a?', depends_on: [1] },
            { id: 1, query: 'b?', depends_on: [0] }
          ]
        }
      ]
    },
    'in a circle'
  ],
  [
    'daily_next_step',
    { reason: '', action: 'answer', for: null, search: null, conclusions: [{ id: 0, verdict: 'correct' }] },
    'before any search was made'
  ],
  ['daily_next_step', { reason: '', action: 'search', for: 7, search: 'x', conclusions: [] }, 'no query of the claim'],
  [
    'daily_page',
    {
      ...{ published: null, official: true },
      queries: [{ id: 0, rationale: '', verdict: 'support', quote: 'It is very long indeed', numbers: [] }]
    },
    'is not on the page'
  ],
  [
    'daily_page',
    {
      ...{ published: null, official: true },
      queries: [
        { id: 0, rationale: '', verdict: 'support', quote: '100 metres', numbers: [{ claimed: '999', found: '100' }] }
      ]
    },
    'do not stand in the claim'
  ]
];

/** The same of the forms that only a report with two claims, a citation and a rubric for reasoning is asked about. */
const FURTHER = 'It opened in 1998.';
const REASON = 'Because the bridge opened in 1998, the ferry that had crossed there since 1911 was no longer needed.';
const CITED = 'https://a.example/opening';
const fuller: Sample = {
  ...sample,
  metric: 'daily-preference',
  report: {
    ...sample.report,
    markdown: `# Bridge\n\n${FACT} ${FURTHER} [1]\n\n${REASON}\n\n## References\n\n[1] ${CITED}\n`
  },
  material: dailyTask.parse({
    type: 'retrieval',
    subtasks: [
      {
        ...{ key: 's1', text: 'Say its length.', constraint: 'content', importance: 'P0' },
        rubrics: { ins: 'Is it stated?', fac: 'Is it correct?', rat: 'Is it sound?' }
      }
    ]
  })
};
/** Ids of the claims that a question asks about; the example of its form has no space before them. */
const ids = (user: string): string[] => [...user.matchAll(/"id": "(c\d+)"/g)].map(([, id]) => id!);
const fullerReplies: typeof sound = {
  daily_claims: ({ user }) => ({
    claims: user.includes('Is it correct?') ? [FACT, FURTHER].map((fact) => ({ fact, claim: fact, from: 'text' })) : []
  }),
  daily_queries: ({ user }) => ({
    claims: ids(user).map((id) => ({ id, queries: [{ id: 0, query: 'Is it so?', depends_on: [] }] }))
  }),
  daily_citations: ({ user }) => ({ claims: ids(user).map((id) => ({ id, sources: id === 'c2' ? ['r1'] : [] })) }),
  daily_reference_check: ({ user }) => ({
    claims: ids(user).map((id) => ({ id, rationale: '', result: 'unknown', quote: '' }))
  }),
  daily_paragraphs: () => ({ paragraphs: [{ requirement: 's1', paragraph: REASON }] }),
  daily_reasoning: () => ({ paragraphs: [{ id: 'p1', rationale: '', errors: [] }] })
};

/** Deeper than any form is, and than a reader that follows it by itself can go. */
const nested = '['.repeat(20_000) + ']'.repeat(20_000);
const checked = (over: object) => ({ claims: [{ id: 'c2', rationale: '', result: 'unknown', quote: '', ...over }] });

const furtherReplies: [name: string, reply: object | string, fault: string][] = [
  ['daily_duplicates', { duplicates: [{ id: 'c1', of: 'c9' }], moved: [] }, '"c9", which is no claim'],
  [
    'daily_duplicates',
    {
      duplicates: [
        { id: 'c1', of: 'c2' },
        { id: 'c2', of: 'c1' }
      ],
      moved: []
    },
    'which is dropped itself'
  ],
  ['daily_duplicates', { duplicates: [], moved: [{ id: 'c1', requirement: 's9' }] }, 'which is no requirement'],
  ['daily_duplicates', { duplicates: [] }, 'does not fit the schema'],
  ['daily_duplicates', nested, ''],
  ['daily_citations', { claims: [{ id: 'c1', sources: ['r1'] }] }, 'no entry for c2'],
  [
    'daily_citations',
    {
      claims: [
        { id: 'c1', sources: ['r7'] },
        { id: 'c2', sources: [] }
      ]
    },
    'the source "r7", which is not listed'
  ],
  ['daily_citations', { claims: [{ id: 'c1' }, { id: 'c2', sources: 'r1' }] }, 'does not fit the schema'],
  ['daily_citations', nested, ''],
  ['daily_reference_check', checked({ result: 'support', quote: 'It opened long ago' }), 'is not on the page'],
  ['daily_reference_check', checked({ id: 'c1' }), 'c1'],
  ['daily_reference_check', checked({ result: 'maybe' }), 'does not fit the schema'],
  ['daily_reference_check', nested, ''],
  ['daily_paragraphs', { paragraphs: [{ requirement: 's9', paragraph: REASON }] }, 'which is no requirement'],
  ['daily_paragraphs', { paragraphs: [{ requirement: 's1', paragraph: '' }] }, 'it is empty'],
  ['daily_paragraphs', { paragraphs: [{ requirement: 's1' }] }, 'does not fit the schema'],
  ['daily_paragraphs', nested, ''],
  ['daily_reasoning', { paragraphs: [] }, 'no entry for p1'],
  ['daily_reasoning', { paragraphs: [{ id: 'p1', rationale: '', errors: ['style'] }] }, 'does not fit the schema'],
  ['daily_reasoning', 'All is well.', ''],
  ['daily_reasoning', nested, '']
];

describe('a wrong reply', () => {
  it.each(wrongReplies)('of the form %s is asked for again, and then the claim is judged', async (name, reply) => {
    const { verdicts, asked, score } = await judged({ [name]: reply });
    expect(asked.filter((one) => one === name).length).toBeGreaterThanOrEqual(2);
    expect(verdicts.filter(({ kind }) => kind === 'daily-claim').map(({ label }) => label)).toEqual(['correct']);
    expect(score).toMatchObject({ value: 100, n: 1, unscored: 0 });
  });

  it.each(furtherReplies)('of the form %s is asked for again, and then all is judged', async (name, reply) => {
    const { verdicts, asked, score } = await judged({ [name]: reply }, false, {}, fuller);
    expect(asked.filter((one) => one === name).length).toBeGreaterThanOrEqual(2);
    expect(verdicts.map(({ state }) => state)).not.toContain('unscored');
    expect(score).toMatchObject({ value: 4, n: 1, unscored: 0 });
  });

  it.each(furtherReplies)('of the form %s that stays wrong leaves units unscored too', async (name, reply, fault) => {
    const { score, reasons } = await judged({ [name]: reply }, true, {}, fuller);
    expect(score.value).toBeNull();
    expect(score.unscored).toBeGreaterThan(0);
    expect(reasons.join(' ')).toContain(fault);
    expect(reasons.join(' ')).toContain('asking again did not help');
  });

  it('of every form is tested', () => {
    const tested = new Set([...wrongReplies, ...furtherReplies].map(([name]) => name));
    expect([...tested].sort()).toEqual(dailySchemas.map(({ name }) => name).sort());
  });

  it.each(wrongReplies)(
    'of the form %s that stays wrong leaves units unscored with the reason',
    async (name, reply, fault) => {
      const { score, reasons } = await judged({ [name]: reply }, true);
      expect(score.value).toBeNull();
      expect(score.unscored).toBeGreaterThan(0);
      expect(reasons.join(' ')).toContain(fault);
      expect(reasons.join(' ')).toContain('asking again did not help');
    }
  );
});

it('a quote without the citations of its sentence is one from the text', async () => {
  const markdown = `# Bridge\n\nThe bridge is [1] 100 metres ([office](https://o.example/b)) long.`;
  const of = { ...sample, metric: 'daily-instruction', report: { ...sample.report, markdown } };
  const { score, asked } = await judged({}, false, {}, of);
  expect(score).toMatchObject({ value: 100, unscored: 0 });
  expect(asked).toEqual(['daily_requirements']);
});

it('a search that fails, and a page that this machine cannot reach, leave the claim unscored', async () => {
  const failed = await judged({}, false, {
    search: (query) => Promise.resolve({ ...search(query), outcome: 'quota', note: 'nothing left', results: [] })
  });
  expect([failed.score.value, failed.reasons[0]]).toEqual([null, 'The web search failed (quota): nothing left.']);
  const offline = await judged({}, false, {
    fetch: (url) => Promise.resolve({ ...page(url), outcome: 'not-fetched', note: 'no network', text: null })
  });
  expect(offline.reasons[0]).toBe('A page found was not fetched: no network.');
});

/** Votes of three models on a page: its verdict, whether it is official, and its date; null if the call failed. */
const voting =
  (votes: ([label: string, official: boolean, published?: string] | null)[]): Capabilities['vote'] =>
  (_question, ballot) => {
    const cast = votes.map((vote, at) => ({
      ...{ judge: `m${at}`, trial: 0, label: ballot.of.find((one) => one === vote?.[0]) ?? null, problem: null },
      rationale: JSON.stringify({
        quote: '100 metres long',
        official: vote?.[1] === true,
        published: vote?.[2] ?? null
      })
    }));
    return Promise.resolve(
      countVotes(
        cast,
        ballot,
        votes.filter((vote) => vote === null).map(() => 'HTTP 400')
      )
    );
  };

it('votes whose calls failed leave the claim unscored if they could change the verdict of a page, whose it is or its date', async () => {
  const reasonsOf = async (...votes: Parameters<typeof voting>[0]) =>
    (await judged({}, false, { modelsFor: () => 3, vote: voting(votes) })).reasons;
  expect(await reasonsOf(['support', true], ['support', true], null)).toEqual([]);
  for (const second of [
    ['conflict', true],
    ['support', false],
    ['support', true, '2026-05-01']
  ] as const)
    expect(await reasonsOf(['support', true], [...second], null)).toContain('1 of 3 votes failed: HTTP 400');
});

it('a page has the date that most votes see: a date that one of three sees excludes no page', async () => {
  const labelOf = async (...dates: (string | undefined)[]) => {
    const vote = voting(dates.map((date) => ['support', true, date]));
    const { verdicts } = await judged({}, false, { modelsFor: () => 3, vote });
    return verdicts.find(({ kind }) => kind === 'daily-claim')!.label;
  };
  expect(await labelOf(undefined, undefined, '2026-05-01')).toBe('correct');
  expect(await labelOf(undefined, '2026-05-01', '2026-05-01')).toBe('unknown');
});

it('a page that is dead is listed with the reason and decides nothing: the claim is unknown', async () => {
  const { verdicts, score } = await judged({}, false, {
    fetch: (url) => Promise.resolve({ ...page(url), outcome: 'not-found', note: '404', text: null })
  });
  const claim = verdicts.find(({ kind }) => kind === 'daily-claim')!;
  expect(claim.label).toBe('unknown');
  const { queries } = claim.detail as Extract<Detail, { kind: 'daily-claim' }>;
  expect(queries[0]!.pages).toMatchObject([{ outcome: 'not-found', unused: 'not found', verdict: null }]);
  expect(score).toMatchObject({ value: 0, n: 1, unscored: 0 });
});

describe('claims', () => {
  const claims = ['a', 'b', 'c', 'd', 'e'].map((fact, at): DailyClaim => ({
    ...{ fact, claim: fact, from: 'text', place: null, rubric: at < 3 ? 's1' : 's2' }
  }));

  it('are drawn one of each rubric in turn, the same each time, in their order', () => {
    const drawn = drawClaims(claims, 'report', 2);
    expect(drawn.map(({ rubric }) => rubric)).toEqual(['s1', 's2']);
    expect(drawClaims(claims, 'report', 2)).toEqual(drawn);
    const four = drawClaims(claims, 'report', 4);
    expect(four.map(({ rubric }) => rubric)).toEqual(['s1', 's1', 's2', 's2']);
    expect(four).toEqual(claims.filter((claim) => four.includes(claim)));
    expect(drawClaims(claims, 'report')).toEqual(claims);
  });

  it('have keys by rubric and words', () => {
    expect(new Set(claims.map(claimKey)).size).toBe(5);
    expect(claimKey(claims[0]!)).toMatch(/^s1\/claim-[0-9a-f]{12}$/);
  });
});

it('a run records its own settings and the protocol reads them', () => {
  const metric = withSettings(metricByName('daily-factuality'), { own: { rounds: 1 } });
  expect(metric.settings.own).toEqual({ rounds: 1 });
});
