import { languageOf } from '../../../stats/writing/language-of.ts';
import { isRightToLeft } from '../../../stats/writing/right-to-left.ts';
import { segmentedWords } from '../../../stats/writing/segmented-words.ts';
import type { RenderedReport } from './render.ts';
import { shownText } from '../shown/shown-text.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * A report as its bare text, for one that could not be read as Markdown: each paragraph is a block, and tables, references and
 * addresses are not counted.
 *
 * @param why it is shown like this, for a person
 */
export function plainReport(markdown: string, why: string): RenderedReport {
  const paragraphs = shownText(markdown)
    .replaceAll('\r\n', '\n')
    .replaceAll('\0', '�')
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '');
  const blocks = paragraphs.map((text, at) => ({ n: at + 1, text }));
  const note = `<div class="callout" data-tone="warn" role="note"><b>Shown as plain text</b><span>${escaped(why)}</span></div>`;
  return {
    html: [
      note,
      ...blocks.map(
        ({ n, text }) =>
          `<pre id="p${n}" data-n="${n}" class="plain"${isRightToLeft(languageOf(text)) ? ' dir="rtl"' : ''}>${escaped(text)}</pre>`
      )
    ].join('\n'),
    blocks,
    outline: [],
    facts: {
      words: paragraphs.reduce((sum, text) => sum + segmentedWords(text).length, 0),
      tables: null,
      references: null,
      urls: null,
      language: languageOf(markdown)
    }
  };
}
