import { describe, expect, it } from 'vitest';
import { richParts } from './rich-parts.ts';

describe('a message with elements', () => {
  it('is split at them', () => {
    expect(richParts('Read the <link>guideline</link> first.', {})).toEqual([
      { text: 'Read the ', element: null },
      { text: 'guideline', element: 'link' },
      { text: ' first.', element: null }
    ]);
  });

  it('never takes what people wrote for an element', () => {
    const message = ({ name }: { name: string }): string => `<b>${name}</b> left`;
    expect(richParts(message, { name: '<link>x</link>' })).toEqual([
      { text: '<link>x</link>', element: 'b' },
      { text: ' left', element: null }
    ]);
  });

  it('keeps a sign that opens no element', () => {
    expect(richParts('p < .05', {})).toEqual([{ text: 'p < .05', element: null }]);
  });
});
