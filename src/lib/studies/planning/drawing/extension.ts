import { strata, wantedUnits, type Candidate, type SampleInput } from './sampling.ts';

/** Draw of one batch, and its inclusion probabilities. */
interface DrawnBatch<C extends Candidate> {
  sample: SampleInput;
  units: readonly (C & { inclusionProbability: number })[];
}

/**
 * The chance of each unit of an extended study to be in it at all: 1 − Π (1 − p_b), where p_b is the chance with which batch b
 * drew from the unit's stratum what earlier batches had left. Units of a stratum from which a batch drew nothing had no chance
 * in it. So figures of all batches together can be weighted by one number (Horvitz and Thompson), as if drawn at once.
 *
 * @param batches in the order in which they were drawn; no unit is in two of them
 * @returns by unit, in the order of the batches
 */
export function overallChances<C extends Candidate>(batches: readonly DrawnBatch<C>[]): Map<C, number> {
  const chances = batches.map(({ sample, units }) => {
    const rates = new Map(units.map((unit) => [stratumIn(sample, unit), unit.inclusionProbability]));
    return (unit: Candidate): number => rates.get(stratumIn(sample, unit)) ?? 0;
  });
  return new Map(
    batches.flatMap(({ units }, own) =>
      units.map((unit) => {
        const missed = chances.reduce(
          (product, chance, b) => product * (1 - (b === own ? unit.inclusionProbability : chance(unit))),
          1
        );
        return [unit, 1 - missed] as const;
      })
    )
  );
}

/** A key of the stratum that a unit is drawn from; empty for units that are not in the sample. */
function stratumIn(sample: SampleInput, unit: Candidate): string {
  const [wanted] = wantedUnits([unit], sample);
  const stratum = wanted && strata([wanted], sample).find(({ units }) => units.length > 0);
  return stratum ? `${stratum.part} ${stratum.group}` : '';
}
