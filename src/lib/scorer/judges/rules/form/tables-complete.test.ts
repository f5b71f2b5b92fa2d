import { expect, test } from 'vitest';
import { readStructure } from '../../../report/structure/structure.ts';
import { formattingValid } from './formatting-valid.ts';
import { tablesComplete } from './tables-complete.ts';

const on = (text: string) => tablesComplete(readStructure(text));
const head = '| Bay | Rise | Year |\n|---|---|---|\n';

test('passes without a table', () => {
  expect(on('Water rises.')).toEqual({
    label: 'yes',
    rationale: 'The report has no table and no figure, which passes.',
    quotes: []
  });
});

test('passes full tables, “N/A” being data', () => {
  expect(on(`${head}| North | 3 mm | 2020 |\n| South | N/A | 2021 |`).label).toBe('yes');
});

test('does not ask for a name above the first column', () => {
  expect(on('| | 2020 | 2021 |\n|---|---|---|\n| North | 3 | 4 |').label).toBe('yes');
});

test('passes tables in HTML whose cells span rows or columns, and those without heads', () => {
  const spanned =
    '<table><tr><th rowspan="2">Bay</th><th colspan="2">Rise</th></tr><tr><th>2020</th><th>2021</th></tr>' +
    '<tr><td rowspan="2">North</td><td>3</td><td>4</td></tr><tr><td colspan="2">5</td></tr></table>';
  for (const table of [spanned, '<table><tr><td>North</td><td>3 mm</td></tr></table>']) {
    expect(on(table).label).toBe('yes');
    expect(formattingValid(readStructure(`# Rise\n\n${table}`)).label).not.toBe('no');
  }
  expect(on('<table><tr><th>Bay</th><th>Rise</th></tr></table>').label).toBe('no');
});

test('fails a table of a header only, well-formed or not', () => {
  expect(on(`${head}\nSome words on it.`)).toMatchObject({
    label: 'no',
    rationale: 'The report has a table with a header and no rows.',
    quotes: ['| Bay | Rise | Year |']
  });
  expect(on('| Bay | Rise (mm) | Year |\n|---|---|\n\nSome words on it.').label).toBe('no');
});

test.each([
  ['an empty row', `${head}| North | 3 | 2020 |\n| | | |`],
  ['an empty column', `${head}| North | | 2020 |\n| South | | 2021 |`],
  ['a placeholder', `${head}| North | TBD | 2020 |`],
  ['an image without a file', 'A map.\n\n![Map]()'],
  ['an image that never left the machine it was made on', '![Map](sandbox:/mnt/map.png)'],
  ['a promise of a figure', '[Insert chart of the rise here]']
])('fails %s', (_, text) => {
  expect(on(text).label).toBe('no');
});

test.each([
  ['an empty cell', `${head}| North | 3 | 2020 |\n| South | | 2021 |`],
  ['a row that is cut short', `${head}| North | 3 | 2020 |\n| South |`],
  ['an image', '![Map](https://map.example/m.png)'],
  ['a caption without a figure', '**Figure 2: Rise by bay**'],
  ['a drawing in code', '```mermaid\ngraph TD\n```'],
  ['a table that does not render but has rows', '| Bay | Rise |\n| North | 3 |']
])('abstains from %s', (_, text) => {
  expect(on(text).label).toBe('abstain');
});

test('knows a caption above or below its table', () => {
  const table = `${head}| North | 3 | 2020 |\n| South | 4 | 2021 |`;
  expect(on(`Table 1: Rise\n\n${table}`).label).toBe('yes');
  expect(on(`${table}\n\n表1：上升`).label).toBe('yes');
});

test('looks past tables inside code', () => {
  expect(on('```\n| a | b |\n|---|---|\n```').label).toBe('yes');
});
