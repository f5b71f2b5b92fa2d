import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { messagesIn } from '../../messages/words.ts';
import type { MetaEvaluation } from '../../scorer/meta-evaluation.ts';
import { allSuites, unitNamed } from '../../scorer/suites/index.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { CANNOT_JUDGE, studyKindOfUnit } from '../../studies/kinds/index.ts';
import { studyLabels, studyRaters } from '../../studies/labels/labels.server.ts';
import { listSpotChecks, spotCheckByNumber } from '../../studies/spot-checks/spot-checks.server.ts';
import { procedureState } from '../preregistration/preregistrations.server.ts';
import { possibilityOf } from '../reported/possible-figures.ts';
import { ratedAgreement, type Accuracy, type RatedAgreement } from './accuracy.ts';
import { judgeCosts, type JudgeCost } from './judge-costs.server.ts';
import { spotCheckAccuracy } from './spot-check-accuracy.server.ts';
import { studyAccuracy } from './study-accuracy.server.ts';
import { shownTo } from '../../studies/judging/leases/lease-rules.server.ts';

/** Where an accuracy comes from: a study or a spot check, by its number. */
interface AccuracySource {
  kind: 'study' | 'spot-check';
  number: number;
}

interface MetaCell {
  accuracy: Accuracy;
  from: AccuracySource;
  /** Units that have a true label, of those drawn. */
  done: number;
  drawn: number;
}

/** One judge of one run, with an accuracy for each column; null if no label of people says anything of it. */
interface MetaRow {
  run: number;
  judge: string;
  cells: (MetaCell | null)[];
  /** Mean of the accuracies, as in the printed table; null unless there is one in each column. */
  average: number | null;
  cost: JudgeCost;
}

interface MetaRating {
  study: number;
  name: string;
  judge: string;
  agreement: RatedAgreement;
}

/** A suite's meta-evaluation with a project's own labels. */
export interface ProjectMetaEvaluation {
  suite: string;
  printed: MetaEvaluation;
  /** Which printed percentages can have been counted out of the stated number, in words. */
  possible: { figure: string; possible: boolean | null; text: string }[];
  /** People against adjudicated labels, by column; null if there are none. */
  people: (MetaCell | null)[];
  rows: MetaRow[];
  ratings: MetaRating[];
  /** Studies that were judged and not unblinded yet, whose figures stay closed. */
  embargoed: { study: number; name: string }[];
}

/**
 * Every suite of which the project has studies or spot checks that its meta-evaluation is made of.
 *
 * @param language of the sentences on printed figures; files are in English
 */
export function metaEvaluations(db: Db, grant: ProjectGrant<'read-results'>, language = 'en'): ProjectMetaEvaluation[] {
  return allSuites().flatMap(({ title, metaEvaluation }) => {
    if (!metaEvaluation) return [];
    const found = metaEvaluationOf(db, grant, title, metaEvaluation, language);
    const has = found.rows.length + found.ratings.length + found.embargoed.length > 0;
    return has || found.people.some((cell) => cell !== null) ? [found] : [];
  });
}

/** Whether there is any study or spot check to show, without computing a figure. */
export function hasMetaEvaluation(db: Db, grant: ProjectGrant<'read-results'>): boolean {
  const of = allSuites().flatMap(({ metaEvaluation }) => metaEvaluation ?? []);
  const units = of.flatMap(({ columns, preference }) =>
    [...columns.map(({ unit }) => unit), preference?.unit ?? []].flat()
  );
  return (
    studiesOn(db, grant, units).length > 0 || listSpotChecks(db, grant).some(({ unitKind }) => units.includes(unitKind))
  );
}

function studiesOn(db: Db, grant: ProjectGrant<'read-results'>, units: readonly string[]) {
  const { study, run } = schema;
  return db
    .select({ id: study.id, number: study.number, name: study.name, kind: study.kind, run: run.number, runId: run.id })
    .from(study)
    .innerJoin(run, eq(run.id, study.runId))
    .where(
      and(
        ...[eq(study.projectId, grant.resource.id), isNull(study.archivedAt), shownTo(grant)],
        inArray(study.kind, units.map(studyKindOfUnit))
      )
    )
    .orderBy(asc(study.number))
    .all();
}

function metaEvaluationOf(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  suite: string,
  printed: MetaEvaluation,
  language: string
): ProjectMetaEvaluation {
  const { columns, preference, sample } = printed;
  const rows = new Map<string, Omit<MetaRow, 'average'> & { judgeId: string; runId: string }>();
  const embargoed: ProjectMetaEvaluation['embargoed'] = [];
  const people: ProjectMetaEvaluation['people'] = columns.map(() => null);
  const put = (
    of: { run: number; runId: string; judgeId: string; judge: string },
    at: number,
    cell: MetaCell
  ): void => {
    const key = `${of.run} ${of.judgeId}`;
    const row = rows.get(key) ?? {
      ...of,
      cells: columns.map((): MetaCell | null => null),
      cost: judgeCosts(db, of.runId, of.judgeId)
    };
    // Of several studies or checks the newest counts.
    row.cells[at] = cell;
    rows.set(key, row);
  };
  for (const [at, { unit, truth }] of columns.entries()) {
    if (truth === 'adjudicated')
      for (const { id, number, name, run, runId } of studiesOn(db, grant, [unit])) {
        if (procedureState(db, grant, id).embargoed) {
          embargoed.push({ study: number, name });
          continue;
        }
        const { items, adjudicated, people: ofPeople, judges } = studyAccuracy(db, grant, id);
        if (adjudicated === 0) continue;
        const from = { kind: 'study' as const, number };
        const of = { from, done: adjudicated, drawn: items };
        people[at] = { accuracy: ofPeople, ...of };
        for (const { judgeId, judge, accuracy } of judges) put({ run, runId, judgeId, judge }, at, { accuracy, ...of });
      }
    else
      for (const row of listSpotChecks(db, grant).toReversed()) {
        if (row.unitKind !== unit || row.checked === 0) continue;
        const check = spotCheckByNumber(db, grant, row.number);
        const { accuracy, checked, items } = spotCheckAccuracy(db, grant, check);
        const from = { kind: 'spot-check' as const, number: row.number };
        const of = { run: row.run, runId: check.runId, judgeId: check.judgeId, judge: row.judge };
        put(of, at, { accuracy, from, done: checked, drawn: items });
      }
  }
  const ratings = preference ? ratingsOf(db, grant, preference.unit, embargoed) : [];
  const figures = columns.flatMap(({ printed: { people: ofPeople, judge } }) => [ofPeople ?? [], judge].flat());
  return {
    ...{ suite, printed, people, ratings, embargoed },
    possible:
      sample === null
        ? []
        : figures.map((figure) => {
            const { possible, text } = possibilityOf(
              `${figure}% of ${sample.n}`,
              messagesIn(language, 'figureVerdicts')
            );
            return { figure: `${figure}%`, possible, text };
          }),
    rows: [...rows.values()]
      .sort((a, b) => b.run - a.run)
      .map(({ judgeId: _judge, runId: _run, ...row }) => ({ ...row, average: averageOf(row.cells) }))
  };
}

function averageOf(cells: MetaRow['cells']): number | null {
  const values = cells.flatMap((cell) => cell?.accuracy.share.value ?? []);
  return values.length === cells.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}

/** Ratings of people beside those that each judge's verdicts come to. */
function ratingsOf(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  unit: string,
  embargoed: ProjectMetaEvaluation['embargoed']
): MetaRating[] {
  const { scale } = unitNamed(unit);
  if (scale === null || scale === 'by-metric') return [];
  const labels = scale.labels.toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0)).map(({ label }) => label);
  return studiesOn(db, grant, [unit]).flatMap(({ id, number, name }) => {
    if (procedureState(db, grant, id).embargoed) {
      embargoed.push({ study: number, name });
      return [];
    }
    const units = studyLabels(db, grant, id);
    return studyRaters(db, grant, id).judges.map(({ judgeId, spec }): MetaRating => {
      const pairs = units.flatMap(({ qid, humans, judges }) => {
        const said = judges.find((one) => one.judgeId === judgeId);
        if (said?.state !== 'judged' || said.label === null) return [];
        const computed = String(said.label);
        return humans.flatMap(({ label }) =>
          label === CANNOT_JUDGE ? [] : [{ qid, person: String(label), computed }]
        );
      });
      return { study: number, name, judge: spec, agreement: ratedAgreement(pairs, labels) };
    });
  });
}
