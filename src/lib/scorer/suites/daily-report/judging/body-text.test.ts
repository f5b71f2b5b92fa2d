import { expect, it } from 'vitest';
import { bodyText, readingsOf } from './body-text.ts';

it('headings and the list of references are left out, whatever follows the list stays', () => {
  const markdown = [
    '# Title',
    'First.',
    '## 7. References',
    '[1] A source https://a.example',
    '### Web pages',
    '[2] Another',
    '## Outlook',
    'Last.'
  ].join('\n');
  expect(bodyText(markdown)).toBe('First.\nLast.');
});

it('lists of references in bold type or in Chinese end the report', () => {
  expect(bodyText('Text.\n**Sources:**\n[1] x')).toBe('Text.');
  expect(bodyText('正文。\n## 参考文献\n[1] 来源')).toBe('正文。');
  expect(bodyText('Text.\n## Sources of the river\nIt springs here.')).toBe('Text.\nIt springs here.');
});

it('lists of references are known by the titles that reports use in any language', () => {
  for (const title of ['## Quellen', '## References and notes', '### 8. Bibliographie', '**参照文献**', '## Fuentes:'])
    expect(bodyText(`Text.\n\n${title}\n\n[1] x`)).toBe('Text.\n');
});

it('readings are the text with links by their words, and without marks of citations', () => {
  const text = 'Fares **fell** [1] by half, says [Reuters](https://r.example/a_(b)), in May<sup>2</sup>.';
  const plain = (reading: string): string => reading.replace(/\s+/g, ' ');
  expect(readingsOf(text).map(plain)).toEqual([
    text,
    'Fares **fell** [1] by half, says Reuters, in May<sup>2</sup>.',
    'Fares **fell** by half, says Reuters, in May .',
    'Fares **fell** by half, says , in May .'
  ]);
  expect(readingsOf('Fares fell.')).toEqual(['Fares fell.']);
});

it('lines of code that begin with # are text, and an empty report has none', () => {
  expect(bodyText('```\n# not a heading\n```')).toBe('```\n# not a heading\n```');
  expect(bodyText('')).toBe('');
});
