import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extract, type Extracted } from './extraction.ts';
import { pdfOf } from './pdf.fixture.ts';
import { capped, tidy } from './page-text.ts';

type Readable = Extract<Extracted, { readable: true }>;

const read = (bytes: Uint8Array | string, type = 'text/html', charset: string | null = 'utf-8'): Promise<Extracted> =>
  extract({ bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes, type, charset });

const page = async (bytes: Uint8Array | string, type?: string, charset?: string | null): Promise<Readable> => {
  const found = await read(bytes, type, charset);
  if (!found.readable) throw new Error(found.note);
  return found;
};

const sentence = 'The plant produced 4,120 tonnes of green hydrogen in the year, more than any other in the region. ';
const paragraphs = (n: number): string => `<p>${sentence.repeat(4)}</p>`.repeat(n);

describe('HTML', () => {
  test('a page is its article, with its title, without menus and footers', async () => {
    const { title, text } = await page(
      `<!doctype html><html><head><title> Hydrogen
        in 2024 </title><style>p { color: red }</style></head><body><nav><a href="/">Home page</a></nav>
        <article><h1>Hydrogen</h1>${paragraphs(8)}<script>track()</script></article>
        <aside><a href="/1">Other story</a></aside><footer>All rights reserved</footer></body></html>`
    );
    expect(title).toBe('Hydrogen in 2024');
    expect(text).toContain(sentence.trim());
    expect(text).not.toMatch(/Home page|All rights|track|color/);
  });

  test('a page without an article is all of its body', async () => {
    const { text } = await page('<html><body><div>Price: 12 EUR</div><div>Stock: 4</div></body></html>');
    expect(text).toBe('Price: 12 EUR\nStock: 4');
  });

  test('an article that is a small part of its page does not stand for the page', async () => {
    const rows = Array.from(
      { length: 400 },
      (_, n) => `<li><a href="/${n}">Entry number ${n} of the list</a></li>`
    ).join('');
    const { text } = await page(
      `<html><body><article>${paragraphs(2)}</article><section><ul>${rows}</ul></section></body></html>`
    );
    expect(text).toContain('- Entry number 399 of the list');
  });

  test('cells of a table are kept apart, one row on one line', async () => {
    const { text } = await page(
      `<html><body><table><caption>Output</caption><thead><tr><th>Year</th><th>Tonnes</th></tr></thead>
       <tbody><tr><td><p>2023</p></td><td><p>3,900</p></td></tr><tr><td>2024</td><td>4,120<br>est.</td></tr></tbody></table></body></html>`
    );
    expect(text).toBe('Output\nYear | Tonnes\n2023 | 3,900\n2024 | 4,120 est.');
  });

  test('figures of a table beside the article are not lost', async () => {
    const { text } = await page(
      `<html><body><article>${paragraphs(8)}</article>
       <div class="sidebar"><table><tr><td>Capacity</td><td>77 MW</td></tr></table></div></body></html>`
    );
    expect(text).toContain('Capacity | 77 MW');
    expect(text.indexOf('Capacity')).toBeGreaterThan(text.indexOf('The plant'));
  });

  test('a page without html or body elements is read like any other', async () => {
    expect(await page('<title>A</title><h1>Head</h1><p>One<p>Two')).toMatchObject({
      title: 'A',
      text: 'Head\n\nOne\n\nTwo'
    });
    expect(await page('<html><head><title>B</title><p>Three')).toMatchObject({ title: 'B', text: 'Three' });
    expect(await page('<body><p>Only a body</p>')).toMatchObject({ title: null, text: 'Only a body' });
    expect(await page('plain words')).toMatchObject({ text: 'plain words' });
    expect(await page('')).toMatchObject({ text: '' });
  });

  test('lines of preformatted text stay lines, and hidden text stays hidden', async () => {
    const { text } = await page(
      '<html><body><pre>a\n  b</pre><p hidden>no</p><p style="display: none">no</p><noscript>no</noscript><ul><li>x</li><li>y</li></ul></body></html>'
    );
    expect(text).toBe('a\nb\n\n- x\n- y');
  });

  test('says whether it asks for a password, forwards, or is a robot check', async () => {
    const signs = async (body: string): Promise<unknown> => (await page(`<html><body>${body}</body></html>`)).signs;
    expect(await signs('<input type="PASSWORD">')).toEqual({ password: true, refresh: false, challenge: false });
    expect(await signs('<meta http-equiv="Refresh" content="0;url=/x">')).toMatchObject({ refresh: true });
    expect(await signs('<script>window._cf_chl_opt = {}</script>')).toMatchObject({ challenge: true });
    expect(await signs('<p>A password is a secret</p>')).toEqual({ password: false, refresh: false, challenge: false });
  });

  test('never fails on markup, however broken', async () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '<p',
      '</p>',
      '<table><tr><td>',
      '<html ',
      '<body>',
      '</body>',
      '<!--',
      '<title>',
      '"',
      "'",
      '&#0;',
      '&lt',
      'x',
      '<![CDATA[',
      '<svg><title>',
      '<noscript><img>'
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const { text } = await page(pieces.join(''));
        expect(text).toBe(tidy(text));
      }),
      { numRuns: 150 }
    );
  });
});

describe('character sets', () => {
  const gbk = Buffer.from([0xc7, 0xe2, 0xc4, 0xdc]); // 氢能
  const shiftJis = Buffer.from([0x90, 0x85, 0x91, 0x66]); // 水素
  const gb18030Only = Buffer.from([0x81, 0x30, 0x81, 0x30]); // U+0080, four bytes
  const around = (bytes: Buffer, head = ''): Buffer =>
    Buffer.concat([Buffer.from(`<html><head>${head}</head><body><p>`), bytes, Buffer.from('</p></body></html>')]);

  test.each([
    ['UTF-8 without any name', Buffer.from('氢能 é'), null, '', '氢能 é'],
    ['GBK by the header', gbk, 'GBK', '', '氢能'],
    ['GB2312 by a meta element', gbk, null, '<meta charset="gb2312">', '氢能'],
    ['GBK by http-equiv', gbk, null, '<meta http-equiv="Content-Type" content="text/html; charset=gbk">', '氢能'],
    ['gb18030', Buffer.concat([gbk, gb18030Only]), 'gb18030', '', '氢能'],
    ['Shift_JIS', shiftJis, 'Shift_JIS', '', '水素'],
    ['windows-1252', Buffer.from([0x80, 0x20, 0x93, 0xe9, 0x94]), 'windows-1252', '', '€ “é”'],
    ['ISO-8859-1, which means windows-1252', Buffer.from([0x80, 0xe9]), 'iso-8859-1', '', '€é'],
    ['bytes that are not UTF-8 and name nothing', Buffer.from([0x63, 0x61, 0x66, 0xe9]), null, '', 'café'],
    ['a header that the bytes contradict', gbk, 'utf-8', '<meta charset="gbk">', '氢能'],
    ['a header before the meta element', Buffer.from('é'), 'utf-8', '<meta charset="gbk">', 'é'],
    ['an unknown name', Buffer.from('é'), 'no-such-set', '', 'é']
  ])('%s', async (_, bytes, charset, head, text) => {
    expect((await page(around(bytes, head), 'text/html', charset)).text).toBe(text);
  });

  test('a byte order mark decides', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<html><body>氢</body></html>', 'utf16le')]);
    expect((await page(utf16, 'text/html', 'gbk')).text).toBe('氢');
    const utf8 = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('氢')]);
    expect((await page(utf8, 'text/plain', 'windows-1252')).text).toBe('氢');
  });
});

describe('other types', () => {
  test.each([
    'text/plain',
    'text/markdown',
    'text/csv',
    'application/json',
    'application/ld+json',
    'application/xml',
    'application/atom+xml',
    'text/x-anything'
  ])('%s is kept as it is', async (type) => {
    expect(await page('{"a": "<b>1</b>"}', type)).toMatchObject({
      title: null,
      text: '{"a": "<b>1</b>"}',
      signs: null
    });
  });

  test.each([
    'image/png',
    'application/zip',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'video/mp4',
    ''
  ])('“%s” is not read and named', async (type) => {
    const found = await read('bytes', type);
    expect(found).toMatchObject({ readable: false });
    if (!found.readable) expect(found.note).toContain(type === '' ? 'none named' : type);
  });

  test('a text that is binary is not read', async () => {
    expect(await read(Buffer.from([0x89, 0x50, 0, 0, 1]), 'text/plain')).toMatchObject({ readable: false });
  });

  test('HTML and PDF are recognised if the server names no type or a wrong one', async () => {
    expect(await page('<!-- x --><!DOCTYPE html><p>hi', '')).toMatchObject({ text: 'hi' });
    expect(await page('<html><p>hi', 'application/octet-stream')).toMatchObject({ text: 'hi' });
    expect(await page('<html><p>hi', 'text/plain')).toMatchObject({ text: 'hi' });
    expect((await page(pdfOf(['Words']), 'application/octet-stream')).text).toBe('Words');
    expect((await page(pdfOf(['Words']), 'text/html')).text).toBe('Words');
  });
});

describe('PDF', () => {
  test('pages and lines become text, and the title is kept', async () => {
    const found = await page(
      pdfOf(['First line\nsecond (42 %)', 'Next page'], { title: 'A study' }),
      'application/pdf'
    );
    expect(found).toMatchObject({
      title: 'A study',
      text: 'First line\nsecond (42 %)\n\nNext page',
      note: null,
      signs: null
    });
  });

  test('a PDF that asks for a password, holds no text or is broken is unreadable and says why', async () => {
    expect(await read(pdfOf(['x'], { locked: true }), 'application/pdf')).toEqual({
      readable: false,
      note: 'the PDF needs a password'
    });
    expect(await read(pdfOf(['']), 'application/pdf')).toEqual({
      readable: false,
      note: 'the PDF holds no text, as scanned pages do not'
    });
    expect(await read('%PDF-1.4 nothing else', 'application/pdf')).toEqual({
      readable: false,
      note: 'the PDF is broken'
    });
  });

  test('pages beyond the limit are left out, and that is said', async () => {
    const found = await page(pdfOf(Array.from({ length: 301 }, (_, n) => `Page ${n + 1}.`)), 'application/pdf');
    expect(found.note).toBe('only the first 300 of 301 pages are kept');
    expect(found.text.endsWith('Page 300.')).toBe(true);
  });
});

describe('text', () => {
  test('white space is as people see it', () => {
    expect(tidy('\ufeff a\u00a0\u2003b\t c \r\n\r\n\r\n\u200bd\u00ade\u0000f\u2028g ')).toBe('a b c\n\ndef\ng');
  });

  test('tidying is done once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = tidy(text);
        expect(tidy(once)).toBe(once);
        expect(once.isWellFormed()).toBe(true);
      })
    );
  });

  test('what is beyond the limit is left out, and that is said', async () => {
    const { text, note } = await page('abcd '.repeat(100_000), 'text/plain');
    expect(text).toHaveLength(399_999);
    expect(note).toBe('only the first 400,000 of 499,999 characters are kept');
    expect(capped('ab😀', 3)).toEqual({ text: 'ab', note: 'only the first 3 of 4 characters are kept' });
    expect(capped('ab', 2)).toEqual({ text: 'ab', note: null });
  });
});
