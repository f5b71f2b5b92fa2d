import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { refuse, type Problem, fieldSays, problemAt } from '../../errors.ts';
import { runByNumber } from '../../scorer/runs/runs.server.ts';
import { servedVersions } from '../../scorer/runs/served-versions.server.ts';
import type { ServedModel } from '../../scorer/served-version.ts';
import { findMetric } from '../../scorer/suites/index.ts';
import { record } from '../../server/audit/audit.ts';
import { authorize, type ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, writesSeen, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import type { JudgeVersion } from './adoptions.ts';
import { lackingHeldOutTest } from './held-out-test.server.ts';
import type { CandidateFigures } from '../ensembles/candidates.ts';
import { rules, ensembleRules, sameEnsemble, type JudgeEnsemble, type Rule } from '../ensembles/ensembles.ts';
import { chosenIn } from '../ensembles/selection.ts';
import type { Gate } from '../gates/gate.ts';
import { withoutItems, type WithoutItems } from '../items/items.ts';
import { readProcedure, studyProcedure, type StudyProcedure } from '../procedure/procedure.server.ts';
import { verdictIn } from '../procedure/verdict-in-words.ts';
import type { AlignmentOptions } from '../report/report.ts';
import { canEscalate } from '../ensembles/escalation.ts';
import { adopts, outcomes, type StudyOutcome } from '../units/outcomes.ts';
import type { Warning } from '../procedure/warnings.ts';
import type { DecidedFigures, Decision } from './decisions.server.ts';

const leadSays = sayingsOf('leadRefusals');

export interface AdoptionInput {
  studyId: string;
  metric: string;
  outcome: string;
  /** The ensemble; not looked at if none is adopted. */
  judgeIds: readonly string[];
  rule: string;
  reason: string;
  /** Another run than the study's own whose judges are compared with the labels. */
  runId?: string | undefined;
  /** Says that the metric's protocol is known to be rejected, and is adopted all the same. */
  acknowledged?: boolean;
  /** Hash of what the figures were computed from that the person has read; the decision is refused if there are others now. */
  seen?: string;
}

/** Figures that were computed aside for a decision, and what `writesSeen` said before that. */
interface Computed {
  study: StudyProcedure;
  writes: string;
}

const haveChanged = leadSays('figuresChanged');

/** Why nothing can be decided on labels that were given elsewhere. */
export const notDecidable = leadSays('notDecidable');

/**
 * Records for good what follows from a study for one metric of the project, also against what the procedure recommends.
 * The figures are computed here, whatever the page showed; `settings` say by which resampling.
 *
 * @param computed the figures if they were computed aside; refused if they do not hold any more.
 */
export function recordAdoption(
  db: Db,
  grant: ProjectGrant<'manage'>,
  input: AdoptionInput,
  settings: AlignmentOptions = {},
  computed?: Computed
): Decision {
  const reading = authorize(grant.actor, grant.resource, 'read-results');
  const options = { ...settings, runId: input.runId };
  const study = computed?.study ?? studyProcedure(db, reading, input.studyId, options);
  const { prompt } = study.header;
  if (prompt === null) return refuse.conflict(notDecidable);
  const { outcome, rule } = checked(input, study);
  const untested =
    rule === null
      ? null
      : lackingHeldOutTest(db, {
          projectId: grant.resource.id,
          studyId: input.studyId,
          metric: input.metric,
          promptHash: prompt.hash
        });
  if (untested !== null) refuse.conflict(untested);
  if (study.state.embargoed) return refuse.conflict(leadSays('notUnblinded'));
  if (input.seen !== undefined && input.seen !== study.procedureHash) return refuse.conflict(haveChanged);
  const { candidates } = study.report;
  // A rejection is a finding and would end an adoption in force; to collect more labels needs no figures.
  if (outcome === 'reject' && candidates.every(({ agreement }) => agreement.value === null))
    return refuse.conflict(leadSays('nothingToReject', { missing: missingEvidence(study) }));
  const chosen = chosenIn(study.procedure.selection);
  const ensemble = rule === null ? null : { judgeIds: input.judgeIds, rule };
  const shown = ensemble ?? chosen;
  const candidate = shown === null ? null : (candidates.find((one) => sameEnsemble(one, shown)) ?? null);
  const silent = study.report.judges.filter(({ id, labelled }) => labelled === 0 && input.judgeIds.includes(id));
  if (ensemble !== null && silent.length > 0)
    return refuse.conflict(leadSays('silentJudges', { judges: silent.map(({ name }) => name) }));
  if (ensemble !== null && candidate === null)
    return refuse.invalid(leadSays('noDecision'), [problemAt('judges', fieldSays('ensembleNoFigures'))]);
  if (ensemble !== null && candidate?.agreement.value === null) return refuse.conflict(leadSays('noEvidence'));

  const judgesOf = (ids: readonly string[]): JudgeVersion[] =>
    study.header.judges.filter(({ judgeId }) => ids.includes(judgeId));
  const { verdict } = study.procedure;
  const decision: Decision = {
    id: newId(),
    studyId: input.studyId,
    runId: study.header.run && runByNumber(db, reading, study.header.run.number).id,
    metric: input.metric,
    outcome,
    ensemble: ensemble === null ? null : { rule: ensemble.rule, judges: judgesOf(ensemble.judgeIds), prompt },
    served: ensemble === null ? null : servedInRun(db, reading, study.header.run, ensemble.judgeIds),
    recommended: {
      outcome: verdict.outcome,
      ensemble:
        chosen === null ? null : { rule: chosen.rule, judges: judgesOf(chosen.judgeIds).map(({ spec }) => spec) },
      text: verdictIn('en', verdict),
      against: isAgainst(study, outcome, ensemble)
    },
    preregistrationId: study.preregistration?.id ?? null,
    acknowledged: ensemble === null ? null : rejectionOf(input.metric),
    figures: figuresOf(study, candidate),
    reason: input.reason.trim(),
    decidedBy: grant.actor.kind === 'person' ? grant.actor.id : null,
    decidedByName: grant.actor.name,
    decidedAt: Date.now()
  };
  return write(db, (tx) => {
    if (computed && writesSeen(tx) !== computed.writes) {
      const now = readProcedure(tx, reading, input.studyId, options);
      if (now.procedureHash !== study.procedureHash) return refuse.conflict(haveChanged);
    }
    const { ensemble: adopted, figures, ...row } = decision;
    tx.insert(schema.adoption)
      .values({
        ...row,
        projectId: grant.resource.id,
        ensemble: adopted === null ? null : { ...adopted, judges: [...adopted.judges] },
        figures: { ...figures }
      })
      .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: ensemble === null ? 'ensemble.decide' : 'ensemble.adopt',
      entity: 'adoption',
      entityId: decision.id,
      detail: {
        studyId: decision.studyId,
        run: study.header.run?.number ?? null,
        ...(study.header.carriedOver && { labels: { ...study.header.carriedOver.fit } }),
        metric: decision.metric,
        outcome,
        recommended: verdict.outcome,
        against: decision.recommended.against,
        ...(adopted === null ? {} : { rule: adopted.rule, judges: adopted.judges.map(({ spec }) => spec) }),
        reason: decision.reason,
        acknowledged: decision.acknowledged !== null,
        agreement: candidate?.agreement.value ?? null
      }
    });
    return decision;
  });
}

/** The evidence that a study without figures lacks, so that judges can neither be adopted nor rejected. */
export const missingEvidence = ({ procedure, report }: StudyProcedure): 'judges' | 'labels' | 'both' =>
  procedure.verdict.unanswered ? 'judges' : report.scope.rated.length === 0 ? 'labels' : 'both';

/** The model versions that judges were served in the run that a study rests on. */
export function servedInRun(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  run: { number: number } | null,
  judgeIds: readonly string[]
): ServedModel[] {
  if (run === null) return [];
  const { id: runId } = runByNumber(db, grant, run.number);
  return servedVersions(db, grant, { runId }).filter(({ judgeId }) => judgeIds.includes(judgeId));
}

/** Reason why the protocol of a metric is rejected, so that a lead adopts it only after confirming; null for all others. */
export const rejectionOf = (metric: string): string | null => findMetric(metric)?.rejected ?? null;

function checked(
  input: AdoptionInput,
  { header, ratings }: StudyProcedure
): { outcome: StudyOutcome; rule: Rule | null } {
  const problems: Problem[] = [];
  const problem = (column: string, wording: Saying, found?: string): void => {
    problems.push(problemAt(column, wording, found));
  };
  const outcome = outcomes.find((known) => known === input.outcome);
  if (!outcome) problem('outcome', fieldSays('chooseDecision'), input.outcome);
  if (input.reason.trim() === '') problem('reason', fieldSays('reasonOfDecision'));
  if (input.metric !== header.study.metric)
    problem('metric', fieldSays('otherMetric', { metric: header.study.metric }), input.metric);
  let rule: Rule | null = null;
  if (outcome && adopts(outcome)) {
    if (rejectionOf(header.study.metric) !== null && input.acknowledged !== true)
      problem('acknowledged', fieldSays('confirmRejected'));
    if (input.judgeIds.length === 0) problem('judges', fieldSays('chooseEnsemble'));
    if (outcome === 'adopt-with-escalation' && !canEscalate(ratings.scale, header.judges.length))
      problem('outcome', fieldSays('noEscalation'), outcome);
    if (new Set(input.judgeIds).size < input.judgeIds.length) problem('judges', fieldSays('judgeOnce'));
    for (const judgeId of input.judgeIds)
      if (!header.judges.some((judge) => judge.judgeId === judgeId))
        problem('judges', fieldSays('judgeNotInReport', { number: header.run?.number ?? '' }), judgeId);
    rule = rules.find((known) => known === input.rule) ?? null;
    const fitting = ensembleRules(input.judgeIds.length, ratings.scale.level);
    if (input.judgeIds.length > 0 && (!rule || !fitting.includes(rule)))
      problem('rule', fieldSays('ruleForSize', { options: fitting }), input.rule);
  }
  if (problems.length > 0 || !outcome) return refuse.invalid(leadSays('noDecision'), problems);
  return { outcome, rule };
}

/** Another outcome than the recommended one, or another ensemble than the chosen one and the cheapest that is not worse. */
function isAgainst(
  study: StudyProcedure,
  outcome: StudyOutcome,
  ensemble: { judgeIds: readonly string[]; rule: Rule } | null
): boolean {
  const { verdict, selection } = study.procedure;
  if (outcome !== verdict.outcome) return true;
  if (ensemble === null) return false;
  return ![selection.chosen, selection.cheapest].some(
    (place) => place !== null && sameEnsemble(selection.candidates[place]!, ensemble)
  );
}

/** The preregistered candidates if the ensemble is one of them; all of the report if a lead took another. */
const candidatesBeside = (
  chosen: JudgeEnsemble | null,
  preregistered: readonly JudgeEnsemble[],
  all: readonly JudgeEnsemble[]
): number => (chosen !== null && preregistered.some((one) => sameEnsemble(one, chosen)) ? preregistered : all).length;

const figuresOf = (
  { report, procedure, procedureHash }: StudyProcedure,
  candidate: CandidateFigures | null
): DecidedFigures => ({
  method: report.method,
  scope: withoutItems(report.scope),
  candidate: candidate === null ? null : withoutItems(candidate),
  candidates: candidatesBeside(candidate, procedure.selection.candidates, report.candidates),
  people: withoutItems(report.humans.pooled),
  analysisPlan: procedure.analysisPlan,
  gates: withoutItems(procedure.gates) as WithoutItems<Gate>[],
  warnings: withoutItems(report.warnings) as WithoutItems<Warning>[],
  items: report.scope.common,
  inputHash: procedureHash
});
