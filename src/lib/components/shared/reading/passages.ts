/** Finding words in the report on the page. Marks are CSS highlights: the report's own markup is never touched. */
import { showWhole } from './whole-report.ts';

const smallForms: Record<string, string> = { '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '‘': "'", '’': "'" };

/** Each letter in the form in which it is compared: one for one, so that places stay what they are. */
function squash(text: string): string {
  const small = text.toLowerCase();
  const same =
    small.length === text.length ? small : Array.from({ length: text.length }, (_, i) => smallOf(text[i]!)).join('');
  return same.replace(/[“”„«»‘’]/g, (mark) => smallForms[mark]!).replace(/\s/g, ' ');
}

const smallOf = (letter: string): string => {
  const small = letter.toLowerCase();
  return small.length === 1 ? small : letter;
};

/** Text of an element without runs of white space or citation numbers; letter `i` is `nodes[node[i]]` at `offset[i]`. */
interface Letters {
  text: string;
  nodes: Text[];
  node: Int32Array;
  offset: Int32Array;
}

/** Letters of elements that were searched, as long as their text stays what it was: a long report is read once, not per item. */
const read = new WeakMap<Element, Letters & { of: string }>();

function lettersOf(root: Element): Letters {
  showWhole(root);
  const of = root.textContent;
  const known = read.get(root);
  if (known?.of === of) return known;
  const made = { ...readLetters(root, of.length), of };
  read.set(root, made);
  return made;
}

/** @param most number of letters that the element has at most */
function readLetters(root: Element, most: number): Letters {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('.cite') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT
  );
  const nodes: Text[] = [];
  const [node, offset] = [new Int32Array(most), new Int32Array(most)];
  const parts: string[] = [];
  let length = 0;
  let afterSpace = true;
  for (let at = walker.nextNode() as Text | null; at; at = walker.nextNode() as Text | null) {
    const plain = squash(at.data);
    let kept = 0;
    for (let i = 0; i < plain.length; i++) {
      const space = plain[i] === ' ';
      if (space && afterSpace) {
        parts.push(plain.slice(kept, i));
        kept = i + 1;
        continue;
      }
      afterSpace = space;
      node[length] = nodes.length;
      offset[length++] = i;
    }
    parts.push(plain.slice(kept));
    nodes.push(at);
  }
  return { text: parts.join(''), nodes, node, offset };
}

/** Occurrences of words in an element: their number, and the range of each when it is wanted. */
export interface Passages {
  length: number;
  range: (i: number) => Range;
}

/** All occurrences of `words` inside `root`, white space and quotation marks aside. */
export function findPassages(root: Element, words: string): Passages {
  const wanted = squash(words.replace(/\[\^?\d+(?:\s*[,–-]\s*\d+)*\]/g, '').replace(/[*_`#]/g, ''))
    .replace(/ +/g, ' ')
    .trim();
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
      range.setEnd(nodes[node[to]!]!, offset[to]! + 1);
      return range;
    }
  };
}

/** Ranges of the first `limit` occurrences of `words` inside `root`. */
export function rangesOf(root: Element, words: string, limit = Infinity): Range[] {
  const passages = findPassages(root, words);
  return Array.from({ length: Math.min(limit, passages.length) }, (_, i) => passages.range(i));
}

/** Paints ranges under a name of app.css (`::highlight(name)`); nothing where the browser has no highlights. */
export function paint(name: 'found' | 'found-now' | 'quoted', ranges: Range[]): void {
  if (!('highlights' in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

export { blockIn, goToBlock } from './blocks-in-view.ts';
