import type { Token } from 'markdown-it';

/** A heading and the blocks it covers, those of deeper headings included; null if it covers none. */
export interface OutlineEntry {
  id: string;
  title: string;
  level: number;
  from: number | null;
  to: number | null;
}

/** Sets tag and class of a heading and enters it in the outline; returns its depth in the page. */
export function rank(
  group: Token[],
  depth: number,
  outline: OutlineEntry[],
  id: string,
  title: string,
  blocks: number
): number {
  const open = group[0];
  const close = group.at(-1);
  if (!open || !close) return depth;
  const level = Number(open.tag.slice(1));
  const top = Math.min(level, outline[0]?.level ?? level);
  const next = Math.min(6, Math.max(2, Math.min(level - top + 2, depth + 1)));
  open.tag = close.tag = `h${next}`;
  open.attrSet('class', `h${level}`);
  outline.push({ id, title, level, from: blocks + 1, to: null });
  return next;
}

/** A section reaches to the next heading of its own or a higher level. */
export function closeSections(outline: OutlineEntry[], last: number): void {
  const open: OutlineEntry[] = [];
  const close = (entry: OutlineEntry, to: number) => {
    if (entry.from !== null && entry.from <= to) entry.to = to;
    else entry.from = null;
  };
  for (const entry of outline) {
    for (let top = open.at(-1); top && top.level >= entry.level; top = open.at(-1)) {
      close(top, (entry.from ?? 1) - 1);
      open.pop();
    }
    open.push(entry);
  }
  for (const entry of open) close(entry, last);
}
