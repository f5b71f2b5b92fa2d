import { shelve } from '../shared/text-shelf.ts';

interface PageAhead {
  data?: { assignment?: { report?: { html: string }; beside?: { html: string }[] } };
}

/** Reads the texts of a page that was fetched ahead while nothing else happens, so that they only have to be put in. */
export function getTextsReady({ data }: PageAhead): void {
  const { report, beside = [] } = data?.assignment ?? {};
  for (const { html } of report ? [report, ...beside] : []) {
    const read = (): void => shelve(html, document.createRange().createContextualFragment(html));
    if ('requestIdleCallback' in window) requestIdleCallback(read, { timeout: 2000 });
    else setTimeout(read);
  }
}
