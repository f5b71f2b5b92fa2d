import { describe, expect, it } from 'vitest';
import { findPassages, rangesOf } from './passages.ts';
import { processorTimeEach } from '../../../../../tests/timing.ts';

/** A report of so many words in paragraphs of fifty, with a citation number in each. */
function report(words: number): HTMLElement {
  const pane = document.createElement('div');
  for (let from = 0; from < words; from += 50) {
    const block = document.createElement('p');
    const text = Array.from({ length: Math.min(50, words - from) }, (_, i) => `word${(from + i) % 97}`).join(' ');
    block.append(text);
    const cite = document.createElement('a');
    cite.className = 'cite';
    cite.textContent = '[1]';
    block.append(cite, ' end. ');
    pane.append(block);
  }
  return pane;
}

describe('passages of a report', () => {
  it('counts every occurrence, also beyond what is painted', () => {
    expect(findPassages(report(34_000), 'word5').length).toBe(
      // word5 itself, and as the beginning of word50 … word59
      Array.from({ length: 34_000 }, (_, i) => i % 97).filter((n) => n === 5 || (n >= 50 && n <= 59)).length
    );
  });

  it('takes time in proportion to the length of the report', () => {
    const search = (words: number): number => {
      const pane = report(words);
      return processorTimeEach(() => {
        // A pane whose text has changed is read again.
        pane.append(' more');
        findPassages(pane, 'word96 word0');
      });
    };
    const [short, long] = [search(17_000), search(68_000)];
    expect(long).toBeLessThan(12 * Math.max(short, 5));
  });

  it('finds words across white space, quotation marks and citation numbers', () => {
    const pane = document.createElement('div');
    pane.innerHTML = '<p>The  “new\u00a0law”<a class="cite">[2]</a> was <em>passed</em>.</p>';
    const [range] = rangesOf(pane, 'the "new law" was passed');
    expect(range?.toString()).toBe('The  “new\u00a0law”[2] was passed');
  });

  it('places letters whose small form is longer than they are', () => {
    const pane = document.createElement('div');
    pane.innerHTML = '<p>İİİ Istanbul is large</p>';
    expect(rangesOf(pane, 'is large')[0]?.toString()).toBe('is large');
  });

  it('finds nothing for a blank text', () => {
    expect(findPassages(report(100), '   ').length).toBe(0);
  });
});
