import { isObject } from '../../format/json-value.ts';
import { labelText, objectUnder, shortFields } from './foreign-label.ts';
import { hasAll, type Neighbour } from './neighbour.ts';

const ofAnnotation = new Set(['id', 'created_at', 'updated_at', 'source', 'user_id', 'name', 'annotator_kind', 'result', 'metadata', 'identifier', 'span_id', 'trace_id', 'session_id']); // prettier-ignore
const ofResult = new Set(['label', 'score']);

/** Phoenix’ annotations of spans, traces and sessions (`GET /v1/projects/P/span_annotations`). */
export const phoenix: Neighbour = {
  name: 'Phoenix',
  recognises: ({ first }) => (hasAll(first, 'annotator_kind', 'result', 'name') ? 1 : 0),
  reader: () => ({
    takes: ({ path }) => path === 'next_cursor',
    *labels({ path, isElement, value, number }, notTaken) {
      if (path === 'next_cursor' && labelText(value) !== null) notTaken.add('unknown', 'next_cursor: further pages');
      if (!isElement || !isObject(value)) return;
      const result = objectUnder(value, 'result');
      const question = labelText(value.name) ?? 'annotation';
      const [label, score] = [labelText(result.label), labelText(result.score)];
      notTaken.fields(value, ofAnnotation);
      notTaken.fields(result, ofResult, 'result.');
      if (label !== null && score !== null) notTaken.add('field', 'result.score');
      if (label === null && score === null) return notTaken.add('unscored', question);
      const isPerson = value.annotator_kind === 'HUMAN';
      const [user, identifier] = [labelText(value.user_id), labelText(value.identifier)];
      yield {
        item: labelText(value.span_id) ?? labelText(value.trace_id) ?? labelText(value.session_id) ?? `span ${number}`,
        // One user may send the annotations of all people through the API, each under an identifier.
        rater: (isPerson && value.source !== 'API' ? (user ?? identifier) : (identifier ?? user)) ?? String(value.annotator_kind), // prettier-ignore
        kind: isPerson ? 'person' : 'judge',
        ...{ question, value: (label ?? score)!, at: labelText(value.updated_at) },
        about: shortFields(value.metadata, notTaken, 'metadata.')
      };
    }
  })
};
