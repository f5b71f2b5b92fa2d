/** The HTML that reports hold, read as text: cells of tables, items of lists, and tags inside text as Markdown. */

export interface HtmlRow {
  /** Whether all of its cells are heads. */
  head: boolean;
  cells: { /** Markdown. */ text: string; head: boolean; columns: number; rows: number }[];
}

/** Tags with their attributes; what follows a `<` that closes nowhere is text. */
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]{0,15})((?:\s[^<>]{0,2000})?)\/?>/g;
/** Tags that the reader of inline text knows. */
const KEPT = new Set(['b', 'strong', 'i', 'em', 's', 'del', 'sup', 'sub', 'br']);
/** Tags that end a line, and tags without a meaning of their own. */
const BREAKS = new Set(['p', 'div', 'li', 'ul', 'ol', 'tr']);
const PLAIN = new Set([
  'span',
  'font',
  'small',
  'big',
  'u',
  'mark',
  'ins',
  'center',
  'nobr',
  'wbr',
  'label',
  'abbr',
  'tbody',
  'thead',
  'tfoot'
]);
/** Most cells that a span may cover. */
const WIDEST = 50;

const attribute = (attributes: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return found ? (found[1] ?? found[2] ?? found[3] ?? '') : null;
};

const spanOf = (attributes: string, name: string): number => {
  const span = Number(attribute(attributes, name) ?? 1);
  return Number.isInteger(span) && span > 1 ? Math.min(span, WIDEST) : 1;
};

const ATTRIBUTE = /\s([^\s=<>"']{1,100})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Attributes that describe how an element looks, or that Markdown has as well. */
const KNOWN = new Set(['style', 'class', 'id', 'rel', 'href', 'src', 'srcset', 'sizes', 'alt']);

/** Whether a tag has words in an attribute that would not be shown, although judges read them. */
export function hidesWords(html: string): boolean {
  for (const [, , tag = '', attributes = ''] of html.matchAll(TAG))
    for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
      const isLinkTitle = name.toLowerCase() === 'title' && /^(?:a|img)$/i.test(tag);
      if (isLinkTitle || KNOWN.has(name.toLowerCase())) continue;
      if (/\p{L}\s+\p{L}|\p{Script=Han}{2}/u.test(double ?? single ?? '')) return true;
    }
  return false;
}

/** Title of a link or image, as it stands behind the address in Markdown. */
const titleIn = (attributes: string): string => {
  const title = attribute(attributes, 'title')?.replaceAll('"', "'").trim() ?? '';
  return title === '' ? '' : ` "${title.replaceAll('\\', '\\\\')}"`;
};

/** HTML inside a block as Markdown: links, images and code; tags of emphasis stay; unknown ones stay as text. */
export function markdownOf(html: string): string {
  const targets: (string | null)[] = [];
  return html
    .replace(/\s*\n\s*/g, ' ')
    .replace(TAG, (whole, slash: string, name: string, attributes: string) => {
      const tag = name.toLowerCase();
      if (KEPT.has(tag)) return `<${slash}${tag}>`;
      if (tag === 'code' || tag === 'kbd') return '`';
      if (tag === 'a') {
        if (slash === '') {
          const href = addressOf(attribute(attributes, 'href'));
          targets.push(href === null ? null : `${href}${titleIn(attributes)}`);
          return href === null ? '' : '[';
        }
        const target = targets.pop();
        return target ? `](${target})` : '';
      }
      if (tag === 'img') {
        const source = addressOf(attribute(attributes, 'src'));
        return source === null
          ? ''
          : `![${(attribute(attributes, 'alt') ?? '').replace(/[[\]]/g, '')}](${source}${titleIn(attributes)})`;
      }
      if (BREAKS.has(tag)) return slash === '' ? '' : '<br>';
      return PLAIN.has(tag) ? '' : whole;
    })
    .replace(/^(?:\s|<br>)+|(?:\s|<br>)+$/g, '');
}

/** An address that may stand in Markdown; others are none. */
const addressOf = (written: string | null): string | null => {
  const address = written?.replaceAll('&amp;', '&').trim() ?? '';
  return /^https?:\/\/[^\s<>()\\]+$/i.test(address) ? address : null;
};

/** Splits at opening tags: each stretch with the attributes and the name of the tag before it, which begins at `at`. */
function pieces(html: string, names: string): { name: string; attributes: string; inside: string; at: number }[] {
  const open = new RegExp(`<(${names})((?:\\s[^<>]{0,2000})?)>`, 'gi');
  const found = [...html.matchAll(open)];
  return found.map((match, at) => ({
    name: match[1]!.toLowerCase(),
    attributes: match[2]!,
    inside: html.slice(match.index + match[0].length, found[at + 1]?.index ?? html.length),
    at: match.index
  }));
}

const upTo = (text: string, pattern: RegExp): string => {
  const at = text.search(pattern);
  return at < 0 ? text : text.slice(0, at);
};

/** Whether HTML holds words, not only tags. */
const holdsWords = (html: string): boolean => html.replace(TAG, '').trim() !== '';

const CAPTION = /<caption(?:\s[^<>]{0,2000})?>([^]*?)<\/caption>/i;

/** The caption of the inside of a table as Markdown, '' without one, and what is left without it. */
export function htmlCaption(inside: string): { caption: string; rest: string } {
  const found = CAPTION.exec(inside);
  return found === null
    ? { caption: '', rest: inside }
    : { caption: markdownOf(found[1]!), rest: inside.replace(CAPTION, '') };
}

/**
 * Rows of the inside of a table without its caption; null if it has none, or holds words outside of cells, which would be lost. Tags that
 * close rows and cells may be missing.
 */
export function htmlCells(inside: string): HtmlRow[] | null {
  let lost = holdsWords(upTo(inside, /<tr[\s>]/i));
  const rows = pieces(inside, 'tr').map(({ inside: row }): HtmlRow => {
    const end = row.search(/<\/tr>/i);
    const within = end < 0 ? row : row.slice(0, end);
    lost ||= holdsWords(row.slice(within.length)) || holdsWords(upTo(within, /<(?:th|td)[\s>]/i));
    const cells = pieces(within, 'th|td').map(({ name, attributes, inside: cell }) => {
      const text = upTo(cell, new RegExp(`</${name}>`, 'i'));
      lost ||= holdsWords(cell.slice(text.length));
      return {
        text: markdownOf(text),
        head: name === 'th',
        columns: spanOf(attributes, 'colspan'),
        rows: spanOf(attributes, 'rowspan')
      };
    });
    return { head: cells.length > 0 && cells.every(({ head }) => head), cells };
  });
  const filled = rows.filter(({ cells }) => cells.length > 0);
  return lost || filled.length === 0 ? null : filled;
}

/** Rows of heads that name columns. */
const MOST_HEADS = 3;
/** The longest cell that is repeated in the further places that it spans. */
const LONGEST_NAME = 160;
/** Places of a table in which spans are followed; behind them a cell takes one place. */
const MOST_PLACES = 5_000;

/** Cells by row and column: one that spans several stands in each of the rows, and `all` also in each of the columns. */
function placed(rows: readonly HtmlRow[], repeated: 'down' | 'all'): string[][] {
  const grid = rows.map((): string[] => []);
  let places = 0;
  rows.forEach(({ cells }, at) => {
    let column = 0;
    for (const cell of cells) {
      const { columns, rows: down } = places < MOST_PLACES ? cell : { columns: 1, rows: 1 };
      while (grid[at]![column] !== undefined) column++;
      const name = cell.text.length <= LONGEST_NAME ? cell.text : '';
      for (const row of grid.slice(at, at + down))
        for (let k = 0; k < columns; k++) row[column + k] = k === 0 || repeated === 'all' ? name : '';
      grid[at]![column] = cell.text;
      column += columns;
      places += columns * down;
    }
  });
  return grid.map((row) => Array.from(row, (text) => text ?? ''));
}

/** A table by its columns: their titles, of all rows of heads above (none if there is no head), and the cells of the other rows. */
export function htmlGrid(rows: readonly HtmlRow[], repeated: 'down' | 'all'): { titles: string[]; body: string[][] } {
  const first = rows.findIndex(({ head }) => !head);
  const heads = placed(rows.slice(0, first < 0 ? rows.length : first).slice(0, MOST_HEADS), 'all');
  const widest = heads.reduce((most, { length }) => Math.max(most, length), 0);
  const titles = Array.from({ length: widest }, (_, column) => {
    const above = heads.map((row) => row[column] ?? '').filter((title) => title !== '');
    return [...new Set(above)].join(', ');
  });
  return { titles, body: placed(first < 0 ? [] : rows.slice(first), repeated) };
}

export interface HtmlItem {
  /** Markdown. */
  text: string;
  /** Lines above it in the list. */
  below: number;
}

/** Items of the inside of a list; null if it has none, or holds words outside of items. */
export function htmlItems(inside: string): HtmlItem[] | null {
  let lost = holdsWords(upTo(inside, /<li[\s>]/i));
  let [below, last] = [0, 0];
  const items = pieces(inside, 'li').map(({ inside: item, at }): HtmlItem => {
    const text = upTo(item, /<\/li>/i);
    lost ||= holdsWords(item.slice(text.length));
    below += inside.slice(last, at).split('\n').length - 1;
    last = at;
    return { text: markdownOf(text), below };
  });
  return lost || items.length === 0 ? null : items;
}

/** Number of the first item that a list's opening tag gives; null without one. */
export function firstNumber(tag: string): number | null {
  const given = Number(attribute(tag, 'start') ?? NaN);
  return Number.isInteger(given) && given >= 0 && given < 1e9 ? given : null;
}
