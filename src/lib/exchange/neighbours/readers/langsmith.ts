import { isObject } from '../../format/json-value.ts';
import { labelText, objectUnder, shortFields } from './foreign-label.ts';
import { hasAll, type Neighbour } from './neighbour.ts';

const ofFeedback = new Set(['id', 'run_id', 'trace_id', 'session_id', 'key', 'score', 'feedback_source', 'created_at', 'modified_at']); // prettier-ignore
const ofSource = new Set(['__run', 'model', 'judge', 'rater']);

/** LangSmith's feedback (langsmith/schemas.py, Feedback), as lines or a list. */
export const langsmith: Neighbour = {
  name: 'LangSmith',
  recognises: ({ first }) => (hasAll(first, 'run_id', 'key', 'feedback_source') ? 1 : 0),
  reader: () => ({
    *labels({ value, number }, notTaken) {
      if (!isObject(value)) return;
      const question = labelText(value.key) ?? 'feedback';
      // People give a category with its score, models often the score alone: only scores are given by all.
      // A feedback's true and false are the same scores as 1 and 0.
      const score = labelText(typeof value.score === 'boolean' ? Number(value.score) : value.score);
      const label = score ?? labelText(value.value);
      notTaken.fields(value, score === null ? new Set([...ofFeedback, 'value']) : ofFeedback);
      if (label === null) return notTaken.add('unscored', question);
      const source = objectUnder(value, 'feedback_source');
      const metadata = objectUnder(source, 'metadata');
      const user = labelText(source.user_name) ?? labelText(source.user_id);
      const isPerson = source.type === 'app' || (source.type === 'api' && user !== null);
      yield {
        item: labelText(value.run_id) ?? labelText(value.trace_id) ?? labelText(value.session_id) ?? `run ${number}`,
        rater: labelText(metadata.rater) ?? (isPerson ? user : (labelText(metadata.judge) ?? labelText(metadata.model))) ?? labelText(source.type) ?? 'unknown', // prettier-ignore
        kind: isPerson ? 'person' : 'judge',
        ...{ question, value: label, at: labelText(value.modified_at) ?? labelText(value.created_at) },
        about: {
          ...(labelText(value.session_id) !== null && { session: labelText(value.session_id)! }),
          ...shortFields(metadata, notTaken, 'feedback_source.metadata.', ofSource)
        }
      };
    }
  })
};
