import type { Verdict } from '../../../verdict.ts';
import type { DailyTask } from '../material.ts';
import type { ClaimDetail, EvidencePage } from '../units.ts';

/** Made material and verdicts of a claim about cooling centres, whose way to "incorrect" can be checked by hand. */
export const coolingTask: DailyTask = {
  type: 'retrieval',
  topic: null,
  evidenceLimit: '2026-07-10',
  subtasks: [
    {
      key: 's1',
      text: 'Say how many cooling centres there are.',
      constraint: 'content',
      modifiers: [],
      rubrics: { ins: 'Gives a number.', fac: 'Number and change are right.', rat: null },
      importance: 'P0',
      group: null
    }
  ]
};

const page = (over: Partial<EvidencePage>): EvidencePage => ({
  url: 'https://city.example/a',
  title: 'City of Port Alder',
  date: '2026-07-07',
  outcome: 'ok',
  content: null,
  publisher: 'city.example',
  official: false,
  verdict: 'support',
  quote: '',
  ownReference: false,
  unused: null,
  ...over
});

export const coolingClaim: ClaimDetail = {
  subtask: 's1',
  fact: 'opened 41 cooling centres, twice as many as in 2024',
  place: { block: 6, start: 22, end: 73 },
  from: 'text',
  references: [{ url: 'https://courier.example/1', outcome: 'ok', check: 'unknown', quote: 'All 41 centres ran.' }],
  queries: [
    {
      id: 1,
      query: 'Did the city open 41 cooling centres in July 2026?',
      dependsOn: [],
      searches: [{ round: 1, query: 'cooling centres July 2026', outcome: 'ok', results: 10 }],
      pages: [
        page({ official: true, quote: 'Forty-one cooling centres open today.' }),
        page({ url: 'https://courier.example/1', publisher: 'courier.example', ownReference: true }),
        page({ url: 'https://late.example/', date: '2026-07-14', verdict: null, unused: 'Later than 2026-07-10' })
      ],
      verdict: 'correct',
      because: 'One official page decides.',
      modelVerdict: null
    },
    {
      id: 2,
      query: 'Did the city run 20 or 21 centres in 2024?',
      dependsOn: [1],
      searches: [{ round: 1, query: 'centres 2024', outcome: 'timed-out', results: 0 }],
      pages: [page({ official: true, verdict: 'conflict', quote: 'In 2024, the city ran 24 cooling centres.' })],
      verdict: 'incorrect',
      because: 'One official page decides.',
      modelVerdict: 'unknown'
    }
  ]
};

const judged = (item: string, label: string, detail: Verdict['detail'], text: string): Verdict => ({
  ...{ item, kind: 'daily-claim', text, state: 'judged', label, rationale: '', evidence: [] },
  ...(detail && { detail })
});

export const coolingVerdict = judged(
  's1/claim-b',
  'incorrect',
  { kind: 'daily-claim', ...coolingClaim },
  'In July 2026, Port Alder opened 41 cooling centres, twice as many as in 2024.'
);

/** All claims of the report: two of subtask s1, of which one is correct, and one that belongs to none. */
export const coolingVerdicts: Verdict[] = [
  judged('s1/claim-a', 'correct', { kind: 'daily-claim', ...coolingClaim, queries: [] }, 'It opened on 7 July 2026.'),
  coolingVerdict,
  {
    ...{
      item: 'fallback/claim-c',
      kind: 'daily-claim',
      text: 'The city has a harbour.',
      state: 'abstained',
      label: null
    },
    ...{ rationale: '', evidence: [], detail: { kind: 'daily-claim', ...coolingClaim, subtask: null, queries: [] } }
  }
];
