import { wordsOfReport } from '../../../leaderboard/figures/report-length.ts';

/** Qualities of an inspiration; each has at least the two that its type needs (arXiv 2509.01396, Table 2 and appendix D). */
export const qualities = {
  novelty: 'brings or implies a new idea, method or view',
  explorability: 'gives a clear start for modelling, experiments or analysis of policies',
  challenge: 'shows a limit, a bottleneck or an open issue',
  verifiability: 'can be confirmed or refuted by data, experiment or simulation'
} as const;
export type Quality = keyof typeof qualities;
export const qualityNames = Object.keys(qualities) as [Quality, ...Quality[]];

export const inspirationTypes = {
  limitation: {
    title: 'Limitation',
    about: 'an open issue, or evidence that is missing',
    needs: ['challenge', 'explorability']
  },
  methodology: {
    title: 'Methodology',
    about: 'a new or adapted technique or framework',
    needs: ['novelty', 'explorability']
  },
  transdisciplinary: {
    title: 'Transdisciplinary',
    about: 'something of one field applied in another',
    needs: ['novelty', 'explorability']
  },
  hypothesis: {
    title: 'Hypothesis',
    about: 'a statement on a cause or a quantity',
    needs: ['verifiability', 'explorability']
  }
} as const satisfies Record<string, { title: string; about: string; needs: readonly Quality[] }>;
export type InspirationType = keyof typeof inspirationTypes;
export const inspirationTypeNames = Object.keys(inspirationTypes) as [InspirationType, ...InspirationType[]];

export const MOST_INSPIRATIONS = 10;
export const INSPIRATION_WORDS = 300;
/** Fewer words occur in any talk, and show nothing. */
const SPAN_WORDS = 4;

/** An inspiration as a model wrote it, with the words of the talk from which it comes. */
interface WrittenInspiration {
  text: string;
  type: InspirationType;
  qualities: readonly Quality[];
  span: string;
}

/** The passages, counted from 1, over which a span of the talk runs. */
export interface SpanPlace {
  from: number;
  to: number;
}

const wide = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uff65';
const blankBesideWide = new RegExp(`(?<=[${wide}]) | (?=[${wide}])`, 'gu');

/** Blanks of any kind and number are one, and none beside Chinese or Japanese characters; Unicode NFC. */
const oneSpaced = (text: string): string =>
  text.normalize('NFC').replace(/\s+/g, ' ').trim().replace(blankBesideWide, '');

/** Where a span stands in the passages of a talk, letter by letter but for blanks; null if it is nowhere. */
export function placeOfSpan(passages: readonly string[], span: string): SpanPlace | null {
  const wanted = oneSpaced(span);
  if (wanted === '') return null;
  const begins: number[] = [];
  let text = '';
  for (const passage of passages) {
    const next = oneSpaced(passage);
    const together = oneSpaced(`${text.slice(-1)} ${next}`);
    text += text === '' ? next : together.slice(text.slice(-1).length);
    begins.push(text.length - next.length);
  }
  const at = text.indexOf(wanted);
  if (at === -1) return null;
  const passageAt = (offset: number): number => begins.findLastIndex((begin) => begin <= offset) + 1;
  return { from: Math.max(1, passageAt(at)), to: Math.max(1, passageAt(at + wanted.length - 1)) };
}

/** Why an inspiration does not count; null if nothing is wrong. */
export function inspirationFault(
  { text, type, qualities: said, span }: WrittenInspiration,
  passages: readonly string[]
): string | null {
  const words = wordsOfReport(text).length;
  if (words > INSPIRATION_WORDS) return `It has ${words} words, and at most ${INSPIRATION_WORDS} are allowed.`;
  const missing = inspirationTypes[type].needs.filter((one) => !said.includes(one));
  if (missing.length > 0)
    return `A ${inspirationTypes[type].title} needs ${missing.join(' and ')}, which it is not said to have.`;
  const quoted = wordsOfReport(span).length;
  if (quoted < SPAN_WORDS) return `Its quote has ${quoted} words, and at least ${SPAN_WORDS} are needed.`;
  return placeOfSpan(passages, span) === null ? 'Its quote is not in the transcript.' : null;
}
