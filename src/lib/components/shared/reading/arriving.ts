/** A long report in the place of another one comes onto the page in pieces, what can be in view first. */
import { coming, LONG_HTML } from './whole-report.ts';

/** Numbers of the blocks before which it is cut: what can be in view, what is always laid out (`app.css`), then equal pieces. */
const CUTS = [14, 40];
const PIECE = 120;

/** Pieces of a report's HTML, cut between blocks; one if it is short. */
export function blockPieces(html: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let nth = 0; html.length > LONG_HTML; nth++) {
    const n = CUTS[nth] ?? CUTS.at(-1)! + (nth - CUTS.length + 1) * PIECE;
    const at = html.lastIndexOf('<', html.indexOf(` data-n="${n}"`, from));
    if (at <= from) break;
    pieces.push(html.slice(from, at));
    from = at;
  }
  return [...pieces, html.slice(from)];
}

/**
 * Brings the further pieces of a text onto the page one after the other, once its beginning is painted; all at once if the
 * reader acts, prints, or asks for a part that is not there yet (`showWhole`).
 *
 * @param done once all of it is there
 * @returns a function that stops it
 */
export function bringIn(pane: Element, further: readonly string[], done: () => void): () => void {
  const left = [...further];
  const add = (): void => pane.querySelector('.read')!.insertAdjacentHTML('beforeend', left.shift()!);
  const acts = ['keydown', 'pointerdown', 'wheel', 'hashchange', 'beforeprint'];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    coming.delete(pane);
    for (const act of acts) removeEventListener(act, whole, true);
  };
  const whole = (): void => {
    while (left.length > 0) add();
    stop();
    done();
  };
  const next = (): void => {
    add();
    if (left.length > 0) timer = setTimeout(next, 20);
    else whole();
  };
  coming.set(pane, whole);
  for (const act of acts) addEventListener(act, whole, { capture: true, passive: true });
  requestAnimationFrame(() => {
    if (coming.get(pane) === whole) timer = setTimeout(next, 50);
  });
  return stop;
}
