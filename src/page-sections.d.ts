/** Made by `scripts/page-sections.ts` of the components that each page imports. */
declare module 'virtual:page-sections' {
  import type { MessageSection } from '$lib/messages/catalogues/en/index.ts';
  /** Sections of the catalogues that a page needs beside the frame, by route id. */
  const sections: Readonly<Record<string, readonly MessageSection[]>>;
  export default sections;
}
