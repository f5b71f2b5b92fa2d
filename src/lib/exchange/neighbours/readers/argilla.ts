import { isObject, type JsonObject } from '../../format/json-value.ts';
import { parseLenient } from './json-parts.ts';
import {
  labelText,
  objectsUnder,
  objectUnder,
  shortFields,
  type ForeignLabel,
  type NotTaken
} from './foreign-label.ts';
import { hasAll, type Neighbour } from './neighbour.ts';

const ofRecord = new Set(['id', 'fields', 'metadata', 'suggestions', 'responses', 'status', '_server_id']);
const COLUMN = /^(.+)\.(responses|responses\.users|responses\.status|suggestion|suggestion\.score|suggestion\.agent)$/;

/**
 * Argilla 2: `records.to_json()`, the flat records of `to_list(flatten=True)`, `to_datasets()` and the Hub (JSONL or Parquet), and
 * records whose responses are a list by user.
 */
export const argilla: Neighbour = {
  name: 'Argilla',
  recognises: ({ first, path }) => {
    if (path !== '') return 0;
    if (hasAll(first, 'fields', 'responses', 'suggestions')) return 1;
    return Object.keys(first).some((name) => name.endsWith('.responses.users')) ? 1 : 0;
  },
  reader: () => ({
    *labels({ value, number }, notTaken) {
      if (!isObject(value)) return;
      const item = labelText(value.id) ?? labelText(value._server_id) ?? `record ${number}`;
      if (isObject(value.responses)) yield* nested(value, item, notTaken);
      else if (Array.isArray(value.responses)) yield* byUser(value, item, notTaken);
      else yield* flat(value, item, notTaken);
    }
  })
};

/** This form has no status of a response: drafts and discarded responses cannot be told from submitted ones. */
function* nested(value: JsonObject, item: string, notTaken: NotTaken): Generator<ForeignLabel> {
  notTaken.fields(value, ofRecord);
  const by = { item, at: null, about: aboutOf(value, notTaken) };
  for (const [question, responses] of Object.entries(objectUnder(value, 'responses')))
    for (const one of Array.isArray(responses) ? responses.filter(isObject) : []) {
      const rater = labelText(one.user_id) ?? 'unknown';
      notTaken.add('status', question);
      yield* answer({ ...by, question, rater, kind: 'person' }, one.value, notTaken);
    }
  for (const [question, one] of Object.entries(objectUnder(value, 'suggestions'))) {
    if (!isObject(one)) continue;
    if (one.score !== null && one.score !== undefined) notTaken.add('field', 'suggestions[].score');
    yield* answer({ ...by, question, rater: labelText(one.agent) ?? 'suggestion', kind: 'judge' }, one.value, notTaken);
  }
}

const aboutOf = (value: JsonObject, notTaken: NotTaken): ForeignLabel['about'] => ({
  ...shortFields(value.fields, notTaken, 'fields.'),
  ...shortFields(value.metadata, notTaken, 'metadata.')
});

const ofResponse = new Set(['id', 'values', 'user_id', 'status', 'inserted_at', 'updated_at', 'record_id']);
const ofSuggestion = new Set(['id', 'question_name', 'question_id', 'value', 'agent']);

/** Records of the API and of Argilla 1: a response holds the answers of one user to all questions. Only submitted ones count. */
function* byUser(value: JsonObject, item: string, notTaken: NotTaken): Generator<ForeignLabel> {
  notTaken.fields(value, ofRecord);
  const by = { item, about: aboutOf(value, notTaken) };
  for (const response of objectsUnder(value, 'responses')) {
    notTaken.fields(response, ofResponse, 'responses[].');
    const rater = labelText(response.user_id) ?? 'unknown';
    const at = labelText(response.updated_at);
    for (const [question, one] of Object.entries(objectUnder(response, 'values')))
      if ((response.status ?? 'submitted') !== 'submitted') notTaken.add('draft', question);
      else yield* answer({ ...by, at, question, rater, kind: 'person' }, isObject(one) ? one.value : one, notTaken);
  }
  for (const one of objectsUnder(value, 'suggestions')) {
    notTaken.fields(one, ofSuggestion, 'suggestions[].');
    const question = labelText(one.question_name) ?? labelText(one.question_id) ?? 'suggestion';
    const rater = labelText(one.agent) ?? 'suggestion';
    yield* answer({ ...by, at: null, question, rater, kind: 'judge' }, one.value, notTaken);
  }
}

/** Lists run parallel: values, users and statuses. Only submitted responses count. */
function* flat(value: JsonObject, item: string, notTaken: NotTaken): Generator<ForeignLabel> {
  const columns = new Set(Object.keys(value).filter((name) => COLUMN.test(name) || ofRecord.has(name)));
  const by = { item, at: null, about: shortFields(value, notTaken, '', columns) };
  const list = (name: string): unknown[] => {
    const given = value[name];
    // In Parquet, lists of values of several kinds are JSON texts.
    const read = typeof given === 'string' && given.startsWith('[') ? parseLenient(given) : given;
    return Array.isArray(read) ? read : [];
  };
  for (const name of columns) {
    const [, question, what] = COLUMN.exec(name) ?? [];
    if (question === undefined) continue;
    if (what === 'responses') {
      const users = list(`${name}.users`);
      const statuses = list(`${name}.status`);
      for (const [i, one] of list(name).entries()) {
        const status = statuses[i] ?? 'submitted';
        if (status !== 'submitted') notTaken.add('draft', question);
        else yield* answer({ ...by, question, rater: labelText(users[i]) ?? 'unknown', kind: 'person' }, one, notTaken);
      }
    } else if (what === 'suggestion' && value[name] !== null && value[name] !== undefined) {
      const agent = value[`${name}.agent`];
      if (value[`${name}.score`] != null) notTaken.add('field', `${name}.score`);
      const rater = labelText(Array.isArray(agent) ? agent[0] : agent) ?? 'suggestion';
      yield* answer({ ...by, question, rater, kind: 'judge' }, value[name], notTaken);
    }
  }
}

function* answer(by: Omit<ForeignLabel, 'value'>, given: unknown, notTaken: NotTaken): Generator<ForeignLabel> {
  const { question } = by;
  if (Array.isArray(given)) {
    const texts = given.map(labelText);
    if (texts.length > 0 && !texts.includes(null)) yield { ...by, value: texts.sort().join(' + ') };
    else if (given.some((one) => isObject(one) && 'rank' in one)) notTaken.add('ranking', question);
    else notTaken.add(given.some((one) => isObject(one) && 'start' in one) ? 'span' : 'unknown', question);
    return;
  }
  const value = labelText(given);
  if (value === null) notTaken.add('unknown', question);
  else yield { ...by, value };
}
