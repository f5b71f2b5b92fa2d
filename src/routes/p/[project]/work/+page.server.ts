import type { PageServerLoad } from './$types';
import { myStudies } from '$lib/studies/judging/queue.server.ts';
import { pageOfOwnLabels } from '$lib/studies/own-work/own-labels.server.ts';
import { answer } from '../../../answer.ts';
import { grantFor, personOf } from '../../../grants.ts';
import { askedList, listingOf } from '../../../paging.ts';

const address = { sorts: ['time', 'study', 'item', 'label'], usual: '-time', filters: ['study', 'state'] };

/** What the person judged in the project, and whether it can still be changed. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'annotate');
    const { db } = event.locals;
    const person = personOf(event.locals);
    const question = askedList(event.url, address);
    const found = pageOfOwnLabels(db, grant, question);
    return {
      crumbs: [{ label: project.name, href: `/p/${project.slug}` }, { label: 'Your labels' }],
      studies: myStudies(db, person)
        .filter((study) => study.project.slug === project.slug)
        .map(({ number, name }) => ({ number, name })),
      list: listingOf(event.url, address, question, found),
      labels: found.rows
    };
  });
