/** Whether the guideline stands beside what is judged. It stays there from item to item and from report to report, until it is closed. */
export const guidelineBeside = $state({ open: false });

/** Shows the guideline beside the item, or puts it away. */
export function toggleGuideline(): void {
  guidelineBeside.open = !guidelineBeside.open;
}
