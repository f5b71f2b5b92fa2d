import type { PageLoad } from './$types';

/** Several reports side by side are loaded only where there are several. */
export const load: PageLoad = async ({ data }) => ({
  ...data,
  About:
    data.assignment.asks.textTitle === null
      ? null
      : (await import('$lib/components/studies/judging/AskedAbout.svelte')).default,
  Texts: data.assignment.asks.titles.length > 0 ? (await import('$lib/components/studies/Texts.svelte')).default : null
});
