import { showWhole } from '../../shared/reading/whole-report.ts';
import { blockIn } from '../../shared/reading/blocks-in-view.ts';
import type { ReadingState } from './reading.svelte.ts';

/** To the list entry of the first source that the passage being read cites; from there back to the passage. */
export function followCitation(reading: ReadingState): void {
  const { pane, here, before } = reading;
  if (!pane || here === null) return;
  if (before !== null) {
    reading.goTo(before);
    reading.before = null;
    return;
  }
  showWhole(pane);
  const cited = blockIn(pane, here)?.querySelector<HTMLAnchorElement>('a.cite')?.hash;
  const entry = cited ? pane.querySelector(cited) : null;
  if (!entry) return;
  reading.before = here;
  reading.look(entry);
  // Shows for a moment where the jump has led.
  entry.classList.add('led-here');
  setTimeout(() => entry.classList.remove('led-here'), 1500);
}
