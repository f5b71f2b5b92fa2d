import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import type { BothFigures } from '../../../alignment/protocols/protocols-compared.ts';
import CorrectedScores, { type CorrectedRow } from './CorrectedScores.svelte';
import ProtocolTable from '../protocols/ProtocolTable.svelte';
import { pageWords } from '../../../../../tests/page-words.ts';

afterEach(cleanup);

const figure = (
  value: number | null,
  low: number | null = null,
  high: number | null = null,
  reason: string | null = null
) => ({
  ...{ value, low, high, reason }
});
const axis = { from: -5, to: 105, ticks: [0, 50, 100] };

describe('the table of corrected scores', () => {
  const rows: CorrectedRow[] = [
    {
      ...{ system: 'heron', href: '/heron', labelled: 24, queries: 8, units: 54 },
      scores: [
        { name: 'adopted ensemble', figure: figure(87.7, 75.8, 99.6), top: true },
        { name: 'PPI++', figure: figure(72.3, 60.1, 84.4), top: false },
        { name: 'Rogan–Gladen', figure: figure(null, null, null, 'People never say no.'), top: false }
      ]
    },
    {
      ...{ system: 'cairn', href: '/cairn', labelled: 0, queries: 0, units: 54 },
      scores: [{ name: 'PPI++', figure: figure(null, null, null, 'No unit has a label.'), top: false }]
    }
  ];

  it('says on how many items each score rests, and leads to them', () => {
    render(CorrectedScores, { context: pageWords(), props: { label: 'Corrected', rows, axis, itemsHref: '/items' } });
    expect(screen.getByRole('link', { name: '24' }).getAttribute('href')).toBe('/items');
    expect(screen.getByText(/of 54 items labelled, in 8 queries/)).toBeTruthy();
    expect(screen.getByText('none of 54 items labelled')).toBeTruthy();
  });

  it('says with each score whether it is distinguishable from the best, and why there is a dash', () => {
    render(CorrectedScores, { context: pageWords(), props: { label: 'Corrected', rows, axis, itemsHref: '/items' } });
    expect(screen.getByRole('row', { name: /adopted ensemble/ }).textContent).toContain('87.7, not distinguishable');
    expect(screen.getByRole('row', { name: /^PPI\+\+ .*72\.3/ }).textContent).toContain('72.3, below the best');
    expect(within(screen.getByRole('row', { name: /Rogan/ })).getAllByText('–')).toHaveLength(2);
    expect(screen.getByText('–: People never say no. No unit has a label.')).toBeTruthy();
  });
});

describe('the table of two protocols', () => {
  const figures: BothFigures = {
    ...{ n: 12, queries: 4, chosen: figure(0.92, 0.8, 0.97), direct: figure(0.5, 0.3, 0.7) },
    difference: { ...figure(0.42, null, null, 'There is no variance between queries.'), p: null }
  };

  it('has both protocols and their difference for each judge, with n and why an interval is missing', () => {
    const write = (value: number | null) => (value === null ? '–' : value.toFixed(2));
    render(ProtocolTable, {
      context: pageWords(),
      props: { label: 'Order', rows: [{ judge: 'ferrule', figures }], axis, of: 'pairs', chosen: 'item by item', write }
    });
    expect(screen.getByRole('rowheader', { name: 'ferrule' })).toBeTruthy();
    expect(screen.getByRole('row', { name: /item by item/ }).textContent).toMatch(/0\.92.*0\.80 – 0\.97.*12.*4/);
    expect(screen.getByRole('row', { name: /direct rating/ }).textContent).toContain('0.50');
    expect(screen.getByRole('row', { name: /difference/ }).textContent).toMatch(/0\.42.*–/);
    expect(screen.getByText('–: There is no variance between queries.')).toBeTruthy();
  });
});
