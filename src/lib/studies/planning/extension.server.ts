import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, eq, max } from 'drizzle-orm';
import { fieldSays, problemAt, refuse } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { insertBatch } from './batches.server.ts';
import { overallChances } from './drawing/extension.ts';
import { unclosedStudyOf } from '../judging/leases/lease-rules.server.ts';
import type { StudyKindName } from '../kinds/index.ts';
import type { StudyPlan } from './planning-preview.ts';
import { nomineesOf } from '../study/nominees.server.ts';
import { drawStudy, type Drawn } from './planning.server.ts';
import type { SampleInput } from './drawing/sampling.ts';
import { isOfRun, kindOf, type StudyOfRun } from '../study/study-of-run.server.ts';
import { shownAtEnd, unitKey, studyUnits } from '../units/units.server.ts';

const leadSays = sayingsOf('leadRefusals');

/** Items to draw in addition. Run, metric, kind, settings, overlap and reveal are the study's and do not change. */
interface ExtensionInput {
  sample: SampleInput;
  /** Ids of the people who judge it; they need not be those of the study. */
  people: readonly string[];
  seed: number;
}

/** Shows what `extendStudy` would add for the same input: units that are in the study already are not there to draw from. */
export function planExtension(
  db: Db,
  grant: ProjectGrant<'manage'>,
  studyId: string,
  input: ExtensionInput
): StudyPlan {
  return drawMore(db, grant, extendable(db, grant, studyId), input).plan;
}

/**
 * Draws a further batch with its own seed and hands it out behind what people have. What was drawn before stays as it is; each
 * item keeps the chance with which its batch drew it, and all get the chance that they had over the batches together.
 *
 * @returns the number of the batch, 2 for the first extension
 * @throws Refusal `invalid-input` with the problems that the preview shows; `closed` for a study that has ended
 */
export function extendStudy(db: Db, grant: ProjectGrant<'manage'>, studyId: string, input: ExtensionInput): number {
  return write(db, (tx) => {
    const study = extendable(tx, grant, studyId);
    const drawn = drawMore(tx, grant, study, input);
    if (drawn.plan.problems.length > 0) refuse.invalid(leadSays('studyNotExtended'), drawn.plan.problems);
    const { studyBatch } = schema;
    const last = tx
      .select({ number: max(studyBatch.number) })
      .from(studyBatch)
      .where(eq(studyBatch.studyId, studyId))
      .get();
    const number = (last?.number ?? 1) + 1;
    const { sample, seed, people } = input;
    const createdBy = grant.actor.kind === 'person' ? grant.actor.id : null;
    insertBatch(tx, { studyId, number, seed, sample, createdBy, createdAt: Date.now() }, drawn);
    weighTogether(tx, study);
    record(tx, grant.actor, {
      projectId: study.projectId,
      action: 'study.extend',
      entity: 'study',
      entityId: studyId,
      detail: { number: study.number, batch: number, sample, seed, people, available: drawn.plan.available }
    });
    return number;
  });
}

function extendable(db: Db, grant: ProjectGrant<'manage'>, studyId: string): StudyOfRun {
  const study = unclosedStudyOf(db, grant, studyId);
  return isOfRun(study) ? study : refuse.conflict(leadSays('elsewhereNoRun'));
}

function drawMore(db: Db, grant: ProjectGrant<'manage'>, study: StudyOfRun, input: ExtensionInput): Drawn {
  const { studyItem, studyBatch } = schema;
  const before = db
    .select({ sample: studyBatch.sample })
    .from(studyBatch)
    .where(eq(studyBatch.studyId, study.id))
    .all();
  if ([input, ...before].some(({ sample }) => 'reports' in sample)) refuse.conflict(leadSays('sampleOfReports'));
  const drawn = db
    .select({ reportId: studyItem.reportId, item: studyItem.item })
    .from(studyItem)
    .where(eq(studyItem.studyId, study.id))
    .all();
  const { runId, name, metric, settings, overlap, reveal } = study;
  // Gold items were handed out with the study; an extension has none of its own.
  const { goldEvery: _, ...plain } = settings;
  const kind = kindOf(study).name as StudyKindName;
  const more = drawStudy(
    db,
    grant,
    { runId, name, metric, kind, settings: plain, overlap, reveal, ...input },
    new Set(drawn.map(unitKey))
  );
  const shown = shownAtEnd(db, study);
  const seen = nomineesOf(db, study.projectId, input.people)
    .filter(({ userId }) => shown.has(userId))
    .map(({ name }) => problemAt('people', fieldSays('sawJudgesAtEnd'), name));
  return { ...more, plan: { ...more.plan, problems: [...more.plan.problems, ...seen] } };
}

/** Notes for every sampled item the chance that it had over all batches. */
function weighTogether(tx: Db, study: StudyOfRun): void {
  const { studyItem, studyBatch, run } = schema;
  const from = tx.select().from(run).where(eq(run.id, study.runId)).get()!;
  const units = new Map(studyUnits(tx, from, study.metric, kindOf(study)).map((unit) => [unitKey(unit), unit]));
  const items = tx
    .select()
    .from(studyItem)
    .where(and(eq(studyItem.studyId, study.id), eq(studyItem.purpose, 'sample')))
    .all();
  const batches = tx
    .select()
    .from(studyBatch)
    .where(eq(studyBatch.studyId, study.id))
    .orderBy(asc(studyBatch.number))
    .all()
    .map(({ number, sample }) => ({
      sample,
      units: items
        .filter(({ batch }) => batch === number)
        .map(({ id, inclusionProbability, ...item }) => ({ ...units.get(unitKey(item))!, id, inclusionProbability }))
    }));
  for (const [{ id }, overallProbability] of overallChances(batches))
    tx.update(studyItem).set({ overallProbability }).where(eq(studyItem.id, id)).run();
}
