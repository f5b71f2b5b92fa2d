import type { MetaEvaluation } from '../../../meta-evaluation.ts';

/** The meta-evaluation of arXiv 2606.12871: section 5.5, Table 5 and Figure 6. */
export const dailyMetaEvaluation: MetaEvaluation = {
  source: 'arXiv 2606.12871, section 5.5, Table 5 and Figure 6',
  sample: { n: 300, of: 'subtasks' },
  columns: [
    { unit: 'daily-instruction', title: 'Ins', truth: 'adjudicated', printed: { people: 88.4, judge: 96.5 } },
    { unit: 'daily-claim', title: 'Fac', truth: 'spot-check', printed: { people: null, judge: 94.2 } },
    { unit: 'daily-paragraph', title: 'Rat', truth: 'spot-check', printed: { people: null, judge: 95.3 } }
  ],
  preference: { unit: 'daily-preference', title: 'UserPref', kappa: 0.859 },
  judges: [
    { name: 'GPT-5.2', percent: [92.1, 91.7, 91.4], cost: 2.04 },
    { name: 'Gemini-2.5-Pro', percent: [94.5, 93.1, 93.8], cost: 1.58 },
    { name: 'Claude-4.5-Sonnet', percent: [95.1, 94.5, 95.7], cost: 2.53 },
    { name: 'Gemini-3-flash', percent: [96.5, 94.2, 95.3], cost: 0.45 }
  ],
  open: [
    'Each column of the printed table is headed accuracy; how many claims and paragraphs were checked is not said.',
    'The cost is in US dollars; per report, per task or in all is not said.',
    'The printed weighted κ has neither its weights nor an interval.'
  ]
};
