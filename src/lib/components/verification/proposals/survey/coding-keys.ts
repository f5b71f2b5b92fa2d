import type { CodingKind } from '../../../../verification/proposals/survey/coding.ts';

const own: Readonly<Record<CodingKind, string>> = { domain: '123456789', category: 'abcdefghijklmnopqrstuvwxyz' };

/** The key that takes all codes of a list off. */
const noneKey: Readonly<Record<CodingKind, string>> = { domain: '0', category: '-' };

/** The key of a list's label by its place: digits for domains, letters for categories; null if they have run out. */
export const keyOfLabel = (kind: CodingKind, place: number): string | null => own[kind][place] ?? null;

/** Meaning of a key: the place of a label in its list, or -1 for none of them; null if it has none. */
export function labelOfKey(key: string): { kind: CodingKind; place: number } | null {
  for (const kind of ['domain', 'category'] as const) {
    if (key === noneKey[kind]) return { kind, place: -1 };
    if (key.length === 1 && own[kind].includes(key)) return { kind, place: own[kind].indexOf(key) };
  }
  return null;
}
