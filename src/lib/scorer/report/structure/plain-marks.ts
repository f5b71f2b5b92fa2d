/**
 * Citations as digits behind the stop of a sentence, `in the north.1 They closed`: marks that were raised before a text was
 * exported, as Gemini's reports are. Behind any other digits than those of a year they would be decimals: `Gemini 2.5 Pro`.
 */
const MARK =
  /(?:\p{L}{2}|%|[)\]"”’]|(?<!\d)(?:19|20)\d\d)[*_)"”’]{0,3}[.!?。][*_)"”’]{0,3}(\d{1,3}(?:, ?\d{1,3}){0,9})(?=\s+["“*_([]{0,3}\p{Lu}|[*_]{0,3}\s*\|?\s*$)/gu;

/** A mark and its place in its line. */
export interface PlainMark {
  line: number;
  start: number;
  end: number;
  numbers: number[];
}

/** Marks and their numbers that a report needs before digits in it count as citations. */
const FEWEST = 3;

/**
 * The marks of a report that cites by such digits alone; none of any other, because single digits behind a stop are rather
 * slips. Each has an entry in the list of references, they are marks of at least half of the entries, and at least four fifths of the numbers
 * appear in their order.
 *
 * @param lines text of the lines in which to look
 * @param entries numbers of the entries
 */
export const plainMarks = (
  lines: readonly { text: string; line: number }[],
  entries: ReadonlySet<number | null>
): PlainMark[] => {
  if (entries.size < FEWEST) return [];
  const marks = lines.flatMap(({ text, line }) =>
    Array.from(text.matchAll(MARK), (found): PlainMark => {
      const end = found.index + found[0].length;
      const list = found[1] ?? '';
      return { line, start: end - list.length, end, numbers: list.split(',').map(Number) };
    })
  );
  const cited = [...new Set(marks.flatMap(({ numbers }) => numbers))];
  const inOrder = cited.filter((number, at) => number > Math.max(0, ...cited.slice(0, at))).length;
  const isStyle =
    marks.length >= FEWEST &&
    cited.every((number) => entries.has(number)) &&
    cited.length >= Math.max(FEWEST, entries.size / 2) &&
    inOrder * 5 >= cited.length * 4;
  return isStyle ? marks : [];
};
