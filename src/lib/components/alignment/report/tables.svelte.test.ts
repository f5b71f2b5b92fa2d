import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import CandidateTable, { type CandidateRow } from '../ensembles/CandidateTable.svelte';
import ConfusionTable from '../agreement/ConfusionTable.svelte';
import FigureLink from '../FigureLink.svelte';
import type { ShownFigure } from '../../../alignment/items/reasons.ts';
import { pageWords } from '../../../../../tests/page-words.ts';

const figure = (value: number, low: number | null, high: number | null): ShownFigure => ({
  value,
  low,
  high,
  intervalReason: low === null ? 'too-few-clusters' : null,
  interval: 'wilson-effective',
  n: 40,
  clusters: 8,
  items: 40
});
const none: ShownFigure = { ...figure(0, null, null), value: null, reason: 'n=0', intervalReason: 'n=0', n: 0 };

const row = (place: number, judges: string, common: ShownFigure): CandidateRow => ({
  place,
  judges,
  rule: 'single',
  common,
  figures: [
    { figure: figure(0.5, 0.4, 0.6), path: `candidates.${place}.kappa` },
    { figure: figure(0.5, 0.4, 0.6), path: `candidates.${place}.ac1` },
    { figure: figure(0.9, 0.8, 0.95), path: `candidates.${place}.sensitivity` },
    { figure: none, path: `candidates.${place}.specificity` }
  ]
});

afterEach(cleanup);

describe('a figure', () => {
  it('leads to its items and names its interval and n', () => {
    render(FigureLink, {
      context: pageWords(),
      props: { figure: figure(0.938, 0.891, 0.965), href: '/items?of=x', of: 'Agreement' }
    });
    const link = screen.getByRole('link', { name: '.938' });
    expect(link.getAttribute('href')).toBe('/items?of=x');
    expect(link.title).toBe('Agreement: 95% CI .891 – .965, n 40 in 8 queries');
  });

  it('is a dash with the reason in words if it is undefined, and leads nowhere', () => {
    const { container } = render(FigureLink, { context: pageWords(), props: { figure: none, href: '/items?of=x' } });
    expect(screen.queryByRole('link')).toBeNull();
    expect(container.textContent).toBe('– undefined: there is no such item');
  });
});

describe('the table of candidates', () => {
  const show = (): HTMLElement[] => {
    render(CandidateTable, {
      context: pageWords(),
      props: {
        rows: [row(2, 'all three', figure(0.93, 0.89, 0.96)), row(0, 'scripted:gannet', figure(0.7, 0.6, 0.8))],
        columns: ['κ', 'AC1', 'Sens.', 'Spec.'].map((head) => ({ head, title: head, digits: 2, optional: false })),
        short: 'agreement',
        people: { agreement: figure(0.83, 0.78, 0.87), figures: [null, null, null, null] },
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
    ).toEqual(['Two annotators', 'all three single', 'scripted:gannet single adopted']);
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
      context: pageWords(),
      props: {
        name: 'all three',
        labels: ['yes', 'no'],
        cells: [
          [{ items: 3 }, { items: 1 }],
          [{ items: 0 }, { items: 4 }]
        ],
        itemsOf: (people: number, judges: number) => `#${people}-${judges}`
      }
    });
    expect(screen.getByRole('table', { name: 'Confusion table of all three: 8 items without ties' })).toBeTruthy();
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['3 both yes', '#0-0'],
      ['0 too lenient', '#1-0'],
      ['1 too strict', '#0-1'],
      ['4 both no', '#1-1']
    ]);
    expect([...document.querySelectorAll('rect')].map((bar) => bar.getAttribute('width'))).toEqual([
      '37.5%',
      '0%',
      '12.5%',
      '50%'
    ]);
  });
});
