import type { FaultKind } from './faults.ts';

type Value = Record<string, unknown>;
type Entries = Record<string, unknown>[];

/** Changes the first list of the answer. */
const inFirstList = (text: string, change: (entries: Entries) => unknown[]): string => {
  const value = JSON.parse(text) as Value;
  const name = Object.keys(value).find((key) => Array.isArray(value[key]));
  return name === undefined ? text : JSON.stringify({ ...value, [name]: change(value[name] as Entries) });
};

const withId = (entry: Value | undefined): Value => {
  const name = ['id', 'key', 'item', 'claim', 'source'].find((one) => entry && one in entry) ?? 'id';
  return { ...entry, [name]: 'nobody-asked' };
};

/** Spoils the text of a sound answer as a fault does. */
export const spoil = (text: string, kind: FaultKind | undefined): string => {
  switch (kind) {
    case 'truncated':
    case 'cut':
      return text.slice(0, Math.floor(text.length * 0.7));
    case 'wrong-count':
      return inFirstList(text, (entries) => entries.slice(1));
    case 'wrong-ids':
      return inFirstList(text, ([first, ...rest]) => [withId(first), ...rest]);
    case 'twice':
      return inFirstList(text, (entries) => [...entries.slice(0, 1), ...entries]);
    case 'contradiction':
      return JSON.stringify({ ...(JSON.parse(text) as Value), total_issues: 0, score: 100 });
    case 'prose':
      return `Here is what I found.\n\n${text}\n\nI hope that this helps.`;
    default:
      return text;
  }
};
