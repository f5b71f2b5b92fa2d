import type { LayoutLoad } from './$types';

/** Whether a report takes the place of another one, and not of a page that the browser is still reading. */
const replaces = (): boolean => typeof document !== 'undefined' && 'hydrated' in document.documentElement.dataset;

/** Several reports side by side are loaded only where there are several, and bringing one in by pieces only where it replaces another. */
export const load: LayoutLoad = async ({ data }) => {
  const several = data.texts.titles.length > 0;
  const arriving = !several && replaces() ? await import('$lib/components/shared/reading/arriving.ts') : null;
  const { default: Texts } = several
    ? await import('$lib/components/studies/judging/SeveralReports.svelte')
    : await import('$lib/components/studies/judging/OneReport.svelte');
  return { ...data, texts: { ...data.texts, arriving }, Texts };
};
