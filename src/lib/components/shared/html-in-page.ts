/** A report's HTML in the data of a page, sent once: the browser takes it from the page that it has just read. */
export class HtmlInPage {
  readonly html: string;
  /** Which of the page's texts it is, from 0. */
  readonly nth: number;

  constructor(html: string, nth: number) {
    this.html = html;
    this.nth = nth;
  }

  toString(): string {
    return this.html;
  }
}

/** The HTML of the `nth` text that a page shows, for the page's data. Its author must show it in a `Paper`, texts in their order. */
export const htmlForPage = (html: string, nth: number): string => new HtmlInPage(html, nth) as unknown as string;

/** Text in the page as the browser read it, before it becomes live. */
export const readFromPage = (nth: number): string => document.querySelectorAll('.paper > .read')[nth]?.innerHTML ?? '';
