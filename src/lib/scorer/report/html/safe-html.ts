import sanitizeHtml from 'sanitize-html';

/** Elements that a typeset formula consists of, and their attributes: nothing in it links, loads, runs or is HTML. */
const MATHML: Record<string, string[]> = {
  math: ['display'],
  semantics: [],
  annotation: ['encoding'],
  mrow: ['displaystyle', 'scriptlevel'],
  mstyle: ['displaystyle', 'scriptlevel'],
  mi: ['mathvariant'],
  mo: [
    ...['fence', 'form', 'largeop', 'lspace', 'maxsize', 'minsize', 'movablelimits', 'rspace', 'separator', 'stretchy'],
    'symmetric'
  ],
  mn: [],
  mtext: [],
  mspace: ['width', 'height'],
  mfrac: ['linethickness', 'displaystyle', 'scriptlevel'],
  mover: ['accent'],
  munder: ['accentunder'],
  munderover: ['accent', 'accentunder'],
  mtable: ['displaystyle', 'scriptlevel'],
  mtd: ['columnspan', 'rowspan'],
  menclose: ['notation'],
  ...Object.fromEntries(
    [
      'mmultiscripts',
      'mprescripts',
      'none',
      'mpadded',
      'mphantom',
      'mroot',
      'msqrt',
      'msub',
      'msubsup',
      'msup',
      'mtr'
    ].map((tag) => [tag, []])
  )
};
/** Lengths that stay inside a formula: none is negative or large. */
const LENGTH = /^(?:0|\d?(?:\.\d{1,6})?(?:em|ex|pt|px))$/;
const LENGTHS = new Set(['width', 'height', 'lspace', 'rspace', 'minsize', 'maxsize', 'linethickness']);

const OURS = /^(?:p|s|ref-)\d{1,7}$/;
const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'];

/** The last gate before a page: only the elements, attributes, classes and ids that `render.ts` makes pass. */
export function safe(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      ...HEADINGS,
      ...['p', 'ol', 'ul', 'li', 'blockquote', 'pre', 'code', 'table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
      ...['a', 'em', 'strong', 's', 'sup', 'sub', 'br', 'hr', 'div', 'span', 'button'],
      ...Object.keys(MATHML)
    ],
    allowedAttributes: {
      '*': ['id', 'data-n', 'class'],
      a: ['href', 'target', 'rel', 'aria-label', 'data-title'],
      button: ['type', 'data-image', 'data-src'],
      ol: ['start'],
      li: ['value'],
      pre: ['tabindex'],
      code: ['title', 'data-title'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      span: ['tabindex', 'role', 'aria-label', 'data-title'],
      div: ['tabindex', 'role', 'aria-label'],
      ...MATHML
    },
    allowedClasses: {
      a: ['cite', 'para'],
      button: ['image'],
      span: ['cite', 'formula', 'wide'],
      code: ['formula'],
      ...Object.fromEntries(
        Object.keys(MATHML).map((tag) => [tag, [/^(?:tml-[a-z0-9-]{1,20}|upstrike|downstrike|sout)$/]])
      ),
      ol: ['refs'],
      div: ['scroll'],
      ...Object.fromEntries(HEADINGS.map((tag) => [tag, ['h1', ...HEADINGS]]))
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      '*': (tagName, { id, ...attribs }) => ({
        tagName,
        attribs: {
          ...(tagName in MATHML ? withoutLongLengths(attribs) : attribs),
          ...(id !== undefined && OURS.test(id) ? { id } : {})
        }
      })
    }
  });
}

const withoutLongLengths = (attributes: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter(([name, value]) => !LENGTHS.has(name) || LENGTH.test(value)));

/** A formula: what is typeset is no text, its annotation is. */
export const FORMULA = /<math\b[^]*?<annotation\b[^>]*>([^<]*)<\/annotation><\/semantics><\/math>/g;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Text content of HTML that `safe` has made, of formulas their source. */
export function htmlText(html: string): string {
  const written = html.includes('<math') ? html.replace(FORMULA, '$1') : html;
  return written.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}

/** Ranges of a text, in its order. */
type Ranges = readonly (readonly [start: number, end: number])[];

/** Where citations stand in the text of HTML of ours: marks with a number, and links to pages, whose words may be text as well. */
export interface Marks {
  numbers: Ranges;
  all: Ranges;
}

const MARK = /<(a|span) class="cite"[^>]*>[^<]*<\/\1>|<a [^>]*href="https?:[^>]*>.*?<\/a>/gs;

/** Null if there are none. */
export function marksIn(html: string): Marks | null {
  if (!html.includes('<a ') && !html.includes('class="cite"')) return null;
  const all: [number, number][] = [];
  const numbers: [number, number][] = [];
  let [length, last] = [0, 0];
  for (const { 0: mark, 1: numbered, index } of html.matchAll(MARK)) {
    const start = length + htmlText(html.slice(last, index)).length;
    const range: [number, number] = [start, start + htmlText(mark).length];
    all.push(range);
    if (numbered !== undefined) numbers.push(range);
    length = range[1];
    last = index + mark.length;
  }
  return all.length === 0 ? null : { numbers, all };
}
