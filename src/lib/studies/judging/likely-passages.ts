/** A block that holds words of a question, and the words as they stand in it. */
export interface LikelyPassage {
  block: number;
  words: string[];
}

/** Words that say nothing of what a text is about; those of questions about reports among them. */
const idle = new Set(
  `about above after against also among and any are because been before being below between both but can could did does doing
  down during each either enough every few for from further give given gives had has have having her here him his how into its
  itself just least less like list lists many may might more most much must name names not now off one only other others ought
  our out over own per provide provides report reports same say says section sections several she should some state states such
  than that the their them then there these they this those three through too two under until upon use used uses using very was
  were what when where whether which while who whom whose why will with within without would you your cited claim claims
  describe describes discuss discusses explain explains mention mentions identify identifies include includes including`
    .split(/\s+/)
    .filter((word) => word !== '')
);
const idleHan = new Set(
  '报告 是否 至少 说明 哪些 什么 以及 或者 并且 如何 其中 列出 给出 提供 每个 多少 这些 那些 一个 没有 可以'.split(' ')
);

/** English endings that do not change what a word is about. */
const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:'s|ies|ing|ed|es|e|s|y)$/, '').slice(0, 9) : word.replace(/'s$/, '');

interface Term {
  term: string;
  start: number;
  end: number;
}

/** The words of a text by which it could be found: words and numbers by their stems, Chinese by pairs of characters. */
function termsOf(text: string): Term[] {
  const found: Term[] = [];
  for (const match of text.matchAll(/\p{Script=Han}+|[\p{L}\p{N}][\p{L}\p{N}.,%'’°-]*/gu)) {
    const start = match.index;
    if (/^\p{Script=Han}/u.test(match[0])) {
      const letters = [...match[0]];
      let at = start;
      letters.forEach((letter, i) => {
        const pair = letter + (letters[i + 1] ?? '');
        if (i + 1 < letters.length && !idleHan.has(pair)) found.push({ term: pair, start: at, end: at + pair.length });
        at += letter.length;
      });
      continue;
    }
    const word = match[0].replace(/[.,'’-]+$/, '');
    const plain = word.toLowerCase().replaceAll('’', "'");
    const tells = /\d/.test(plain) || plain.length > 3 || /^\p{Lu}{2,}$/u.test(word);
    if (tells && !idle.has(plain)) found.push({ term: stem(plain), start, end: start + word.length });
  }
  return found;
}

const read = new WeakMap<readonly { text: string }[], Term[][]>();

/** Terms of each block; kept as long as the blocks are. */
function termsIn(blocks: readonly { text: string }[]): Term[][] {
  const known = read.get(blocks) ?? blocks.map(({ text }) => termsOf(text));
  read.set(blocks, known);
  return known;
}

/**
 * Blocks that hold most of a question's words, the likeliest first: a search for words, which knows nothing of their meaning. Rare words
 * weigh more (inverse document frequency over the blocks), each counts once per block, and longer blocks have to hold more of them.
 *
 * @param blocks readable blocks with their numbers
 * @param most how many are named; fewer if fewer hold a word, none if no word tells anything
 */
export function likelyPassages(
  question: string,
  blocks: readonly { n: number; text: string }[],
  most = 5
): LikelyPassage[] {
  const wanted = new Set(termsOf(question).map(({ term }) => term));
  if (wanted.size === 0) return [];
  const terms = termsIn(blocks);
  const held = terms.map((own) => own.filter(({ term }) => wanted.has(term)));
  const blocksWith = new Map<string, number>();
  for (const own of held)
    for (const term of new Set(own.map((one) => one.term))) blocksWith.set(term, (blocksWith.get(term) ?? 0) + 1);
  const weight = (term: string): number => Math.log(1 + blocks.length / blocksWith.get(term)!);
  return held
    .map((own, i) => {
      const { n, text } = blocks[i]!;
      const distinct = new Set(own.map(({ term }) => term));
      const sum = [...distinct].reduce((total, term) => total + weight(term), 0);
      const words = [...new Set(own.map(({ start, end }) => text.slice(start, end)))];
      return { block: n, words, value: sum / (1 + Math.log1p(terms[i]!.length / 60)) };
    })
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value || a.block - b.block)
    .slice(0, most)
    .map(({ block, words }) => ({ block, words }));
}
