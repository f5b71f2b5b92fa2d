import { expect } from '@playwright/test';
import { faultsOf } from './accessibility.ts';
import { testAside as test } from './server.ts';

const style = `
  body { margin: 0; background: light-dark(#fff, #000); color: light-dark(#000, #fff); color-scheme: light dark }
  td { padding: 8px } .dim { color: light-dark(#595959, #555) }
  a { color: light-dark(#222, #ddd) } .bare { text-decoration: none } .label { position: absolute; left: 0; background: #fff }`;
const rows = (cell: (n: number) => string): string =>
  Array.from({ length: 40 }, (_, n) => `<tr><td>${cell(n)}</td></tr>`).join('');
const documentOf = (table: string, more = ''): string =>
  `<!doctype html><html lang="en"><head><title>Planted</title><style>${style}</style></head>
   <body><main><h1>Planted</h1><table>${table}</table>${more}</main></body></html>`;

const chart = '<svg class="chart" width="100" height="10" aria-hidden="true"></svg>';
const chartsUnderAxis = (style: string): string =>
  `<thead><tr><td style="${style}">${chart}</td></tr></thead><tbody>${rows(() => chart)}</tbody>`;

// Of texts that look alike only a few are looked at: what differs in one place alone has to be found all the same.
for (const [name, html, found] of [
  ['nothing', documentOf(rows((n) => `Row ${n}`)), []],
  ['a colour of the dark theme', documentOf(rows((n) => `<i class="dim">Row ${n}</i>`)), [/dark: color-contrast/]],
  [
    'the colour of one cell of forty',
    documentOf(rows((n) => `<i${n === 30 ? ' style="color: light-dark(#999, #eee)"' : ''}>Row ${n}</i>`)),
    [/light: color-contrast/]
  ],
  [
    'the ground of one row of forty',
    documentOf(
      rows((n) => `<i>Row ${n}</i>`).replace('<tr><td><i>Row 33', '<tr style="background: #777"><td><i>Row 33')
    ),
    [/dark: color-contrast/]
  ],
  [
    'something positioned behind one row',
    documentOf(
      rows((n) => `<i>Row ${n}</i>`),
      '<div style="position: absolute; z-index: -1; top: 900px; left: 0; width: 300px; height: 60px; background: #888"></div>'
    ),
    [/dark: color-contrast/]
  ],
  [
    'a text after three of its kind that are empty',
    documentOf(rows((n) => `<i class="dim">${n < 35 ? '' : `Row ${n}`}</i>`)),
    [/dark: color-contrast/]
  ],
  [
    'a picture without words',
    documentOf(
      rows((n) => `Row ${n}`),
      '<img src="data:,">'
    ),
    [/light: image-alt/]
  ],
  [
    'a link that nothing but its colour tells from the text around it, in one cell of forty',
    documentOf(rows((n) => `Row ${n}, see <a href="#${n}" ${n === 30 ? 'class="bare"' : ''}>its source</a>.`)),
    [/light: link-in-text-block.*: <a [^>]*"bare"[^>]*>its/, /dark: link-in-text-block.*: <a [^>]*"bare"[^>]*>its/]
  ],
  ['nothing where axes stand above their pictures', documentOf(chartsUnderAxis('')), []],
  [
    'an axis that is not above its pictures',
    documentOf(chartsUnderAxis('padding-left: 0')),
    [/an axis at .* px over a picture at/]
  ],
  [
    'a field wider than a form, but none for a long text',
    documentOf(
      rows((n) => `Row ${n}`),
      '<form><input class="input" name="wide" aria-label="Wide" style="width: 500px; max-width: 80vw"><textarea class="input long" aria-label="Long" style="width: 500px; max-width: 80vw"></textarea></form>'
    ),
    [/the field wide is 50\d px wide/]
  ],
  [
    'a radio button without a mark, but none with its key',
    documentOf(
      rows((n) => `Row ${n}`),
      '<label class="choice"><input type="radio" name="bare">Bare</label><label class="choice"><input type="radio" name="marked"><span class="key"></span>Marked</label>'
    ),
    [/the radio button bare has no mark/]
  ]
] as const)
  test(`a look at a page finds ${name}`, async ({ page }) => {
    await page.setContent(html);
    const faults = await faultsOf(page, 'planted');
    expect(faults).toEqual(found.map((one) => expect.stringMatching(one)));
  });
