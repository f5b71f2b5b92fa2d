/** Made by `scripts/page-sections.ts` of the components that each page imports. */
declare module 'virtual:page-sections' {
  import type { MessageSection } from '$lib/messages/catalogues/en/index.ts';
  const pages: {
    /** Sections of the catalogues that a page needs beside the frame, by route id. */
    sections: Readonly<Record<string, readonly MessageSection[]>>;
    /** Routes of pages in the language of their reader; the others are in English. */
    translated: readonly string[];
  };
  export default pages;
}
