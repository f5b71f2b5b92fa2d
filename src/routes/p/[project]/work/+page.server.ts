import type { PageServerLoad } from './$types';
import { labelInWords } from '$lib/components/studies/label-words.ts';
import { momentIn } from '$lib/messages/dates.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { myStudies } from '$lib/studies/judging/queue.server.ts';
import { pageOfOwnLabels } from '$lib/studies/own-work/own-labels.server.ts';
import { answer } from '../../../answer.ts';
import { grantFor, personOf } from '../../../grants.ts';
import { askedList, listingOf } from '../../../paging.ts';
import { textLetters } from './[assignment]/assignment-page.ts';

const address = { sorts: ['time', 'study', 'item', 'label'], usual: '-time', filters: ['study', 'state'] };

/** Labels of the person in the project, and whether they can still be changed. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'annotate');
    const { db, language } = event.locals;
    const person = personOf(event.locals);
    const say = messagesIn(language, 'ownLabels');
    const question = askedList(event.url, address);
    const found = pageOfOwnLabels(db, grant, question, messagesIn(language, 'studyTerms'));
    return {
      crumbs: [{ label: project.name, href: `/p/${project.slug}` }, { label: say.title }],
      studies: myStudies(db, person)
        .filter((study) => study.project.slug === project.slug)
        .map(({ number, name }) => ({ number, name })),
      list: listingOf(event.url, address, question, found),
      labels: found.rows.map((row) => ({
        ...row,
        label: labelInWords(row.label, [], row.texts > 1 ? textLetters(row.texts) : [], say.cannotJudge),
        committed: momentIn(language, row.committedAt)
      }))
    };
  });
