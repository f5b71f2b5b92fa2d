import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../distributions/normal.ts';
import { windowBoundary } from './window-boundary.ts';

describe('the boundary of a moving mean over many looks', () => {
  it('is the normal quantile at a single look', () => {
    expect(windowBoundary({ looks: 1 })).toBeCloseTo(1.959964, 5);
  });

  it('is Šidák’s quantile if looks share nothing and none is averaged: (1 − .025)^(1/20) at 20 looks', () => {
    const exact = normalQuantile(0.975 ** (1 / 20));
    expect(Math.abs(windowBoundary({ looks: 20, window: 1, shared: 0 }) - exact)).toBeLessThan(0.04);
  });

  it('is hardly more than one look’s if looks share nearly everything', () => {
    expect(windowBoundary({ looks: 20, shared: 1e6 })).toBeLessThan(2.02);
  });

  it('is the quantile of the highest of 16 if looks share nearly everything with the best of 16: .975^(1/16)', () => {
    const exact = normalQuantile(0.975 ** (1 / 16));
    expect(Math.abs(windowBoundary({ looks: 20, shared: 1e6, candidates: 16 }) - exact)).toBeLessThan(0.05);
  });

  it('is not changed by a choice if looks share nothing with it', () => {
    const [alone, best] = [1, 16].map((candidates) => windowBoundary({ shared: 0, candidates })) as [number, number];
    expect(Math.abs(best - alone)).toBeLessThan(0.05);
  });

  it('grows with the looks, and falls with what they share', () => {
    expect(windowBoundary()).toBeGreaterThan(windowBoundary({ looks: 12 }));
    expect(windowBoundary({ shared: 1 })).toBeLessThan(windowBoundary());
    expect(windowBoundary()).toBeCloseTo(3, 1);
  });

  it('refuses no look, no candidate and a risk of 0', () => {
    expect(() => windowBoundary({ looks: 0 })).toThrow('requires looks above 0');
    expect(() => windowBoundary({ candidates: 0 })).toThrow('requires candidates above 0');
    expect(() => windowBoundary({ risk: 0 })).toThrow('requires 0 < risk');
  });
});
