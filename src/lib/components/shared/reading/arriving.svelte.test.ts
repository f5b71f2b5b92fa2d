import { describe, expect, it } from 'vitest';
import { bringIn, blockPieces } from './arriving.ts';
import { blockIn } from './blocks-in-view.ts';
import { showWhole } from './whole-report.ts';

const block = (n: number): string => `<p id="p${n}" data-n="${n}">${'words '.repeat(60)} <a href="#ref-1">1</a></p>`;
const report = (blocks: number): string =>
  Array.from({ length: blocks }, (_, i) => (i % 9 === 0 ? `<h2 id="s${i}">Part</h2>` : '') + block(i + 1)).join('');

/** A pane that shows the first piece, and whether all of it has come. */
function arriving(html: string) {
  const pane = document.createElement('article');
  const [first, ...further] = blockPieces(html) as [string, ...string[]];
  pane.innerHTML = `<div class="read">${first}</div>`;
  const state = { whole: false };
  const stop = bringIn(pane, further, () => (state.whole = true));
  return { pane, state, stop, count: () => pane.querySelectorAll('.read > [data-n]').length };
}

describe('a long report that comes in pieces', () => {
  it('is cut between its blocks, first what can be in view; a short one is not cut', () => {
    const html = report(400);
    const pieces = blockPieces(html);
    expect(pieces.join('')).toBe(html);
    expect(pieces.length).toBeGreaterThan(3);
    const counts = pieces.map((piece) => piece.match(/data-n=/g)!.length);
    expect(counts.slice(0, 3)).toEqual([13, 26, 120]);
    for (const piece of pieces) expect(piece.match(/<p /g)!.length).toBe(piece.match(/<\/p>/g)!.length);
    expect(blockPieces(report(20))).toHaveLength(1);
  });

  it('comes by itself', async () => {
    const { state, count } = arriving(report(400));
    expect(count()).toBe(13);
    // A busy machine takes longer than the second that is usual.
    await expect.poll(() => state.whole, { timeout: 60_000 }).toBe(true);
    expect(count()).toBe(400);
  });

  it('is there at once for who asks for a block that has not come, looks through all of it, or acts', () => {
    const asked = arriving(report(400));
    expect(blockIn(asked.pane, 390)!.textContent).toContain('words');
    expect([asked.count(), asked.state.whole]).toEqual([400, true]);
    const searched = arriving(report(400));
    showWhole(searched.pane);
    expect(searched.count()).toBe(400);
    const acted = arriving(report(400));
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }));
    expect(acted.count()).toBe(400);
  });

  it('comes no further once it has left the page', async () => {
    const { count, stop } = arriving(report(400));
    stop();
    await new Promise((resolve) => setTimeout(resolve, 150));
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }));
    expect(count()).toBe(13);
  });
});
