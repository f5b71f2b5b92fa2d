import type { Problem } from '../../errors.ts';
import { findMetric } from '../../scorer/suites/index.ts';
import { isStudyKind, kindByName, usualKind } from '../kinds/index.ts';
import { checkProblems } from './gold-units.ts';
import { revealPolicies, type StudyInput } from './study-input.ts';
import { groupings, strata, type Candidate, type SampleSizes } from './drawing/sampling.ts';

const wrong = (column: string, reason: string, found?: string): Problem => ({
  row: null,
  column,
  reason,
  ...(found === undefined ? {} : { found })
});

/** What is wrong with the figures of a study before any data is looked at. */
export function inputProblems(input: StudyInput): Problem[] {
  const { name, overlap, people, seed, reveal, sample } = input;
  const sizes = sizesIn(sample);
  const problems: Problem[] = [...kindProblems(input), ...checkProblems(input)];
  if (name.trim() === '') problems.push(wrong('name', 'Write a name.'));
  if (!Number.isSafeInteger(seed)) problems.push(wrong('seed', 'Write a whole number.', String(seed)));
  if (!revealPolicies.includes(reveal))
    problems.push(wrong('reveal', `Choose one of ${revealPolicies.join(', ')}.`, reveal));
  if (sizes.some((n) => !Number.isSafeInteger(n) || n < 0) || sizes.every((n) => n === 0) || someAreNone(sample))
    problems.push(wrong('items', 'Write how many items to draw: a whole number above 0.', sizes.join(', ')));
  if (people.length === 0) problems.push(wrong('people', 'Choose at least one annotator.'));
  if (!Number.isSafeInteger(overlap) || overlap < 1)
    problems.push(wrong('overlap', 'Write how many people judge each item: a whole number above 0.', String(overlap)));
  else if (people.length > 0 && overlap > new Set(people).size)
    problems.push(
      wrong(
        'overlap',
        `Each item cannot go to ${overlap} people when ${people.length} are chosen. Choose more people or a smaller overlap.`,
        String(overlap)
      )
    );
  return problems;
}

const sizesIn = (sample: SampleSizes): number[] =>
  'items' in sample
    ? [sample.items]
    : 'each' in sample
      ? [sample.each]
      : 'reports' in sample
        ? [sample.reports, sample.perReport]
        : [sample.allAgree, sample.someDiffer];

/** Reports first: both numbers are needed. */
const someAreNone = (sample: SampleSizes): boolean =>
  'reports' in sample && (sample.reports === 0 || sample.perReport === 0);

function kindProblems({ metric, kind = usualKind, settings = {}, sample, reveal }: StudyInput): Problem[] {
  if (!isStudyKind(kind)) return [wrong('kind', 'Choose a kind of study.', kind)];
  const { title, dimensions, multiSelect, judges } = kindByName(kind, metric);
  return [
    ...(settings.dimensions && !(dimensions && findMetric(metric)?.dimensions)
      ? [wrong('dimensions', `${title}: there are no dimensions to ask for.`)]
      : []),
    ...(settings.multiSelect && !multiSelect
      ? [wrong('multiSelect', `${title}: there is one answer; further ones cannot be named.`)]
      : []),
    ...(judges.from === 'nothing' && reveal !== 'never'
      ? [wrong('reveal', `${judges.why} Choose that they are not shown.`, reveal)]
      : []),
    ...('each' in sample && !groupings.includes(sample.by)
      ? [wrong('by', `Choose one of ${groupings.join(', ')}.`, sample.by)]
      : [])
  ];
}

/** What is wrong with the sizes given what there is to draw from. `held` of the run's units cannot be used. */
export function sizeProblems(units: readonly Candidate[], sizes: SampleSizes, held: number): Problem[] {
  const columns = 'items' in sizes || 'each' in sizes ? ['items'] : ['allAgree', 'someDiffer'];
  const because =
    held === 0
      ? ''
      : ` (${held} more are in these people’s hands already, or were shown to them with the judges’ verdicts)`;
  if ('each' in sizes && units.length === 0)
    return [wrong('items', `There are no units to draw from${because}.`, String(sizes.each))];
  if ('reports' in sizes) {
    const there = new Set(units.map(({ reportId }) => reportId)).size;
    return sizes.reports > there
      ? [
          wrong(
            'items',
            `There are ${there} reports with units to draw from${because}. Write at most that many.`,
            String(sizes.reports)
          )
        ]
      : [];
  }
  return strata(units, sizes).flatMap((stratum, i) =>
    stratum.size > stratum.units.length
      ? [
          wrong(
            columns[i] ?? columns[0]!,
            `There are ${stratum.units.length} units ${stratum.name}${because}. Write at most that many.`,
            String(stratum.size)
          )
        ]
      : []
  );
}

/** A person who was proposed for a study. */
export interface Nominee {
  userId: string;
  name: string;
  annotator: boolean;
  /** Lead of the project or admin of the instance. */
  readsResults: boolean;
  disabled: boolean;
}

/** What keeps a person from judging blind. */
export type Obstacle = 'disabled' | 'reads-results' | 'no-annotator';

export function obstacleTo({
  disabled,
  readsResults,
  annotator
}: Pick<Nominee, 'disabled' | 'readsResults' | 'annotator'>): Obstacle | null {
  if (disabled) return 'disabled';
  if (readsResults) return 'reads-results';
  return annotator ? null : 'no-annotator';
}

const remedies: Record<Obstacle, string> = {
  disabled: 'This account is disabled. Leave the person out.',
  'reads-results': 'Leads and admins can read the results, so their verdicts would not be blind. Leave the person out.',
  'no-annotator': 'Is not an annotator of this project. Give the role on the people page, or leave the person out.'
};

export function peopleProblems(nominees: readonly Nominee[], chosen: number): Problem[] {
  const unknown = chosen - nominees.length;
  return [
    ...(unknown > 0
      ? [wrong('people', `${unknown} of the chosen people are not known here. Choose from the list.`)]
      : []),
    ...nominees.flatMap((one) => {
      const obstacle = obstacleTo(one);
      return obstacle ? [wrong('people', remedies[obstacle], one.name)] : [];
    })
  ];
}
