import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { findMetric } from '../../scorer/suites/index.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { isStillValid, type AdoptedVersions, type JudgeVersion, type Validity } from './adoptions.ts';
import type { CandidateFigures } from '../ensembles/candidates.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { Gate } from '../gates/gate.ts';
import type { WithoutItems } from '../items/items.ts';
import type { PairFigures } from '../agreement/pairs.ts';
import type { AlignmentReport } from '../report/report.ts';
import type { StudyOutcome } from '../units/outcomes.ts';
import type { Warning } from '../procedure/warnings.ts';

/** The figures on which a decision rests, as computed on the server when it was made. */
export interface DecidedFigures {
  method: AlignmentReport['method'];
  scope: WithoutItems<AlignmentReport['scope']>;
  /** Of the ensemble that was adopted, else of the one that the procedure chose; null where there was none. */
  candidate: WithoutItems<CandidateFigures> | null;
  people: WithoutItems<PairFigures>;
  analysisPlan: AnalysisPlan;
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
  outcome: StudyOutcome;
  /** Null where no ensemble was adopted. */
  ensemble: AdoptedVersions | null;
  recommended: {
    outcome: StudyOutcome;
    ensemble: { rule: string; judges: string[] } | null;
    text: string;
    /** Whether the decision is another one. */
    against: boolean;
  };
  preregistrationId: string | null;
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

/** Judges that decisions in force give to new runs. */
export interface DefaultJudges {
  /** Of all metrics together, each once. */
  judgeIds: string[];
  /** Metrics whose adopted judges these are. */
  adopted: { title: string; by: string; at: number }[];
  /** Metrics whose decision is open again, so that its judges are not among them, with what has changed. */
  reopened: { title: string; changed: readonly string[] }[];
}

/** The judges that a new run starts with: those adopted for its metrics, without those whose decision is open again. */
export function defaultJudges(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  metrics: readonly { name: string; title: string }[]
): DefaultJudges {
  const adoptions = metrics.flatMap(({ name, title }) => {
    const adoption = currentAdoption(db, grant, name);
    return adoption ? [{ title, ...adoption }] : [];
  });
  const [valid, open] = [true, false].map((is) => adoptions.filter(({ validity }) => validity.valid === is)) as [
    typeof adoptions,
    typeof adoptions
  ];
  return {
    judgeIds: [...new Set(valid.flatMap(({ ensemble }) => ensemble.judges.map(({ judgeId }) => judgeId)))],
    adopted: valid.map(({ title, decidedByName, decidedAt }) => ({ title, by: decidedByName, at: decidedAt })),
    reopened: open.map(({ title, validity }) => ({ title, changed: validity.changed }))
  };
}

function inForce(db: Db, projectId: string, metric: string): (Decision & { validity: Validity }) | null {
  const [newest] = decisionsOf(db, projectId, metric);
  if (!newest) return null;
  if (!newest.ensemble) return { ...newest, validity: { valid: true, changed: [] } };
  const prompt = findMetric(metric)?.prompt ?? null;
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
