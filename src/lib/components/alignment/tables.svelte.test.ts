import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import CandidateTable, { type CandidateRow } from './CandidateTable.svelte';
import ConfusionTable from './ConfusionTable.svelte';
import FigureLink from './FigureLink.svelte';
import type { ShownFigure } from './reasons.ts';

const figure = (value: number, low: number | null, high: number | null): ShownFigure => ({
  value,
  low,
  high,
  intervalReason: low === null ? 'too-few-clusters' : null,
  interval: 'wilson-effective',
  n: 40,
  clusters: 8,
  redrawn: 0,
  items: 40
});
const none: ShownFigure = { ...figure(0, null, null), value: null, reason: 'n=0', intervalReason: 'n=0', n: 0 };

const row = (place: number, judges: string, common: ShownFigure): CandidateRow => ({
  place,
  judges,
  rule: 'single',
  common,
  kappa: figure(0.5, 0.4, 0.6),
  ac1: figure(0.5, 0.4, 0.6),
  sensitivity: figure(0.9, 0.8, 0.95),
  specificity: none
});

afterEach(cleanup);

describe('a figure', () => {
  it('leads to its items and names its interval and n', () => {
    render(FigureLink, { props: { figure: figure(0.938, 0.891, 0.965), href: '/items?of=x', of: 'Agreement' } });
    const link = screen.getByRole('link', { name: '.938' });
    expect(link.getAttribute('href')).toBe('/items?of=x');
    expect(link.title).toBe('Agreement: 95 % interval .891 – .965, n 40 in 8 queries');
  });

  it('is a dash with the reason in words where it is undefined, and leads nowhere', () => {
    const { container } = render(FigureLink, { props: { figure: none, href: '/items?of=x' } });
    expect(screen.queryByRole('link')).toBeNull();
    expect(container.textContent).toBe('– undefined: there is no such item');
  });
});

describe('the table of candidates', () => {
  const show = (): HTMLElement[] => {
    render(CandidateTable, {
      props: {
        rows: [row(2, 'all three', figure(0.93, 0.89, 0.96)), row(0, 'scripted:gannet', figure(0.7, 0.6, 0.8))],
        people: { equal: figure(0.83, 0.78, 0.87), kappa: figure(0.6, 0.5, 0.7), ac1: figure(0.6, 0.5, 0.7) },
        target: 0.9,
        best: 2,
        adopted: 0,
        shown: 2,
        itemsOf: (path: string) => `items?of=${path}`,
        select: (place: number) => `?candidate=${place}`
      }
    });
    return screen.getAllByRole('row').slice(1);
  };

  it('starts with two people and marks what is adopted', () => {
    const rows = show();
    expect(
      rows.map(
        (one) =>
          within(one)
            .getByRole('rowheader')
            .textContent?.trim()
            .split(/\s{2,}/)[0]
      )
    ).toEqual(['Two people', 'all three single', 'scripted:gannet single adopted']);
  });

  it('leads from every number to the items of its candidate, by its place in the report', () => {
    const [, best] = show();
    const addresses = within(best!)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(addresses).toEqual([
      '?candidate=2',
      'items?of=candidates.2.common',
      'items?of=candidates.2.kappa',
      'items?of=candidates.2.ac1',
      'items?of=candidates.2.sensitivity'
    ]);
  });

  it('says below why there is a dash', () => {
    show();
    expect(screen.getByText('–: there is no such item.')).toBeTruthy();
  });

  it('draws hollow what lies surely below the best', () => {
    const rows = show();
    expect(rows[1]!.querySelector('circle.pt')).toBeTruthy();
    expect(rows[2]!.querySelector('rect.chosen')).toBeTruthy();
  });
});

describe('the confusion table', () => {
  it('can be read aloud cell by cell', () => {
    render(ConfusionTable, {
      props: {
        name: 'all three',
        table: { yesYes: 3, yesNo: 1, noYes: 0, noNo: 4 },
        itemsOf: (cell: string) => `#${cell}`
      }
    });
    expect(
      screen.getByRole('table', { name: 'Confusion table of all three: 8 items on which both are decided' })
    ).toBeTruthy();
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['3 both yes', '#yesYes'],
      ['0 too lenient', '#noYes'],
      ['1 too strict', '#yesNo'],
      ['4 both no', '#noNo']
    ]);
    expect([...document.querySelectorAll('rect')].map((bar) => bar.getAttribute('width'))).toEqual([
      '37.5%',
      '0%',
      '12.5%',
      '50%'
    ]);
  });
});
