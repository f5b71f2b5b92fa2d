import { serveProcess } from '../../confined/serve-process.ts';
import { type RenderedReport, renderReport } from './render.ts';
import { plainBlock } from './letters.ts';
import { loadTypesetter } from './typeset.ts';

export const NAME = 'voirdire-report-rendering';

/** The file to start the process from: this one, also after bundling. */
export const file = new URL(import.meta.url);

/** A report as HTML, or only how long that would be: what is too large stays where it was made. */
export type Rendering = RenderedReport | { tooLong: number };

/** @param longest page that is handed out, in characters of HTML */
serveProcess(NAME, async ({ markdown, longest }: { markdown: string; longest: number }): Promise<Rendering> => {
  await loadTypesetter();
  const { html, blocks, outline, facts } = renderReport(markdown);
  if (html.length > longest) return { tooLong: html.length };
  // What is made when it is first asked for is no member that is sent.
  return { html, blocks: blocks.map(plainBlock), outline, facts };
});
