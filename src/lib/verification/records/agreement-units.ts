import { stageAgreement, type AgreementStage, type AgreementUnit, type StageAgreement } from './agreement.ts';
import type { SubjectRecord } from './records.ts';
import { subjectKinds } from '../vocabulary/labels.ts';
import { settleSubject, type SettlingRules } from './settling.ts';

/** The labels that are compared in a stage. */
function agreementUnits(
  stage: AgreementStage,
  subjects: readonly SubjectRecord[],
  rules: SettlingRules
): AgreementUnit[] {
  return subjects.flatMap((subject): AgreementUnit[] => {
    const { qid, ratings } = subject;
    switch (stage) {
      case 'annotation':
        // An item that one annotator appended has no second rating to compare.
        return subject.origin === 'appended' ? [] : [{ qid, labels: ratings.map(({ label }) => label) }];
      case 'review':
        return ratings.flatMap((rating) =>
          rating.review ? [{ qid, labels: [rating.label, rating.review.label] }] : []
        );
      case 'inspection':
        // With the labels that were inspected: ratings of a batch that came back may have been corrected since.
        return subject.inspections.flatMap(({ label, drawn }) => drawn.map((one) => ({ qid, labels: [one, label] })));
      case 'adjudication': {
        const { label } = settleSubject(subject, rules);
        return label === null ? [] : ratings.map((rating) => ({ qid, labels: [rating.label, label] }));
      }
    }
  });
}

/** Agreement of every stage on queries, on items and on material; stages that have nothing to compare are left out. */
export function agreementByStage(subjects: readonly SubjectRecord[], rules: SettlingRules): StageAgreement[] {
  return (['annotation', 'review', 'inspection', 'adjudication'] as const).flatMap((stage) =>
    subjectKinds.flatMap((kind) => {
      const units = agreementUnits(
        stage,
        subjects.filter((subject) => subject.kind === kind),
        rules
      );
      return units.some(({ labels }) => labels.length >= 2) ? [stageAgreement(stage, kind, units)] : [];
    })
  );
}
