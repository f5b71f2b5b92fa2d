import { sayingsOf } from '../../messages/sayings.ts';
import { and, eq } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { fingerprint } from '../../scorer/runs/fingerprint.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { selfJudgingOf, type SelfJudging } from '../../scorer/judges/self-judging.ts';
import { selfJudgingIn as selfJudgingOfRun } from '../../scorer/judges/self-judging.server.ts';
import { studyIssueFacts } from '../../studies/units/issue-facts.server.ts';
import { importedSource } from '../../studies/labels/imported-studies.server.ts';
import { studyLabels, studyRaters, studyScale } from '../../studies/labels/labels.server.ts';
import { fitSaid } from '../../studies/labels/label-fit.ts';
import { labelFit } from '../../studies/labels/label-fit.server.ts';
import type { LabelsCarriedOver, ReportHeader } from './exports.ts';
import { lastResults } from './last-results.ts';
import type { NamedRater, StudyRatings } from '../units/ratings.ts';
import { alignment, type AlignmentOptions, type AlignmentReport } from './report.ts';

const leadSays = sayingsOf('leadRefusals');

/** A report with what it is about: the study, its run, and the judges and prompt as they were then. */
export interface StudyAlignment {
  header: ReportHeader;
  /** On what scale and by whom it was judged; the items are with `studyRatingsOf`. */
  ratings: Omit<StudyRatings, 'items' | 'issues' | 'withoutQueries'>;
  /** Hash of what of the ratings enters figures. */
  ratingsHash: string;
  report: AlignmentReport;
  /** Hash of everything that the figures were computed from. */
  inputHash: string;
}

/** A report that is still to be computed, from everything that the database has to give for it. */
export interface AlignmentInput extends Omit<StudyAlignment, 'report' | 'ratings'> {
  ratings: StudyRatings;
  settings: AlignmentOptions;
}

/** Options of a study's figures, and the run whose judges are compared. */
export interface StudyOptions extends AlignmentOptions {
  /** Another run of the project that judged items of the study; default: the run from which they were drawn. */
  runId?: string | undefined;
}

/**
 * How far judges and people agree in one study, computed in this thread from what is in the database now.
 * Resampling starts from the study's own seed unless another is given.
 */
export function alignmentReport(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  options: StudyOptions = {}
): StudyAlignment {
  const { settings, ratings, ...read } = readAlignmentInput(db, grant, studyId, options);
  return { ...read, ratings: withoutRatedItems(ratings), report: reportOf({ ...read, ratings, settings }) };
}

/**
 * Everything of a study that its report is computed from.
 *
 * @throws Refusal `conflict` if no label of the study applies to the other run that `options` name
 */
export function readAlignmentInput(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  { runId, ...options }: StudyOptions
): AlignmentInput {
  const own = headerOf(db, grant.resource.id, studyId, undefined);
  const other = runId === own.runId ? undefined : runId;
  const carriedOver = other === undefined ? undefined : carriedTo(db, grant, studyId, other, own.shown.run);
  const { seed, shown } = other === undefined ? own : headerOf(db, grant.resource.id, studyId, other);
  const ratings = studyRatingsOf(db, grant, studyId, other);
  const settings = { ...options, seed: options.seed ?? seed };
  const ratingsHash = fingerprint(figuresInput(ratings));
  const inputHash = fingerprint({ ratingsHash, settings, ...(ratings.withoutQueries && { withoutQueries: true }) });
  const { judges } = studyRaters(db, grant, studyId, { runId: other });
  const selfJudging = selfJudgingIn(db, ratings, judges, other ?? own.runId);
  const header = { ...shown, ...(carriedOver && { carriedOver }), judges, selfJudging };
  return { header, ratings, settings, ratingsHash, inputHash };
}

/** How many labels apply to another run; refused if none does. */
function carriedTo(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  runId: string,
  from: ReportHeader['run']
): LabelsCarriedOver {
  const fit = labelFit(db, grant, studyId, runId);
  if (fit.apply === 0) refuse.conflict(leadSays('labelsNotOfRun', { fit: fitSaid(fit) }));
  return { from, fit };
}

/**
 * Ratings of a study, given by people of this instance on a run, or imported.
 *
 * @param runId another run whose judges replace the first ones
 */
export function studyRatingsOf(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  runId?: string
): StudyRatings {
  const raters = studyRaters(db, grant, studyId, { runId });
  return {
    scale: studyScale(db, grant, studyId),
    people: raters.people.map(({ userId, name }) => ({ id: userId, name })),
    judges: reportJudgeNames(raters.judges),
    items: studyLabels(db, grant, studyId, { runId }),
    ...(namesNoQueries(db, studyId) && { withoutQueries: true }),
    ...studyIssueFacts(db, grant, studyId)
  };
}

/** Whether imported labels are of a file without a column of queries. */
const namesNoQueries = (db: Db, studyId: string): boolean => {
  const source = importedSource(db, studyId);
  return source !== null && source.columns.cluster === undefined;
};

export const withoutRatedItems = ({
  items: _,
  issues: _issues,
  withoutQueries: _queries,
  ...ratings
}: StudyRatings): StudyAlignment['ratings'] => ratings;

/** Of labels that were given elsewhere, judges and systems are known by their names alone. */
function selfJudgingIn(
  db: Db,
  { items, judges: named }: StudyRatings,
  judges: ReportHeader['judges'],
  runId: string | null
): SelfJudging[] {
  if (runId !== null) return selfJudgingOfRun(db, { id: runId });
  const systems = [...new Set(items.map(({ systemName }) => systemName))].filter((name) => name !== '');
  return selfJudgingOf(
    named.map(({ name }, at) => ({ name, spec: judges[at]?.spec ?? name })),
    systems.map((name) => ({ name }))
  );
}

function headerOf(
  db: Db,
  projectId: string,
  studyId: string,
  runId: string | undefined
): { seed: number; runId: string | null; shown: Omit<ReportHeader, 'judges' | 'selfJudging'> } {
  const { study, run, project, runMetric, importedStudy } = schema;
  const found = db
    .select({ study, run, project, prompt: runMetric, file: importedStudy.file })
    .from(study)
    .innerJoin(project, eq(project.id, study.projectId))
    .leftJoin(run, eq(run.id, runId ?? study.runId))
    .leftJoin(runMetric, and(eq(runMetric.runId, runId ?? study.runId), eq(runMetric.metric, study.metric)))
    .leftJoin(importedStudy, eq(importedStudy.studyId, study.id))
    .where(and(eq(study.id, studyId), eq(study.projectId, projectId)))
    .get();
  if (!found) return refuse.notFound('study');
  const { prompt, file } = found;
  return {
    seed: found.study.seed,
    runId: found.study.runId,
    shown: {
      project: found.project.name,
      study: { number: found.study.number, name: found.study.name, metric: found.study.metric },
      run: found.run && { number: found.run.number, name: found.run.name },
      prompt: prompt && { name: prompt.promptName, version: prompt.promptVersion, hash: prompt.promptHash },
      ...(file === null ? {} : { file })
    }
  };
}

/** Judges by their spec; two of one spec and different settings are told apart by the start of their fingerprints. */
export function reportJudgeNames(judges: ReportHeader['judges']): NamedRater[] {
  return judges.map(({ judgeId, spec, fingerprint: print }) => ({
    id: judgeId,
    name: judges.filter((other) => other.spec === spec).length > 1 ? `${spec} (${print.slice(0, 6)})` : spec
  }));
}

/** Input of the figures: not the notes, rationales and times that come with the labels. */
const figuresInput = ({ scale, people, judges, items, issues }: StudyRatings): unknown => ({
  scale,
  people,
  judges,
  issues,
  items: items.map((item) => [
    item.itemId,
    item.reportId,
    item.queryId,
    item.qid,
    item.category,
    item.systemName,
    item.item,
    item.stratum,
    item.inclusionProbability,
    item.humans.map(({ userId, label }) => [userId, label]),
    item.judges.map(({ judgeId, state, label }) => [judgeId, state, label]),
    item.preferences.map(({ userId, choice, judgeIds }) => [userId, choice, judgeIds])
  ])
});

const kept = lastResults<AlignmentReport>();

/** Several judges take seconds, and a page asks again for each list. */
export const reportOf = (
  { ratings, settings, inputHash }: AlignmentInput,
  tell?: (share: number) => void
): AlignmentReport => kept(inputHash, () => alignment(ratings, settings, tell));
