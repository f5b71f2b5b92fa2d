import type { PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { arrangeRows } from '$lib/server/lists/arrange-rows.ts';
import { pageOfReports } from '$lib/verification/benchmark/report-list.server.ts';
import { countTraces } from '$lib/scorer/report/report-traces.server.ts';
import { listSystems } from '$lib/verification/benchmark/systems.server.ts';
import { budgetInName, budgetInWords, systemCategories } from '$lib/names.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';
import { askedList, listingOf } from '../../../paging.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db, language } = event.locals;
    const say = libraryTextIn(language);
    const all = listSystems(db, grant);
    const systemsAddress = {
      sorts: ['name', 'category', 'provider', 'family', 'backbone', 'collected', 'reports'],
      usual: 'name',
      prefix: 'systems-',
      size: 25
    };
    const systemsAsked = askedList(event.url, systemsAddress);
    const systems = arrangeRows(all, systemsAsked, {
      text: ({ name, provider, family, backbone }) => [name, provider, family, backbone],
      orders: {
        name: ({ name }) => name,
        category: ({ category }) => category && say(systemCategories[category]),
        provider: ({ provider }) => provider,
        family: ({ family }) => family,
        backbone: ({ backbone }) => backbone,
        collected: ({ collectedAt }) => collectedAt,
        reports: ({ reports }) => reports
      }
    });
    const address = { sorts: ['system', 'qid', 'collected', 'file'], usual: 'system', filters: ['system'] };
    const question = askedList(event.url, address);
    const reports = pageOfReports(db, grant, question);
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'rooms').reports }
      ],
      all: { systems: all.length, reports: all.reduce((sum, { reports }) => sum + reports, 0) },
      traces: countTraces(db, grant),
      names: all.map(({ name }) => name),
      systemList: listingOf(event.url, systemsAddress, systemsAsked, systems),
      systems: systems.rows.map(
        ({ id, name, provider, family, backbone, category, budget, collectedHow, collectedAt, reports }) => ({
          id,
          name,
          provider,
          family,
          backbone,
          category,
          budget,
          // A name alone is no budget: a lead has to confirm it.
          budgetTold: budget === null ? budgetTold(name) : null,
          collectedHow,
          collectedAt,
          reports
        })
      ),
      list: listingOf(event.url, address, question, reports),
      reports: reports.rows
    };
  });

/** A budget that a system's name seems to tell; null if it tells none. */
const budgetTold = (name: string): string | null => {
  const told = budgetInName(name);
  return told && budgetInWords(told);
};
