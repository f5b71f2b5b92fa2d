import type { PageServerLoad } from './$types';
import { listReports } from '$lib/verification/benchmark/reports.server.ts';
import { listSystems } from '$lib/verification/benchmark/systems.server.ts';
import { budgetInName, budgetInWords, systemCategories } from '$lib/names.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db } = event.locals;
    const chosen = event.url.searchParams.get('system');
    const systems = listSystems(db, grant);
    const budgetTold = (name: string): string | null => {
      const told = budgetInName(name);
      return told && budgetInWords(told);
    };
    const shown = systems.find((s) => s.name === chosen) ?? systems[0];
    return {
      crumbs: [
        { label: 'Projects', href: '/' },
        { label: project.name, href: `/p/${project.slug}` },
        { label: 'Reports' }
      ],
      systems: systems.map(
        ({ id, name, provider, family, backbone, category, budget, collectedHow, collectedAt, reports }) => ({
          id,
          name,
          provider,
          family,
          backbone,
          category: category && systemCategories[category],
          budget,
          // A name alone is no budget: somebody has to confirm it.
          budgetTold: budget === null ? budgetTold(name) : null,
          collectedHow,
          collectedAt,
          reports
        })
      ),
      shown: shown?.name ?? null,
      reports: shown
        ? listReports(db, grant, { systemId: shown.id }).map(({ id, qid, collectedAt, source }) => ({
            id,
            qid,
            collectedAt,
            source
          }))
        : []
    };
  });
