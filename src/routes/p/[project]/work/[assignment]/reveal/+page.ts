import { keepTexts, keptTexts } from '$lib/components/shared/text-shelf.ts';
import type { PageLoad } from './$types';

/**
 * Several reports side by side are loaded only where there are several. Texts come with the page, or, where only data was asked
 * for, from the page before; a page that did not show them loads them.
 */
export const load: PageLoad = async ({ data, params, fetch }) => {
  const { assignment } = data;
  const { asks, report, beside } = assignment;
  const [About, Texts, htmls] = await Promise.all([
    asks.textTitle === null ? null : import('$lib/components/studies/AskedAbout.svelte'),
    asks.titles.length > 0 ? import('$lib/components/studies/Texts.svelte') : null,
    report.html === null ? textsOf(`/p/${params.project}/work/${assignment.id}/texts`, assignment.id, fetch) : null
  ]);
  const htmlOf = (given: string | null, nth: number): string => given ?? htmls?.[nth] ?? '';
  return {
    ...data,
    assignment: {
      ...assignment,
      report: { ...report, html: htmlOf(report.html, 0) },
      beside: beside.map((text, i) => ({ ...text, html: htmlOf(text.html, i + 1) }))
    },
    About: About?.default ?? null,
    Texts: Texts?.default ?? null
  };
};

async function textsOf(
  address: string,
  assignment: string,
  fetch: typeof globalThis.fetch
): Promise<readonly string[]> {
  const kept = keptTexts(assignment);
  if (kept) return kept;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The report could not be loaded (${response.status}).`);
  const htmls = (await response.json()) as string[];
  keepTexts(assignment, htmls);
  return htmls;
}
