import type { Place } from '../verdict.ts';
import { FORMULA, htmlText } from './html/safe-html.ts';

/** Words of a report to be underlined. */
export interface Mark {
  place: Place;
  /** Their error, as in `base.css`: `E1` dotted, `E2` dashed, `E3` and `issue` solid, `ok` only numbered. */
  kind: 'issue' | 'E1' | 'E2' | 'E3' | 'ok';
  /** Short text behind the last word, and where it leads. */
  label: string;
  href: string;
}

const PIECE = new RegExp(`${FORMULA.source}|<[^>]*>|&(?:amp|lt|gt|quot|#39);|[^<&]+`, 'g');
const BLOCK = /^<\w+ [^>]*?\bid="(?:p(\d+)|s\d+)"/;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * A rendered report with some of its words marked. `html` is `RenderedReport.html`, the only HTML whose blocks and text
 * offsets this knows. Where marks overlap, the earlier one in the list gives the look; every mark keeps its label.
 */
export function withMarks(html: string, marks: readonly Mark[]): string {
  const byBlock = new Map<number, Mark[]>();
  for (const mark of marks)
    if (mark.place.end > mark.place.start)
      byBlock.set(mark.place.block, [...(byBlock.get(mark.place.block) ?? []), mark]);
  let here: readonly Mark[] = [];
  let offset = 0;
  const out: string[] = [];
  for (const [piece] of html.matchAll(PIECE)) {
    if (piece.startsWith('<math')) {
      const { length } = htmlText(piece);
      out.push(markedWhole(piece, offset, offset + length, here));
      offset += length;
    } else if (piece.startsWith('<')) {
      const block = BLOCK.exec(piece);
      if (block) {
        here = byBlock.get(Number(block[1])) ?? [];
        offset = 0;
      }
      out.push(piece);
    } else {
      const length = piece.startsWith('&') ? 1 : piece.length;
      out.push(here.length === 0 ? piece : marked(piece, offset, offset + length, here));
      offset += length;
    }
  }
  return out.join('');
}

/** A formula can only be marked as a whole: of its source, none is seen. */
function markedWhole(piece: string, from: number, to: number, marks: readonly Mark[]): string {
  const touching = marks.filter(({ place }) => place.start < to && place.end > from);
  return touching.length === 0
    ? piece
    : spanOf(
        piece,
        touching[0]!,
        touching.filter(({ place }) => place.end <= to)
      );
}

/** Text under the look of one mark, with the labels of those that end behind it. */
function spanOf(text: string, { kind }: Mark, ends: readonly Mark[]): string {
  const labels = ends.map(({ label, href }) => `<a class="mark-ref" href="${escaped(href)}">${escaped(label)}</a>`);
  return `<span class="issue" data-kind="${kind}">${text}${labels.join('')}</span>`;
}

/** One run of text, cut where marks begin and end. An entity is a single character and is never cut. */
function marked(piece: string, from: number, to: number, marks: readonly Mark[]): string {
  const touching = marks.filter(({ place }) => place.start < to && place.end > from);
  if (touching.length === 0) return piece;
  const cuts = [
    ...new Set(
      [from, to, ...touching.flatMap(({ place }) => [place.start, place.end])].filter((at) => at >= from && at <= to)
    )
  ].sort((a, b) => a - b);
  return cuts
    .slice(0, -1)
    .map((start, at) => {
      const end = cuts[at + 1] ?? to;
      const text = to - from === 1 ? piece : piece.slice(start - from, end - from);
      const over = touching.filter(({ place }) => place.start <= start && place.end >= end);
      const first = over[0];
      if (!first) return text;
      return spanOf(
        text,
        first,
        over.filter(({ place }) => place.end === end)
      );
    })
    .join('');
}
