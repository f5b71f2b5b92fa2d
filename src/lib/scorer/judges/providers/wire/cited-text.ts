/** A source that a system gives for a place of its text, beside the text. */
interface TextSource {
  /** Offset behind the cited words, in UTF-16 units; null if the system names no place. */
  end: number | null;
  url: string;
  title: string | null;
}

/** The offset in UTF-16 units of an offset in bytes of UTF-8; null without one. */
export const unitsOfBytes = (text: string, bytes: number | undefined): number | null =>
  bytes === undefined ? null : Buffer.from(text, 'utf8').subarray(0, Math.max(0, bytes)).toString('utf8').length;

const LONGEST_TITLE = 120;

const linked = ({ url, title }: TextSource): string => {
  const words = (title ?? '').replace(/[[\]\\\s]+/g, ' ').trim();
  const label = words === '' ? new URL(url).hostname : words.slice(0, LONGEST_TITLE);
  return ` ([${label}](${url.replace(/[()\s]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}))`;
};

/** Words behind an address that make it the beginning of another one. */
const CONTINUES = /^(?:[\p{L}\p{N}/?&=#%~_+-]|[.:,;][\p{L}\p{N}])/u;
const holds = (text: string, url: string): boolean =>
  text.split(url).slice(1).some((behind) => !CONTINUES.test(behind)); // prettier-ignore

/**
 * A report with its sources as Markdown links. Systems that give their sources beside the text would otherwise lose them. A source
 * whose address stands in the text already is left out, and each source is linked once at each place: at the end if it has none.
 */
export function citedText(text: string, citations: readonly TextSource[]): string {
  const missing = citations.filter(({ url }) => URL.canParse(url) && /^https?:/i.test(url) && !holds(text, url));
  const places = Map.groupBy(missing, ({ end }) => Math.min(Math.max(0, end ?? text.length), text.length));
  let cited = '';
  let from = 0;
  for (const [end, here] of [...places].sort(([a], [b]) => a - b)) {
    const once = new Map(here.map((one) => [one.url, one]));
    cited += text.slice(from, end) + [...once.values()].map(linked).join('');
    from = end;
  }
  return cited + text.slice(from);
}
