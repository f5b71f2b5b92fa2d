import { renderReport, type RenderedReport } from '$lib/scorer/report/render.ts';

const kept = new Map<string, RenderedReport>();
const most = 200;

/** A report as HTML. Its text never changes, so that the last ones are kept. */
export function rendered(markdown: string): RenderedReport {
  const known = kept.get(markdown);
  if (known) {
    kept.delete(markdown);
    kept.set(markdown, known);
    return known;
  }
  const made = renderReport(markdown);
  kept.set(markdown, made);
  if (kept.size > most) kept.delete(kept.keys().next().value!);
  return made;
}
