/** Stands for each character of a citation that is a mark of its own, such as `[1]`. */
export const MARK = '\u0001';
/** Stands for each character of a citation that belongs to its sentence: a link, or a name with a year. */
export const LINK = '\u0002';

const ABBREVIATED =
  /(?:^|[\s([])(?:e\.g|i\.e|vs|approx|ca|cf|nos?|figs?|eqs?|drs?|mrs?|ms|prof|st|jr|sr|inc|corp|ltd|co|al|u\.s|u\.k|vol|pp?|sec|ch|est|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|\p{L})$/iu;
const END = new RegExp(
  `(?:([.!?…؟۔।])["'”’»)\\]*_]*|[。！？｡]["”’）】」』》〉*_]*)((?:[ \\t]*${MARK}+[,;]?)*)(\\s+|$)?`,
  'gu'
);

/** Ranges of the sentences of a text. A citation right after the stop belongs to the sentence before it. */
export const sentencesOf = (text: string): [number, number][] => {
  const found: [number, number][] = [];
  let start = 0;
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (match[1] !== undefined) {
      if (match[3] === undefined) continue;
      if (match[1] === '.' && ABBREVIATED.test(text.slice(Math.max(start, match.index - 12), match.index))) continue;
      if (/^\p{Ll}/u.test(text.slice(end, end + 2))) continue;
    }
    found.push([start, end]);
    start = end;
  }
  if (text.slice(start).trim() !== '') found.push([start, text.length]);
  return found;
};
