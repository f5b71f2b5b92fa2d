/** Sentences that stay: more than one key causes, few enough to read through. */
const KEPT = 6;

/**
 * Tells screen readers a sentence, after the one that they are reading. The frame of every page has the one region for it; each sentence
 * is an element, so that the same words are read again.
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
