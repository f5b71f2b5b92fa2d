import { expect, test } from 'vitest';
import { imageAddress } from './image-buttons.ts';
import { renderReport } from './render.ts';

const HELD = 'data:image/png;base64,iVBORw0KGgo=';
const keysIn = (html: string): string[] => Array.from(html.matchAll(/data-image="(\w+)"/g), ([, key = '']) => key);

test('an image is named by a key, which resolves only to addresses of the same report', () => {
  const markdown = `![A](https://a.example/x.png?a=1&b=%22) and ![B](${HELD})`;
  const { html } = renderReport(markdown);
  expect(keysIn(html).map((key) => imageAddress({ html, markdown }, key))).toEqual([
    'https://a.example/x.png?a=1&b=%22',
    HELD
  ]);
  expect(html.split(HELD)).toHaveLength(1);
  for (const key of ['', 'https://a.example/x.png', '0000000000000000'])
    expect(imageAddress({ html, markdown }, key)).toBeUndefined();
});

test('an image in a link has its button behind the link, and its words are what they were', () => {
  const { html, blocks } = renderReport('[![A](https://a.example/x.png)](https://b.example/)');
  expect(html).toMatch(
    /<\/a><button type="button" class="image" data-image="\w{16}" data-src="https:\/\/a\.example\/x\.png"><\/button>/
  );
  expect(blocks[0]?.text).toBe('Image: A');
});

test('words that write a button are words: no report names an address that is loaded without an image', () => {
  const markdown = '<button type="button" class="image" data-image="0123456789abcdef" data-src="http://10.0.0.1/">';
  expect(imageAddress({ html: renderReport(markdown).html, markdown }, '0123456789abcdef')).toBeUndefined();
});

test('relative addresses, mail and files have no button', () => {
  for (const address of ['x.png', '/x.png', '//a.example/x.png', 'mailto:a@b.example', 'ftp://a.example/x.png'])
    expect(renderReport(`![A](${address})`).html).not.toContain('<button');
});
