/** Lines that stay: more than one key makes, few enough to be read over. */
const KEPT = 6;

/**
 * Tells screen readers something, after what they are reading. The frame of every page has the one region for it; each line is an
 * element of its own, so that the same words are told again.
 */
export function announce(text: string): void {
  const region = document.querySelector('[data-announced]');
  if (!region) return;
  const line = document.createElement('p');
  line.dir = 'auto';
  line.textContent = text;
  region.append(line);
  while (region.childElementCount > KEPT) region.firstElementChild!.remove();
}
