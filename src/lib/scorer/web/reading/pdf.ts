import { oneLine, tidy } from './page-text.ts';

interface PdfText {
  title: string | null;
  text: string;
  /** Omitted parts, in words. */
  note: string | null;
}

/** Why a PDF holds no text for us, in words. */
export class PdfUnreadable extends Error {
  override readonly name = 'PdfUnreadable';
}

/** Lines of a page, as its text items mark them. */
const lines = (items: readonly object[]): string =>
  items
    .map((item) => ('str' in item ? `${String(item.str)}${'hasEOL' in item && item.hasEOL ? '\n' : ''}` : ''))
    .join('');

/**
 * Text of a PDF's first pages, and the title that it carries. Throws `PdfUnreadable` if it needs a password or
 * is broken. Runs long on long files: call it in a confined process.
 */
export const readPdf = async (bytes: Uint8Array, most: { pages: number; characters: number }): Promise<PdfText> => {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, enableXfa: false }).catch(
    (error: unknown) => {
      const name = error instanceof Error ? error.name : '';
      throw new PdfUnreadable(name === 'PasswordException' ? 'the PDF needs a password' : 'the PDF is broken');
    }
  );
  const count = Math.min(pdf.numPages, most.pages);
  const pages: string[] = [];
  let characters = 0;
  let broken = 0;
  for (let number = 1; number <= count && characters <= most.characters; number += 1) {
    try {
      const page = await pdf.getPage(number);
      const text = lines((await page.getTextContent()).items);
      page.cleanup();
      pages.push(text);
      characters += text.length;
    } catch {
      broken += 1;
    }
  }
  const info = await pdf.getMetadata().then(
    ({ info }) => (info as { Title?: unknown }).Title,
    () => null
  );
  const notes = [
    pdf.numPages > most.pages ? `only the first ${most.pages} of ${pdf.numPages} pages are kept` : null,
    broken > 0 ? `${broken} of ${count} pages could not be read` : null
  ].filter((note) => note !== null);
  return {
    title: typeof info === 'string' ? oneLine(info) : null,
    text: tidy(pages.join('\n\n')),
    note: notes.length === 0 ? null : notes.join('; ')
  };
};
