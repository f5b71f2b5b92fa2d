import { offeredLanguages } from '../../messages/languages.ts';
import { messagesIn } from '../../messages/words.ts';

/** Name of the sheet about the file itself, and of the fact that is always in it: readers of workbooks pass over that sheet. */
export const ABOUT_SHEET = 'About';
/** Name of the sheet of a template that says how to fill it in: readers pass over it, too. */
export const GUIDE_SHEET = 'How to fill in';
export const AUDIT_HEAD = 'Audit head';

/**
 * The anchor of the audit trail inside a file that leaves, so that a reader of the file alone can tell how the trail stood: as a
 * sentence in text, Markdown and HTML, as a comment in LaTeX and SVG, as the member `auditHead` of a JSON object. Rows have no place
 * for it: CSV and JSONL get none, their signature has it; a workbook has a sheet (`dataset-xlsx-writer`).
 *
 * @param name of the file; its ending tells the format
 * @param head `N:HASH` (`server/audit-chain`)
 * @param language of the sentence (BCP 47); of the file, which has it in its name if it is not English: `protocol.zh-hans.md`
 */
export function withAuditHead<Content extends string | Uint8Array>(
  name: string,
  content: Content,
  head: string,
  language = languageOfName(name)
): Content | string {
  if (typeof content !== 'string') return content;
  const write = writers[name.slice(name.lastIndexOf('.') + 1)];
  return write ? write(content, head, language) : content;
}

const languageOfName = (name: string): string =>
  offeredLanguages.find(({ tag }) => name.includes(`.${tag.toLowerCase()}.`))?.tag ?? 'en';

/** The same in every language, for programs that look for it. */
const anchor = (head: string): string => `audit head ${head}`;

const sentenceIn = (language: string, head: string): string => messagesIn(language, 'documentAudit').atExport({ head });

const asLastLine = (text: string, head: string, language: string): string =>
  `${text.trimEnd()}\n\n${sentenceIn(language, anchor(head))}\n`;

const writers: Readonly<Record<string, (text: string, head: string, language: string) => string>> = {
  md: asLastLine,
  txt: asLastLine,
  html: (text, head, language) =>
    before(
      text,
      /<\/main>|<\/body>/,
      `<p><small>${sentenceIn(language, `<code>${anchor(head)}</code>`)}</small></p>\n`
    ),
  svg: (text, head) => before(text, /<\/svg>\s*$/, `<!-- ${anchor(head)} -->\n`),
  tex: (text, head) => `${text.trimEnd()}\n% ${anchor(head)}\n`,
  // Written as text, since a large file need not be read to add one member.
  json: (text, head) => before(text, /\n\}\s*$/, `,\n  "auditHead": "${head}"`)
};

function before(text: string, mark: RegExp, added: string): string {
  const at = mark.exec(text)?.index;
  return at === undefined ? text : text.slice(0, at) + added + text.slice(at);
}
