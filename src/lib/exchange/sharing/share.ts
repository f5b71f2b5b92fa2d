/** Pages that a link can show, in the order of display. */
const sharedKinds = ['leaderboard', 'run', 'alignment', 'card'] as const;
export type SharedKind = (typeof sharedKinds)[number];

const isSharedKind = (text: string): text is SharedKind => (sharedKinds as readonly string[]).includes(text);

/** Days for which a link can be valid. */
export const shareDays = [7, 30, 90] as const;

/** A page as it is chosen: `run:ID`; the leaderboard has no id. */
export const shareValue = (kind: SharedKind, id: string | null): string => (id === null ? kind : `${kind}:${id}`);

/** Reads such a value back; null for anything else. */
export function sharedPageIn(value: string): { kind: SharedKind; id: string | null } | null {
  const [kind = '', id] = value.split(':', 2);
  if (!isSharedKind(kind) || (kind === 'leaderboard') !== (id === undefined)) return null;
  return { kind, id: id ?? null };
}
