import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { refuse, type Problem } from '../errors.ts';
import { metrics } from '../scorer/suites/index.ts';
import { record } from '../server/audit.ts';
import { authorize, type ProjectGrant } from '../server/auth/authorize.ts';
import { schema, write, writesSeen, type Db } from '../server/db/client.ts';
import { newId } from '../server/db/id.ts';
import { isStillValid, type AdoptedVersions, type JudgeVersion, type Validity } from './adoptions.ts';
import type { CandidateFigures } from './candidates.ts';
import type { Declared } from './declared.ts';
import { rules, rulesFor, sameEnsemble, type Rule } from './ensembles.ts';
import type { Gate } from './gates/gate.ts';
import { withoutItems, type WithoutItems } from './items.ts';
import type { PairFigures } from './pairs.ts';
import { readProcedure, studyProcedure, type StudyProcedure } from './procedure.server.ts';
import type { AlignmentOptions, AlignmentReport } from './report.ts';
import { adopts, outcomes, type Outcome } from './verdict.ts';
import type { Warning } from './warnings.ts';

/** The figures on which a decision rests, as computed on the server when it was made. */
export interface DecidedFigures {
  method: AlignmentReport['method'];
  scope: WithoutItems<AlignmentReport['scope']>;
  /** Of the ensemble that was adopted, else of the one that the procedure chose; null where there was none. */
  candidate: WithoutItems<CandidateFigures> | null;
  people: WithoutItems<PairFigures>;
  declared: Declared;
  gates: WithoutItems<Gate>[];
  warnings: WithoutItems<Warning>[];
  /** Items on which the candidates were compared. */
  items: string[];
  inputHash: string;
}

/** What a lead decided on a study, with reasons and with what was recommended. */
export interface Decision {
  id: string;
  studyId: string;
  metric: string;
  outcome: Outcome;
  /** Null where no ensemble was adopted. */
  ensemble: AdoptedVersions | null;
  recommended: {
    outcome: Outcome;
    ensemble: { rule: string; judges: string[] } | null;
    text: string;
    /** Whether the decision is another one. */
    against: boolean;
  };
  declarationId: string | null;
  /** Why the protocol is rejected, as it was shown to whoever adopted it all the same. */
  acknowledged: string | null;
  figures: DecidedFigures;
  reason: string;
  decidedBy: string | null;
  decidedByName: string;
  decidedAt: number;
}

/** A decision that an ensemble may stand in for people. */
export type Adoption = Decision & { ensemble: AdoptedVersions };

export interface DecisionInput {
  studyId: string;
  metric: string;
  outcome: string;
  /** The ensemble; not looked at where none is adopted. */
  judgeIds: readonly string[];
  rule: string;
  reason: string;
  /** Says that the metric's protocol is known to be rejected, and is adopted all the same. */
  acknowledged?: boolean;
  /** Hash of what the figures were computed from that the person has read; the decision is refused if there are others now. */
  seen?: string;
}

/** Figures that were computed aside for a decision, and what `writesSeen` said before that. */
export interface Computed {
  study: StudyProcedure;
  writes: string;
}

const haveChanged =
  'The figures have changed since you read them: more labels came in, or something else was declared. Read them again, then decide.';

/** Why nothing can be decided on labels that were given elsewhere. */
export const notDecidable =
  'The judges of this study are names in a file: this instance can not ask them, and knows neither their prompt nor their version. Nothing can be adopted on it. Judge the same reports in a run here, plan a study of that run, and decide there.';

/**
 * Records for good what follows from a study for one metric of the project, also against what the procedure recommends.
 * The figures are computed here, whatever the page showed; `options` say by which resampling.
 *
 * @param computed the figures where they were computed aside; refused where they do not hold any more.
 */
export function decide(
  db: Db,
  grant: ProjectGrant<'manage'>,
  input: DecisionInput,
  options: AlignmentOptions = {},
  computed?: Computed
): Decision {
  const reading = authorize(grant.actor, grant.resource, 'read-results');
  const study = computed?.study ?? studyProcedure(db, reading, input.studyId, options);
  const { prompt } = study.header;
  if (prompt === null) return refuse.conflict(notDecidable);
  const { outcome, rule } = checked(input, study);
  if (study.state.sealed)
    return refuse.conflict('Nobody has looked at the figures of this study yet. Look at them first, then decide.');
  if (input.seen !== undefined && input.seen !== study.procedureHash) return refuse.conflict(haveChanged);
  const { candidates } = study.report;
  const chosen = chosenEnsemble(study);
  const ensemble = rule === null ? null : { judgeIds: input.judgeIds, rule };
  const shown = ensemble ?? chosen;
  const candidate = shown === null ? null : (candidates.find((one) => sameEnsemble(one, shown)) ?? null);
  if (ensemble !== null && candidate === null)
    return refuse.invalid('Nothing was decided.', [
      {
        row: null,
        column: 'judges',
        reason: 'The report has no figures for this ensemble. Choose one of its candidates.'
      }
    ]);
  if (ensemble !== null && candidate?.agreement.value === null)
    return refuse.conflict(
      'No item has both a blind label and an answer of this ensemble, so there is nothing to adopt it on. Collect labels first.'
    );

  const judgesOf = (ids: readonly string[]): JudgeVersion[] =>
    study.header.judges.filter(({ judgeId }) => ids.includes(judgeId));
  const { verdict } = study.procedure;
  const decision: Decision = {
    id: newId(),
    studyId: input.studyId,
    metric: input.metric,
    outcome,
    ensemble: ensemble === null ? null : { rule: ensemble.rule, judges: judgesOf(ensemble.judgeIds), prompt },
    recommended: {
      outcome: verdict.outcome,
      ensemble:
        chosen === null ? null : { rule: chosen.rule, judges: judgesOf(chosen.judgeIds).map(({ spec }) => spec) },
      text: verdict.text,
      against: isAgainst(study, outcome, ensemble)
    },
    declarationId: study.declaration?.id ?? null,
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

/** Why the protocol of a metric is rejected, so that nobody adopts it without saying so; null for all others. */
export const rejectionOf = (metric: string): string | null =>
  metrics.find(({ name }) => name === metric)?.rejected ?? null;

function checked(input: DecisionInput, { header, ratings }: StudyProcedure): { outcome: Outcome; rule: Rule | null } {
  const problems: Problem[] = [];
  const problem = (column: string, reason: string, found?: string): void => {
    problems.push({ row: null, column, reason, ...(found === undefined ? {} : { found }) });
  };
  const outcome = outcomes.find((known) => known === input.outcome);
  if (!outcome) problem('outcome', 'Say what is decided.', input.outcome);
  if (input.reason.trim() === '') problem('reason', 'Write why this is decided.');
  if (input.metric !== header.study.metric)
    problem('metric', `The study is about ${header.study.metric}. Decide for that metric.`, input.metric);
  let rule: Rule | null = null;
  if (outcome && adopts(outcome)) {
    if (rejectionOf(header.study.metric) !== null && input.acknowledged !== true)
      problem('acknowledged', 'Say that you adopt this protocol although it is rejected.');
    if (input.judgeIds.length === 0) problem('judges', 'Choose an ensemble to adopt.');
    if (new Set(input.judgeIds).size < input.judgeIds.length) problem('judges', 'Name each judge once.');
    for (const judgeId of input.judgeIds)
      if (!header.judges.some((judge) => judge.judgeId === judgeId))
        problem('judges', `This judge is not in run ${header.run?.number}, on which the study rests.`, judgeId);
    rule = rules.find((known) => known === input.rule) ?? null;
    const fitting = rulesFor(input.judgeIds.length, ratings.scale.level);
    if (input.judgeIds.length > 0 && (!rule || !fitting.includes(rule)))
      problem('rule', `For so many judges choose ${fitting.join(', ')}.`, input.rule);
  }
  if (problems.length > 0 || !outcome) return refuse.invalid('Nothing was decided.', problems);
  return { outcome, rule };
}

function chosenEnsemble({
  procedure: { selection }
}: StudyProcedure): { judgeIds: readonly string[]; rule: Rule } | null {
  return selection.chosen === null ? null : selection.candidates[selection.chosen]!;
}

/** Another outcome than the recommended one, or another ensemble than the chosen one and the cheapest that is not worse. */
function isAgainst(
  study: StudyProcedure,
  outcome: Outcome,
  ensemble: { judgeIds: readonly string[]; rule: Rule } | null
): boolean {
  const { verdict, selection } = study.procedure;
  if (outcome !== verdict.outcome) return true;
  if (ensemble === null) return false;
  return ![selection.chosen, selection.cheapest].some(
    (place) => place !== null && sameEnsemble(selection.candidates[place]!, ensemble)
  );
}

const figuresOf = (
  { report, procedure, procedureHash }: StudyProcedure,
  candidate: CandidateFigures | null
): DecidedFigures => ({
  method: report.method,
  scope: withoutItems(report.scope),
  candidate: candidate === null ? null : withoutItems(candidate),
  people: withoutItems(report.humans.pooled),
  declared: procedure.declared,
  gates: withoutItems(procedure.gates) as WithoutItems<Gate>[],
  warnings: withoutItems(report.warnings) as WithoutItems<Warning>[],
  items: report.scope.common,
  inputHash: procedureHash
});

/** Every decision of the project, the newest first. */
export function listDecisions(db: Db, grant: ProjectGrant<'read-results'>, metric?: string): Decision[] {
  return decisionsOf(db, grant.resource.id, metric);
}

/** The decision in force for a metric, and whether the judges and the prompt that it adopts are still those of today. */
export function currentDecision(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  metric: string
): (Decision & { validity: Validity }) | null {
  return inForce(db, grant.resource.id, metric);
}

/** The same, where it adopts an ensemble. */
export function currentAdoption(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  metric: string
): (Adoption & { validity: Validity }) | null {
  const decision = inForce(db, grant.resource.id, metric);
  return decision?.ensemble ? { ...decision, ensemble: decision.ensemble } : null;
}

/** The judges that a new run of the metric starts with: those of the decision in force, none where it is open again. */
export function defaultJudges(db: Db, projectId: string, metric: string): JudgeVersion[] {
  const decision = inForce(db, projectId, metric);
  return decision?.ensemble && decision.validity.valid ? [...decision.ensemble.judges] : [];
}

function inForce(db: Db, projectId: string, metric: string): (Decision & { validity: Validity }) | null {
  const [newest] = decisionsOf(db, projectId, metric);
  if (!newest) return null;
  if (!newest.ensemble) return { ...newest, validity: { valid: true, changed: [] } };
  const prompt = metrics.find(({ name }) => name === metric)?.prompt ?? null;
  return { ...newest, validity: isStillValid(newest.ensemble, { judges: judgesInUse(db, projectId), prompt }) };
}

function decisionsOf(db: Db, projectId: string, metric?: string): Decision[] {
  const { adoption } = schema;
  return db
    .select()
    .from(adoption)
    .where(and(eq(adoption.projectId, projectId), metric === undefined ? undefined : eq(adoption.metric, metric)))
    .orderBy(desc(adoption.decidedAt), desc(sql`rowid`))
    .all()
    .map(({ projectId: _, ensemble, figures, ...row }) => ({
      ...row,
      ensemble: ensemble as AdoptedVersions | null,
      figures: figures as unknown as DecidedFigures
    }));
}

/** The judges in use: for each spec, those of the newest run that it judged in. */
function judgesInUse(db: Db, projectId: string): JudgeVersion[] {
  const { judge, run, runJudge } = schema;
  const used = db
    .select({ judgeId: judge.id, spec: judge.spec, fingerprint: judge.fingerprint, run: run.number })
    .from(runJudge)
    .innerJoin(run, eq(run.id, runJudge.runId))
    .innerJoin(judge, eq(judge.id, runJudge.judgeId))
    .where(eq(run.projectId, projectId))
    .orderBy(desc(run.number), asc(runJudge.position))
    .all();
  const newest = new Map<string, number>();
  for (const { spec, run: number } of used) newest.set(spec, Math.max(number, newest.get(spec) ?? number));
  return used.filter(({ spec, run: number }) => number === newest.get(spec)).map(({ run: _, ...judgeNow }) => judgeNow);
}
