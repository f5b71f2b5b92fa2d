import { isObject, type JsonObject } from '../../format/json-value.ts';
import { momentOf } from '../../../stats/writing/days.ts';
import { labelText, objectsUnder, shortFields, type ForeignLabel, type NotTaken } from './foreign-label.ts';
import { hasAll, type Neighbour } from './neighbour.ts';

const ofTask = new Set(['id', 'data', 'annotations', 'completions', 'predictions', 'drafts']);
const ofAnnotation = new Set(['completed_by', 'result', 'was_cancelled', 'created_at', 'result_count', 'task', 'project', 'prediction']); // prettier-ignore
const ofPrediction = new Set(['model_version', 'result', 'created_at', 'task', 'project']);
const ofResult = new Set(['from_name', 'type', 'value', 'id', 'to_name']);
const ofValue = new Set(['choices', 'rating', 'number', 'selected', 'taxonomy', 'text', 'ranker']);

/** Label Studio's export as JSON, full and JSON_MIN (label_studio/data_export/serializers.py). */
export const labelStudio: Neighbour = {
  name: 'Label Studio',
  recognises: ({ first, path }) => {
    if (path !== '') return 0;
    if (hasAll(first, 'data') && (hasAll(first, 'annotations') || hasAll(first, 'completions'))) return 1;
    if (hasAll(first, 'data', 'predictions')) return 0.9;
    return hasAll(first, 'annotator', 'annotation_id', 'lead_time') ? 1 : 0;
  },
  reader: () => {
    const emails = new Map<string, string>();
    return {
      labels: ({ value, number }, notTaken) =>
        !isObject(value)
          ? []
          : hasAll(value, 'annotation_id')
            ? minimal(value, number, notTaken)
            : task(value, number, emails, notTaken)
    };
  }
};

function* task(
  value: JsonObject,
  number: number,
  emails: Map<string, string>,
  notTaken: NotTaken
): Generator<ForeignLabel> {
  notTaken.fields(value, ofTask);
  // Tasks in the form of an import have no ids.
  const item = labelText(value.id) ?? `task ${labelText(value.inner_id) ?? number}`;
  const about = shortFields(value.data, notTaken, 'data.');
  for (const draft of objectsUnder(value, 'drafts')) notTaken.add('draft', 'drafts', answersIn(draft));
  const annotations = [...objectsUnder(value, 'annotations'), ...objectsUnder(value, 'completions')];
  const counting = annotations.filter((one) => {
    if (one.was_cancelled === true) notTaken.add('cancelled', 'annotations', answersIn(one));
    return one.was_cancelled !== true;
  });
  const raterOf = (one: JsonObject): string => annotatorOf(one, emails);
  for (const one of lastOfEach(counting, raterOf, notTaken)) {
    notTaken.fields(one, ofAnnotation, 'annotations[].');
    yield* answers(one, { item, rater: raterOf(one), kind: 'person', about }, notTaken);
  }
  for (const one of lastOfEach(objectsUnder(value, 'predictions'), modelOf, notTaken)) {
    notTaken.fields(one, ofPrediction, 'predictions[].');
    yield* answers(one, { item, rater: modelOf(one), kind: 'judge', about }, notTaken);
  }
}

/** An object in exports, a number in snapshots (converter/utils.py, get_annotator). */
function annotatorOf({ completed_by: by }: JsonObject, emails: Map<string, string>): string {
  const id = labelText(isObject(by) ? by.id : by) ?? 'unknown';
  const email = isObject(by) ? labelText(by.email) : null;
  // One person may be written both ways in one export.
  if (email !== null) emails.set(id, email);
  return email ?? emails.get(id) ?? id;
}

const modelOf = ({ model_version: model }: JsonObject): string => labelText(model) ?? 'prediction';

const answersIn = (annotation: JsonObject): number => objectsUnder(annotation, 'result').length;

/** Of several annotations by one rater the last by `created_at`. */
function lastOfEach(
  annotations: readonly JsonObject[],
  raterOf: (annotation: JsonObject) => string,
  notTaken: NotTaken
): JsonObject[] {
  const last = new Map<string, JsonObject>();
  for (const one of annotations) {
    const before = last.get(raterOf(one));
    if (!before) {
      last.set(raterOf(one), one);
      continue;
    }
    const isLater = !(timeOf(before) > timeOf(one));
    notTaken.add('earlier', 'annotations', answersIn(isLater ? before : one));
    if (isLater) last.set(raterOf(one), one);
  }
  return [...last.values()];
}

const timeOf = ({ created_at: at }: JsonObject): number => (typeof at === 'string' ? momentOf(at) : NaN);

function* answers(
  annotation: JsonObject,
  by: Omit<ForeignLabel, 'question' | 'value' | 'at'>,
  notTaken: NotTaken
): Generator<ForeignLabel> {
  const results = objectsUnder(annotation, 'result');
  for (const result of results) {
    const question = labelText(result.from_name) ?? 'unnamed';
    notTaken.fields(result, ofResult, 'result[].');
    const read = answerIn(result);
    const others = results.filter((one) => one.from_name === result.from_name).length;
    if ('reason' in read) notTaken.add(read.reason, question);
    // One answer for each region or item of a list: they answer the question about parts of the item.
    else if (others > 1) notTaken.add('several', question);
    else yield { ...by, question, value: read.value, at: null };
  }
}

function answerIn({ type, value }: JsonObject): { value: string } | { reason: Parameters<NotTaken['add']>[0] } {
  if (!isObject(value)) return { reason: 'unknown' };
  if (value.start !== undefined || value.x !== undefined) return { reason: 'span' };
  const known = Object.keys(value).find((name) => ofValue.has(name));
  const given = known === undefined ? undefined : value[known];
  if (type === 'textarea' || known === 'text') return { reason: 'text' };
  if (known === 'ranker') return { reason: 'ranking' };
  if (known === undefined) return { reason: Object.keys(value).some((name) => name.endsWith('labels')) ? 'span' : 'unknown' }; // prettier-ignore
  const texts = (Array.isArray(given) ? given : [given]).map((one) =>
    Array.isArray(one) ? one.map(String).join(' / ') : labelText(one)
  );
  if (texts.length === 0 || texts.includes(null)) return { reason: 'unknown' };
  // Several choices of one answer are one category.
  return { value: texts.sort().join(' + ') };
}

const ofMinimal = new Set(['id', 'annotator', 'annotation_id', 'created_at', 'updated_at', 'lead_time']);

/** JSON_MIN: one row per annotation. Fields before `id` are data, those between `id` and `annotator` are answers. */
function* minimal(value: JsonObject, number: number, notTaken: NotTaken): Generator<ForeignLabel> {
  const names = Object.keys(value);
  const [id, end] = [names.indexOf('id'), names.indexOf('annotator')];
  const data = Object.fromEntries(names.slice(0, Math.max(0, id)).map((name) => [name, value[name]]));
  const about = shortFields(data, notTaken, 'data.');
  for (const [at, name] of names.entries()) {
    if (at <= id) continue;
    if (at > end) {
      if (!ofMinimal.has(name) || name === 'lead_time') notTaken.field(name, value[name]);
      continue;
    }
    if (name === 'annotator' || value[name] === null || value[name] === '') continue;
    const answer = isObject(value[name]) ? labelText(objectText(value[name])) : labelText(value[name]);
    if (answer === null) notTaken.add(Array.isArray(value[name]) ? 'span' : 'unknown', name);
    else
      yield {
        ...{
          item: labelText(value.id) ?? `task ${number}`,
          rater: labelText(value.annotator) ?? 'unknown',
          kind: 'person',
          about
        },
        ...{ question: name, value: answer, at: labelText(value.created_at) }
      };
  }
}

/** Several choices have the form `{ choices: […] }`. */
const objectText = ({ choices }: JsonObject): unknown =>
  Array.isArray(choices) ? choices.map(String).sort().join(' + ') : null;
