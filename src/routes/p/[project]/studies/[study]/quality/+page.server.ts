import { redirect } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { kindOfStudy, type StudyKind } from '$lib/studies/kinds/index.ts';
import { studyQuality } from '$lib/studies/monitoring/quality.server.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { reasonsIn } from '$lib/alignment/items/reasons.ts';
import { answer } from '../../../../../answer.ts';
import { studyPageCrumbs } from '../../crumbs.ts';
import { askedStudy } from '../asked.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant, study } = askedStudy(event, 'manage');
    if (study.runId === null) redirect(303, `/p/${project.slug}/alignment/${study.number}`);
    const { people, known } = studyQuality(event.locals.db, grant, study.id);
    const kind = kindOfStudy(study);
    const words = messagesIn(event.locals.language, 'labelQuality');
    const why = reasonsIn(messagesIn(event.locals.language, 'figureReasons'));
    const { goldEvery = 0, repeats = 0 } = study.settings;
    return {
      crumbs: studyPageCrumbs(event.locals.language, project, study, 'quality'),
      study: { number: study.number, name: study.name, goldEvery, repeats },
      people: people.map(({ cannot, ...person }) => ({
        ...person,
        whyNoKappa: person.repeats.kappa.value === null ? why[person.repeats.kappa.reason] : null,
        cannot: {
          share: cannot.share,
          reasons: cannot.reasons.map(({ reason, n }) => ({
            n,
            reason: words.cannotReason({ reason: reason ?? 'other' })
          }))
        }
      })),
      known: known.map(({ answer: label, ...one }) => ({
        ...one,
        answer: libraryTextIn(event.locals.language)(shownAnswer(kind, label))
      })),
      pairs: kind.places !== undefined
    };
  });

/** The right answer in the words that the lead gave, of texts in the order of the run. */
const shownAnswer = (kind: StudyKind, label: string): string => {
  const shown = kind.shown(label, label.split(',').length > 1 ? label.split(',').map((_, place) => place) : [0, 1]);
  return kind.options.find((option) => option.label === shown)?.title ?? shown;
};
