import { isObject, type JsonObject } from '../../format/json-value.ts';
import { labelText, objectUnder, shortFields, type ForeignLabel, type NotTaken } from './foreign-label.ts';
import { hasAll, type Neighbour } from './neighbour.ts';

const ofEvent = new Set(['id', 'span_id', 'root_span_id', 'input', 'scores', 'metadata', 'created', '_xact_id', '_pagination_key']); // prettier-ignore
const HUMAN = /^(?:human|annotator|reviewer)[\s_:-]+/i;

/** Braintrust's events of an experiment (`POST /v1/experiment/ID/fetch`). Scores called "Human …" are those of people. */
export const braintrust: Neighbour = {
  name: 'Braintrust',
  recognises: ({ first, path }) =>
    hasAll(first, 'root_span_id', 'scores') ? 1 : path === 'events' && hasAll(first, 'scores') ? 0.8 : 0,
  reader: () => ({
    takes: ({ path }) => path === 'cursor',
    *labels({ path, isElement, value, number }, notTaken) {
      if (path === 'cursor' && labelText(value) !== null) notTaken.add('unknown', 'cursor: further pages');
      if (!isElement || !isObject(value)) return;
      const rated = ratedScore(value, number, notTaken);
      if (rated) return yield rated;
      notTaken.fields(value, ofEvent);
      const about = {
        ...shortFields(value.input, notTaken, 'input.'),
        ...shortFields(value.metadata, notTaken, 'metadata.')
      };
      for (const [name, score] of Object.entries(objectUnder(value, 'scores'))) {
        const label = labelText(score);
        const isPerson = HUMAN.test(name);
        const question = name.replace(HUMAN, '');
        if (label === null) notTaken.add('unscored', name);
        else
          yield {
            ...{
              item: labelText(value.id) ?? labelText(value.span_id) ?? `event ${number}`,
              question,
              value: label,
              about
            },
            ...(isPerson ? { rater: 'human', kind: 'person' } : { rater: 'scorer', kind: 'judge' }),
            at: labelText(value.created)
          };
      }
    },
    scale: (_question, values) =>
      values.every((one) => one === '0' || one === '1')
        ? 'binary:1,0'
        : values.every((one) => Number(one) >= 0 && Number(one) <= 1)
          ? 'interval:0..1'
          : null
  })
};

const ofRated = new Set([...ofEvent, 'span_parents', 'span_attributes']);
const ofRater = new Set(['rater', 'kind', 'label', 'comment', 'seconds']);

/** A span with the score of one rater, whom its metadata name with the label; null for other events. */
function ratedScore(event: JsonObject, number: number, notTaken: NotTaken): ForeignLabel | null {
  const metadata = objectUnder(event, 'metadata');
  const [rater, label] = [labelText(metadata.rater), labelText(metadata.label)];
  const [question] = Object.keys(objectUnder(event, 'scores'));
  const kind = metadata.kind;
  if (rater === null || label === null || question === undefined || (kind !== 'person' && kind !== 'judge'))
    return null;
  notTaken.fields(event, ofRated);
  for (const name of ['comment', 'seconds']) notTaken.field(`metadata.${name}`, metadata[name]);
  const about = shortFields(metadata, notTaken, 'metadata.', ofRater);
  const item = labelText(event.root_span_id) ?? labelText(event.id) ?? `event ${number}`;
  return { item, rater, kind, question, value: label, at: labelText(event.created), about };
}
