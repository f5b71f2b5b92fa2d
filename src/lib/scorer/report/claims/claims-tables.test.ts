import { describe, expect, it } from 'vitest';
import { cited } from './claims.fixture.ts';

describe('tables', () => {
  it('give a citation in a cell to that cell, named by its row and column', () => {
    expect(cited('| Port | Cargo | Riders |\n|---|---|---|\n| Kiel | 5 tonnes [1] | 9 a day [2] |')).toEqual([
      'Port: Kiel; Cargo: 5 tonnes <= https://a.example/one',
      'Port: Kiel; Riders: 9 a day <= https://b.example/two'
    ]);
  });

  it('give a citation in the first cell, or in a cell of its own, to the row', () => {
    expect(
      cited('| Port | Cargo | Source |\n|---|---|---|\n| Kiel [1] | 5 tonnes | |\n| Riga | 7 tonnes | [2] |')
    ).toEqual([
      'Port: Kiel; Cargo: 5 tonnes <= https://a.example/one',
      'Port: Riga; Cargo: 7 tonnes <= https://b.example/two'
    ]);
  });

  it('name a row by as many columns as tell it from the others', () => {
    expect(
      cited('| Side | Port | Cargo |\n|---|---|---|\n| West | Kiel | 5 tonnes [1] |\n| West | Lorn | 7 tonnes |')
    ).toEqual(['Side: West; Port: Kiel; Cargo: 5 tonnes <= https://a.example/one']);
  });

  it('are covered by a line of sources below', () => {
    expect(cited('| Port | Cargo |\n|---|---|\n| Kiel | 5 tonnes |\n| Riga | 7 tonnes [2] |\n\nSource: [1]')).toEqual([
      'Port: Kiel; Cargo: 5 tonnes <= https://a.example/one',
      'Port: Riga; Cargo: 7 tonnes <= https://b.example/two'
    ]);
  });

  it('that no parser reads are read line by line', () => {
    expect(cited('| Kiel | 5 tonnes of cargo [1] |\n| Riga | 7 tonnes of cargo [2] |')).toEqual([
      'Kiel; 5 tonnes of cargo <= https://a.example/one',
      'Riga; 7 tonnes of cargo <= https://b.example/two'
    ]);
  });
});

describe('HTML', () => {
  it('has its rows and columns read as those of other tables', () => {
    const table =
      '<table>\n<tr><th>Port</th><th>Cargo</th></tr>\n<tr><td>Kiel</td><td><b>5</b> tonnes [1]</td></tr>\n</table>';
    expect(cited(table)).toEqual(['Port: Kiel; Cargo: 5 tonnes <= https://a.example/one']);
    expect(cited(`${table}\n\nSource: [2]`)).toEqual(['Port: Kiel; Cargo: 5 tonnes <= https://a.example/one']);
    expect(cited('<table><tr><td>Kiel<td>5 tonnes of cargo [1]</table>')).toEqual([
      'Kiel; 5 tonnes of cargo <= https://a.example/one'
    ]);
  });

  it('names cells by the heads and rows that span them', () => {
    const heads = '<tr><th rowspan="2">Port</th><th colspan="2">Cargo</th></tr><tr><th>2023</th><th>2024</th></tr>';
    expect(
      cited(
        `<table>${heads}<tr><td rowspan="2">Kiel</td><td>5 t</td><td>6 t [1]</td></tr><tr><td>7 t [2]</td></tr></table>`
      )
    ).toEqual([
      'Port: Kiel; Cargo, 2023: 5 t; Cargo, 2024: 6 t <= https://a.example/one',
      'Port: Kiel; Cargo, 2023: 7 t <= https://b.example/two'
    ]);
  });

  it('gives each item of a list, a paragraph and a summary their own citations', () => {
    expect(
      cited(
        '<ul>\n<li>Kiel ships 5 tonnes [1]</li>\n<li>Riga ships 7 tonnes <a href="https://c.example">C</a></li>\n</ul>\n\n' +
          '<p>Lorn ships 9\ntonnes [2].</p>\n\n<details>\n<summary>Vik ships 3 tonnes [1]</summary>\n\n</details>'
      )
    ).toEqual([
      'Kiel ships 5 tonnes <= https://a.example/one',
      'Riga ships 7 tonnes C <= https://c.example',
      'Lorn ships 9 tonnes. <= https://b.example/two',
      'Vik ships 3 tonnes <= https://a.example/one'
    ]);
  });
});
