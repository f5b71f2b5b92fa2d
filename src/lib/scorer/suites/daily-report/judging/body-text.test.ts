import { expect, it } from 'vitest';
import { bodyText } from './body-text.ts';

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

it('lines of code that begin with # are text, and an empty report has none', () => {
  expect(bodyText('```\n# not a heading\n```')).toBe('```\n# not a heading\n```');
  expect(bodyText('')).toBe('');
});
