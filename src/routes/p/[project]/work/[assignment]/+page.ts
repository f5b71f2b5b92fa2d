import type { PageLoad } from './$types';

/** With the page comes only what its kind of study needs. */
export const load: PageLoad = async ({ data }) => {
  const { titles, dimensions } = data.assignment.asks;
  const ranks = data.assignment.options.length === 0;
  const [texts, parts] = await Promise.all([
    titles.length > 0
      ? import('$lib/components/studies/SeveralReports.svelte')
      : import('$lib/components/studies/OneReport.svelte'),
    ranks
      ? import('$lib/components/studies/Places.svelte')
      : dimensions
        ? import('$lib/components/studies/DepthPoints.svelte')
        : null
  ]);
  return { ...data, Texts: texts.default, Parts: parts?.default ?? null };
};
