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
