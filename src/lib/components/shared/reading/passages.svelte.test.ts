import { describe, expect, it } from 'vitest';
import { findPassages, rangesOf } from './passages.ts';
import { atMost, processorTimeEach } from '../../../../../tests/timing.ts';

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

  it('finds formulas by their source, also if words continue, and gives the range of what is seen of them', () => {
    const pane = document.createElement('div');
    pane.innerHTML =
      '<p id="p1">So <span class="formula"><math><semantics><mrow><msub><mi>a</mi><mn>1</mn></msub></mrow>' +
      '<annotation encoding="application/x-tex">$a_1$</annotation></semantics></math></span> grows.</p>';
    expect(findPassages(pane, 'So $a_1$ grows').length).toBe(1);
    const [range] = rangesOf(pane, '$a_1$ grows');
    expect(range?.startContainer).toBe(pane.querySelector('.formula'));
    expect(range?.endOffset).toBe(' grows'.length);
    expect(findPassages(pane, 'a1').length).toBe(1);
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

  it.each([
    ['full-width letters and digits', '营收为１２３ＡＢＣ。', '123abc', '１２３ＡＢＣ'],
    ['half-width ones', '売上は100だ。', '１００', '100'],
    ['half-width kana', 'ﾃﾞｰﾀを見る。', 'データ', 'ﾃﾞｰﾀ'],
    ['a Chinese word in the midst of others', '北部地区的降雨量增加了三成。', '降雨量', '降雨量'],
    ['a Chinese word across the end of a line', '北部地区的降\n雨量增加了。', '降雨量', '降\n雨量'],
    ['a Thai word between others', 'ปริมาณน้ำฝนทางตอนเหนือเพิ่มขึ้น', 'น้ำฝน', 'น้ำฝน'],
    ['Arabic with points', 'قَالَ المُدِيرُ ذلك', 'المدير', 'المُدِيرُ'],
    ['Arabic without the points that were typed', 'قال المدير ذلك', 'المُدِيرُ', 'المدير'],
    ['Arabic that is stretched, with another hamza', 'الأمـــطار غزيرة', 'الامطار', 'الأمـــطار'],
    ['Hebrew with points', 'שָׁלוֹם לכולם', 'שלום', 'שָׁלוֹם'],
    ['letters with accents, composed or not', 'a re\u0301sume\u0301 here', 'résumé', 're\u0301sume\u0301'],
    ['ligatures and letters of two units', 'the ﬁrst 𝐀𝐁 test', 'first ab', 'ﬁrst 𝐀𝐁'],
    ['words behind a sign of two units', '😀 𠮷野家 is here', 'is here', 'is here'],
    ['what is parted by something invisible', 'co\u00adopera\u200btion ends', 'cooperation', 'co\u00adopera\u200btion']
  ])('finds %s, and marks what stands in the report', (_, text, words, found) => {
    const pane = document.createElement('div');
    pane.append(`${text} Tail.`);
    expect(rangesOf(pane, words).map(String)).toEqual([found]);
    expect(rangesOf(pane, 'tail').map(String)).toEqual(['Tail']);
  });

  it('tells Thai words apart that differ in a sign, and Korean syllables', () => {
    const pane = document.createElement('div');
    pane.append('ป่า 각');
    expect([findPassages(pane, 'ปา').length, findPassages(pane, '가').length]).toEqual([0, 0]);
  });

  it('reads 34,000 words, in points and full width, in less than 100 ms', () => {
    const pane = document.createElement('div');
    for (let i = 0; i < 680; i++) {
      const block = document.createElement('p');
      block.append('المُدِيرُ １２３，降雨量 résumé word '.repeat(10));
      pane.append(block);
    }
    let n = 0;
    const each = processorTimeEach(() => {
      pane.append(' ');
      n = findPassages(pane, 'المدير 123').length;
    });
    expect(n).toBe(6_800);
    expect(each).toBeLessThan(atMost(100));
  });

  it('finds nothing for a blank text', () => {
    expect(findPassages(report(100), '   ').length).toBe(0);
  });
});
