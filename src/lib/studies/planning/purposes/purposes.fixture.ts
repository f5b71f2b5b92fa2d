import { schema, type Db } from '../../../server/db/client.ts';
import { eq } from 'drizzle-orm';
import type { ExampleRun } from '../example-run.fixture.ts';
import { studyKinds, type NamedStudyKind } from '../../kinds/index.ts';
import type { GoldItem, GoldPurpose } from './purposes.ts';
import { studyUnits } from '../../units/units.server.ts';
import { type Unit } from '../../units/unit.ts';

/** Two training items, two gold items and one attention check, of a run that has units of the kind; with answers and reasons. */
export function goldItemsOf(db: Db, { runId }: ExampleRun, kind: NamedStudyKind, metric: string): GoldItem[] {
  const run = db.select().from(schema.run).where(eq(schema.run.id, runId)).get()!;
  const units = studyUnits(db, run, metric, studyKinds[kind]);
  const purposes: GoldPurpose[] = ['training', 'gold', 'training', 'gold', 'attention'];
  // Groups of reports are few: there is no unit left for all purposes.
  return purposes
    .slice(0, studyKinds[kind].reports === 'several' ? 2 : 5)
    .map((purpose, i) => goldItem(units[i]!, purpose, kind));
}

export function goldItem(unit: Unit, purpose: GoldPurpose, kind: NamedStudyKind): GoldItem {
  const { options } = studyKinds[kind];
  const answer = options[0]?.label ?? [unit.reportId, ...unit.beside].map((_, i) => i + 1).join(',');
  const reason = `why-${purpose}`;
  return { purpose, qid: unit.queryId, system: unit.systemId, item: unit.item, answer, reason };
}
