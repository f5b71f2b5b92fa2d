/** A ranking in words: texts that share a place stand with an equals sign between them, the best first. */
function rankingInWords(places: readonly number[], titles: readonly string[]): string {
  const at = (place: number): string => titles.filter((_, i) => places[i] === place).join(' = ');
  return [...new Set(places)]
    .sort((a, b) => a - b)
    .map(at)
    .join(', ');
}

/** A label as people read it; a dash where there is none. */
export function labelInWords(
  label: string | null,
  options: readonly { label: string; title: string }[],
  titles: readonly string[]
): string {
  if (label === null) return '–';
  if (label === 'cannot-judge') return 'cannot judge';
  const title = options.find((option) => option.label === label)?.title;
  if (title !== undefined) return title;
  const places = label.split(',').map(Number);
  return titles.length > 0 && places.length === titles.length ? rankingInWords(places, titles) : label;
}

/** How a label stands to one's own: as you, unlike you, or how many points above or below. */
export function besideOwn(label: string | null, own: string): { same: boolean; words: string } {
  if (label === own) return { same: true, words: 'as you' };
  const by = Number(label) - Number(own);
  if (label === null || !Number.isFinite(by)) return { same: false, words: 'unlike you' };
  const points = Math.abs(by);
  return { same: false, words: `${points} ${points === 1 ? 'point' : 'points'} ${by > 0 ? 'above you' : 'below you'}` };
}
