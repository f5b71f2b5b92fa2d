import { describe, expect, it } from 'vitest';
import type { Gate } from '../../../alignment/gates/gate.ts';
import { gateAxis, gateBar } from './gate-bars.ts';

const gate = (unit: Gate['unit'], value: number | null, low: number | null, high: number | null, threshold = 0.9) =>
  ({ name: 'agreement', unit, value, low, high, threshold, parts: [] }) as unknown as Gate;

describe('the picture of a gate', () => {
  it('puts shares on one axis from .5 to 1, where the threshold is a place', () => {
    const one = gate('share', 0.92, 0.85, 0.97);
    const axis = gateAxis([one, gate('count', 3, null, null, 20), gate('equivalence', -0.2, -0.3, 0, 0.05)]);
    expect(axis).toEqual({ from: 0.5, to: 1 });
    const bar = gateBar('share', one, axis)!;
    expect(bar.value).toBeCloseTo(0.84);
    expect([bar.low, bar.high]).toEqual([expect.closeTo(0.7), expect.closeTo(0.94)]);
    expect(bar.targets).toEqual([expect.closeTo(0.8)]);
  });

  it('lets the axis begin at the tenth below the lowest end, of parts as well', () => {
    const low = gate('share', 0.8, 0.7, 0.9);
    expect(gateAxis([{ ...low, parts: [{ value: 0.31, low: 0.22 }] } as unknown as Gate]).from).toBe(0.2);
    expect(gateAxis([gate('correlation', -0.4, -0.9, 0.2, 0.8)]).from).toBe(-0.9);
    expect(gateAxis([gate('coefficient', 0.3, 0.3, 0.5, 0.8)]).from).toBe(0.3);
  });

  it('draws a bias around 0 between its two margins, and a difference against its one', () => {
    const bias = gateBar('equivalence', { value: 0, low: -0.05, high: 0.05, threshold: 0.05 }, { from: 0.5, to: 1 })!;
    expect([bias.value, bias.low, bias.high]).toEqual([0.5, expect.closeTo(0.25), expect.closeTo(0.75)]);
    expect(bias.targets).toEqual([bias.low, bias.high]);
    const wide = gateBar('difference', { value: 0.1, low: -0.2, high: 0.4, threshold: -0.05 }, { from: 0.5, to: 1 })!;
    expect(wide.high).toBe(1);
    expect(wide.low).toBeCloseTo(0.25);
    expect(wide.targets).toEqual([expect.closeTo(0.4375)]);
  });

  it('has none for a count, without a value, and no target if a part has none', () => {
    const axis = { from: 0.5, to: 1 };
    expect(gateBar('count', { value: 12, low: null, high: null, threshold: 20 }, axis)).toBeNull();
    expect(gateBar('share', { value: null, low: null, high: null, threshold: 0.9 }, axis)).toBeNull();
    expect(gateBar('share', { value: 0.9, low: null, high: null, threshold: null }, axis)!.targets).toEqual([]);
  });
});
