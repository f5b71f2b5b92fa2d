import type { LayoutLoad } from './$types';

/** Several reports side by side are loaded only where there are several. */
export const load: LayoutLoad = async ({ data }) => ({
  ...data,
  Texts: (data.texts.titles.length > 0
    ? await import('$lib/components/studies/judging/SeveralReports.svelte')
    : await import('$lib/components/studies/judging/OneReport.svelte')
  ).default
});
