import type { LayoutLoad } from './$types';
import { LONG_HTML } from '$lib/components/shared/reading/whole-report.ts';

/** Whether a report takes the place of another one, and not of a page that the browser is still reading. */
const replaces = (): boolean => typeof document !== 'undefined' && 'hydrated' in document.documentElement.dataset;

/** Several reports side by side are loaded only if there are several; pieces, if a long one replaces another. */
export const load: LayoutLoad = async ({ data, route }) => {
  const { titles, report } = data.texts;
  const long = titles.length === 0 && report.html.length > LONG_HTML;
  const arriving = long && replaces() ? await import('$lib/components/shared/reading/arriving.ts') : null;
  const { default: Texts } =
    titles.length > 0
      ? await import('$lib/components/studies/judging/SeveralReports.svelte')
      : await import('$lib/components/studies/judging/OneReport.svelte');
  const beside = titles.length === 0 && data.texts.outlined && route.id === '/p/[project]/work/[assignment]';
  const { default: Outline } = beside
    ? await import('$lib/components/shared/reading/Outline.svelte')
    : await import('$lib/components/shared/reading/OutlineOnDemand.svelte');
  return { ...data, texts: { ...data.texts, arriving, Outline }, Texts };
};
