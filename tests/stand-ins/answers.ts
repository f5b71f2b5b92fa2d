import { hash } from 'node:crypto';
import { chance } from './faults.ts';
import { type Choices, instanceOf } from './schema.ts';

interface AskedItem {
  id: string;
  question: string;
}

/** The question of a request, as far as a stand-in understands it. */
export interface Asked {
  model: string;
  /** Name of the reply's schema; null if the request does not say it and it is none of ours. */
  schemaName: string | null;
  schema: Record<string, unknown> | null;
  /** Whether the server is asked to see to it that the reply is JSON. */
  structured: boolean;
  system: string;
  user: string;
  /** The part of the request that a prompt cache would hold, up to its breakpoint; absent if there is none. */
  beginning?: string;
  /** Whether the model may search the web. */
  webSearch: boolean;
  /** The items of a checklist. */
  readonly items: AskedItem[];
  /** The text between the marked lines of the report; empty if the request has none. */
  readonly report: string;
  /** The text between the marked lines of that name (`page`, `claims`, `text A` …); null if there are none. */
  marked(name: string): string | null;
}

/** Returns the answer: a value, the very text, or undefined for the stand-in's own answer. */
export type AnswerFunction = (asked: Asked) => object | string | undefined;

const isItem = (value: unknown): value is AskedItem =>
  typeof value === 'object' && value !== null && 'id' in value && 'question' in value;

const itemsIn = (user: string): AskedItem[] => {
  for (let start = user.indexOf('\n['); start >= 0; start = user.indexOf('\n[', start + 1)) {
    const end = user.indexOf('\n]', start);
    if (end < 0) return [];
    if (!/^\n\[\s*\{/.test(user.slice(start, start + 12))) continue;
    try {
      const value: unknown = JSON.parse(user.slice(start, end + 2));
      if (Array.isArray(value) && value.length > 0 && value.every(isItem)) return value;
    } catch {
      continue;
    }
  }
  return [];
};

/** The schema that a system message, or the end of the user's, words if the server cannot be made to keep to one. */
const wordedSchema = (system: string): Record<string, unknown> | null => {
  const line = system.slice(system.lastIndexOf('\n') + 1);
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
};

const marked = (user: string, name: string): string | null => {
  const start = user.indexOf(`<<<${name} `);
  const line = user.indexOf('\n', start);
  if (start < 0 || line < 0) return null;
  const end = user.indexOf(`\n<<<end of ${user.slice(start + 3, line)}`, line);
  return end < 0 ? null : user.slice(line + 1, end);
};

/** By a member that only this schema has: Gemini is not told a schema's name, nor is a server that reads it in words. */
const schemaNames: readonly (readonly [member: string, name: string])[] = [
  ['items', 'checklist_verdicts'],
  ['issues', 'issues'],
  ['A', 'pairwise_points'],
  ['rating', 'rating'],
  ['claims', 'claim_support'],
  ['label', 'source_relevance']
];

const nameOf = (schema: Record<string, unknown> | null): string | null => {
  const members = (schema?.['properties'] as object | undefined) ?? {};
  return schemaNames.find(([member]) => member in members)?.[1] ?? null;
};

export const understand = (
  given: Pick<Asked, 'model' | 'system' | 'user' | 'structured'> &
    Partial<Pick<Asked, 'schemaName' | 'schema' | 'webSearch' | 'beginning'>>
): Asked => {
  let items: AskedItem[] | undefined;
  let report: string | undefined;
  const schema = given.schema ?? wordedSchema(given.system) ?? wordedSchema(given.user);
  return {
    ...given,
    schemaName: given.schemaName ?? nameOf(schema),
    schema,
    webSearch: given.webSearch ?? false,
    get items() {
      return (items ??= itemsIn(given.user));
    },
    get report() {
      return (report ??= marked(given.user, 'report') ?? '');
    },
    marked: (name) => marked(given.user, name)
  };
};

/** How often a stand-in's answer differs from the one that all stand-ins have in common. */
const DEVIATION = 0.15;

/** The labels of a checklist: each item and report has a latent answer, from which each seed deviates now and then. */
const checklistAnswer = (seed: number, { items, report }: Asked): object => {
  const line = report.split('\n').find((one) => one.trim() !== '') ?? '';
  return {
    items: items.map(({ id, question }) => {
      const latent = chance('latent', question, report) < 0.6;
      const yes = latent !== chance('deviates', seed, question, report) < DEVIATION;
      return {
        id,
        label: yes ? 'yes' : 'no',
        rationale: `Stand-in ${seed}: the report ${yes ? 'meets' : 'does not meet'} item ${id}.`,
        quotes: yes && line !== '' ? [line.slice(0, 80)] : []
      };
    })
  };
};

/** A number in 0 … 1 for a text: quick, and even enough for choosing. */
const spread = (text: string): number => {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
  return ((sum ^ (sum >>> 16)) >>> 0) / 2 ** 32;
};

const seededChoices = (seed: number, asked: Asked): Choices => {
  const prompt = hash('sha256', asked.user);
  const pick = (place: string, n: number): number => {
    const latent = Math.floor(spread(`${prompt} ${place}`) * n);
    if (n < 2 || spread(`${prompt} ${place} ${seed}`) >= DEVIATION) return latent;
    return (latent + 1) % n;
  };
  const material = (asked.marked('page')?.replace(/^Address: .*\nTitle: .*\n/, '') ?? asked.report).split('\n');
  const long = material.filter((line) => line.trim().length > 20);
  const lines = long.length > 0 ? long : material.filter((line) => line.trim() !== '');
  return {
    pick,
    words: (place, name) =>
      /quote|passage|excerpt/.test(name) || /quotes\/\d+$/.test(place)
        ? (lines[pick(place, lines.length)] ?? '').slice(0, 80)
        : `Stand-in ${seed} on ${name || 'this'}.`
  };
};

/**
 * A stand-in's own answer: whatever satisfies the schema. The same seed and question always give the same answer, and
 * stand-ins of different seeds agree on most of it.
 */
export const seededAnswer = (seed: number, asked: Asked): object => {
  const { schema, schemaName } = asked;
  return schema === null || schemaName === 'checklist_verdicts'
    ? checklistAnswer(seed, asked)
    : (instanceOf(schema, seededChoices(seed, asked)) as object);
};

/** About as many tokens as texts have. */
export const tokens = (...texts: string[]): number => Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4);
