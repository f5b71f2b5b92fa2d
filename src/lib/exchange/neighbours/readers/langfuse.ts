import { isObject, type JsonObject } from '../../format/json-value.ts';
import { labelText, objectUnder, shortFields, type NotTaken } from './foreign-label.ts';
import { hasAll, type Neighbour } from './neighbour.ts';

const ofScore = new Set(['name', 'value', 'stringValue', 'dataType', 'source', 'metadata', 'authorUserId', 'subject', 'traceId', 'observationId', 'sessionId', 'datasetRunId', 'timestamp', 'updatedAt', 'createdAt', 'id']); // prettier-ignore
const ofMetadata = new Set(['rater', 'judge', 'kind', 'item']);

/** Langfuse's scores, versions 2 and 3 of its API (fern/apis/server/definition/scores-v3.yml), also as lines. */
export const langfuse: Neighbour = {
  name: 'Langfuse',
  recognises: ({ first }) => (hasAll(first, 'name', 'value', 'dataType') ? (hasAll(first, 'source') ? 1 : 0.6) : 0),
  reader: () => {
    const types = new Map<string, Set<string>>();
    const observed = new Map<string, string>();
    const divided = new Set<string>();
    return {
      survey({ isElement, value }) {
        if (!isElement || !isObject(value)) return;
        const { trace, observation } = subjectOf(value);
        if (trace === null || observation === null) return;
        if ((observed.get(trace) ?? observation) === observation) observed.set(trace, observation);
        else divided.add(trace);
      },
      takes: ({ path }) => path === 'meta',
      *labels({ path, isElement, value, number }, notTaken) {
        if (!isElement || !isObject(value)) return pageEnd(path, value, notTaken);
        notTaken.fields(value, ofScore);
        const question = labelText(value.name) ?? 'score';
        const type = labelText(value.dataType) ?? 'NUMERIC';
        const label = labelText(type === 'CATEGORICAL' ? (value.stringValue ?? value.value) : value.value);
        if (type === 'TEXT' || type === 'CORRECTION') return notTaken.add('text', question);
        if (label === null) return notTaken.add('unscored', question);
        types.set(question, (types.get(question) ?? new Set()).add(type));
        const metadata = objectUnder(value, 'metadata');
        const subject = subjectOf(value);
        const trace = subject.trace ?? subject.observation ?? subject.other ?? `subject ${number}`;
        const observation = subject.trace !== null && divided.has(subject.trace) ? subject.observation : null;
        const item = [trace, observation, labelText(metadata.item)].filter((one) => one !== null).join(' ');
        const { rater, kind } = raterOf(value.source, labelText(value.authorUserId), metadata);
        yield {
          ...{ item, rater, kind, question },
          value: type === 'BOOLEAN' ? String(label === 'true' || label === '1') : label,
          at: labelText(value.updatedAt) ?? labelText(value.timestamp),
          about: { trace, ...shortFields(metadata, notTaken, 'metadata.', ofMetadata) }
        };
      },
      scale: (question) => {
        const of = types.get(question);
        return of?.size === 1 && of.has('BOOLEAN') ? 'binary:true,false' : null;
      }
    };
  }
};

/** A cursor, or a number of pages above 1 in version 2, says that the file is not the whole list. */
function pageEnd(path: string, value: unknown, notTaken: NotTaken): void {
  if (!isObject(value)) return;
  if (labelText(value.cursor) !== null) notTaken.add('unknown', `${path}.cursor: further pages`);
  if (Number(value.totalPages ?? 1) > 1) notTaken.add('unknown', `${path}.totalPages: further pages`);
}

/** The rated thing. An observation belongs to a trace, which is the item unless several of its observations are rated. */
function subjectOf(score: JsonObject): Record<'trace' | 'observation' | 'other', string | null> {
  const { kind, id, traceId } = objectUnder(score, 'subject');
  const isObservation = kind === 'observation';
  return {
    trace: labelText(traceId) ?? (kind === 'trace' ? labelText(id) : labelText(score.traceId)),
    observation: isObservation ? labelText(id) : labelText(score.observationId),
    other: labelText(id) ?? labelText(score.sessionId) ?? labelText(score.datasetRunId)
  };
}

/** People annotate, judges evaluate; scores through the API say in their metadata whose they are. */
function raterOf(
  source: unknown,
  author: string | null,
  metadata: Record<string, unknown>
): { rater: string; kind: 'person' | 'judge' } {
  const told = labelText(metadata.kind);
  const name = labelText(metadata.rater) ?? labelText(metadata.judge);
  if (told === 'person' || told === 'judge') return { rater: name ?? author ?? told, kind: told };
  if (source === 'ANNOTATION') return { rater: author ?? labelText(metadata.rater) ?? 'annotator', kind: 'person' };
  if (source === 'EVAL') return { rater: labelText(metadata.judge) ?? name ?? 'evaluator', kind: 'judge' };
  return labelText(metadata.rater) !== null
    ? { rater: name!, kind: 'person' }
    : { rater: name ?? 'API', kind: 'judge' };
}
