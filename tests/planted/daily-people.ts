/** Made verdicts of two judges on DailyReport's units, from which everything that people see and all figures follow. */

const collected = 'It is the tenth of July.';

/** Six tasks with two subtasks each, and a report of each of two systems. */
export const tasks = Array.from({ length: 6 }, (_, t) => ({
  qid: `task-${t + 1}`,
  text: `What does the city of Alder do against the heat, part ${t + 1}?`,
  category: 'daily',
  items: [],
  material: {
    'daily-report': {
      type: 'retrieval',
      evidenceLimit: '2026-07-10',
      subtasks: ['s1', 's2'].map((key) => ({
        key,
        text: `Subtask ${key} of task ${t + 1}`,
        constraint: 'content',
        rubrics: { ins: `Requirement ${t + 1}.${key}.`, fac: 'The number is right.', rat: 'It reasons soundly.' },
        importance: 'P0'
      }))
    }
  }
}));

export const systems = ['alpha', 'beta'].map((name) => ({ name, category: 'single-agent-web' }));

export const dailyReports = tasks.flatMap(({ qid }) =>
  systems.map(({ name }) => ({
    ...{ system: name, qid },
    markdown: `# Heat\n\n${collected}\n\nThe city opened 41 cooling centres, twice as many as in 2024.\n\nHence most people live near one.`
  }))
);

const fact = 'The city opened 41 cooling centres, twice as many as in 2024.';
const page = {
  ...{ title: 'City of Alder', date: '2026-07-07', outcome: 'ok', content: null, publisher: 'alder.example' },
  ...{ official: true, verdict: 'support', quote: 'Forty-one cooling centres open today.', ownReference: false },
  ...{ unused: null, url: 'https://alder.example/centres' }
};

const claim = {
  ...{ subtask: 's1', fact, place: { block: 2, start: 0, end: fact.length }, from: 'text' },
  references: [{ url: 'https://courier.example/1', outcome: 'ok', check: 'unknown', quote: 'All 41 centres ran.' }],
  queries: [
    {
      ...{ id: 1, query: 'Did the city open 41 cooling centres?', dependsOn: [], verdict: 'correct' },
      ...{ because: 'One official page decides.', modelVerdict: null },
      searches: [{ round: 1, query: 'Alder cooling centres', outcome: 'ok', results: 10 }],
      pages: [
        page,
        {
          ...page,
          ...{ url: 'https://late.example/', title: 'Coastline', publisher: 'late.example', official: false },
          ...{ date: '2026-07-14', verdict: null, quote: '', unused: 'Later than 2026-07-10' }
        }
      ]
    },
    {
      ...{ id: 2, query: 'Did it run 20 or 21 centres in 2024?', dependsOn: [1], verdict: 'incorrect' },
      ...{ because: 'One official page decides.', modelVerdict: 'unknown' },
      searches: [{ round: 1, query: 'Alder centres 2024', outcome: 'ok', results: 8 }],
      pages: [
        {
          ...page,
          ...{
            url: 'https://alder.example/2024',
            verdict: 'conflict',
            quote: 'In 2024, the city ran 24 cooling centres.'
          }
        }
      ]
    }
  ]
};

const instructionLabels = ['satisfied', 'partly', 'not-satisfied'];
/** The true label of the `u`th of 24 requirements. */
export const trueLabel = (u: number): string => instructionLabels[u % 3]!;

/** Lines of a file of ready verdicts: judge `plumb` is right on every requirement, `bent` errs on each sixth. */
export function verdictLines(): object[] {
  return dailyReports.flatMap(({ system, qid }, r) => {
    const of = { system, qid, metric: 'daily-instruction' };
    const ins = ['s1', 's2'].flatMap((key, n) =>
      ['plumb', 'bent'].map((judge) => {
        const u = 2 * r + n;
        const label = judge === 'bent' && u % 6 === 0 ? trueLabel(u + 1) : trueLabel(u);
        const detail = {
          subtask: key,
          rubric: `Requirement ${key}.`,
          importance: 'P0',
          group: null,
          unobtainable: null
        };
        return {
          ...of,
          judge,
          item: `${key}/ins`,
          item_text: `Requirement ${u}.`,
          label,
          rationale: 'As it says.',
          detail
        };
      })
    );
    const own = { ...of, judge: 'plumb', rationale: 'By the pages.' };
    return [
      ...ins,
      {
        ...{ ...own, kind: 'daily-claim', item: 's1/claim-1', label: 'incorrect', detail: claim },
        item_text: 'In July 2026, Alder opened 41 cooling centres, twice as many as in 2024.'
      },
      {
        ...{ ...own, kind: 'daily-paragraph', item: 's1/paragraph-1', label: 'sound' },
        item_text: 'Hence most people live near one.',
        detail: { subtask: 's1', place: { block: 3, start: 0, end: 10 }, errors: [], claims: [] }
      }
    ];
  });
}
