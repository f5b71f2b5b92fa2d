import { LRUCache } from 'lru-cache';
import { keepRendered, readReport } from '$lib/scorer/report/read-report.ts';
import { RENDERED_AT_ONCE, rendererAside } from '$lib/scorer/report/html/render-aside.ts';
import type { RenderedReport } from '$lib/scorer/report/html/render.ts';

const aside = rendererAside();
/** Long reports that were rendered last: whoever judges one opens it again and again. */
const long = new LRUCache<string, Promise<RenderedReport>>({ max: 8 });

/** A report as HTML; a long one is rendered beside the thread that answers people. */
export function rendered(markdown: string): Promise<RenderedReport> {
  if (markdown.length <= RENDERED_AT_ONCE) return Promise.resolve(renderedNow(markdown));
  const made = long.get(markdown) ?? aside(markdown);
  // A list of issues is held against the very blocks that were shown.
  made.then(
    (page) => keepRendered(markdown, page),
    () => long.delete(markdown)
  );
  long.set(markdown, made);
  return made;
}

/** A text of ours as HTML, which is short. */
export const renderedNow = (markdown: string): RenderedReport => readReport(markdown).rendered;
