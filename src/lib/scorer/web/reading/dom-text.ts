/** Properties of a node that the walk needs, so that it works on any DOM. */
export interface DomNode {
  nodeType: number;
  nodeName: string;
  nodeValue: string | null;
  textContent: string | null;
  firstChild: DomNode | null;
  nextSibling: DomNode | null;
  getAttribute?(name: string): string | null;
}

const ELEMENT = 1;
const TEXT = 3;
const DOCUMENT = 9;
const FRAGMENT = 11;

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements without text of their own for a reader. */
const silent = names(
  'SCRIPT STYLE NOSCRIPT TEMPLATE SVG HEAD TITLE META LINK IFRAME OBJECT EMBED CANVAS AUDIO VIDEO BUTTON SELECT INPUT TEXTAREA'
);
/** Elements around a page's content. */
const around = names('NAV FOOTER DIALOG');
const lines = names(
  'ADDRESS ARTICLE ASIDE BODY CAPTION DD DETAILS DIV DT FIELDSET FIGCAPTION FOOTER FORM HEADER HR LI MAIN NAV SECTION SUMMARY TBODY TFOOT THEAD TR'
);
const paragraphs = names('BLOCKQUOTE DL FIGURE H1 H2 H3 H4 H5 H6 OL P PRE TABLE UL');

/** Characters up to which a table's cell is put on one line. */
const SHORT_CELL = 300;
/** Tables within tables that are looked into for short cells. */
const DEEPEST_CELL = 4;

const hidden = (node: DomNode): boolean =>
  node.getAttribute?.('hidden') != null || /display\s*:\s*none/i.test(node.getAttribute?.('style') ?? '');

/** Visits a tree in order. Takes no recursion, so that no depth of nesting can break it. */
const walk = (root: DomNode, enter: (node: DomNode) => boolean, leave: (node: DomNode) => void): void => {
  const open: DomNode[] = [];
  let at = root;
  for (;;) {
    const entered = enter(at);
    let next = entered ? at.firstChild : null;
    if (next) open.push(at);
    else if (entered) leave(at);
    while (!next) {
      if (at === root) return;
      next = at.nextSibling;
      if (next) break;
      const parent = open.pop();
      if (!parent) return;
      leave(parent);
      at = parent;
    }
    at = next;
  }
};

/**
 * The text under a node as a reader sees it: blocks on lines of their own, list items with a dash, the cells of a table
 * row separated by ` | `. White space is left for `tidy`.
 */
export const domText = (root: DomNode): string => {
  const pieces: string[] = [];
  /** The break that is due before the next text: 1 a new line, 2 a paragraph. */
  let due = 0;
  let firstCell = true;
  let preformatted = 0;
  let cells = 0;
  /** The cell within which lines are not broken. */
  let flat: DomNode | null = null;

  const put = (text: string): void => {
    if (due > 0 && text.trim() === '') return;
    if (due > 0) pieces.push(due === 1 ? '\n' : '\n\n');
    due = 0;
    pieces.push(text);
  };
  const breakLine = (name: string): void => {
    const wanted = paragraphs.has(name) ? 2 : lines.has(name) ? 1 : 0;
    if (flat && wanted > 0) put(' ');
    else due = Math.max(due, wanted);
  };

  const enter = (node: DomNode): boolean => {
    if (node.nodeType === TEXT) {
      const text = node.nodeValue ?? '';
      put(preformatted > 0 && !flat ? text : text.replace(/\s+/g, ' '));
      return false;
    }
    if (node.nodeType !== ELEMENT) return node.nodeType === DOCUMENT || node.nodeType === FRAGMENT;
    const name = node.nodeName.toUpperCase();
    if (silent.has(name) || hidden(node)) return false;
    if (around.has(name) || node.getAttribute?.('role') === 'navigation') return false;
    breakLine(name);
    if (name === 'BR') pieces.push(flat ? ' ' : '\n');
    else if (name === 'TR') firstCell = true;
    else if (name === 'LI') put('- ');
    else if (name === 'PRE') preformatted += 1;
    else if (name === 'TD' || name === 'TH') {
      if (!firstCell) put(' | ');
      firstCell = false;
      cells += 1;
      if (!flat && cells <= DEEPEST_CELL && (node.textContent ?? '').length <= SHORT_CELL) flat = node;
    }
    return true;
  };

  const leave = (node: DomNode): void => {
    const name = node.nodeName.toUpperCase();
    if (name === 'PRE') preformatted -= 1;
    else if (name === 'TD' || name === 'TH') {
      cells -= 1;
      if (flat === node) flat = null;
    }
    breakLine(name);
  };

  walk(root, enter, leave);
  return pieces.join('');
};
