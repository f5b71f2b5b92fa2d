import { describe, expect, it } from 'vitest';
import { halfWidthDigits, withDigits } from './chinese-numbers.ts';

describe('Chinese numbers in digits', () => {
  it.each([
    ['三千五百万元', '3500万元'],
    ['两亿人', '2亿人'],
    ['一百零五家', '105家'],
    ['十二个', '12个'],
    ['二十一世纪', '21世纪'],
    ['百分之三十五点二', '35.2%'],
    ['百分之百', '100%'],
    ['1亿2000万', '12000万'],
    ['一亿二千万', '12000万'],
    ['３．５％', '3.5%'],
    ['１，２００', '1,200']
  ])('%s is %s', (written, digits) => expect(withDigits(written)).toBe(digits));

  it('leaves words that hold a numeral', () => {
    for (const word of ['十分重要', '千万不要', '万一', '一些人', '百分比', '第三方', 'none', ''])
      expect(withDigits(word)).toBe(word);
  });

  it('keeps offsets if only the width changes', () => {
    expect(halfWidthDigits('共１２，３００人，３成。')).toBe('共12,300人，3成。');
  });
});
