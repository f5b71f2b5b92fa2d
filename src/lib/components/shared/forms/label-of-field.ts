/** The label of a field of the page by the name in its form; of a choice its legend. Empty if the page has no such field. */
export function labelOfField(name: string): string {
  const field = document.querySelector<HTMLInputElement>(`main form [name="${CSS.escape(name)}"]`);
  const label = /^(?:radio|checkbox)$/.test(field?.type ?? '')
    ? field?.closest('fieldset')?.querySelector('legend')
    : field?.labels?.[0];
  return label?.textContent?.trim() ?? '';
}
