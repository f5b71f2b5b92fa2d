import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import GateTable, { type ShownGate } from './GateTable.svelte';
import { pageWords } from '../../../../../tests/page-words.ts';

describe('the table of gates', () => {
  afterEach(cleanup);
  const row = (bar: ShownGate['bar']): ShownGate => ({
    ...{ name: 'agreement', measure: 'Agreement', state: 'pass', word: 'passed', tone: 'ok', required: true },
    ...{ value: '.920', interval: '.850 – .970', threshold: '≥ .900', bar, n: 40, clusters: 20 },
    ...{ finding: 'It agrees.', items: 0, path: 'procedure.gates.0', parts: [] }
  });
  const draw = (bar: ShownGate['bar']): SVGElement | null => {
    const { container } = render(GateTable, {
      props: { gates: [row(bar)], axis: { from: 0.5, to: 1 }, itemsOf: () => '#' },
      context: pageWords()
    });
    return container.querySelector('tbody svg');
  };

  it('draws interval, estimate and threshold in the tone of the state, beside the numbers in words', () => {
    const svg = draw({ value: 0.84, low: 0.7, high: 0.94, targets: [0.8] })!;
    expect(svg.querySelectorAll('.ci, .pt, .target')).toHaveLength(3);
    expect(svg.querySelector('.target')!.getAttribute('data-tone')).toBe('ok');
    expect(svg.getAttribute('aria-hidden')).toBe('true');
    expect(within(screen.getByRole('row', { name: /Agreement/ })).getByText('.850 – .970')).toBeTruthy();
  });

  it('draws nothing if there is nothing to draw', () => expect(draw(null)).toBeNull());
});
