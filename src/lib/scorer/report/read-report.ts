import { LRUCache } from 'lru-cache';
import { renderParsed, type RenderedReport } from './html/render.ts';
import { readParsed, readStructure } from './structure/structure.ts';
import { type Structure } from './structure/parts.ts';

/** A report as code reads it: its structure, and its HTML with numbered blocks. Both are shared and read-only. */
export interface ReadReport {
  readonly structure: Structure;
  readonly rendered: RenderedReport;
  readonly isRendered: boolean;
}

/**
 * Reports that are kept, and their characters. As many as are judged at the same time by several judges or under several metrics
 * (see `EngineLimits.tasksPerJudge`); what is made of a report takes some 15 bytes for each character,
 * twice that once its words were looked through.
 */
const cacheOf = (reports: number, characters: number) =>
  new LRUCache<string, ReadReport>({
    max: reports,
    maxSize: characters,
    // The last one is kept however long it is, alone.
    sizeCalculation: (_, markdown) => Math.min(Math.max(markdown.length, 1), characters)
  });
let kept = cacheOf(64, 3_000_000);

/**
 * Keeps more reports from now on, or fewer: a web server shows those of a study to one annotator after another, and making a page
 * again delays all requests by some ten milliseconds.
 */
export const keepAtMost = (reports: number, characters: number): void => void (kept = cacheOf(reports, characters));

/**
 * Reads a report once for all who ask about the same text at about the same time: verdicts on its quotes, its claims, its
 * pages. Structure and HTML are made when they are first asked for; the reports asked for longest ago are forgotten.
 */
export function readReport(markdown: string): ReadReport {
  const known = kept.get(markdown);
  if (known) return known;
  const made = reading(markdown);
  kept.set(markdown, made);
  return made;
}

/** Whether a report's page is there, so that reading it takes no time. */
export const isRendered = (markdown: string): boolean => kept.peek(markdown)?.isRendered ?? false;

/** Keeps a page that was made elsewhere, so that it is not made again: that of a long report (`render-aside.ts`). */
export function keepRendered(markdown: string, rendered: RenderedReport): void {
  kept.set(markdown, reading(markdown, rendered));
}

function reading(markdown: string, made?: RenderedReport): ReadReport {
  let structure: Structure | undefined;
  let rendered = made;
  return {
    get structure() {
      return (structure ??= readStructure(markdown));
    },
    get isRendered() {
      return rendered !== undefined;
    },
    get rendered() {
      if (!rendered) {
        const parsed = readParsed(markdown);
        structure ??= parsed.structure;
        rendered = renderParsed(parsed);
      }
      return rendered;
    }
  };
}
