/** Margin as a share and key of a candidate, as an address of the page and its files names them; null for none. */
export function askedComparison(asked: URLSearchParams): { margin: number | null; candidate: string | null } {
  const typed = asked.get('margin');
  return { margin: typed === null || typed === '' ? null : Number(typed) / 100, candidate: asked.get('candidate') };
}
