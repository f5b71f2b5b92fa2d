import type { PageServerLoad } from './$types';
import { refuse } from '$lib/errors.ts';
import { versionLineage } from '$lib/verification/release/finalise.server.ts';
import { markOf } from '$lib/verification/proposals/model-marks.ts';
import { modelMarks } from '$lib/verification/proposals/query-draft-adoption.server.ts';
import { getVersion } from '$lib/verification/release/versions.server.ts';
import { wordDiff } from '$lib/verification/vocabulary/word-diff.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../../../../answer.ts';
import { grantFor } from '../../../../../../../grants.ts';
import { verificationCrumbs } from '../../../../crumbs.ts';
import { versionNumber } from '../../../../version-number.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, 'read-benchmark');
    const number = versionNumber(event.params.version);
    const { qid } = event.params;
    const query = getVersion(db, grant, number).content.queries.find((one) => one.qid === qid);
    const lineage = versionLineage(db, grant, number, qid);
    if (!query && lineage.length === 0) return refuse.notFound('query in this version');
    const marks = modelMarks(db, grant, qid);
    const against = (before: string, after: string | null) => (after === null ? null : wordDiff(before, after));
    return {
      crumbs: verificationCrumbs(
        event.locals.language,
        project,
        {
          label: messagesIn(event.locals.language, 'versions').number({ number }),
          href: `/p/${project.slug}/verification/versions/${number}`
        },
        { label: qid }
      ),
      number,
      qid,
      query: query
        ? {
            text: query.text,
            items: query.items.map(({ key, text }) => ({
              key,
              text,
              mark: markOf(marks, { kind: 'item', origin: 'benchmark', key, wording: text })
            }))
          }
        : null,
      lineage: lineage.map((one) => {
        const first = one.wordings[0]?.text ?? one.finalWording;
        const last = one.wordings.at(-1)?.text ?? one.finalWording;
        return {
          ...one,
          first,
          mark: markOf(marks, { ...one, wording: one.finalWording }),
          changed: first !== one.finalWording ? wordDiff(first, one.finalWording) : null,
          ratings: one.ratings.map((rating) => ({ ...rating, diff: against(last, rating.wording) })),
          inspections: one.inspections.map((found) => ({ ...found, diff: against(last, found.wording) })),
          decisions: one.decisions.map((made) => ({
            ...made,
            diff: made.wording === last ? null : against(last, made.wording)
          }))
        };
      })
    };
  });
