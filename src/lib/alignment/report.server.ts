import { and, eq } from 'drizzle-orm';
import { refuse } from '../errors.ts';
import { fingerprint } from '../scorer/fingerprint.ts';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, type Db } from '../server/db/client.ts';
import { yesNo } from '../studies/label-scale.ts';
import { studyLabels, studyRaters } from '../studies/labels.server.ts';
import type { ReportHeader } from './exports.ts';
import type { Named, StudyRatings } from './ratings.ts';
import { alignment, type AlignmentOptions, type AlignmentReport } from './report.ts';

/** A report with what it is about: the study, its run, and the judges and prompt as they were then. */
export interface StudyAlignment {
  header: ReportHeader;
  ratings: StudyRatings;
  /** Hash of what of the ratings enters figures. */
  ratingsHash: string;
  report: AlignmentReport;
  /** Hash of everything that the figures were computed from. */
  inputHash: string;
}

/**
 * How far judges and people agree in one study, computed from what is in the database now.
 * Resampling starts from the study's own seed unless another is given.
 */
export function alignmentReport(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  options: AlignmentOptions = {}
): StudyAlignment {
  const header = headerOf(db, grant.resource.id, studyId);
  const raters = studyRaters(db, grant, studyId);
  const ratings: StudyRatings = {
    scale: yesNo,
    people: raters.people.map(({ userId, name }) => ({ id: userId, name })),
    judges: judgeNames(raters.judges),
    items: studyLabels(db, grant, studyId)
  };
  const settings = { ...options, seed: options.seed ?? header.seed };
  const ratingsHash = fingerprint(figuresInput(ratings));
  const inputHash = fingerprint({ ratingsHash, settings });
  const report = remembered(inputHash, () => alignment(ratings, settings));
  return { header: { ...header.shown, judges: raters.judges }, ratings, ratingsHash, report, inputHash };
}

function headerOf(db: Db, projectId: string, studyId: string): { seed: number; shown: Omit<ReportHeader, 'judges'> } {
  const { study, run, project, runMetric } = schema;
  const found = db
    .select({ study, run, project, prompt: runMetric })
    .from(study)
    .innerJoin(run, eq(run.id, study.runId))
    .innerJoin(project, eq(project.id, study.projectId))
    .innerJoin(runMetric, and(eq(runMetric.runId, study.runId), eq(runMetric.metric, study.metric)))
    .where(and(eq(study.id, studyId), eq(study.projectId, projectId)))
    .get();
  if (!found) return refuse.notFound('study');
  return {
    seed: found.study.seed,
    shown: {
      project: found.project.name,
      study: { number: found.study.number, name: found.study.name, metric: found.study.metric },
      run: { number: found.run.number, name: found.run.name },
      prompt: {
        name: found.prompt.promptName,
        version: found.prompt.promptVersion,
        hash: found.prompt.promptHash
      }
    }
  };
}

/** Judges by their spec; two of one spec and different settings are told apart by the start of their fingerprints. */
export function judgeNames(judges: ReportHeader['judges']): Named[] {
  return judges.map(({ judgeId, spec, fingerprint: print }) => ({
    id: judgeId,
    name: judges.filter((other) => other.spec === spec).length > 1 ? `${spec} (${print.slice(0, 6)})` : spec
  }));
}

/** What enters the figures: not the notes, rationales and times that come with the labels. */
const figuresInput = ({ scale, people, judges, items }: StudyRatings): unknown => ({
  scale,
  people,
  judges,
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

const KEPT = 16;
const cache = new Map<string, AlignmentReport>();

/** The last few reports by the hash of their input: several judges take seconds, and a page asks again for each list. */
function remembered(hash: string, compute: () => AlignmentReport): AlignmentReport {
  const report = cache.get(hash) ?? compute();
  cache.delete(hash);
  cache.set(hash, report);
  if (cache.size > KEPT) cache.delete(cache.keys().next().value!);
  return report;
}
