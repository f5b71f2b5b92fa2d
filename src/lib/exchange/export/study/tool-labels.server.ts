import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { judgeNames } from '../../../scorer/runs/runs.server.ts';
import type { Db } from '../../../server/db/client.ts';
import { importedSource } from '../../../studies/labels/imported-studies.server.ts';
import { studyLabels, studyRaters, studyScale } from '../../../studies/labels/labels.server.ts';
import { wholeItemId } from '../../../studies/reveal/ranked-pairs.ts';
import { namesOfReports } from '../../../studies/study/system-names.server.ts';
import { reportsOfItems } from '../../../studies/units/judge-labels.server.ts';
import { studyOf } from '../../../studies/judging/leases/lease-rules.server.ts';
import type { WrittenItem, WrittenStudy } from '../../neighbours/writers/written-labels.ts';

/** The labels of a study as other tools take them: blind labels that count and judges' verdicts. Annotators are called by place (`annotator-1`), or by their names in the imported file. */
export function toolLabels(db: Db, grant: ProjectGrant<'read-results'>, studyId: string): WrittenStudy {
  const study = studyOf(db, grant, studyId);
  const { judges, people } = studyRaters(db, grant, studyId);
  const isImported = importedSource(db, studyId) !== null;
  const specs = isImported ? judges.map(({ spec }) => spec) : judgeNames(judges);
  const judgeOf = new Map(judges.map(({ judgeId }, i) => [judgeId, specs[i] ?? judgeId]));
  const personOf = new Map(people.map(({ userId, name }, i) => [userId, isImported ? name : `annotator-${i + 1}`]));
  const seen = new Map<string, number>();
  /** A ranking of several reports is one unit for each pair of them: their ids are told apart. */
  const distinct = (id: string): string => {
    const nth = (seen.get(id) ?? 0) + 1;
    seen.set(id, nth);
    return nth === 1 ? id : `${id}-${nth}`;
  };
  const scale = studyScale(db, grant, studyId);
  const pairs = isImported || scale.level !== 'preference' ? null : systemsOfItems(db, studyId);
  const items = studyLabels(db, grant, studyId).map((unit): WrittenItem => ({
    ...{ id: distinct(isImported ? unit.item : unit.itemId), qid: unit.qid, system: unit.systemName, text: unit.text },
    ...(pairs && { pair: pairOf(unit.itemId, pairs) }),
    labels: [
      ...unit.humans.map(({ userId, label, note, seconds }) => ({
        ...{ rater: personOf.get(userId) ?? userId, kind: 'person' as const, value: label, comment: note, seconds }
      })),
      ...unit.judges.flatMap(({ judgeId, state, label, rationale }) =>
        state === 'judged' && label !== null
          ? [{ rater: judgeOf.get(judgeId) ?? judgeId, kind: 'judge' as const, value: label, comment: rationale, seconds: null }] // prettier-ignore
          : []
      )
    ]
  }));
  const { number, name, metric, createdAt } = study;
  return { number, name, question: metric, scale, createdAt, items };
}

/** Systems of the reports of each item, in the order that labels refer to. */
function systemsOfItems(db: Db, studyId: string): Map<string, string[]> {
  const reports = reportsOfItems(db, studyId);
  const ids = [...new Set([...reports.values()].flat())];
  const of = new Map(namesOfReports(db, ids).map(({ reportId, system }) => [reportId, system]));
  return new Map([...reports].map(([item, ids]) => [item, ids.map((id) => of.get(id) ?? '')]));
}

/** The two systems of a unit; the unit of a ranking names the places of its two reports at the end of its id (`-12`). */
function pairOf(unitId: string, systems: ReadonlyMap<string, readonly string[]>): [string, string] {
  const item = wholeItemId(unitId);
  const [first, second] = item === unitId ? [1, 2] : [...unitId.slice(-2)].map(Number);
  const of = systems.get(item) ?? [];
  return [of[first! - 1] ?? '', of[second! - 1] ?? ''];
}
