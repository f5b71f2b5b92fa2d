import type { PageLoad } from './$types';

/** With the page comes only what its kind of study needs. */
export const load: PageLoad = async ({ data }) => {
  const { practice, options, items, asks } = data.assignment;
  const of = <T>(loaded: { default: T } | null): T | null => loaded?.default ?? null;
  const [texts, parts, accept, source, feedback] = await Promise.all([
    asks.titles.length > 0
      ? import('$lib/components/studies/SeveralReports.svelte')
      : import('$lib/components/studies/OneReport.svelte'),
    options.length === 0
      ? import('$lib/components/studies/Places.svelte')
      : asks.dimensions
        ? import('$lib/components/studies/DepthPoints.svelte')
        : null,
    asks.multiSelect ? import('$lib/components/studies/AcceptAsWell.svelte') : null,
    items.some((item) => item.source !== null) ? import('$lib/components/studies/SourceText.svelte') : null,
    practice ? import('$lib/components/studies/Feedback.svelte') : null
  ]);
  return {
    ...data,
    kind: { Texts: texts.default, Parts: of(parts), Accept: of(accept), Source: of(source), Feedback: of(feedback) }
  };
};
