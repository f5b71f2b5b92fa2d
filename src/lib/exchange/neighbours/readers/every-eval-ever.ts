import { isObject } from '../../format/json-value.ts';
import { fittingText, labelText, objectUnder, shortFields } from './foreign-label.ts';
import { hasAll, type Neighbour } from './neighbour.ts';

const ofSample = new Set(['schema_version', 'evaluation_id', 'model_id', 'evaluation_name', 'sample_id', 'evaluation', 'metadata']); // prettier-ignore

/** Every Eval Ever 0.3: samples with one score each as lines; its other file holds aggregate scores alone. */
export const everyEvalEverReader: Neighbour = {
  name: 'Every Eval Ever',
  recognises: ({ first, members }) =>
    hasAll(first, 'schema_version', 'evaluation_id', 'sample_id') ||
    (members.includes('evaluation_id') && members.includes('schema_version'))
      ? 1
      : 0,
  reader: () => ({
    takes: () => true,
    *labels({ path, isElement, value, number }, notTaken) {
      if (!isElement) {
        if (path === 'evaluation_results' && Array.isArray(value)) notTaken.add('aggregate', path, value.length);
        else notTaken.field(path, value);
        return;
      }
      if (!isObject(value)) return;
      notTaken.fields(value, ofSample);
      const evaluation = objectUnder(value, 'evaluation');
      notTaken.fields(evaluation, new Set(['score', 'is_correct']), 'evaluation.');
      const question = labelText(value.evaluation_name) ?? 'score';
      const metadata = shortFields(value.metadata, notTaken, 'metadata.');
      const [qid, system] = [labelText(value.sample_id) ?? `sample ${number}`, labelText(value.model_id)];
      const kind = metadata.kind === 'person' ? 'person' : 'judge';
      const by = {
        item: [qid, fittingText(metadata.item), system].filter((one) => one != null).join(' '),
        ...({
          rater: fittingText(metadata.rater) ?? labelText(value.evaluation_id) ?? 'evaluation',
          kind,
          at: null
        } as const),
        about: { ...metadata, qid, ...(system !== null && { system }) }
      };
      // A label that is no number stands beside the score, with its rater.
      const score =
        (metadata.rater === undefined ? undefined : fittingText(metadata.label)) ?? labelText(evaluation.score);
      if (score === null) notTaken.add('unscored', question);
      else yield { ...by, question, value: score };
      if (evaluation.is_correct != null) notTaken.add('field', 'evaluation.is_correct');
    }
  })
};
