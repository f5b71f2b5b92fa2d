/** Margin as a share and key of a candidate, as an address of the page and its files names them; null for none. */
export function askedComparison(asked: URLSearchParams): { margin: number | null; candidate: string | null } {
  const typed = asked.get('margin');
  return { margin: typed === null || typed === '' ? null : Number(typed) / 100, candidate: asked.get('candidate') };
}

/** A margin in points, as the field and addresses have it: 100 times a share is not always a round number. */
export const writtenMargin = (share: number): string => String(Number((100 * share).toPrecision(12)));

/** The metric that the address names, if judges are adopted for it; else the first for which any are. Null for none. */
export const askedMetric = (adopted: readonly { metric: string }[], asked: URLSearchParams): string | null =>
  (adopted.find(({ metric }) => metric === asked.get('metric')) ?? adopted[0])?.metric ?? null;
