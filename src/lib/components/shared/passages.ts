/** Finding words in the report on the page. Marks are CSS highlights: the report's own markup is never touched. */

const squash = (text: string): string =>
  text
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .toLowerCase();

interface Letter {
  node: Text;
  offset: number;
}

interface Letters {
  text: string;
  at: Letter[];
}

/** Letters of elements that were searched, as long as their text stays what it was: a long report is read once, not per item. */
const read = new WeakMap<Element, Letters & { of: string }>();

function lettersOf(root: Element): Letters {
  const of = root.textContent;
  const known = read.get(root);
  if (known?.of === of) return known;
  const made = { ...letters(root), of };
  read.set(root, made);
  return made;
}

/** Text of an element without runs of white space or citation numbers, each letter with its place. */
function letters(root: Element): Letters {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('.cite') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT
  );
  let text = '';
  const at: Letter[] = [];
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const plain = squash(node.data);
    for (let offset = 0; offset < node.data.length; offset++) {
      const letter = plain[offset] ?? ' ';
      const space = /\s/.test(letter);
      if (space && (text === '' || text.endsWith(' '))) continue;
      text += space ? ' ' : letter;
      at.push({ node, offset });
    }
  }
  return { text, at };
}

/** Ranges of `words` inside `root`, white space and quotation marks aside; at most `limit`. */
export function rangesOf(root: Element, words: string, limit = 500): Range[] {
  const wanted = squash(words.replace(/\[\^?\d+(?:\s*[,–-]\s*\d+)*\]/g, '').replace(/[*_`#]/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
  if (wanted === '') return [];
  const { text, at } = lettersOf(root);
  const found: Range[] = [];
  for (let i = text.indexOf(wanted); i !== -1 && found.length < limit; i = text.indexOf(wanted, i + wanted.length)) {
    const from = at[i];
    const to = at[i + wanted.length - 1];
    if (!from || !to) break;
    const range = document.createRange();
    range.setStart(from.node, from.offset);
    range.setEnd(to.node, to.offset + 1);
    found.push(range);
  }
  return found;
}

/** Paints ranges under a name of app.css (`::highlight(name)`); nothing where the browser has no highlights. */
export function paint(name: 'found' | 'found-now' | 'quoted', ranges: Range[]): void {
  if (!('highlights' in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

export { blockIn, goToBlock } from './blocks-in-view.ts';
