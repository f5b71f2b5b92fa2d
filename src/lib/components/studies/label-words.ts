import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';

/** A ranking in words: texts that share a place stand with an equals sign between them, the best first. */
function rankingInWords(places: readonly number[], titles: readonly string[]): string {
  const at = (place: number): string => titles.filter((_, i) => places[i] === place).join(' = ');
  return [...new Set(places)]
    .sort((a, b) => a - b)
    .map(at)
    .join(', ');
}

/**
 * A label as people read it; a dash if there is none.
 *
 * @param cannotJudge how a refusal is called
 */
export function labelInWords(
  label: string | null,
  options: readonly { label: string; title: string }[],
  titles: readonly string[],
  cannotJudge = 'cannot judge'
): string {
  if (label === null) return '–';
  if (label === 'cannot-judge') return cannotJudge;
  const title = options.find((option) => option.label === label)?.title;
  if (title !== undefined) return title;
  const places = label.split(',').map(Number);
  const isRanking = titles.length > 1 && places.length === titles.length && places.every(Number.isInteger);
  return isRanking ? rankingInWords(places, titles) : label;
}

/** How a label stands to one's own: the same, another, or how many points above or below. */
export function besideOwn(
  label: string | null,
  own: string,
  words: Words<Messages['reveal']>
): { same: boolean; words: string } {
  if (label === own) return { same: true, words: words.agrees };
  const by = Number(label) - Number(own);
  if (label === null || !Number.isFinite(by)) return { same: false, words: words.differs };
  return { same: false, words: (by > 0 ? words.above : words.below)({ points: Math.abs(by) }) };
}
