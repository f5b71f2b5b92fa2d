import { familyUnknown, sameFamily, type SystemIdentity } from './settings/families.ts';

/** One judge of a run or study that judges systems of its own kind, or of which it is not known whether it does. */
export interface SelfJudging {
  judge: string;
  /** Systems that share a maker or the model with the judge. */
  systems: string[];
  /** Systems of which, or of the judge, the maker is not known. */
  unknown: string[];
}

/**
 * Which judges judge systems of their own maker, family or model. Every output of a run and of a study takes it from here.
 *
 * @param judges with the name by which the output tells them apart, and the spec that names the model
 * @returns judges with such systems, or with systems of which it is not known; in the order of the judges
 */
export const selfJudgingOf = (
  judges: readonly { name: string; spec: string }[],
  systems: readonly SystemIdentity[]
): SelfJudging[] =>
  judges
    .map(({ name, spec }) => ({
      judge: name,
      systems: systems.filter((system) => sameFamily(spec, system)).map((system) => system.name),
      unknown: systems.filter((system) => familyUnknown(spec, system)).map((system) => system.name)
    }))
    .filter((one) => one.systems.length + one.unknown.length > 0);

/** Judges that share a maker or the model with the system. */
export const selfJudgesOf = (found: readonly SelfJudging[], system: string): string[] =>
  found.filter(({ systems }) => systems.includes(system)).map(({ judge }) => judge);

export const isSelfJudging = (found: readonly SelfJudging[], judge: string, system: string): boolean =>
  selfJudgesOf(found, system).includes(judge);

/** Sentences for readers of an output; none where no judge judges its own kind and all makers are known. */
export function selfJudgingNotes(found: readonly SelfJudging[]): string[] {
  const own = found.filter(({ systems }) => systems.length > 0);
  const unknown = found.filter((one) => one.unknown.length > 0);
  const listed = (of: readonly SelfJudging[], names: (one: SelfJudging) => string[]): string =>
    of.map((one) => `${one.judge} judges ${names(one).join(', ')}`).join('; ');
  return [
    ...(own.length > 0
      ? [
          `Self-judging: a judge of the same maker or model as a system may favour it. ${listed(own, ({ systems }) => systems)}.`
        ]
      : []),
    ...(unknown.length > 0
      ? [`Self-judging unknown, because the maker of judge or system is not recorded: ${listed(unknown, (one) => one.unknown)}.`] // prettier-ignore
      : [])
  ];
}
