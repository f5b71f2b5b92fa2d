import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { refuse, type Problem } from '../errors.ts';
import { metrics } from '../scorer/suites/index.ts';
import { record } from '../server/audit.ts';
import { authorize, type ProjectGrant } from '../server/auth/authorize.ts';
import { schema, write, type Db } from '../server/db/client.ts';
import { newId } from '../server/db/id.ts';
import { isStillValid, type AdoptedVersions, type JudgeVersion, type Validity } from './adoptions.ts';
import type { CandidateFigures } from './candidates.ts';
import { rules, rulesFor, sameEnsemble, type Rule } from './ensembles.ts';
import { withoutItems, type WithoutItems } from './items.ts';
import type { PairFigures } from './pairs.ts';
import type { Recommendation } from './recommendation.ts';
import { alignmentReport, type StudyAlignment } from './report.server.ts';
import type { AlignmentOptions, AlignmentReport } from './report.ts';
import type { Warning } from './warnings.ts';

/** The figures on which a decision rests, as computed on the server when it was made. */
export interface AdoptedFigures {
  method: AlignmentReport['method'];
  scope: WithoutItems<AlignmentReport['scope']>;
  candidate: WithoutItems<CandidateFigures>;
  people: WithoutItems<PairFigures>;
  recommendation: Recommendation;
  warnings: WithoutItems<Warning>[];
  /** Items on which the candidates were compared. */
  items: string[];
  inputHash: string;
}

export interface Adoption {
  id: string;
  studyId: string;
  metric: string;
  ensemble: AdoptedVersions;
  figures: AdoptedFigures;
  reason: string;
  decidedBy: string | null;
  decidedByName: string;
  decidedAt: number;
}

export interface AdoptionInput {
  studyId: string;
  metric: string;
  judgeIds: readonly string[];
  rule: string;
  reason: string;
  /** Hash of what the figures were computed from that the person has read; the decision is refused if there are others now. */
  seen?: string;
}

/**
 * Records for good that an ensemble may stand in for people under one metric of the project.
 * The figures are computed here, whatever the page showed; `options` say by which target and resampling.
 */
export function adopt(
  db: Db,
  grant: ProjectGrant<'manage'>,
  input: AdoptionInput,
  options: AlignmentOptions = {}
): Adoption {
  const reading = authorize(grant.actor, grant.resource, 'read-results');
  const study = alignmentReport(db, reading, input.studyId, options);
  const rule = checked(input, study);
  if (input.seen !== undefined && input.seen !== study.inputHash)
    return refuse.conflict(
      'The figures have changed since you read them: more labels came in. Read them again, then decide.'
    );
  const candidate = study.report.candidates.find((one) => sameEnsemble(one, { judgeIds: input.judgeIds, rule }));
  if (!candidate)
    return refuse.invalid('The ensemble was not adopted.', [
      {
        row: null,
        column: 'judges',
        reason: 'The report has no figures for this ensemble. Choose one of its candidates.'
      }
    ]);
  if (candidate.agreement.value === null)
    return refuse.conflict(
      'No item has both a blind label and an answer of this ensemble, so there is nothing to decide on. Collect labels first.'
    );

  const judges = study.header.judges.filter(({ judgeId }) => input.judgeIds.includes(judgeId));
  const adoption: Adoption = {
    id: newId(),
    studyId: input.studyId,
    metric: input.metric,
    ensemble: { rule, judges, prompt: study.header.prompt },
    figures: figuresOf(study, candidate),
    reason: input.reason.trim(),
    decidedBy: grant.actor.kind === 'person' ? grant.actor.id : null,
    decidedByName: grant.actor.name,
    decidedAt: Date.now()
  };
  return write(db, (tx) => {
    const { ensemble, figures, ...row } = adoption;
    tx.insert(schema.adoption)
      .values({
        ...row,
        projectId: grant.resource.id,
        ensemble: { ...ensemble, judges: [...ensemble.judges] },
        figures: { ...figures }
      })
      .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'ensemble.adopt',
      entity: 'adoption',
      entityId: adoption.id,
      detail: {
        studyId: adoption.studyId,
        metric: adoption.metric,
        rule,
        judges: judges.map(({ spec }) => spec),
        reason: adoption.reason,
        agreement: candidate.agreement.value
      }
    });
    return adoption;
  });
}

function checked(input: AdoptionInput, { header }: StudyAlignment): Rule {
  const problems: Problem[] = [];
  const problem = (column: string, reason: string, found?: string): void => {
    problems.push({ row: null, column, reason, ...(found === undefined ? {} : { found }) });
  };
  if (input.reason.trim() === '') problem('reason', 'Write why this ensemble is adopted.');
  if (input.metric !== header.study.metric)
    problem('metric', `The study is about ${header.study.metric}. Adopt for that metric.`, input.metric);
  if (input.judgeIds.length === 0) problem('judges', 'Choose at least one judge.');
  if (new Set(input.judgeIds).size < input.judgeIds.length) problem('judges', 'Name each judge once.');
  for (const judgeId of input.judgeIds)
    if (!header.judges.some((judge) => judge.judgeId === judgeId))
      problem('judges', `This judge is not in run ${header.run.number}, on which the study rests.`, judgeId);
  const rule = rules.find((known) => known === input.rule);
  const fitting = rulesFor(input.judgeIds.length);
  if (!rule || (fitting.length > 0 && !fitting.includes(rule)))
    problem('rule', `For so many judges choose ${fitting.join(', ') || rules.join(', ')}.`, input.rule);
  if (problems.length > 0 || !rule) return refuse.invalid('The ensemble was not adopted.', problems);
  return rule;
}

const figuresOf = ({ report, inputHash }: StudyAlignment, candidate: CandidateFigures): AdoptedFigures => ({
  method: report.method,
  scope: withoutItems(report.scope),
  candidate: withoutItems(candidate),
  people: withoutItems(report.humans.pooled),
  recommendation: report.recommendation,
  warnings: withoutItems(report.warnings) as WithoutItems<Warning>[],
  items: report.scope.common,
  inputHash
});

/** Every decision of the project, the newest first. */
export function listAdoptions(db: Db, grant: ProjectGrant<'read-results'>, metric?: string): Adoption[] {
  return adoptionsOf(db, grant.resource.id, metric);
}

/** The decision in force for a metric, and whether its judges and prompt are still those of today. */
export function currentAdoption(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  metric: string
): (Adoption & { validity: Validity }) | null {
  return inForce(db, grant.resource.id, metric);
}

/** The judges that a new run of the metric starts with: those of the decision in force, none where it is open again. */
export function defaultJudges(db: Db, projectId: string, metric: string): JudgeVersion[] {
  const adoption = inForce(db, projectId, metric);
  return adoption?.validity.valid ? [...adoption.ensemble.judges] : [];
}

function inForce(db: Db, projectId: string, metric: string): (Adoption & { validity: Validity }) | null {
  const [newest] = adoptionsOf(db, projectId, metric);
  if (!newest) return null;
  const prompt = metrics.find(({ name }) => name === metric)?.prompt ?? null;
  return { ...newest, validity: isStillValid(newest.ensemble, { judges: judgesInUse(db, projectId), prompt }) };
}

function adoptionsOf(db: Db, projectId: string, metric?: string): Adoption[] {
  const { adoption } = schema;
  return db
    .select()
    .from(adoption)
    .where(and(eq(adoption.projectId, projectId), metric === undefined ? undefined : eq(adoption.metric, metric)))
    .orderBy(desc(adoption.decidedAt), desc(sql`rowid`))
    .all()
    .map(({ projectId: _, ensemble, figures, ...row }) => ({
      ...row,
      ensemble: ensemble as AdoptedVersions,
      figures: figures as unknown as AdoptedFigures
    }));
}

/** The judges in use: for each spec, those of the newest run that it judged in. */
export function judgesInUse(db: Db, projectId: string): JudgeVersion[] {
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
