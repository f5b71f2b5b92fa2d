import { LRUCache } from 'lru-cache';
import { isRendered, keepRendered, readReport } from '$lib/scorer/report/read-report.ts';
import { RENDERED_AT_ONCE, rendererAside } from '$lib/scorer/report/html/render-aside.ts';
import { loadTypesetter } from '$lib/scorer/report/html/typeset.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { log } from '$lib/server/log.ts';
import type { RenderedReport } from '$lib/scorer/report/html/render.ts';

const aside = rendererAside();
/** For reports that are rendered in advance: it stays as long as people go from one report to the next. */
const ahead = rendererAside({ idleMs: 300_000 });
/** Long reports that were rendered last: annotators open the same one again and again. */
const long = new LRUCache<string, Promise<RenderedReport>>({ max: 8 });

/** A report as HTML; a long one is rendered beside the thread that answers people. */
export function rendered(markdown: string): Promise<RenderedReport> {
  if (markdown.length <= RENDERED_AT_ONCE) return renderedSoon(markdown);
  const made = long.get(markdown) ?? aside(markdown);
  // A list of issues is compared with the very blocks that were shown.
  made.then(
    (page) => keepRendered(markdown, page),
    () => long.delete(markdown)
  );
  long.set(markdown, made);
  return made;
}

/** Reports that are being rendered ahead. */
const underWay = new Set<string>();

/**
 * Renders a report that will probably be requested, beside the thread that answers requests. A request that arrives before it
 * is done does not wait for it. Never fails: the error of a report that cannot be rendered goes to the request for it.
 */
export async function renderAhead(markdown: string): Promise<void> {
  if (underWay.has(markdown) || isRendered(markdown)) return;
  underWay.add(markdown);
  try {
    if (markdown.length > RENDERED_AT_ONCE) await rendered(markdown);
    else {
      const page = await ahead(markdown);
      if (!isRendered(markdown)) keepRendered(markdown, page);
    }
  } catch (error) {
    log().debug({ err: error }, 'a report was not rendered ahead');
  } finally {
    underWay.delete(markdown);
  }
}

/** Loads the typesetter of formulas only if needed: it takes long to load, and most reports have no formulas. */
async function renderedSoon(markdown: string): Promise<RenderedReport> {
  if (/\$|\\[([]/.test(markdown)) await loadTypesetter();
  return renderedNow(markdown);
}

const LABEL =
  /(?<=<(?:a|div|span) [^<>]*) aria-label="(?:Reference (\d+)(?: is first cited in block (\d+))?|Back to the heading that cites reference (\d+)|(Formula|Table), block (\d+)|Formula)"/g;

/** A rendered report whose links and regions have names in the reader’s language for screen readers. It is rendered once, in English. */
export function labelledIn(language: string, html: string): string {
  if (language === 'en') return html;
  const say = messagesIn(language, 'reportLabels');
  return html.replaceAll(LABEL, (_, n?: string, first?: string, heading?: string, wide?: string, block?: string) => {
    const label =
      (n && (first ? say.firstCited({ n, block: first }) : say.reference({ n }))) ??
      (heading && say.citedByHeading({ n: heading })) ??
      (block && (wide === 'Table' ? say.tableIn({ block }) : say.formulaIn({ block })));
    return ` aria-label="${label ?? say.formula}"`;
  });
}

/** A text of ours as HTML, which is short. */
export const renderedNow = (markdown: string): RenderedReport => readReport(markdown).rendered;
