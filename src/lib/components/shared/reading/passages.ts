/** Finding words in the report on the page. Marks are CSS highlights: the report's own markup is never touched. */
import { showWhole } from './whole-report.ts';

const forms = new Map<string, string>();

/**
 * A character as it is compared: a small letter, full width as half width, without accents, Arabic and Hebrew points, the Arabic stroke
 * that only widens a word, marks of Markdown, and what cannot be seen. Signs of Thai and Indic vowels are letters; Hangul stays in syllables.
 */
function formOf(char: string): string {
  let form = forms.get(char);
  if (form === undefined)
    forms.set(
      char,
      (form = (/[가-힣]/.test(char) ? char : char.normalize('NFKD').toLowerCase())
        .replace(POINTS, '')
        .replace(/[“”„«»]/g, '"')
        .replace(/[‘’]/g, "'")
        .replace(/\s/g, ' '))
    );
  return form;
}
const POINTS = /[*_`#\p{Cf}\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/gu;

/** Scripts of which a line may end between any two letters: white space between them is none. */
const UNSPACED = /[\u2e80-\u9fff]/;

/** Text without runs of white space or citation numbers, of formulas their source; letter `i` is `nodes[node[i]]` at `offset[i]`. */
interface Letters {
  text: string;
  nodes: { data: string }[];
  node: number[];
  offset: number[];
}

/** Letters of elements that were searched, as long as their text stays what it was: a long report is read once, not per item. */
const read = new WeakMap<Element, Letters & { nodes: Text[]; of: string }>();

function lettersOf(root: Element): Letters & { nodes: Text[] } {
  showWhole(root);
  const of = root.textContent;
  const known = read.get(root);
  if (known?.of === of) return known;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('.cite,semantics>mrow') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT
  );
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  const made = { ...readLetters(nodes), nodes, of };
  read.set(root, made);
  return made;
}

function readLetters(nodes: { data: string }[]): Letters {
  const [node, offset]: [number[], number[]] = [[], []];
  const letters: string[] = [' '];
  nodes.forEach(({ data }, nth) => {
    let at = 0;
    for (const char of data) {
      for (const letter of formOf(char).split('')) {
        const last = letters.length - 1;
        if (letter === ' ' && letters[last] === ' ') continue;
        if (letters[last] === ' ' && UNSPACED.test(letter) && UNSPACED.test(letters[last - 1] ?? '')) {
          letters.pop();
          node.pop();
          offset.pop();
        }
        letters.push(letter);
        node.push(nth);
        offset.push(at);
      }
      at += char.length;
    }
  });
  return { text: letters.join('').slice(1), nodes, node, offset };
}

/** Occurrences of words in an element: their number, and the range of each when it is wanted. */
export interface Passages {
  length: number;
  range: (i: number) => Range;
}

/** All occurrences of `words` inside `root`, by the forms of their letters (`formOf`), white space and citation numbers aside. */
export function findPassages(root: Element, words: string): Passages {
  const data = words.replace(/\[\^?\d+(?:\s*[,–-]\s*\d+)*\]|\[\^[^\s[\]]{1,100}\]/g, '');
  const wanted = readLetters([{ data }]).text.trim();
  const { text, nodes, node, offset } = lettersOf(root);
  const starts: number[] = [];
  if (wanted !== '')
    for (let i = text.indexOf(wanted); i !== -1; i = text.indexOf(wanted, i + wanted.length)) starts.push(i);
  return {
    length: starts.length,
    range: (i) => {
      const [from, to] = [starts[i]!, starts[i]! + wanted.length - 1];
      const range = document.createRange();
      range.setStart(nodes[node[from]!]!, offset[from]!);
      // To the end of the character, with the points on it.
      const { data } = nodes[node[to]!]!;
      let end = offset[to]! + String.fromCodePoint(data.codePointAt(offset[to]!)!).length;
      while (end < data.length && formOf(data[end]!) === '') end++;
      range.setEnd(nodes[node[to]!]!, end);
      // The source of a formula is not seen: the formula is.
      const [first, last] = [nodes[node[from]!]!, nodes[node[to]!]!].map((one) => one.parentElement!.closest('math'));
      if (first) range.setStartBefore(first);
      if (last) range.setEndAfter(last);
      return range;
    }
  };
}

/** Ranges of the first `limit` occurrences of `words` inside `root`. */
export function rangesOf(root: Element, words: string, limit = Infinity): Range[] {
  const passages = findPassages(root, words);
  return Array.from({ length: Math.min(limit, passages.length) }, (_, i) => passages.range(i));
}

const middleOf = (shown: Element | Range): number => {
  const { top, bottom } = shown.getBoundingClientRect();
  return (top + bottom) / 2;
};

/**
 * Brings words of a report to the middle of what is in view of it. Their paragraph may be higher than that: it is brought there first,
 * because the browser knows what covers the page (`scroll-padding`), but scrolls to elements only.
 */
export function bringIntoView(pane: Element, range: Range): void {
  const block = range.startContainer.parentElement!;
  block.scrollIntoView({ block: 'center' });
  const scrolls = getComputedStyle(pane).overflowY === 'visible' ? window : pane;
  scrolls.scrollBy(0, middleOf(range) - middleOf(block));
}

/** Paints ranges under a name of app.css (`::highlight(name)`); nothing if the browser has no highlights. */
export function paint(name: 'found' | 'found-now' | 'quoted', ranges: Range[]): void {
  if (!('highlights' in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

export { blockIn, goToBlock } from './blocks-in-view.ts';
