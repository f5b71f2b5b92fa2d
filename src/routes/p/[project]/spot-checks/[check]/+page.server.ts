import type { Actions, PageServerLoad } from './$types';
import { textsIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { printedHolds } from '$lib/alignment/accuracy/accuracy.ts';
import { printedOfSpotChecks } from '$lib/alignment/accuracy/printed.ts';
import { labelsOfUnit } from '$lib/scorer/suites/index.ts';
import { may } from '$lib/server/auth/authorize.ts';
import { closeSpotCheck } from '$lib/studies/spot-checks/spot-checks.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor, personOf } from '../../../../grants.ts';
import { checkAsked, checkNumber } from './check-asked.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant, check, row, figures } = checkAsked(event);
    const { accuracy, units, ...counts } = figures;
    const { share, leftOut } = accuracy;
    const printed = printedOfSpotChecks(check.unitKind);
    const labels = textsIn(event.locals.language, labelsOfUnit(check.unitKind, check.metric), ['title']);
    const titleOf = (label: string | null): string =>
      label === null
        ? messagesIn(event.locals.language, 'spotCheck').cannotJudge
        : (labels.find((one) => one.label === label)?.title ?? label);
    const evidence = (unit: (typeof units)[number]): string =>
      `/p/${project.slug}/reports/${unit.reportId}?run=${row.run}&metric=${encodeURIComponent(check.metric)}`;
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'spotCheck').title, href: `/p/${project.slug}/spot-checks` },
        { label: check.name }
      ],
      manage: `spot-check/${check.id}`,
      check: { ...row, seed: check.seed },
      reviews: may(personOf(event.locals), grant.resource, 'review'),
      counts,
      source: printed?.source ?? null,
      rows: [
        {
          ...{ name: row.judge, n: share.n, queries: share.clusters, value: share.value, interval: share.interval },
          ...{ leftOut, printed: printed?.judge ?? null },
          holds: printedHolds(printed === null ? null : printed.judge / 100, share.interval)
        }
      ],
      units: units.map((unit) => ({
        ...{ qid: unit.qid, system: unit.system, href: evidence(unit), judged: titleOf(unit.label) },
        agrees: unit.right === null ? null : unit.right === unit.label,
        answers: unit.answers.map(({ name, label, note }) => ({ name, label: titleOf(label), note }))
      }))
    };
  });

export const actions: Actions = {
  close: async (event) =>
    attempt(() => {
      closeSpotCheck(event.locals.db, grantFor(event, 'manage').grant, checkNumber(event));
      return { ended: true };
    })
};
