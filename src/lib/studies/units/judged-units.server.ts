import { and, eq, sql } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import type { StudyKind } from '../kinds/index.ts';
import { stratumOf, type Stratum } from '../planning/drawing/sampling.ts';
import type { StudyRun, Unit } from './unit.ts';

/** A unit that judges of a run share, with the sides on which they stand. */
interface JudgedUnit {
  reportId: string;
  queryRow: string;
  queryId: string;
  category: string | null;
  systemId: string;
  systemRow: string;
  item: string;
  collectedAt: string | null;
  /** As found in the report; null for checklists. */
  text: string | null;
  stratum: Stratum;
  /** Whether a judge gave a label; false if all that said something abstained. */
  labelled: boolean;
}

/** The units of a metric of which at least one judge said something, be it that it cannot decide. */
export function judgedUnits(db: Db, run: StudyRun, metric: string, kind: StudyKind): JudgedUnit[] {
  if (kind.units === 'report') throw new Error('judgedUnits requires a kind of study whose units are judged');
  const { verdict, report, query, system } = schema;
  const read = kind.judges.from === 'label' ? kind.judges.read : (label: string) => label;
  return db
    .select({
      reportId: verdict.reportId,
      queryRow: query.id,
      queryId: query.qid,
      category: query.category,
      systemId: system.name,
      systemRow: system.id,
      item: verdict.item,
      collectedAt: sql<string | null>`coalesce(${report.collectedAt}, ${system.collectedAt})`.as('collected'),
      text: sql<string | null>`max(${verdict.text})`.as('wording'),
      labels: sql<string>`json_group_array(distinct ${verdict.label})`.as('labels'),
      said: sql<number>`sum(${verdict.state} in ('judged', 'abstained'))`.as('said')
    })
    .from(verdict)
    .innerJoin(report, eq(report.id, verdict.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(system, eq(system.id, report.systemId))
    .where(
      and(eq(verdict.runId, run.id), eq(verdict.metric, metric), eq(verdict.repeat, 0), eq(verdict.kind, kind.units))
    )
    .groupBy(verdict.reportId, verdict.item)
    .all()
    .flatMap(({ labels, said, ...unit }) => {
      if (said === 0) return [];
      const given = (JSON.parse(labels) as (string | null)[]).flatMap((label) => (label === null ? [] : read(label)));
      const { size } = new Set(given.filter((label) => label !== null));
      return [{ ...unit, stratum: stratumOf(size), labelled: size > 0 }];
    });
}

/** The unit without a wording of its own. */
export const asUnit = (unit: JudgedUnit, unitKind: Unit['unitKind'] = 'item'): Omit<Unit, 'text' | 'place'> => ({
  reportId: unit.reportId,
  queryId: unit.queryId,
  systemId: unit.systemId,
  category: unit.category,
  item: unit.item,
  stratum: unit.stratum,
  labelled: unit.labelled,
  beside: [],
  unitKind,
  unitKey: unit.item,
  judgeId: null,
  material: {}
});
