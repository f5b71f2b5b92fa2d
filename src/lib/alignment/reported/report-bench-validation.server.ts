import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { refuse, type Problem } from '../../errors.ts';
import { reportScores } from '../../scorer/runs/run-scores.server.ts';
import type { Run } from '../../scorer/runs/runs.server.ts';
import {
  citedRow,
  errorRows,
  figuresRow,
  majorityOfPeople,
  mappingRows,
  uncitedRow,
  type FiguresByHand,
  type LabelledPair,
  type ValidationRow
} from '../../scorer/suites/report-bench/people/validation.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { CANNOT_JUDGE } from '../../studies/kinds/index.ts';
import { studyLabels, studyRaters } from '../../studies/labels/labels.server.ts';
import type { LabelledUnit } from '../../studies/labels/labels.ts';
import { procedureState } from '../preregistration/preregistrations.server.ts';
import { shownTo } from '../../studies/judging/leases/lease-rules.server.ts';

const leadSays = sayingsOf('leadRefusals');

/** ReportBench's pipeline compared with people (arXiv 2508.15804, A.2.3 and A.2.6) with the labels of a project's studies. */
interface StudyValidation {
  study: number;
  name: string;
  /** The judge that people are compared with; null if they only named errors. */
  judge: string | null;
  rows: ValidationRow[];
}

export interface Validation {
  studies: StudyValidation[];
  /** Studies that were judged and not unblinded yet, whose figures stay closed. */
  embargoed: { study: number; name: string }[];
}

const rowsOf: Readonly<Record<string, (pairs: readonly LabelledPair[]) => ValidationRow[]>> = {
  'unit-reference': mappingRows,
  'unit-cited-statement': (pairs) => [citedRow(pairs)],
  'unit-uncited-statement': (pairs) => [uncitedRow(pairs)]
};
const ERRORS = 'unit-reference-errors';

/** Majority label of people on a unit; answers of people who could not judge it do not count. */
const saidByPeople = ({ humans }: LabelledUnit): string | null =>
  majorityOfPeople(humans.flatMap(({ label }) => (label === CANNOT_JUDGE ? [] : [String(label)])));

/** Strata are weighted back to what the items were drawn from. */
const weighed = ({ qid, inclusionProbability }: LabelledUnit): { qid: string; weight: number } => ({
  ...{ qid, weight: 1 / inclusionProbability }
});

/** The project's studies on ReportBench's units, each beside each judge of its run. Embargoed ones are named only. */
export function validationOfStudies(db: Db, grant: ProjectGrant<'read-results'>): Validation {
  const { study } = schema;
  const studies = db
    .select({ id: study.id, number: study.number, name: study.name, kind: study.kind })
    .from(study)
    .where(
      and(
        eq(study.projectId, grant.resource.id),
        isNull(study.archivedAt),
        shownTo(grant),
        inArray(study.kind, [...Object.keys(rowsOf), ERRORS])
      )
    )
    .orderBy(asc(study.number))
    .all();
  const found: Validation = { studies: [], embargoed: [] };
  for (const { id, number, name, kind } of studies) {
    if (procedureState(db, grant, id).embargoed) {
      found.embargoed.push({ study: number, name });
      continue;
    }
    const units = studyLabels(db, grant, id);
    const named = { study: number, name };
    if (kind === ERRORS) {
      const coded = units.map((unit) => ({ ...weighed(unit), code: saidByPeople(unit) }));
      found.studies.push({ ...named, judge: null, rows: errorRows(coded) });
      continue;
    }
    for (const { judgeId, spec } of studyRaters(db, grant, id).judges) {
      const pairs = units.map((unit): LabelledPair => {
        const said = unit.judges.find((one) => one.judgeId === judgeId);
        const pipeline = said?.state === 'judged' && said.label !== null ? String(said.label) : null;
        return { ...weighed(unit), person: saidByPeople(unit), pipeline };
      });
      found.studies.push({ ...named, judge: spec, rows: rowsOf[kind!]!(pairs) });
    }
  }
  return found;
}

/** Whether a project has a study of ReportBench's units, or a round in which gold lists were rated. */
export function hasValidation(db: Db, { resource }: ProjectGrant<'read-results'>): boolean {
  const { study, subject, roundQuery, query } = schema;
  const ofUnits = inArray(study.kind, [...Object.keys(rowsOf), ERRORS]);
  const ofGoldLists = and(eq(subject.kind, 'material'), eq(subject.key, 'report-bench'));
  return (
    !!db
      .select({ id: study.id })
      .from(study)
      .where(and(eq(study.projectId, resource.id), ofUnits))
      .get() ||
    !!db
      .select({ id: subject.id })
      .from(subject)
      .innerJoin(roundQuery, eq(roundQuery.id, subject.roundQueryId))
      .innerJoin(query, eq(query.id, roundQuery.queryId))
      .where(and(eq(query.projectId, resource.id), ofGoldLists))
      .get()
  );
}

/** A report's figures as an expert computed them, from 0 to 1; null if the expert finds one undefined. */
export interface HandLine {
  qid: string;
  system: string;
  precision: number | null;
  recall: number | null;
}

/**
 * (d) Figures by hand beside those of a run's judges under the metric of references, one row a judge.
 *
 * @throws a refusal that names lines whose report has no such figure in the run
 */
export function validationOfFigures(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  run: Run,
  lines: readonly HandLine[],
  tolerance?: number
): { judge: string; row: ValidationRow }[] {
  const scores = reportScores(db, grant, run).filter(({ metric }) => metric === 'references');
  const problems: Problem[] = [];
  const byJudge = new Map<string, FiguresByHand[]>();
  lines.forEach((line, k) => {
    const score = scores.find(({ qid, system }) => qid === line.qid && system === line.system);
    if (!score) {
      const reason = `Run ${run.number} has no references score for ${line.system} on ${line.qid}`;
      problems.push({ row: k + 1, column: 'qid', reason });
      return;
    }
    for (const { judge, score: own } of score.judges) {
      const percent = (value: number | null | undefined): number | null => (value == null ? null : value / 100);
      const about = { qid: line.qid, system: line.system };
      const isWhole = own !== null && own.abstained + own.unscored === 0;
      const figure = (name: FiguresByHand['figure'], value: number | null | undefined): FiguresByHand => ({
        ...{ ...about, figure: name, person: line[name], pipeline: percent(value) },
        isUnknown: value == null && !isWhole
      });
      byJudge.set(judge, [
        ...(byJudge.get(judge) ?? []),
        figure('precision', own?.value),
        figure('recall', own?.figures?.['recall'])
      ]);
    }
  });
  if (problems.length > 0) refuse.invalid(leadSays('figuresNotCompared'), problems);
  return [...byJudge].map(([judge, figures]) => ({ judge, row: figuresRow(figures, tolerance) }));
}
