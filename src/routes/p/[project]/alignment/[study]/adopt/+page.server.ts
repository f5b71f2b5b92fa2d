import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import {
  missingEvidence,
  recordAdoption,
  notDecidable,
  servedInRun
} from '$lib/alignment/adoption/adoptions.server.ts';
import { currentAdoption } from '$lib/alignment/adoption/decisions.server.ts';
import { mixedVersions } from '$lib/alignment/adoption/mixed-versions.ts';
import { verdictIn, verdictLeadIn } from '$lib/alignment/procedure/verdict-in-words.ts';
import { ensembleIn } from '$lib/alignment/report/ensemble-in-words.ts';
import { readCandidate } from '$lib/components/alignment/candidate-value.ts';
import { refuse } from '$lib/errors.ts';
import { metricWordIn } from '$lib/scorer/suites/metric-words.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { writesSeen, type Db } from '$lib/server/db/client.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { grantAgain } from '../../../../../grants.ts';
import { alignmentAddress, askedState, type AskedState, askedAlignment, crumbsOf } from '../asked.ts';
import { adoptionForm } from './adoption-form.ts';
import { gatesHead, shownGates } from '../shown-procedure.ts';
import { procedureSteps } from '../steps.ts';

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const { language } = event.locals;
    const asked = await askedAlignment(event, 'manage');
    if (asked.header.run === null) refuse.conflict(notDecidable);
    const { verdict } = asked.procedure;
    const { run, judges } = asked.header;
    const served = servedInRun(
      event.locals.db,
      asked.reading,
      run,
      judges.map(({ judgeId }) => judgeId)
    );
    return {
      crumbs: crumbsOf(asked, language, messagesIn(language, 'adoptPage').title),
      study: { number: asked.study.number, name: asked.study.name, metric: metricWordIn(language, asked.study.metric) },
      steps: procedureSteps(event.locals.db, asked, 'decide', language),
      verdict: { lead: verdictLeadIn(language, verdict), text: verdictIn(language, verdict) },
      missing: missingEvidence(asked),
      ...{
        gates: shownGates(asked.procedure, asked.report.method.scale, language),
        gatesHead: gatesHead(asked.procedure, language)
      },
      mixed: mixedVersions(served),
      replaced: ensembleInForce(event.locals.db, asked, language),
      form: adoptionForm(asked, language)
    };
  });

/** The adopted ensemble of the study's metric, of this study or of another one: a decision replaces it. Null if none is adopted. */
function ensembleInForce(
  db: Db,
  { reading, study }: Pick<AskedState<'manage'>, 'reading' | 'study'>,
  language: string
): string | null {
  const adopted = currentAdoption(db, reading, study.metric)?.ensemble;
  return adopted ? ensembleIn(language, adopted.judges.map(({ spec }) => spec), adopted.rule) : null; // prettier-ignore
}

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const typed = (name: string): string => String(form.get(name) ?? '');
    const kept = {
      outcome: typed('outcome'),
      candidate: typed('candidate'),
      reason: typed('reason'),
      acknowledged: form.has('acknowledged')
    };
    const done = await attempt(async () => {
      const { db, aside } = event.locals;
      const asked = askedState(event, 'manage');
      const { outcome, reason, acknowledged } = kept;
      const writes = writesSeen(db);
      const study = await aside.study(asked.reading, asked.study.id, { runId: asked.run?.id });
      const input = {
        studyId: asked.study.id,
        metric: asked.study.metric,
        outcome,
        ...readCandidate(kept.candidate),
        reason,
        acknowledged,
        seen: typed('seen'),
        runId: asked.run?.id
      };
      const made = recordAdoption(db, grantAgain(event, 'manage'), input, {}, { study, writes });
      return { to: alignmentAddress(asked, `?decided=${made.id}#decisions`) };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, ...kept });
    redirect(303, done.to);
  }
};
