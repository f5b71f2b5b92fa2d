import type { PromptText, PromptWording } from '../metric.ts';
import { listed } from '../../stats/writing/words.ts';
import type { PromptTexts } from './reworded.ts';

/** Characters that one text may have. */
const LONGEST = 40_000;

/** Why a text cannot be sent, with its place: lines and columns count from 1, and are null for what is missing. */
interface TextProblem {
  /** Name of the text. */
  text: string;
  line: number | null;
  column: number | null;
  problem: string;
  fix: string;
}

export interface TextsChecked {
  problems: TextProblem[];
  /** Required placeholders, each present once if there is no problem. */
  required: string[];
  /** Optional placeholders that no text uses, with what they would bring. */
  unused: { name: string; about: string }[];
  /** Fields and labels of the reply that the texts have to name. */
  fields: string[];
  labels: string[];
}

const placeOf = (text: string, at: number): { line: number; column: number } => {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
};

type Json = Readonly<Record<string, unknown>>;

/** Names of all properties of a JSON schema, and all of its enumerated labels, in the order in which they stand. */
function askedBy(schemas: readonly Json[]): { fields: string[]; labels: string[] } {
  const fields = new Set<string>();
  const labels = new Set<string>();
  const read = (schema: Json): void => {
    if (Array.isArray(schema['enum']))
      for (const label of schema['enum']) if (typeof label === 'string') labels.add(label);
    for (const [name, one] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>)) {
      fields.add(name);
      read(one);
    }
    if (schema['items'] !== undefined) read(schema['items'] as Json);
  };
  schemas.forEach(read);
  return { fields: [...fields], labels: [...labels] };
}

const isNamed = (word: string, texts: readonly string[]): boolean => {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const alone = new RegExp(`(?<![\\p{L}\\p{N}_-])${literal}(?![\\p{L}\\p{N}_-])`, 'u');
  return texts.some((text) => alone.test(text));
};

const inBraces = (name: string): string => `{${name}}`;

/** Problems of one text: its placeholders and its length. */
function placeholderProblems({ name, holes }: Omit<PromptText, 'text'>, text: string): TextProblem[] {
  const problems: TextProblem[] = [];
  const seen = new Map<string, number>();
  if (text.trim() === '')
    return [{ text: name, line: null, column: null, problem: 'The text is empty.', fix: 'Write it.' }];
  if (text.length > LONGEST)
    problems.push({
      ...{ text: name, line: null, column: null },
      problem: `The text has ${text.length.toLocaleString('en')} characters.`,
      fix: `Shorten it to ${LONGEST.toLocaleString('en')}.`
    });
  for (const match of text.matchAll(/\{([A-Za-z][A-Za-z_]*)\}/g)) {
    const hole = match[1]!;
    const place = { text: name, ...placeOf(text, match.index) };
    const known = holes.find((one) => one.name === hole);
    if (!known)
      problems.push({
        ...place,
        problem: `${inBraces(hole)} is no placeholder of this text and would be sent as it stands.`,
        fix:
          holes.length === 0
            ? 'Remove it: nothing is filled in here.'
            : `Remove it, or use ${listed(holes.map((one) => inBraces(one.name)))}.`
      });
    else if (seen.has(hole) && known.required)
      problems.push({
        ...place,
        problem: `${inBraces(hole)} stands here a second time: ${known.about} would be sent twice.`,
        fix: `Remove one of them.`
      });
    seen.set(hole, (seen.get(hole) ?? 0) + 1);
  }
  for (const { name: hole, about, required } of holes)
    if (required && !seen.has(hole))
      problems.push({
        ...{ text: name, line: null, column: null },
        problem: `${inBraces(hole)} is missing: judges would not receive ${about}.`,
        fix: `Put ${inBraces(hole)} where it belongs.`
      });
  return problems;
}

/** Keys of JSON examples that the reply schema does not have. A label may stand before a colon, with what it means. */
const unknownFields = (
  name: string,
  text: string,
  { fields, labels }: Pick<TextsChecked, 'fields' | 'labels'>
): TextProblem[] =>
  [...text.matchAll(/"([A-Za-z_][\w-]*)"\s*:/g)]
    .filter((match) => ![...fields, ...labels].includes(match[1]!))
    .map((match) => ({
      text: name,
      ...placeOf(text, match.index),
      problem: `The text asks for the field ${JSON.stringify(match[1])}, which the reply schema does not have.`,
      fix: `The fields are ${listed(fields.map((field) => JSON.stringify(field)))}.`
    }));

/**
 * Checks texts that are to replace those of a prompt: each required placeholder stands once, no unknown one is there, and the fields
 * and labels of the reply schema, which stays as it is, are named.
 */
export function checkTexts(wording: PromptWording, texts: PromptTexts): TextsChecked {
  const { fields, labels } = askedBy(wording.replies);
  const written = wording.texts.map(({ name }) => texts[name] ?? '');
  const problems = wording.texts.flatMap((one, at) => [
    ...placeholderProblems(one, written[at]!),
    ...unknownFields(one.name, written[at]!, { fields, labels })
  ]);
  const last = wording.texts.at(-1)!.name;
  for (const [words, kind] of [
    [fields, 'field'],
    [labels, 'label']
  ] as const)
    for (const word of words)
      if (!isNamed(word, written))
        problems.push({
          ...{ text: last, line: null, column: null },
          problem: `No text names the ${kind} ${JSON.stringify(word)} of the reply.`,
          fix: 'Say what belongs there.'
        });
  const holes = wording.texts.flatMap((text) => text.holes);
  return {
    problems,
    required: [...new Set(holes.filter(({ required }) => required).map(({ name }) => name))],
    unused: holes
      .filter(({ name, required }) => !required && !written.some((text) => text.includes(inBraces(name))))
      .map(({ name, about }) => ({ name, about })),
    fields,
    labels
  };
}
