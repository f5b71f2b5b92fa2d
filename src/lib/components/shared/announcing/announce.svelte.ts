/** What screen readers are told, the latest last: each line is an element of its own, so that the same words are told again. */
export const announced = $state<{ lines: { id: number; text: string }[] }>({ lines: [] });

/** Lines that stay: more than one key makes, few enough to be read over. */
const KEPT = 6;
let told = 0;

/** Tells screen readers something, after what they are reading. */
export function announce(text: string): void {
  announced.lines = [...announced.lines, { id: ++told, text }].slice(-KEPT);
}
