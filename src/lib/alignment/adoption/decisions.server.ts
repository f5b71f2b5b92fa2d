import type { Saying } from '../../messages/sayings.ts';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { servedVersions } from '../../scorer/runs/served-versions.server.ts';
import type { ServedModel } from '../../scorer/served-version.ts';
import { promptByHash } from '../../scorer/prompts/prompt-versions.server.ts';
import { findMetric } from '../../scorer/suites/index.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { servedSince } from './served-since.ts';
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
  /** Of the ensemble that was adopted, else of the one that the procedure chose; null if there was none. */
  candidate: WithoutItems<CandidateFigures> | null;
  /** Ensembles of which it was chosen. */
  candidates: number;
  people: WithoutItems<PairFigures>;
  analysisPlan: AnalysisPlan;
  gates: WithoutItems<Gate>[];
  warnings: WithoutItems<Warning>[];
  /** Items on which the candidates were compared. */
  items: string[];
  inputHash: string;
}

/** Decision of a lead on a study, with reasons and with the recommendation. */
export interface Decision {
  id: string;
  studyId: string;
  /** Run whose judges were compared with the labels; null for decisions that were made before runs were recorded. */
  runId: string | null;
  metric: string;
  outcome: StudyOutcome;
  /** Null if no ensemble was adopted. */
  ensemble: AdoptedVersions | null;
  /** The model versions that its judges had been served in the run by then; null if no ensemble was adopted. */
  served: ServedModel[] | null;
  recommended: {
    outcome: StudyOutcome;
    ensemble: { rule: string; judges: string[] } | null;
    text: string;
    /** Whether the decision is another one. */
    against: boolean;
  };
  preregistrationId: string | null;
  /** Reason why the protocol is rejected, as shown to the lead who adopted it all the same. */
  acknowledged: string | null;
  figures: DecidedFigures;
  reason: string;
  decidedBy: string | null;
  decidedByName: string;
  decidedAt: number;
}

/** A statement that an adoption still holds although its judges were served other model versions. */
export interface Confirmation {
  reason: string;
  /** Changes since the adoption, in words. */
  changed: readonly string[];
  by: string;
  at: number;
}

/** A decision with what became of it. */
interface Standing {
  validity: Validity;
  /** The oldest first. */
  confirmations: Confirmation[];
}

/** A decision that an ensemble may replace annotators. */
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
): (Decision & Standing) | null {
  return inForce(db, grant, metric);
}

/** The same, if it adopts an ensemble. */
export function currentAdoption(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  metric: string
): (Adoption & Standing) | null {
  const decision = inForce(db, grant, metric);
  return decision?.ensemble ? { ...decision, ensemble: decision.ensemble } : null;
}

/** Judges that decisions in force give to new runs. */
interface DefaultJudges {
  /** Of all metrics together, each once. */
  judgeIds: string[];
  /** Metrics whose adopted judges these are. */
  adopted: { title: string; by: string; at: number }[];
  /** Metrics whose decision is open again, so that its judges are not among them, with what has changed. */
  reopened: { title: string; changed: readonly Saying[] }[];
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
    reopened: open.map(({ title, validity }) => ({ title, changed: validity.said }))
  };
}

/** The version of a metric's prompt that new runs start with, because its decision in force was made with it. */
export interface AdoptedPrompt {
  version: string;
  by: string;
  at: number;
}

/**
 * The versions of prompts that new runs start with, by metric: those of the decisions in force, also of decisions that are open again,
 * since successors are compared under the same words. Metrics without an adoption are left out, and those whose adopted version is gone.
 */
export function adoptedPrompts(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  metrics: readonly string[]
): Record<string, AdoptedPrompt> {
  return Object.fromEntries(
    metrics.flatMap((name): [string, AdoptedPrompt][] => {
      const adoption = currentAdoption(db, grant, name);
      const prompt = adoption && promptByHash(db, grant.resource.id, name, adoption.ensemble.prompt.hash);
      return prompt ? [[name, { version: prompt.version, by: adoption.decidedByName, at: adoption.decidedAt }]] : [];
    })
  );
}

function inForce(db: Db, grant: ProjectGrant<'read-results'>, metric: string): (Decision & Standing) | null {
  const projectId = grant.resource.id;
  const [newest] = decisionsOf(db, projectId, metric);
  if (!newest) return null;
  const { ensemble } = newest;
  if (!ensemble) return { ...newest, validity: { valid: true, said: [], changed: [], served: [] }, confirmations: [] };
  // New runs start with the adopted version as long as there is one of its hash; if not, with the metric's own.
  const kept = promptByHash(db, projectId, metric, ensemble.prompt.hash);
  const prompt = kept ? { ...kept, version: ensemble.prompt.version } : (findMetric(metric)?.prompt ?? null);
  const rows = confirmationsOf(db, newest.id);
  const accepted = rows.map(({ served }) => served);
  const served = servedSince(newest.served ?? [], accepted, servedVersions(db, grant));
  return {
    ...newest,
    validity: isStillValid(ensemble, { judges: judgesInUse(db, projectId), prompt, served }),
    confirmations: rows.map(({ reason, changed, confirmedByName, confirmedAt }) => ({
      ...{ reason, changed, by: confirmedByName, at: confirmedAt }
    }))
  };
}

const confirmationsOf = (db: Db, adoptionId: string) =>
  db
    .select()
    .from(schema.adoptionConfirmation)
    .where(eq(schema.adoptionConfirmation.adoptionId, adoptionId))
    .orderBy(sql`rowid`)
    .all();

function decisionsOf(db: Db, projectId: string, metric?: string): Decision[] {
  const { adoption } = schema;
  return (
    db
      .select()
      .from(adoption)
      .where(and(eq(adoption.projectId, projectId), metric === undefined ? undefined : eq(adoption.metric, metric)))
      // In the order of recording: the clock may have been set back since.
      .orderBy(desc(sql`rowid`))
      .all()
      .map(({ projectId: _, ensemble, figures, ...row }) => ({
        ...row,
        ensemble: ensemble as AdoptedVersions | null,
        figures: figures as unknown as DecidedFigures
      }))
  );
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
