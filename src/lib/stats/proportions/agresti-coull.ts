import { criticalZ } from '../distributions/normal.ts';
import { proportionWith, type Proportion } from './proportion.ts';

/**
 * Agresti–Coull interval of a proportion: the plain normal interval after adding z²/2 successes and z²/2 failures.
 *
 * Formula: ñ = n + z², p̃ = (k + z²/2) / ñ, p̃ ± z√(p̃(1 − p̃)/ñ), cut off at 0 and 1.
 *
 * @returns share and interval in [0, 1]; undefined (`n=0`) without trials.
 * @throws if k is not in [0, n].
 * Source: Agresti and Coull 1998.
 */
export const agrestiCoull = (k: number, n: number, confidence = 0.95): Proportion =>
  proportionWith('agrestiCoull', k, n, confidence, () => {
    const z = criticalZ(confidence);
    const trials = n + z * z;
    const centre = (k + (z * z) / 2) / trials;
    const reach = z * Math.sqrt((centre * (1 - centre)) / trials);
    return [centre - reach, centre + reach];
  });
