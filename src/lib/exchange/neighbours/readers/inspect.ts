import { isObject, type JsonObject } from '../../format/json-value.ts';
import {
  labelText,
  objectUnder,
  objectsUnder,
  shortFields,
  type ForeignLabel,
  type NotTaken
} from './foreign-label.ts';
import { hasAll, type Neighbour } from './neighbour.ts';

const ofSample = new Set(['id', 'epoch', 'scores', 'score', 'metadata']);
const ofScore = new Set(['value', 'metadata', 'history']);
const SAMPLE = /^samples\/(?:[^/]+|.+\/sample)\.json$/;
const LETTERS = ['C', 'P', 'I', 'N'];

/**
 * Inspect's logs: `.json`, and `.eval`, a zip with a member per sample. A scorer is a judge and its verdict a label; a score that a
 * person edited is a label of that person, beside what the scorer said before. `rater`, `kind` and `question` in the metadata of a score
 * are those of labels that were written here (`../writers/inspect-log.ts`).
 */
export const inspect: Neighbour = {
  name: 'Inspect',
  recognises: ({ first, path, entries, members }) => {
    if (entries.includes('header.json')) return 1;
    if (path === 'samples' && hasAll(first, 'scores', 'epoch')) return 1;
    return members.includes('eval') && members.includes('plan') ? 0.9 : 0;
  },
  reader: () => {
    let model: string | null = null;
    return {
      takes: ({ path }) => path === 'eval',
      *labels({ path, isElement, member, value, number }, notTaken) {
        if (member === 'header.json' && isObject(value)) model = labelText(objectUnder(value, 'eval').model);
        if (!isElement && path === 'eval' && isObject(value)) model = labelText(value.model);
        // Large samples lie in folders; the other members are messages, or repeat in short what the samples say.
        if (member !== null && member !== 'header.json' && !SAMPLE.test(member)) {
          notTaken.add('field', member.startsWith('samples/') ? 'samples/…' : member);
          return;
        }
        if (isElement && isObject(value) && member !== 'header.json') yield* sample(value, number, model, notTaken);
      },
      scale: (_question, values) =>
        values.length > 0 && values.every((one) => LETTERS.includes(one))
          ? values.every((one) => one === 'C' || one === 'I')
            ? 'binary:C,I'
            : values.includes('N')
              ? null
              : 'ordinal:I,P,C'
          : null
    };
  }
};

function* sample(value: JsonObject, number: number, model: string | null, notTaken: NotTaken): Generator<ForeignLabel> {
  notTaken.fields(value, ofSample, 'samples[].');
  const metadata = shortFields(value.metadata, notTaken, 'metadata.');
  const epoch = Number(value.epoch ?? 1);
  const id = labelText(value.id) ?? `sample ${number}`;
  const system = metadata.system ?? labelText(objectUnder(value, 'output').model) ?? model;
  const by = {
    item: epoch > 1 ? `${id} epoch ${epoch}` : id,
    about: { ...metadata, qid: metadata.qid ?? id, ...(system !== null && { system }) }
  };
  // Logs of version 1 had one scorer without a name.
  const scores = Object.entries(isObject(value.score) ? { scorer: value.score } : objectUnder(value, 'scores'));
  if (scores.length === 0) notTaken.add('unscored', 'samples[].scores');
  for (const [scorer, score] of scores) {
    if (!isObject(score)) {
      notTaken.add('unscored', scorer);
      continue;
    }
    notTaken.fields(score, ofScore, `scores.${scorer}.`);
    const history = objectsUnder(score, 'history');
    const edits = history.filter((one) => isObject(one.provenance));
    const author = edits.length > 0 ? labelText(objectUnder(edits.at(-1)!, 'provenance').author) : null;
    const { kind, question, ...said } = objectUnder(score, 'metadata');
    const rater = labelText(said.rater);
    const isPerson =
      kind === 'person' || (kind !== 'judge' && (rater !== null || /human|manual|annotator|expert/i.test(scorer)));
    const about = labelText(question) ?? 'score';
    const original = history.find((one) => one.value !== 'UNCHANGED')?.value;
    if (isPerson) {
      // A person's corrected score replaces the earlier one.
      notTaken.add('history', scorer, history.length > 0 ? history.length - 1 : 0);
      yield* values({ ...by, rater: rater ?? scorer, kind: 'person', at: null }, about, score.value, notTaken);
    } else if (author !== null) {
      notTaken.add('history', scorer, Math.max(0, history.length - 2));
      yield* values({ ...by, rater: scorer, kind: 'judge', at: null }, about, original, notTaken);
      yield* values({ ...by, rater: author, kind: 'person', at: null }, about, score.value, notTaken);
    } else yield* values({ ...by, rater: rater ?? scorer, kind: 'judge', at: null }, about, score.value, notTaken);
  }
}

/** One question `of`, or one for each member of a score that is an object. */
function* values(
  by: Omit<ForeignLabel, 'question' | 'value'>,
  of: string,
  given: unknown,
  notTaken: NotTaken
): Generator<ForeignLabel> {
  const parts = isObject(given) ? Object.entries(given) : [[of, given] as const];
  for (const [question, one] of parts) {
    const value = labelText(one);
    if (Array.isArray(one)) notTaken.add('several', question);
    else if (value === null) notTaken.add('unscored', question);
    else yield { ...by, question, value };
  }
}
