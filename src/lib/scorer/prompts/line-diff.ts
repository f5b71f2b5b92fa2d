/** A line of two texts held beside each other, taken apart into words that are in both and words that are in one only. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  /** Its number in the text in which it stands: the first for `removed`, else the second. */
  line: number;
  parts: { text: string; changed: boolean }[];
}

/** Places of a longest common subsequence of two lists. Lists of more than 4,000,000 pairs have only what they begin and end with. */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const pairs: [number, number][] = Array.from({ length: head }, (_, at) => [at, at]);
  const rows = a.length - head - tail;
  const columns = b.length - head - tail;
  if (rows > 0 && columns > 0 && rows * columns <= 4_000_000) {
    const width = columns + 1;
    const longest = new Uint32Array((rows + 1) * width);
    for (let i = rows - 1; i >= 0; i--)
      for (let j = columns - 1; j >= 0; j--)
        longest[i * width + j] =
          a[head + i] === b[head + j]
            ? longest[(i + 1) * width + j + 1]! + 1
            : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
    for (let i = 0, j = 0; i < rows && j < columns;)
      if (a[head + i] === b[head + j]) pairs.push([head + i++, head + j++]);
      else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!) i += 1;
      else j += 1;
  }
  for (let at = tail; at > 0; at--) pairs.push([a.length - at, b.length - at]);
  return pairs;
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}_]+|\n|[^\S\n]+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? [];

/** Words of some lines, each marked if the other side does not have it. */
function marked(words: readonly string[], kept: ReadonlySet<number>): DiffLine['parts'][] {
  const lines: DiffLine['parts'][] = [[]];
  words.forEach((text, at) => {
    if (text === '\n') {
      lines.push([]);
      return;
    }
    const changed = !kept.has(at);
    const line = lines.at(-1)!;
    const last = line.at(-1);
    if (last && last.changed === changed) last.text += text;
    else line.push({ text, changed });
  });
  return lines;
}

/** Line by line, then word by word within changed lines, what differs between two texts. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const a = before.split('\n');
  const b = after.split('\n');
  const rows: DiffLine[] = [];
  let [i, j] = [0, 0];
  const changed = (toA: number, toB: number): void => {
    const left = wordsOf(a.slice(i, toA).join('\n'));
    const right = wordsOf(b.slice(j, toB).join('\n'));
    const pairs = common(left, right);
    if (toA > i)
      marked(left, new Set(pairs.map(([at]) => at))).forEach((parts, n) =>
        rows.push({ kind: 'removed', line: i + n + 1, parts })
      );
    if (toB > j)
      marked(right, new Set(pairs.map(([, at]) => at))).forEach((parts, n) =>
        rows.push({ kind: 'added', line: j + n + 1, parts })
      );
  };
  for (const [x, y] of [...common(a, b), [a.length, b.length] as [number, number]]) {
    changed(x, y);
    if (y < b.length) rows.push({ kind: 'same', line: y + 1, parts: [{ text: b[y]!, changed: false }] });
    [i, j] = [x + 1, y + 1];
  }
  return rows;
}

/** The same with long stretches of unchanged lines as one row that counts them. */
export function shortDiff(lines: readonly DiffLine[], around = 3): (DiffLine | { kind: 'skipped'; count: number })[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== 'same')
  );
  const rows: (DiffLine | { kind: 'skipped'; count: number })[] = [];
  lines.forEach((line, at) => {
    const last = rows.at(-1);
    if (near[at]) rows.push(line);
    else if (last?.kind === 'skipped') last.count += 1;
    else rows.push({ kind: 'skipped', count: 1 });
  });
  return rows;
}
