import { sayingsOf } from '$lib/messages/sayings.ts';
import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { problemAt, refuse } from '$lib/errors.ts';
import { jsonFault } from '$lib/messages/json-faults.ts';
import { libraryTextIn, textsIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { materialKind, readMaterial } from '$lib/scorer/suites/material.ts';
import { may } from '$lib/server/auth/authorize.ts';
import { editMaterial, materialRevisions } from '$lib/verification/benchmark/material.server.ts';
import { draftedSubtasks } from '$lib/verification/proposals/made-material.server.ts';
import { topicOfContent } from '$lib/verification/topics/tasks-of-topic.server.ts';
import { answer, attempt } from '../../../../../../answer.ts';
import { grantFor, personOf } from '../../../../../../grants.ts';
import { factsIn } from '../../materials.ts';

const leadSays = sayingsOf('leadRefusals');
const importSays = sayingsOf('importProblems');

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-benchmark');
    const { qid, suite } = event.params;
    const revisions = materialRevisions(event.locals.db, grant, qid).filter((one) => one.suite === suite);
    const kind = materialKind(suite);
    const manages = may(personOf(event.locals), grant.resource, 'manage');
    const asked = event.url.searchParams.get('revision');
    const newest = revisions[0] ?? null;
    const shown =
      asked === null
        ? newest
        : (revisions.find(({ revision }) => String(revision) === asked) ?? refuse.notFound('material'));
    if (shown === null && !(kind?.form && manages)) refuse.notFound('material');
    const content = shown?.content ?? kind!.form!.empty(event.url.searchParams.get('topic'));
    const say = libraryTextIn(event.locals.language);
    const parts = shown ? (kind?.ablation?.parts(shown.content) ?? []) : [];
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'rooms').queries, href: `/p/${project.slug}/queries` },
        { label: qid, href: `/p/${project.slug}/queries/${encodeURIComponent(qid)}` },
        { label: say(kind?.title ?? suite) }
      ],
      ...{ qid, suite, title: say(kind?.title ?? suite), facts: factsIn(say, shown ? kind?.facts(shown.content) : []) },
      text: JSON.stringify(content, null, 2),
      shown: shown?.revision ?? 0,
      newest: newest?.revision ?? 0,
      form: kind?.form
        ? {
            component: kind.form.component,
            choices: textsIn(event.locals.language, kind.form.choices, ['label']),
            content
          }
        : null,
      drafted: draftedSubtasks(event.locals.db, grant, qid).map(({ key, judge, model, draftedText }) => ({
        ...{ key, judge, model },
        reworded: !parts.some((part) => part.key === key && part.text === draftedText)
      })),
      topic: topicOfContent(event.locals.db, grant, content),
      weighs: kind?.ablation !== undefined && shown !== null,
      revisions: revisions.map(({ revision, origin, reason, madeByName, madeAt }) => ({
        ...{ revision, origin, reason, madeByName, madeAt }
      })),
      edits: manages && shown === newest
    };
  });

export const actions: Actions = {
  save: async (event) => {
    const form = await event.request.formData();
    const typed = { content: String(form.get('content') ?? ''), reason: String(form.get('reason') ?? '') };
    const { qid, suite } = event.params;
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      const read = readMaterial(suite, parsed(typed.content), 'material');
      if ('problems' in read) refuse.invalid(leadSays('materialNotSaved'), read.problems);
      else
        editMaterial(event.locals.db, grant, {
          ...{ qid, suite, content: read.content, reason: typed.reason },
          revision: Number(form.get('revision'))
        });
      return { to: `/p/${project.slug}/queries/${encodeURIComponent(qid)}/material/${suite}` };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, ...typed });
    redirect(303, done.to);
  }
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = jsonFault(error);
    return refuse.invalid(leadSays('materialNotSaved'), [problemAt('material', importSays('notJsonText', { why }))]);
  }
}
