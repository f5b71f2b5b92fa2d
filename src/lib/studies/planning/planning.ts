import type { Saying } from '../../messages/sayings.ts';
import { type Problem, fieldSays, problemAt } from '../../errors.ts';
import { findMetric } from '../../scorer/suites/index.ts';
import { isStudyKind, kindByName, usualKind } from '../kinds/index.ts';
import { obstacleTo, type Nominee, type Obstacle } from '../study/nominees.ts';
import { checkProblems } from './gold-units.ts';
import { revealPolicies, type StudyInput } from './study-input.ts';
import { groupings, strata, type Candidate, type SampleSizes } from './drawing/sampling.ts';

const wrong = (column: string, wording: Saying, found?: string): Problem => problemAt(column, wording, found);

/** Faults of the figures of a study, checked before any data is read. */
export function inputProblems(input: StudyInput): Problem[] {
  const { name, overlap, people, seed, reveal, sample } = input;
  const sizes = sizesIn(sample);
  const problems: Problem[] = [...kindProblems(input), ...checkProblems(input)];
  if (name.trim() === '') problems.push(wrong('name', fieldSays('writeName')));
  if (!Number.isSafeInteger(seed)) problems.push(wrong('seed', fieldSays('whole'), String(seed)));
  if (!revealPolicies.includes(reveal))
    problems.push(wrong('reveal', fieldSays('oneOf', { options: revealPolicies }), reveal));
  if (sizes.some((n) => !Number.isSafeInteger(n) || n < 0) || sizes.every((n) => n === 0) || someAreNone(sample))
    problems.push(wrong('items', fieldSays('itemsToDraw'), sizes.join(', ')));
  if (people.length === 0) problems.push(wrong('people', fieldSays('chooseAnnotator')));
  if (!Number.isSafeInteger(overlap) || overlap < 1)
    problems.push(wrong('overlap', fieldSays('peoplePerItem'), String(overlap)));
  else if (people.length > 0 && overlap > new Set(people).size)
    problems.push(
      wrong('overlap', fieldSays('overlapAbovePeople', { overlap, people: people.length }), String(overlap))
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
  if (!isStudyKind(kind)) return [wrong('kind', fieldSays('chooseKind'), kind)];
  const { dimensions, multiSelect, judges } = kindByName(kind, metric);
  return [
    ...(settings.dimensions && !(dimensions && findMetric(metric)?.dimensions)
      ? [wrong('dimensions', fieldSays('noDimensions'))]
      : []),
    ...(settings.multiSelect && !multiSelect ? [wrong('multiSelect', fieldSays('noFurtherAnswers'))] : []),
    ...(judges.from === 'nothing' && reveal !== 'never' ? [wrong('reveal', fieldSays('judgesNotShown'), reveal)] : []),
    ...('each' in sample && !groupings.includes(sample.by)
      ? [wrong('by', fieldSays('oneOf', { options: groupings }), sample.by)]
      : [])
  ];
}

const tooFew = { all: 'fewUnits', agree: 'fewAgree', differ: 'fewDiffer', 'no-group': 'fewWithoutGroup' } as const;

/** Faults of the sizes given the units to draw from. `held` of the run's units cannot be used. */
export function sizeProblems(units: readonly Candidate[], sizes: SampleSizes, held: number): Problem[] {
  const columns = 'items' in sizes || 'each' in sizes ? ['items'] : ['allAgree', 'someDiffer'];
  if ('each' in sizes && units.length === 0)
    return [wrong('items', fieldSays('noUnits', { held }), String(sizes.each))];
  if ('reports' in sizes) {
    const there = new Set(units.map(({ reportId }) => reportId)).size;
    return sizes.reports > there
      ? [wrong('items', fieldSays('fewReports', { n: there, held }), String(sizes.reports))]
      : [];
  }
  return strata(units, sizes).flatMap(({ part, group, size, units: there }, i) => {
    if (size <= there.length) return [];
    const few = { n: there.length, held };
    return [
      wrong(
        columns[i] ?? columns[0]!,
        part === 'group' ? fieldSays('fewInGroup', { ...few, group }) : fieldSays(tooFew[part], few),
        String(size)
      )
    ];
  });
}

const remedies: Record<Obstacle, Saying> = {
  disabled: fieldSays('accountDisabled'),
  'reads-results': fieldSays('readsResults'),
  'no-annotator': fieldSays('notAnnotator')
};

export function peopleProblems(nominees: readonly Nominee[], chosen: number): Problem[] {
  const unknown = chosen - nominees.length;
  return [
    ...(unknown > 0 ? [wrong('people', fieldSays('unknownPeople', { n: unknown }))] : []),
    ...nominees.flatMap((one) => {
      const obstacle = obstacleTo(one);
      return obstacle ? [wrong('people', remedies[obstacle], one.name)] : [];
    })
  ];
}
