import { and, asc, eq } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { metricIn } from '../../scorer/runs/runs.server.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { kindsFor, type StudyKind } from '../kinds/index.ts';
import { readLabel, unaskedJudge } from '../units/judge-labels.server.ts';
import type { Misfit } from '../units/misfits.ts';
import { studyUnits } from '../units/units.server.ts';
import type { Unit } from '../units/unit.ts';
import { importedSource, importedUnits } from './imported-studies.server.ts';
import type { LabelScale } from './label-scale.ts';
import type { LabelledUnit } from './labels.ts';

/** An item that was labelled elsewhere, with the unit of a run that it is, or why it is none of them. */
interface ImportedFit {
  item: LabelledUnit;
  fit: { unit: Unit } | { misfit: Misfit };
}

type Study = typeof schema.study.$inferSelect;

/**
 * Finds each item of imported labels among what a run asked its judges. The file's cluster is the query's id, its system the
 * system's name, and its item either the key or the wording of an item; if the run's metric has one unit a report, the query and
 * the system suffice. The file has no text of a report: the labels are about the revision that was the newest when they came.
 *
 * @throws Refusal `not-found` if the project has no such scoring run
 */
export function importedFits(db: Db, study: Study, runId: string): ImportedFit[] {
  const items = importedUnits(db, study.id);
  const all = (misfit: Misfit): ImportedFit[] => items.map((item) => ({ item, fit: { misfit } }));
  const found = runAndKind(db, study, runId);
  if (!found) return all('metric');
  if (importedSource(db, study.id)!.columns.cluster === undefined) return all('unnamed');
  const units = studyUnits(db, found.run, study.metric, found.kind);
  const ofReport = Map.groupBy(units, ({ queryId, systemId }) => placeOf(queryId, systemId));
  const single = new Set(units.map(({ item }) => item)).size === 1;
  const changed = changedSince(db, study);
  return items.map((item) => {
    if (item.systemName === '') return { item, fit: { misfit: 'unnamed' } };
    const there = ofReport.get(placeOf(item.qid, item.systemName));
    if (!there) return { item, fit: { misfit: 'report-missing' } };
    if (changed.has(there[0]!.reportId)) return { item, fit: { misfit: 'report' } };
    const asked = written(item.item);
    const unit = single
      ? there[0]
      : there.find(({ unitKey, item: key, text }) => [unitKey ?? key, text].some((one) => written(one) === asked));
    return { item, fit: unit ? { unit } : { misfit: 'item' } };
  });
}

/** Imported labels with the verdicts of a run's judges, on the items that this run judged. */
export function importedUnitsInRun(db: Db, study: Study, runId: string): LabelledUnit[] {
  const fits = importedFits(db, study, runId);
  const found = runAndKind(db, study, runId);
  if (!found) return [];
  const said = saidOfUnits(db, study.metric, runId, found.kind, importedSource(db, study.id)!.scale);
  const judges = db
    .select({ id: schema.runJudge.judgeId })
    .from(schema.runJudge)
    .where(eq(schema.runJudge.runId, runId))
    .orderBy(asc(schema.runJudge.position))
    .all();
  return fits.flatMap(({ item, fit }) => {
    if (!('unit' in fit)) return [];
    const { reportId, unitKey, item: key, text } = fit.unit;
    const given = said.get(JSON.stringify([reportId, unitKey ?? key]));
    return [
      { ...item, reportId, text: text || item.text, judges: judges.map(({ id }) => given?.get(id) ?? unaskedJudge(id)) }
    ];
  });
}

/** The run, and a kind of study in which its verdicts read as labels; null if it does not score the metric in labels. */
function runAndKind(db: Db, study: Study, runId: string) {
  const { run, runMetric } = schema;
  const asked =
    db
      .select()
      .from(run)
      .where(and(eq(run.id, runId), eq(run.projectId, study.projectId), eq(run.kind, 'scoring')))
      .get() ?? refuse.notFound('run');
  const row = db
    .select()
    .from(runMetric)
    .where(and(eq(runMetric.runId, runId), eq(runMetric.metric, study.metric)))
    .get();
  const kind = row && kindsFor(metricIn(row).protocol).find(({ judges }) => judges.from === 'label');
  return kind ? { run: asked, kind } : null;
}

/** Reports that were not the newest revision when the labels of a study came. */
function changedSince(db: Db, { projectId, createdAt }: Study): Set<string> {
  const { report } = schema;
  const reports = db.select().from(report).where(eq(report.projectId, projectId)).all();
  return new Set(
    reports
      .filter(
        ({ revision, importedAt, replacedAt }) =>
          (revision > 1 && importedAt > createdAt) || (replacedAt !== null && replacedAt < createdAt)
      )
      .map(({ id }) => id)
  );
}

type Said = LabelledUnit['judges'][number];

/** Labels of judges, in the words of the labels' scale, by unit and judge. */
function saidOfUnits(
  db: Db,
  metric: string,
  runId: string,
  { judges, units }: StudyKind,
  scale: LabelScale
): Map<string, Map<string, Said>> {
  const read = judges.from === 'label' ? judges.read : () => null;
  const onScale = (label: string): string | null => wordOn(scale, label) ?? wordOn(scale, read(label));
  const { verdict } = schema;
  const rows = db
    .select()
    .from(verdict)
    .where(and(eq(verdict.runId, runId), eq(verdict.metric, metric), eq(verdict.repeat, 0), eq(verdict.kind, units)))
    .all();
  const said = new Map<string, Map<string, Said>>();
  for (const { reportId, item, judgeId, state, label, rationale, reason } of rows) {
    const key = JSON.stringify([reportId, item]);
    const ofUnit = said.get(key) ?? new Map<string, Said>();
    said.set(key, ofUnit.set(judgeId, { judgeId, ...readLabel(state, label, onScale), rationale, reason }));
  }
  return said;
}

/** A label as the scale writes it; null if it is not on the scale. */
function wordOn(scale: LabelScale, label: string | null): string | null {
  if (label === null) return null;
  if (scale.level === 'interval') {
    const value = label.trim() === '' ? NaN : Number(label);
    return value >= scale.low && value <= scale.high ? label : null;
  }
  return scale.labels.find((one) => written(one) === written(label)) ?? null;
}

const written = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
const placeOf = (qid: string, system: string): string => JSON.stringify([written(qid), written(system)]);
