/** What stands where a report named its own system. */
export const MASK = '▇▇▇';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Addresses are left alone: a cited page stays findable. */
const ADDRESS = /(https?:\/\/[^\s<>()]+)/;

/**
 * How a system may be named in a text: its name, provider, family or backbone in any letter case, with spaces, dashes or
 * nothing between the parts. Names of fewer than three letters would be found in everything and are left out.
 */
function pattern(names: readonly (string | null)[]): RegExp | null {
  const known = names.flatMap((name) => {
    const parts = (name ?? '')
      .normalize('NFKC')
      .split(/[\s_-]+/u)
      .filter((part) => part !== '');
    return parts.join('').length < 3 ? [] : [parts.map(escaped).join('[\\s_-]*')];
  });
  if (known.length === 0) return null;
  // The longest first, so that no part of a name is left standing.
  known.sort((a, b) => b.length - a.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${known.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

/** How often a text names one of these, outside addresses. */
export function mentions(text: string, names: readonly (string | null)[]): number {
  const found = pattern(names);
  if (!found) return 0;
  return text.split(ADDRESS).reduce((sum, part, i) => sum + (i % 2 === 1 ? 0 : [...part.matchAll(found)].length), 0);
}

/** The text with every such name masked; the text itself where there is none. */
export function masked(text: string, names: readonly (string | null)[]): string {
  const found = pattern(names);
  if (!found) return text;
  return text
    .split(ADDRESS)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(found, MASK)))
    .join('');
}
