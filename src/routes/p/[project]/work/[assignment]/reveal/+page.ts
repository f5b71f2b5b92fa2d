import type { PageLoad } from './$types';

/** Several reports side by side are loaded only where there are several. */
export const load: PageLoad = async ({ data }) => ({
  ...data,
  Source: data.assignment.items.some((item) => item.source !== null)
    ? (await import('$lib/components/studies/SourceText.svelte')).default
    : null,
  Texts: data.assignment.asks.titles.length > 0 ? (await import('$lib/components/studies/Texts.svelte')).default : null
});
