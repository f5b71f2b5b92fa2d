import sanitizeHtml from 'sanitize-html';

const OURS = /^(?:p|s|ref-)\d{1,7}$/;
const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'];

/** The last gate before a page: only the elements, attributes, classes and ids that `render.ts` makes pass. */
export function safe(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      ...HEADINGS,
      ...['p', 'ol', 'ul', 'li', 'blockquote', 'pre', 'code', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
      ...['a', 'em', 'strong', 's', 'sup', 'sub', 'br', 'hr', 'div', 'span']
    ],
    allowedAttributes: {
      '*': ['id', 'data-n', 'class'],
      a: ['href', 'target', 'rel', 'aria-label'],
      ol: ['start'],
      li: ['value'],
      pre: ['tabindex'],
      div: ['tabindex', 'role', 'aria-label']
    },
    allowedClasses: {
      a: ['cite', 'para'],
      span: ['cite'],
      ol: ['refs'],
      div: ['scroll'],
      ...Object.fromEntries(HEADINGS.map((tag) => [tag, ['h1', ...HEADINGS]]))
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      '*': (tagName, { id, ...attribs }) => ({
        tagName,
        attribs: id !== undefined && OURS.test(id) ? { ...attribs, id } : attribs
      })
    }
  });
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Text content of HTML that `safe` has made. */
export function htmlText(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}
