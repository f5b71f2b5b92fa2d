import { isObject, type JsonObject } from '../../format/json-value.ts';
import { labelText, objectUnder, objectsUnder, type ForeignLabel, type NotTaken } from './foreign-label.ts';
import { hasAll, type Neighbour } from './neighbour.ts';

const ofState = new Set(['user_id', 'instance_id_to_label_to_value', 'instance_id_to_span_to_value', 'instance_id_to_behavioral_data']); // prettier-ignore
const ofJudge = new Set(['model', 'instance_id', 'schema', 'modal_label']);

/**
 * Potato 2: folders of `user_state.json` (as a zip, or one of them), the JSONL export (potato/export/tabular_exporter.py) with objects of
 * labels or flat, and labels of its judge calibration.
 */
export const potato: Neighbour = {
  name: 'Potato',
  recognises: ({ first, members, entries }) => {
    if (members.includes('instance_id_to_label_to_value')) return 1;
    if (entries.some((path) => /(?:^|\/)user_state\.json$/.test(path))) return 1;
    if (hasAll(first, 'instance_id', 'schema', 'modal_label')) return 1;
    return hasAll(first, 'instance_id', 'user_id') ? 0.9 : 0;
  },
  reader: () => {
    // A state outside an archive is read member by member.
    let state: JsonObject = {};
    return {
      takes: ({ member }) => member === null,
      *labels({ path, isElement, member, value, number }, notTaken) {
        if (isElement && isObject(value)) {
          if (value.modal_label !== undefined) yield* calibration(value, number, notTaken);
          else if (value.instance_id_to_label_to_value === undefined) yield* exported(value, number, notTaken);
          else yield* stateLabels(value, member, notTaken);
          return;
        }
        if (member !== null || path === '') return;
        const before = state;
        state = { ...state, [path]: value };
        const isNeeded = path === 'instance_id_to_label_to_value' || path === 'instance_id_to_span_to_value';
        if (isNeeded)
          yield* stateLabels({ user_id: before.user_id, instance_id_to_behavioral_data: before.instance_id_to_behavioral_data, [path]: value }, null, notTaken); // prettier-ignore
        else if (!ofState.has(path)) notTaken.field(path, value);
      }
    };
  }
};

function* stateLabels(state: JsonObject, member: string | null, notTaken: NotTaken): Generator<ForeignLabel> {
  notTaken.fields(state, ofState);
  const folder = member?.split('/').at(-2);
  const rater = labelText(state.user_id) ?? folder ?? 'unknown';
  const spans = objectUnder(state, 'instance_id_to_span_to_value');
  for (const list of Object.values(spans))
    for (const one of Array.isArray(list) ? list : [])
      notTaken.add('span', (Array.isArray(one) && isObject(one[0]) && labelText(one[0].schema)) || 'span');
  const behaviour = objectUnder(state, 'instance_id_to_behavioral_data');
  for (const [item, given] of Object.entries(objectUnder(state, 'instance_id_to_label_to_value'))) {
    const done = objectUnder(behaviour, item);
    for (const name of Object.keys(done))
      if (!['instance_id', 'annotation_changes'].includes(name)) notTaken.add('field', `behavioral_data.${name}`);
    for (const [question, answers] of Map.groupBy(pairsIn(given), ({ schema }) => schema)) {
      // Before 2.8 a single choice may hold several names (#167): the last change is the answer. Rows of a matrix are several answers, also if they are equal.
      const values = answers.map((one) => one.value);
      const value = values.length === 1 ? values[0]! : lastChange(done, question, values);
      if (value === null) notTaken.add('several', question, answers.length);
      else {
        notTaken.add('earlier', question, answers.length - 1);
        yield { item, rater, kind: 'person', question, value, at: null, about: {} };
      }
    }
  }
}

/** [[{schema, name}, value], …], or in older files {schema: {name: value}}. A chosen name has the value true. */
function pairsIn(given: unknown): { schema: string; value: string }[] {
  const pairs: [unknown, unknown, unknown][] = Array.isArray(given)
    ? given.flatMap((one) => (Array.isArray(one) && isObject(one[0]) ? [[one[0].schema, one[0].name, one[1]]] : []))
    : isObject(given)
      ? Object.entries(given).flatMap(
          ([schema, names]) =>
          isObject(names) ? Object.entries(names).map(([name, value]) => [schema, name, value] as [unknown, unknown, unknown]) : [] // prettier-ignore
        )
      : [];
  return pairs.flatMap(([schema, name, value]) => {
    const [question, chosen] = [labelText(schema), isChosen(name, value) ? answerText(name, value) : null];
    return question === null || chosen === null ? [] : [{ schema: question, value: chosen }];
  });
}

/** Whether a name is an answer: a box without its tick is none, but `false` may be the name itself. */
const isChosen = (name: unknown, value: unknown): boolean =>
  value !== null && value !== '' && value !== false && (value !== 'false' || name === 'false');

function answerText(name: unknown, value: unknown): string | null {
  const text = labelText(value);
  return text === null || text === 'true' ? labelText(name) : text;
}

function lastChange(behaviour: JsonObject, schema: string, values: readonly string[]): string | null {
  const changes = objectsUnder(behaviour, 'annotation_changes').filter(
    (one) => (one.schema_name ?? one.schema) === schema
  );
  const last = changes.at(-1);
  const name = last ? labelText(last.label_name ?? last.name ?? last.new_value) : null;
  return name !== null && values.includes(name) ? name : null;
}

const ofExported = new Set(['instance_id', 'user_id', 'labels', 'spans', 'annotator_origin']);

/** One line of the export: labels by schema and name, or flat, where `SCHEMA.NAME` is the value of a label. */
function* exported(value: JsonObject, number: number, notTaken: NotTaken): Generator<ForeignLabel> {
  const item = labelText(value.instance_id) ?? `instance ${number}`;
  const rater = labelText(value.user_id) ?? 'unknown';
  // Lines of people lack the origin, or call it human.
  const origin = isObject(value.annotator_origin) ? value.annotator_origin.kind : value.annotator_origin;
  const kind = origin === undefined || origin === null || origin === 'human' ? 'person' : 'judge';
  const answers = isObject(value.labels) ? nestedAnswers(value, notTaken) : flatAnswers(value, notTaken);
  for (const [question, chosen] of Map.groupBy(answers, (one) => one.schema)) {
    // Of several names of a single choice the resolved one stands under the name of the schema.
    const resolved = isObject(value.labels) ? null : labelText(value[question]);
    const answer = chosen.length === 1 ? chosen[0] : chosen.find((one) => one.value === resolved);
    if (answer === undefined) notTaken.add('several', question, chosen.length);
    else {
      notTaken.add('earlier', question, chosen.length - 1);
      yield { item, rater, kind, question, value: answer.value, at: null, about: {} };
    }
  }
}

type Answer = ReturnType<typeof pairsIn>[number];

function nestedAnswers(value: JsonObject, notTaken: NotTaken): Answer[] {
  notTaken.fields(value, ofExported);
  for (const [schema, spans] of Object.entries(objectUnder(value, 'spans')))
    notTaken.add('span', schema, Array.isArray(spans) ? spans.length : 1);
  // A schema without names has its value alone.
  const labels = Object.entries(objectUnder(value, 'labels')).map(([schema, given]) => [schema, isObject(given) ? given : { '': given }]); // prettier-ignore
  return pairsIn(Object.fromEntries(labels));
}

function flatAnswers(value: JsonObject, notTaken: NotTaken): Answer[] {
  const answers: Answer[] = [];
  const plain: string[] = [];
  for (const [name, given] of Object.entries(value)) {
    if (ofExported.has(name)) continue;
    const [schema, label] = schemaAndName(name, labelText(given));
    if (label === '_spans') notTaken.add('span', schema);
    else if (label === null) plain.push(name);
    else if (isChosen(label, given)) {
      const chosen = answerText(label, given);
      if (chosen !== null) answers.push({ schema, value: chosen });
    }
  }
  for (const name of plain) if (!answers.some(({ schema }) => schema === name)) notTaken.field(name, value[name]);
  return answers;
}

/** Names may have dots, such as a label that is a sentence: the value tells where it begins, else the first dot does. */
function schemaAndName(column: string, value: string | null): [schema: string, name: string | null] {
  const named = value !== null && column.endsWith(`.${value}`) ? column.length - value.length - 1 : -1;
  const dot = column.endsWith('._spans') ? column.length - '._spans'.length : named > 0 ? named : column.indexOf('.');
  return dot > 0 ? [column.slice(0, dot), column.slice(dot + 1)] : [column, null];
}

function* calibration(value: JsonObject, number: number, notTaken: NotTaken): Generator<ForeignLabel> {
  notTaken.fields(value, ofJudge);
  const label = labelText(value.modal_label);
  const question = labelText(value.schema) ?? 'label';
  if (label === null) notTaken.add('unscored', question);
  else
    yield {
      ...{
        item: labelText(value.instance_id) ?? `instance ${number}`,
        rater: labelText(value.model) ?? 'judge',
        kind: 'judge'
      },
      ...{ question, value: label, at: null, about: {} }
    };
}
