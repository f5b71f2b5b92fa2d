import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { frequencyBars } from '../../alignment/charts/frequencies.ts';
import { drawnChart } from '../../alignment/charts/chart.ts';
import { inlineSvg } from '../../alignment/charts/svg.ts';
import ChartPlot from './ChartPlot.svelte';
import { pageWords } from '../../../../tests/page-words.ts';

afterEach(cleanup);

const evil = '<script>alert(1)</script>';
const chart = frequencyBars(
  [
    { name: evil, frequency: 0.75, chosen: true },
    { name: 'B', frequency: 0.25, chosen: false }
  ],
  2000,
  'A judge is chosen most often'
)!;

it('draws the same marks as the file, and a name that would run is text', () => {
  const { container } = render(ChartPlot, { props: { chart: drawnChart(chart) }, context: pageWords() });
  expect(container.querySelector('script')).toBeNull();
  expect(container.querySelector('svg text')!.lastChild!.textContent).toBe(evil);
  const file = new DOMParser().parseFromString(inlineSvg(chart.picture), 'text/html').querySelector('svg')!;
  const drawn = container.querySelector('svg')!;
  const marks = (svg: Element): string[][] =>
    [...svg.querySelectorAll('line, rect, path, text')].map((mark) => [
      mark.tagName,
      ...mark
        .getAttributeNames()
        // Svelte's own, for styles of the component.
        .filter((name) => name !== 'class')
        .sort()
        .map((name) => `${name}=${mark.getAttribute(name)}`),
      mark.textContent
    ]);
  expect(marks(drawn)).toEqual(marks(file));
});

it('is named and described for readers who do not see it, with its figures in a table', () => {
  const { getByRole, container } = render(ChartPlot, {
    props: { chart: drawnChart(chart), file: '/export.frequencies.svg' },
    context: pageWords()
  });
  const svg = getByRole('img', { name: 'A judge is chosen most often' });
  expect(container.querySelector(`#${svg.getAttribute('aria-describedby')}`)!.textContent).toBe(
    chart.picture.description
  );
  const rows = [...container.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent)
  );
  expect(rows).toEqual(chart.table.rows);
  expect(container.querySelector('a[download]')!.getAttribute('href')).toBe('/export.frequencies.svg');
});
