import {
  type Confirmation,
  currentDecision,
  type Decision,
  listDecisions
} from '$lib/alignment/adoption/decisions.server.ts';
import { sampledUnequally } from '$lib/alignment/procedure/warnings.ts';
import { metricOf } from '$lib/alignment/units/metric.ts';
import { adoptedEnsemble, type Validity } from '$lib/alignment/adoption/adoptions.ts';
import type { Preregistration } from '$lib/alignment/preregistration/preregistrations.server.ts';
import { whenPreregistered } from './[study]/steps.ts';
import type { ShownDecision } from '$lib/components/alignment/adoption/DecisionCard.svelte';
import { namedVersions } from '$lib/scorer/served-version.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { interval, proportion } from '$lib/stats/writing/figures.ts';
import { ensembleIn } from '$lib/alignment/report/ensemble-in-words.ts';
import { sayIn } from '$lib/messages/say-in.ts';
import { metricWordIn } from '$lib/scorer/suites/metric-words.ts';

interface Numbered {
  id: string;
  number: number;
  name: string;
}

/**
 * Agreement of the decided ensemble, as measured: on the items that every judge labelled, or on its own if there are none. If items
 * had unequal chances it is weighted to the run, as the gates are.
 */
export function decidedAgreement({ candidate, method, warnings }: Decision['figures']) {
  if (candidate === null) return null;
  const weighted = sampledUnequally({ warnings });
  const asMeasured = candidate.common.value === null ? candidate.agreement : candidate.common;
  const { value, low, high, n, clusters } = weighted ? candidate.weighted : asMeasured;
  return { measure: metricOf(method.scale).kind, weighted, value, low, high, n, clusters };
}

/** The agreement that a decision rests on, beside that of annotators, as a sentence; null if it rests on none. */
function figuresSaid(figures: Decision['figures'], say: Words<Messages['decidedFigures']>): string | null {
  const found = decidedAgreement(figures);
  if (found === null) return null;
  const { measure, weighted, value, low, high, n, clusters } = found;
  const people = weighted ? figures.people.weighted : figures.people.agreement;
  const shown = {
    ...{ measure, weighted: weighted ? 'yes' : 'no', agreement: proportion(value), interval: interval(low, high) },
    ...{ items: n, queries: clusters, people: proportion(people.value) }
  };
  return people.low === null
    ? say.figures(shown)
    : say.figuresPeople({ ...shown, peopleInterval: interval(people.low, people.high) });
}

/** A decision as pages show it; `validity` is that of the one in force, null for those before it. */
export function shownDecision(
  { confirmations = [], ...decision }: Decision & { confirmations?: readonly Confirmation[] },
  studies: readonly Numbered[],
  validity: Validity | null,
  language: string,
  preregistrations: readonly Preregistration[] = [],
  when: Words<Messages['preregistered']> | null = null
): ShownDecision {
  const { ensemble, figures, recommended } = decision;
  const study = studies.find(({ id }) => id === decision.studyId);
  const analysisPlan = preregistrations.find(({ id }) => id === decision.preregistrationId);
  return {
    id: decision.id,
    outcome: decision.outcome,
    ensemble:
      ensemble &&
      ensembleIn(
        language,
        ensemble.judges.map(({ spec }) => spec),
        ensemble.rule
      ),
    recommended: {
      outcome: recommended.outcome,
      ensemble: recommended.ensemble && ensembleIn(language, recommended.ensemble.judges, recommended.ensemble.rule),
      against: recommended.against
    },
    analysisPlan: analysisPlan && when ? whenPreregistered(analysisPlan, when) : null,
    acknowledged: decision.acknowledged,
    reason: decision.reason,
    by: decision.decidedByName,
    at: decision.decidedAt,
    study: study ? { number: study.number, name: study.name } : null,
    agreement: decidedAgreement(figures),
    figures: figuresSaid(figures, messagesIn(language, 'decidedFigures')),
    judges: ensemble?.judges.map(({ spec, fingerprint }) => ({ spec, fingerprint })) ?? [],
    prompt: ensemble?.prompt ?? null,
    changed: validity === null ? null : validity.said.map((one) => sayIn(language, one)),
    served: (decision.served ?? []).flatMap((one) => {
      const versions = namedVersions(one);
      const judge = one.role === null ? one.judge : `${one.model} (${one.role} of ${one.judge})`;
      return versions.length === 0 ? [] : [{ judge, versions }];
    }),
    confirmations: confirmations.map(({ reason, by, at }) => ({ reason, by, at }))
  };
}

/** The decisions for the metric of a study: the one in force, what it adopts, and those before it. */
export function decisionsShown(
  db: Db,
  reading: ProjectGrant<'read-results'>,
  metric: string,
  studies: readonly Numbered[],
  preregistrations: readonly Preregistration[],
  language: string
) {
  const when = messagesIn(language, 'preregistered');
  const current = currentDecision(db, reading, metric);
  const [, ...earlier] = listDecisions(db, reading, metric);
  const shown = current && shownDecision(current, studies, current.validity, language, preregistrations, when);
  return {
    current: shown && {
      ...shown,
      head: decisionHead(shown, metricWordIn(language, metric), messagesIn(language, 'alignmentList'))
    },
    /** Of the figures that it rests on; null without one. */
    inputHash: current?.figures.inputHash ?? null,
    ensemble: current?.ensemble ? adoptedEnsemble(current.ensemble) : null,
    earlier: earlier.map((one) => shownDecision(one, studies, null, language))
  };
}

/** The head over a decision: what holds now. */
export function decisionHead(
  decision: Pick<ShownDecision, 'outcome' | 'ensemble' | 'changed'>,
  metric: string,
  words: Words<Messages['alignmentList']>
): string {
  if (decision.changed?.length) return words.reopened({ metric });
  switch (decision.outcome) {
    case 'adopt':
      return words.adopted({ metric, ensemble: decision.ensemble ?? '' });
    case 'adopt-with-escalation':
      return words.escalation({ metric, ensemble: decision.ensemble ?? '' });
    case 'collect-more-labels':
      return words.collect({ metric });
    case 'reject':
      return words.reject({ metric });
  }
}
