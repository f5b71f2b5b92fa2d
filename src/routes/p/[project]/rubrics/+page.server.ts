import { sayingsOf } from '$lib/messages/sayings.ts';
import { fail } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { refuse, fieldSays, problemAt } from '$lib/errors.ts';
import { wholeOf } from '$lib/exchange/format/file-content.ts';
import { ProblemList } from '$lib/exchange/format/problem-list.ts';
import { decodeUtf8 } from '$lib/exchange/format/utf8.ts';
import { filesAside } from '$lib/exchange/import/aside/reading-aside.ts';
import { demandRubric, keepRubric, listRubrics, readStoredRubric } from '$lib/scorer/suites/rubrics/rubrics.server.ts';
import {
  aggregationInWords,
  countCriteria,
  rubricScaleInWords,
  shownRubric
} from '$lib/scorer/suites/rubrics/rubric-outline.ts';
import { listReported } from '$lib/scorer/suites/rubrics/published/reported-figures.server.ts';
import { summariseReported } from '$lib/scorer/suites/rubrics/published/reported-summary.ts';
import { may } from '$lib/server/auth/authorize.ts';
import { write } from '$lib/server/db/client.ts';
import { receiveUpload, uploadFolder } from '$lib/server/requests/uploads.server.ts';
import { answer, attempt } from '../../../answer.ts';
import { grantAgain, grantFor, personOf } from '../../../grants.ts';

const leadSays = sayingsOf('leadRefusals');

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db, language } = event.locals;
    const say = messagesIn(language, 'rubricOutline');
    const asked = event.url.searchParams.get('rubric');
    const stored = listRubrics(db, project.id);
    const chosen = asked === null ? null : (stored.find(({ metric }) => metric === asked) ?? refuse.notFound('rubric'));
    return {
      shown:
        chosen &&
        shownRubric(readStoredRubric(db, grant, chosen.metric), chosen, event.url.searchParams.get('query'), say),
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'rubrics').title }
      ],
      rubrics: stored.map(({ metric, title, version, hash, createdAt }) => {
        const rubric = readStoredRubric(db, grant, metric);
        return {
          ...{ metric, title, version, hash, createdAt },
          ...{
            scale: rubricScaleInWords(rubric, say),
            aggregation: aggregationInWords(rubric.aggregation, say),
            ...countCriteria(rubric)
          }
        };
      }),
      reported: summariseReported(listReported(db, project.id)),
      adds: may(personOf(event.locals), grant.resource, 'manage')
    };
  });

export const actions: Actions = {
  add: async (event) => {
    const done = await attempt(async () => {
      grantFor(event, 'manage');
      const { db } = event.locals;
      const upload = await receiveUpload(event.request, uploadFolder(db));
      try {
        const files = upload.files.filter(({ name }) => name !== '');
        if (files.length === 0)
          return refuse.invalid(leadSays('rubricNotAdded'), [problemAt('file', fieldSays('chooseRubricFile'))]);
        const read: Parameters<typeof keepRubric>[2][] = [];
        for (const { name, content } of files) {
          const problems = new ProblemList();
          const text = decodeUtf8(wholeOf(content), problems, name);
          if (text === null) return refuse.invalid(leadSays('rubricNotAdded'), problems.all);
          read.push(demandRubric(await filesAside.readRubric(text, name), name));
        }
        const grant = grantAgain(event, 'manage');
        const kept = write(db, (tx) => read.map((one) => keepRubric(tx, grant, one)));
        return { added: kept.map(({ metric, added }) => ({ title: metric.title, metric: metric.name, added })) };
      } finally {
        upload.dispose();
      }
    });
    return 'added' in done ? done : fail(done.status, done.data);
  }
};
