import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { figureCell, textCell, type FigureCell, type FigureTable } from '../../scorer/figure-table.ts';
import { figureSource } from '../../scorer/leaderboard/figure-source.server.ts';
import type { CorrelatedScore, PeopleCorrelation } from '../../scorer/people-correlation.ts';
import { allSuites, unitNamed } from '../../scorer/suites/index.ts';
import { labelOn } from '../../scorer/unit-definition.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { StudyKindName } from '../../studies/kinds/index.ts';
import { studyLabels, studyRaters } from '../../studies/labels/labels.server.ts';
import type { Jackknife } from '../../stats/index.ts';
import { procedureState } from '../preregistration/preregistrations.server.ts';
import { correlationsOf, pairScores } from './people-correlation.ts';
import { proportion } from '../../stats/writing/figures.ts';
import { shownTo } from '../../studies/judging/leases/lease-rules.server.ts';

type Read = ProjectGrant<'read-results'>;

const kindOf = (unit: string): StudyKindName => `unit-${unit}`;

/** Scores of a project's studies beside the correlations that a suite's publication prints. */
export interface ProjectCorrelation {
  /** Name and title of the suite. */
  suite: string;
  title: string;
  source: string;
  table: FigureTable;
  /** Studies that were judged and not unblinded yet, whose figures stay closed. */
  embargoed: { study: number; name: string }[];
}

function studiesOf(db: Db, grant: Read, units: readonly string[]) {
  const { study } = schema;
  return db
    .select({ id: study.id, number: study.number, name: study.name, kind: study.kind, runId: study.runId })
    .from(study)
    .where(
      and(
        ...[eq(study.projectId, grant.resource.id), isNull(study.archivedAt), shownTo(grant)],
        inArray(study.kind, units.map(kindOf))
      )
    )
    .orderBy(asc(study.number))
    .all();
}

const unitsIn = ({ rows }: PeopleCorrelation): string[] => rows.map(({ unit }) => unit);

/** Whether there is a study to show, without computing a figure. */
export const hasPeopleCorrelation = (db: Db, grant: Read): boolean =>
  studiesOf(db, grant, allSuites().flatMap(({ correlation }) => (correlation ? unitsIn(correlation) : []))).length > 0; // prettier-ignore

/** Every suite of which the project has studies that its publication's correlations are of. */
export function peopleCorrelations(db: Db, grant: Read): ProjectCorrelation[] {
  return allSuites().flatMap(({ name, title, correlation }) => {
    const studies = correlation ? studiesOf(db, grant, unitsIn(correlation)) : [];
    if (!correlation || studies.length === 0) return [];
    const embargoed: ProjectCorrelation['embargoed'] = [];
    const rows: FigureTable['rows'] = [];
    for (const one of studies) {
      const closed = procedureState(db, grant, one.id).embargoed;
      if (closed) embargoed.push({ study: one.number, name: one.name });
      else rows.push(...rowsOf(db, grant, one, correlation.rows.find(({ unit }) => kindOf(unit) === one.kind)!)); // prettier-ignore
    }
    return [{ suite: name, title, source: correlation.source, table: tableOf(rows, correlation), embargoed }];
  });
}

const WHY: Partial<Record<string, string>> = {
  'n=0': 'No report is scored by both.',
  'zero-variance': 'All scores of annotators or of the judge are equal, or only one report has scores.'
};

const cellOf = ({ value, reason, interval, n }: Jackknife): FigureCell =>
  figureCell({ value, reason: value === null ? (WHY[reason ?? ''] ?? reason ?? null) : null, interval }, n);

/** The study's people beside each judge of its run. */
function rowsOf(
  db: Db,
  grant: Read,
  { id, number, runId }: { id: string; number: number; runId: string | null },
  { unit, title, times, printed, weightOf }: CorrelatedScore
): FigureTable['rows'] {
  const { scale } = unitNamed(unit);
  if (scale === null || scale === 'by-metric') throw new Error(`Scores of ${unit} require labels of its own`);
  const valueOf = (label: string | null | undefined): number | null => {
    const value = label == null ? null : (labelOn(scale, label)?.value ?? null);
    return value === null ? null : times * value;
  };
  const run = runId === null ? undefined : db.select().from(schema.run).where(eq(schema.run.id, runId)).get();
  const source = weightOf && run ? figureSource(db, grant, run) : null;
  const suite = allSuites().find(({ units }) => units?.some(({ name }) => name === unit))!;
  const labels = studyLabels(db, grant, id);
  return studyRaters(db, grant, id).judges.map(({ judgeId, spec }) => {
    const { pairs, leftOut } = pairScores(
      labels.flatMap((one) => {
        const weight = weightOf && source ? weightOf(source.material(suite.name, one.qid), one.item) : 1;
        const said = one.judges.find((judge) => judge.judgeId === judgeId);
        return weight === null
          ? []
          : [
              {
                ...{ reportId: one.reportId, qid: one.qid, weight },
                people: one.humans.map(({ userId, label }) => ({ userId, value: valueOf(String(label)) })),
                judge: valueOf(said?.state === 'judged' ? said.label : null)
              }
            ];
      })
    );
    const { rho, r, tauB } = correlationsOf(pairs);
    const annotators = pairs.reduce((sum, pair) => sum + pair.annotators, 0) / pairs.length;
    const plain = (value: number): FigureCell => textCell(proportion(value, 2));
    return {
      ...{ group: title, system: `Study ${number}, ${spec}` },
      cells: [
        ...[cellOf(rho), plain(printed.rho), cellOf(r), plain(printed.r), cellOf(tauB), plain(printed.tauB)],
        figureCell(
          { value: pairs.length === 0 ? null : annotators, reason: WHY['n=0']!, interval: null },
          pairs.length
        ),
        textCell(String(leftOut))
      ]
    };
  });
}

const tableOf = (rows: FigureTable['rows'], { source, open }: PeopleCorrelation): FigureTable => ({
  name: 'people-correlation',
  title: 'Scores by annotators and by judges',
  range: '95% CI, jackknife by query',
  counted: 'reports that annotators and the judge scored on the same units',
  rowsAre: 'Study and judge',
  columns: [
    { name: 'rho', title: 'Spearman’s ρ', decimals: 2 },
    { name: 'rho printed', title: 'ρ printed', decimals: 2 },
    { name: 'r', title: 'Pearson’s r', decimals: 2 },
    { name: 'r printed', title: 'r printed', decimals: 2 },
    { name: 'tau-b', title: 'Kendall’s τ_b', decimals: 2 },
    { name: 'tau printed', title: 'τ printed', decimals: 2 },
    { name: 'annotators', title: 'Annotators a report', decimals: 1 },
    { name: 'left out', title: 'Reports left out', decimals: 0 }
  ],
  rows,
  notes: [
    'A report’s score by an annotator is the weighted mean over its units in the study; scores of annotators are averaged.',
    'An annotator counts for a report if all of its units in the study are labelled. Plan a study of whole reports, with three annotators per item.',
    `Printed: ${source}.`,
    ...open
  ]
});
