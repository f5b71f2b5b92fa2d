import type { PageLoad } from './$types';

/** Material of a question is loaded only if there is more than the report. */
export const load: PageLoad = async ({ data }) => ({
  ...data,
  About:
    data.assignment.asks.textTitle === null
      ? null
      : (await import('$lib/components/studies/judging/AskedAbout.svelte')).default
});
