import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { CANNOT_JUDGE } from '../../studies/kinds/index.ts';
import { studyLabels, studyRaters } from '../../studies/labels/labels.server.ts';
import { adjudicatedLabels, type AdjudicatedLabel } from '../../studies/truth/adjudicated-labels.server.ts';
import { requireLiftedEmbargo } from '../adoption/embargo.server.ts';
import { accuracyOf, type Accuracy, type AgainstTruth } from './accuracy.ts';

/** How often people, and each judge, give the adjudicated label of a study's items. */
export interface StudyAccuracy {
  /** Items of the sample, adjudicated items, and of these the ones whose label an adjudicator changed later. */
  items: number;
  adjudicated: number;
  changed: number;
  /** All blind labels together: several people on an item are several answers. Null before anything is adjudicated. */
  people: Accuracy;
  judges: { judgeId: string; judge: string; accuracy: Accuracy }[];
}

/** One adjudicated item, for files. */
interface AdjudicatedItem extends AdjudicatedLabel {
  qid: string;
  system: string;
  item: string;
  text: string;
  people: string[];
  judges: { judge: string; label: string | null }[];
}

/** @throws Refusal `closed` while the study's figures are under embargo */
export function studyAccuracy(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string
): StudyAccuracy & { rows: AdjudicatedItem[] } {
  requireLiftedEmbargo(db, grant, studyId);
  const units = studyLabels(db, grant, studyId);
  const truth = adjudicatedLabels(db, grant, studyId);
  const { judges } = studyRaters(db, grant, studyId);
  const given = (label: unknown): string | null => (label === null || label === CANNOT_JUDGE ? null : String(label));
  const about = (unit: (typeof units)[number], said: string | null): AgainstTruth => ({
    qid: unit.qid,
    truth: truth.get(unit.itemId)?.label ?? null,
    said,
    weight: 1 / unit.inclusionProbability
  });
  const saidBy = (unit: (typeof units)[number], judgeId: string): string | null => {
    const said = unit.judges.find((one) => one.judgeId === judgeId);
    return said?.state === 'judged' ? given(said.label) : null;
  };
  const adjudicated = units.filter(({ itemId }) => truth.has(itemId));
  return {
    items: units.length,
    adjudicated: adjudicated.length,
    changed: adjudicated.filter(({ itemId }) => truth.get(itemId)!.revision > 1).length,
    people: accuracyOf(adjudicated.flatMap((unit) => unit.humans.map(({ label }) => about(unit, given(label))))),
    judges: judges.map(({ judgeId, spec }) => ({
      ...{ judgeId, judge: spec },
      accuracy: accuracyOf(adjudicated.map((unit) => about(unit, saidBy(unit, judgeId))))
    })),
    rows: adjudicated.map((unit) => ({
      ...truth.get(unit.itemId)!,
      ...{ qid: unit.qid, system: unit.systemName, item: unit.item, text: unit.text },
      people: unit.humans.map(({ label }) => String(label)),
      judges: judges.map(({ judgeId, spec }) => ({ judge: spec, label: saidBy(unit, judgeId) }))
    }))
  };
}
