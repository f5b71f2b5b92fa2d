import { asc, eq, inArray } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { agreementByStage } from '../records/agreement-units.ts';
import type { Datasheet } from './datasheet.ts';
import type { SettledSubject } from '../records/settling.ts';
import type { Lineage } from './lineage.ts';
import { countWork, Pseudonyms } from './pseudonyms.ts';
import type { VerificationRound } from '../rounds/round.server.ts';
import { subjectCounts } from './subject-counts.ts';

/** Pseudonyms of all people, in the order in which they appear in the subjects. */
function namesIn(settled: readonly SettledSubject[]): Pseudonyms {
  const names = new Pseudonyms();
  for (const { subject } of settled) countWork(names, subject);
  return names;
}

export function datasheetOf(tx: Db, round: VerificationRound, settled: readonly SettledSubject[]): Datasheet {
  const { inspection, inspectionBatch, guideline } = schema;
  const subjects = settled.map(({ subject }) => subject);
  return {
    round: {
      number: round.number,
      name: round.name,
      guideline: tx.select().from(guideline).where(eq(guideline.id, round.guidelineId)).get()?.number ?? 0,
      overlap: round.settings.overlap
    },
    subjects: subjectCounts(settled),
    people: namesIn(settled).people,
    agreement: agreementByStage(subjects, round.settings),
    inspections: tx
      .select({ inspection, batch: inspectionBatch.number })
      .from(inspection)
      .innerJoin(inspectionBatch, eq(inspectionBatch.id, inspection.batchId))
      .where(eq(inspectionBatch.roundId, round.id))
      .orderBy(asc(inspectionBatch.number), asc(inspection.number))
      .all()
      .map(({ inspection: { number, plan, verdict }, batch }) => ({ batch, number, plan, verdict }))
  };
}

/** From first wording to final form, subject by subject, in the order given. */
export function lineagesOf(tx: Db, settled: readonly SettledSubject[]): Lineage[] {
  const names = namesIn(settled);
  const ids = settled.map(({ subject }) => subject.id);
  const wordings = new Map<string, Lineage['wordings']>();
  const decisions = new Map<string, Lineage['decisions']>();
  for (let from = 0; from < ids.length; from += 1000) {
    const part = ids.slice(from, from + 1000);
    const { subjectWording, adjudication } = schema;
    for (const { subjectId, revision, text, reason } of tx
      .select()
      .from(subjectWording)
      .where(inArray(subjectWording.subjectId, part))
      .orderBy(asc(subjectWording.revision))
      .all())
      wordings.set(subjectId, [...(wordings.get(subjectId) ?? []), { revision, text, reason }]);
    for (const row of tx
      .select()
      .from(adjudication)
      .where(inArray(adjudication.subjectId, part))
      .orderBy(asc(adjudication.revision))
      .all()) {
      const { subjectId, userId, label, keep, wording, basis, comment } = row;
      const one = { by: names.of('adjudication', userId), label, keep, wording, basis, comment };
      decisions.set(subjectId, [...(decisions.get(subjectId) ?? []), one]);
    }
  }
  return settled.map(({ subject, settled: final }): Lineage => ({
    qid: subject.qid,
    kind: subject.kind,
    key: subject.key,
    origin: subject.origin,
    appendedBy: subject.appendedBy === null ? null : names.of('annotation', subject.appendedBy),
    wordings: wordings.get(subject.id) ?? [],
    ratings: subject.ratings.map(({ userId, label, wording, comment, reasons, review }) => ({
      by: names.of('annotation', userId),
      label,
      wording,
      comment,
      reasons,
      review: review && {
        by: names.of('review', review.userId),
        agrees: review.agrees,
        label: review.label,
        wording: review.wording,
        comment: review.comment
      }
    })),
    inspections: subject.inspections.map(({ userId, label, wording, comment, drawn }) => ({
      by: names.of('inspection', userId),
      label,
      wording,
      comment,
      disagrees: drawn.some((one) => one !== label)
    })),
    decisions: decisions.get(subject.id) ?? [],
    state: final.state,
    label: final.label,
    keep: final.keep,
    finalWording: final.wording
  }));
}
