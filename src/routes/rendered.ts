import { readReport } from '$lib/scorer/report/read-report.ts';
import type { RenderedReport } from '$lib/scorer/report/render.ts';

/** A report as HTML. Its text never changes, so that the last ones are kept. */
export const rendered = (markdown: string): RenderedReport => readReport(markdown).rendered;
