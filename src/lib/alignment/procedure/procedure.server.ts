import { and, eq } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { fingerprint } from '../../scorer/runs/fingerprint.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import {
  procedureState,
  type Preregistration,
  type ProcedureState
} from '../preregistration/preregistrations.server.ts';
import { storedSetting } from '../preregistration/plan-settings.ts';
import { changesBetween, defaultAnalysisPlan, type AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { Resampling } from '../units/figure.ts';
import { lastResults } from '../report/last-results.ts';
import { lastBlindChange, sequentialFacts } from '../sequential/sequential-facts.server.ts';
import { procedureFacts, runFacts } from './procedure-facts.server.ts';
import { adoptionProcedure, type Procedure, type ProcedureFacts } from './procedure.ts';
import {
  readAlignmentInput,
  reportOf,
  withoutRatedItems,
  type AlignmentInput,
  type StudyAlignment,
  type StudyOptions
} from '../report/report.server.ts';
import { studyRaters } from '../../studies/labels/labels.server.ts';
import { codeJudges } from '../../scorer/runs/runs.server.ts';
import { isOfRun } from '../../studies/study/study-of-run.server.ts';
import { studyInRun } from '../../studies/units/fitting-items.server.ts';
import type { PlanRevision } from './verdict.ts';

/** The report of a study with the adoption procedure on it, by what is preregistered or, if nothing is, by default. */
export interface StudyProcedure extends StudyAlignment {
  procedure: Procedure;
  state: ProcedureState;
  /** The preregistration that holds; null if nothing was preregistered. */
  preregistration: Preregistration | null;
  /** Hash of everything that report and procedure were computed from. */
  procedureHash: string;
}

/** The same, still to be computed, from everything that the database has to give for it. */
export interface ReadProcedure extends AlignmentInput {
  analysisPlan: AnalysisPlan;
  facts: ProcedureFacts;
  resampling: Resampling;
  state: ProcedureState;
  preregistration: Preregistration | null;
  procedureHash: string;
}

/** Resamples of the choice and of the gates. */
const RESAMPLES = 2000;

/**
 * Computes it in this thread; `Aside` does it in another one.
 *
 * @param options of the report; the procedure always resamples as often, from the same seed.
 */
export function studyProcedure(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  options: StudyOptions = {}
): StudyProcedure {
  const read = readProcedure(db, grant, studyId, options);
  return { ...aboutStudy(read), report: reportOf(read), procedure: procedureOf(read) };
}

/** Everything of a study that report and procedure are computed from, read at one moment. */
export function readProcedure(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  options: StudyOptions
): ReadProcedure {
  return db.transaction((tx) => readWithin(tx as unknown as Db, grant, studyId, options));
}

function readWithin(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  options: StudyOptions
): ReadProcedure {
  const study =
    db
      .select()
      .from(schema.study)
      .where(and(eq(schema.study.id, studyId), eq(schema.study.projectId, grant.resource.id)))
      .get() ?? refuse.notFound('study');
  const state = procedureState(db, grant, studyId);
  const preregistration = state.preregistrations[0] ?? null;
  const target = preregistration?.analysisPlan.target ?? options.target;
  const ties = preregistration?.analysisPlan.ties;
  const read = readAlignmentInput(db, grant, studyId, {
    ...options,
    ...(target === undefined ? {} : { target }),
    ...(ties === undefined ? {} : { ties })
  });
  const judgeIds = read.header.judges.map(({ judgeId }) => judgeId);
  const analysisPlan =
    (preregistration && planFor(preregistration.analysisPlan, judgeIds, ownJudges(db, grant, studyId))) ??
    defaultAnalysisPlan(judgeIds, read.ratings.scale, read.ratings.issues !== undefined);
  const answered = isOfRun(study) ? studyInRun(db, study, options.runId) : null;
  const facts: ProcedureFacts = {
    ...(answered
      ? procedureFacts(db, grant, answered, read.ratings.scale)
      : options.runId === undefined
        ? factsElsewhere(study, read)
        : {
            ...runFacts(db, grant, { ...study, runId: options.runId }),
            repeats: { answers: {}, code: [...codeJudges(db, options.runId)] }
          }),
    plan: planOf(state.preregistrations),
    ...lateRunOf(db, options.runId, state),
    ...(isOfRun(study) ? sequentialOf(db, grant, study.id, analysisPlan, state.labels) : {})
  };
  const resampling = { resamples: RESAMPLES, seed: options.seed ?? study.seed };
  const procedureHash = fingerprint({ ratings: read.ratingsHash, analysisPlan, facts, resampling });
  return { ...read, analysisPlan, facts, resampling, state, preregistration, procedureHash };
}

const ownJudges = (db: Db, grant: ProjectGrant<'read-results'>, studyId: string): string[] =>
  studyRaters(db, grant, studyId).judges.map(({ judgeId }) => judgeId);

/**
 * An analysis plan for the judges of a run. Everything that it requires holds for judges that came after it as well; a judge of
 * the study's own run that it does not name stays out.
 */
const planFor = (plan: AnalysisPlan, judges: readonly string[], own: readonly string[]): AnalysisPlan => ({
  ...plan,
  judges: judges.filter((id) => plan.judges.includes(id) || !own.includes(id))
});

/** The run that a lead chose for its judges, if it was started after the labels had been unblinded. */
function lateRunOf(
  db: Db,
  runId: string | undefined,
  { embargoLift }: ProcedureState
): Pick<ProcedureFacts, 'lateRun'> {
  if (runId === undefined || embargoLift === null) return {};
  const { number, createdAt } = db.select().from(schema.run).where(eq(schema.run.id, runId)).get()!;
  return createdAt > embargoLift.at ? { lateRun: number } : {};
}

/** The analysis plan as its revisions, the first one first, with what each changes. */
const planOf = (preregistrations: readonly Preregistration[]): PlanRevision[] =>
  [...preregistrations].reverse().map(({ revision, opened, labels, analysisPlan }, i, all) => ({
    ...{ revision, opened, labels },
    changed: i === 0 ? [] : changesBetween(all[i - 1]!.analysisPlan, analysisPlan).map(storedSetting)
  }));

/** Complete queries if a plan asks for them; looks before the last label was committed or changed also without one. */
function sequentialOf(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  { sequential }: AnalysisPlan,
  labels: number
): Pick<ProcedureFacts, 'sequential'> {
  const { complete, looks, changed } = sequentialFacts(db, grant, studyId);
  // A label that is changed leaves their number as it was.
  const last = lastBlindChange(db, studyId) ?? 0;
  const early = looks.filter((look) => look.labels < labels || look.at < last);
  if (sequential) return { sequential: { complete, looks: early, changed } };
  return early.length === 0 ? {} : { sequential: { complete: [], looks: early } };
}

/** Of labels that were given elsewhere nothing is known but the labels. */
const factsElsewhere = ({ metric }: { metric: string }, { header }: AlignmentInput): ProcedureFacts => ({
  metric,
  costs: Object.fromEntries(header.judges.map(({ judgeId }) => [judgeId, null])),
  words: {},
  ownFamily: {},
  repeats: { answers: {}, code: [] }
});

const kept = lastResults<Procedure>();

export const procedureOf = (
  { procedureHash, ratings, analysisPlan, facts, resampling }: ReadProcedure,
  tell?: (share: number) => void
): Procedure => kept(procedureHash, () => adoptionProcedure(ratings, analysisPlan, facts, resampling, tell));

/** Data read of a study, without data that only the computation needs. */
export const aboutStudy = (read: ReadProcedure): Omit<StudyProcedure, 'report' | 'procedure'> => {
  const { header, ratings, ratingsHash, inputHash, state, preregistration, procedureHash } = read;
  return { header, ratings: withoutRatedItems(ratings), ratingsHash, inputHash, state, preregistration, procedureHash };
};
