import type { PeopleCorrelation } from '../../../people-correlation.ts';
import { researchTask } from '../material.ts';

/** Table 5 of arXiv 2509.01396: three annotators averaged, on KAE as shares and on ACE from 0 to 10. */
export const arenaCorrelation: PeopleCorrelation = {
  source: 'arXiv 2509.01396, appendix B and Table 5',
  rows: [
    {
      ...{ unit: 'key-point', title: 'KAE: KSR, % of key points', times: 100 },
      printed: { rho: 0.84, r: 0.79, tauB: 0.68 }
    },
    {
      ...{ unit: 'task-criterion', title: 'ACE, 0–10', times: 1 },
      printed: { rho: 0.81, r: 0.76, tauB: 0.65 },
      weightOf: (material, item) =>
        researchTask.safeParse(material).data?.criteria?.find(({ key }) => key === item)?.weight ?? null
    }
  ],
  open: [
    'How many reports were rated is not said; the correlations have no interval.',
    'Kendall’s τ is printed as (C − D) / n(n − 1), half of τ_a without ties; τ_b is computed here, which ties do not shrink.'
  ]
};
