import { writeJsonLines } from '../../format/json-lines.ts';
import {
  eachLabel,
  labelIdOf,
  labelScore,
  annotatorMajority,
  type WrittenItem,
  type WrittenLabel,
  type WrittenStudy
} from './written-labels.ts';

/** Tasks as Label Studio imports them, people's labels as annotations and judges' as predictions. */
export function writeLabelStudioTasks({ question, scale, items }: WrittenStudy): string {
  const isRating =
    scale.level === 'interval' || (scale.level === 'ordinal' && scale.labels.every((one) => /^\d+$/.test(one)));
  // Stars have no place for labels without a value on the scale.
  const isStars = (value: string): boolean => isRating && value.trim() !== '' && Number.isFinite(Number(value));
  const result = (item: WrittenItem, { value, rater, comment }: WrittenLabel): object[] => [
    {
      ...{ id: `${item.id}-${rater}`, from_name: question, to_name: 'text' },
      ...(isStars(value)
        ? { type: 'rating', value: { rating: Number(value) } }
        : { type: 'choices', value: { choices: [value] } })
    },
    ...(comment === ''
      ? []
      : [
          {
            id: `${item.id}-${rater}-note`,
            from_name: 'note',
            to_name: 'text',
            type: 'textarea',
            value: { text: [comment] }
          }
        ])
  ];
  const of = (item: WrittenItem, kind: WrittenLabel['kind']): readonly WrittenLabel[] =>
    item.labels.filter((one) => one.kind === kind);
  return `${JSON.stringify(
    items.map((item, i) => ({
      id: i + 1,
      data: { item: item.id, qid: item.qid, system: item.system, text: item.text },
      annotations: of(item, 'person').map((label) => ({
        completed_by: { email: label.rater },
        ...{ result: result(item, label), was_cancelled: false, lead_time: label.seconds }
      })),
      predictions: of(item, 'judge').map((label) => ({ model_version: label.rater, result: result(item, label) }))
    })),
    null,
    2
  )}\n`;
}

/** Flat records as Argilla's `to_list(flatten=True)` writes them. Argilla has one suggestion per question: that of the first judge. */
export const writeArgillaRecords = ({ question, items }: WrittenStudy): string =>
  writeJsonLines(
    items.map(({ id, qid, system, text, labels }) => {
      const people = labels.filter(({ kind }) => kind === 'person');
      const judges = labels.filter(({ kind }) => kind === 'judge');
      return {
        ...{ id, status: 'completed', text, qid, system },
        [`${question}.responses`]: people.map(({ value }) => value),
        [`${question}.responses.users`]: people.map(({ rater }) => rater),
        [`${question}.responses.status`]: people.map(() => 'submitted'),
        [`${question}.suggestion`]: judges[0]?.value ?? null,
        [`${question}.suggestion.score`]: null,
        [`${question}.suggestion.agent`]: judges[0]?.rater ?? null
      };
    })
  );

/** Bodies of `POST /api/public/scores` of Langfuse, one per line; the item's id is the trace's. Each has an id, so that sending it again changes nothing. */
export const writeLangfuseScores = (study: WrittenStudy): string =>
  writeJsonLines(
    eachLabel(study, (item, label) => ({
      ...{ id: labelIdOf(study, item, label), traceId: item.id, name: study.question, value: label.value },
      ...{ dataType: 'CATEGORICAL', comment: label.comment || null, environment: 'default', source: 'API' },
      metadata: { kind: label.kind, rater: label.rater, qid: item.qid, system: item.system }
    }))
  );

/** LangSmith's feedback, one per line; the item's id is the run's. */
export const writeLangsmithFeedback = (study: WrittenStudy): string =>
  writeJsonLines(
    eachLabel(study, (item, label) => ({
      ...{ run_id: item.id, key: study.question, score: labelScore(study.scale, label.value), value: label.value },
      comment: label.comment || null,
      feedback_source:
        label.kind === 'person'
          ? { type: 'app', user_name: label.rater, metadata: { rater: label.rater } }
          : { type: 'model', metadata: { judge: label.rater } }
    }))
  );

/** The body of `POST /v1/span_annotations` of Phoenix; the item's id is the span's. One identifier per rater, else they overwrite each other. */
export const writePhoenixAnnotations = (study: WrittenStudy): string =>
  `${JSON.stringify(
    {
      data: eachLabel(study, (item, label) => ({
        ...{ span_id: item.id, name: study.question, annotator_kind: label.kind === 'person' ? 'HUMAN' : 'LLM' },
        result: {
          ...{ label: label.value, score: labelScore(study.scale, label.value), explanation: label.comment || null }
        },
        ...{ metadata: { qid: item.qid, system: item.system }, identifier: label.rater }
      }))
    },
    null,
    2
  )}\n`;

/**
 * Scores for Inspect's `precomputed_scores`, one per sample: the majority of annotators. Items on which annotators are tied
 * have the value null, which Inspect leaves unscored, and the counts in `metadata`.
 */
export const writeInspectScores = ({ name, question, items }: WrittenStudy): string =>
  writeJsonLines(
    items.flatMap((item) => {
      const majority = annotatorMajority(item);
      if (majority === null) return [];
      const { value, annotators, most } = majority;
      const metadata = { study: name, question, item: item.text, n_raters: annotators, n_majority: most };
      return [{ id: item.id, value, metadata }];
    })
  );
