import { sayingsOf } from '$lib/messages/sayings.ts';
import { fail, redirect } from '@sveltejs/kit';
import { z } from 'zod';
import type { Actions, PageServerLoad } from './$types';
import { problemAt, refuse } from '$lib/errors.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { materialKind } from '$lib/scorer/suites/material.ts';
import { getQuery } from '$lib/verification/benchmark/benchmark.server.ts';
import { editMaterial, materialRevisions } from '$lib/verification/benchmark/material.server.ts';
import { answer, attempt } from '../../../../../../../answer.ts';
import { grantFor } from '../../../../../../../grants.ts';

const leadSays = sayingsOf('leadRefusals');

const rating = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
const ratings = z.strictObject({
  single: z.record(z.string(), rating),
  joint: z.array(z.strictObject({ keys: z.array(z.string()), rating }))
});

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { qid, suite } = event.params;
    const { db } = event.locals;
    const kind = materialKind(suite);
    const newest = materialRevisions(db, grant, qid).find((one) => one.suite === suite);
    if (!kind?.ablation || !newest) return refuse.notFound('material whose parts are weighed');
    const base = `/p/${project.slug}/queries/${encodeURIComponent(qid)}`;
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'rooms').queries, href: `/p/${project.slug}/queries` },
        { label: qid, href: base },
        { label: libraryTextIn(event.locals.language)(kind.title), href: `${base}/material/${suite}` },
        { label: messagesIn(event.locals.language, 'ablation').importance }
      ],
      ...{ qid, edit: `${base}/material/${suite}`, revision: newest.revision },
      task: getQuery(db, grant, qid).query.text,
      parts: kind.ablation.parts(kind.schema.parse(newest.content))
    };
  });

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const { qid, suite } = event.params;
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      const { db } = event.locals;
      const kind = materialKind(suite);
      const newest = materialRevisions(db, grant, qid).find((one) => one.suite === suite);
      if (!kind?.ablation || !newest) return refuse.notFound('material whose parts are weighed');
      const read = ratings.safeParse(jsonIn(String(form.get('ratings') ?? '')));
      if (!read.success) return refuse.invalid(leadSays('ratingsNotSaved'));
      const result = kind.ablation.apply(kind.schema.parse(newest.content), read.data);
      if ('faults' in result)
        return refuse.invalid(
          leadSays('importanceNotSaved'),
          result.faults.map(({ key, reason }) => problemAt(key, reason))
        );
      editMaterial(db, grant, {
        ...{ qid, suite, content: result.content, revision: Number(form.get('revision')) },
        reason: `Importance by ablation: ${kind.ablation.summary(read.data)}`
      });
      return { to: `/p/${project.slug}/queries/${encodeURIComponent(qid)}/material/${suite}` };
    });
    if (!('to' in done)) {
      const kept = ratings.safeParse(jsonIn(String(form.get('ratings') ?? '')));
      return fail(done.status, { ...done.data, rated: kept.success ? kept.data : null });
    }
    redirect(303, done.to);
  }
};

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
