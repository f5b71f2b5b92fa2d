import type { Citation, Structure } from '../../../report/structure/parts.ts';

/** Citations that stand in one place: `[1][2], [3]`. */
export interface Cluster {
  line: number;
  start: number;
  end: number;
}

export function clusters(report: Structure, citations: readonly Citation[]): Cluster[] {
  const found: Cluster[] = [];
  for (const { line, start, end } of citations) {
    const last = found.at(-1);
    if (last && last.line === line && /^[\s,;，；、،؛]*$/.test(report.text.slice(last.end, start))) last.end = end;
    else found.push({ line, start, end });
  }
  return found;
}
