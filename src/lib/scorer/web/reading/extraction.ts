import { decode } from './charset.ts';
import { readHtml, type HtmlSigns } from './html.ts';
import { formatOf } from './media-type.ts';
import { capped, MAX_CHARACTERS, tidy } from './page-text.ts';
import { PdfUnreadable, readPdf } from './pdf.ts';

/** A body as it came, decompressed. */
export interface Body {
  bytes: Uint8Array;
  /** Media type that the server named; empty if it named none. */
  type: string;
  charset: string | null;
}

/** Readable part of a body; `text` may be empty. `note` names omitted parts. */
export type Extracted =
  | { readable: true; title: string | null; text: string; note: string | null; signs: HtmlSigns | null }
  | { readable: false; note: string };

/** Characters of markup that are parsed. A page's text stands in its first megabytes or is data. */
const MAX_MARKUP = 5_000_000;
const MAX_PAGES = 300;

const joined = (...notes: (string | null)[]): string | null => notes.filter((note) => note !== null).join('; ') || null;

/** Title and readable text of a body, whatever it is. */
export const extract = async ({ bytes, type, charset }: Body): Promise<Extracted> => {
  const format = formatOf(type, bytes);
  if (format === null)
    return {
      readable: false,
      note: `its type is not one that can be read here (${type === '' ? 'none named' : type})`
    };
  if (format === 'pdf') {
    try {
      const pdf = await readPdf(bytes, { pages: MAX_PAGES, characters: MAX_CHARACTERS });
      const { text, note } = capped(pdf.text, MAX_CHARACTERS);
      if (text === '') return { readable: false, note: 'the PDF holds no text, as scanned pages do not' };
      return { readable: true, title: pdf.title, text, note: joined(pdf.note, note), signs: null };
    } catch (error) {
      if (error instanceof PdfUnreadable) return { readable: false, note: error.message };
      throw error;
    }
  }
  const markup = decode(bytes, charset);
  if (format === 'text') {
    const { text, note } = capped(tidy(markup), MAX_CHARACTERS);
    return { readable: true, title: null, text, note, signs: null };
  }
  const page = await readHtml(markup.slice(0, MAX_MARKUP));
  if (page === null) return { readable: false, note: 'its markup is broken' };
  const { text, note } = capped(page.text, MAX_CHARACTERS);
  const cut = markup.length > MAX_MARKUP ? `only its first ${MAX_MARKUP / 1_000_000} MB of markup were read` : null;
  return { readable: true, title: page.title, text, note: joined(cut, note), signs: page.signs };
};
