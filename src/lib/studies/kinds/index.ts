import { refuse } from '../../errors.ts';
import type { Metric, Protocol } from '../../scorer/metric.ts';
import { allUnits, findMetric, scaleOfUnit, unitNamed } from '../../scorer/suites/index.ts';
import type { UnitDefinition } from '../../scorer/unit-definition.ts';
import { checklistItemKind } from './checklist-item.ts';
import { claimSupport } from './claim-support.ts';
import { guidelinePage } from './guideline-page.ts';
import { issueSearch } from './issue-search.ts';
import { issueValidity } from './issue-validity.ts';
import type { StudyKind } from './kind.ts';
import { preferenceKind } from './preference.ts';
import { ranking } from './ranking.ts';
import { scoreKind } from './score.ts';
import { canBeAsked, studyOfUnit } from './unit-study.ts';
import { userPreference } from './user-preference.ts';

export { CANNOT_JUDGE, type Option, type StudyKind } from './kind.ts';

/**
 * The kinds of study that have a name of their own, in the order of display. To add one, write its file and name it here. All other kinds of units that people can be asked
 * about have a study made from their definition: `unit-` and the name of the unit.
 */
export const studyKinds = {
  'checklist-item': checklistItemKind,
  preference: preferenceKind,
  'issue-validity': issueValidity,
  'issue-search': issueSearch,
  'claim-support': claimSupport,
  'user-preference': userPreference,
  score: scoreKind,
  ranking
} as const satisfies Record<string, StudyKind>;

export type NamedStudyKind = keyof typeof studyKinds;
export type StudyKindName = NamedStudyKind | `unit-${string}`;

/** The kind of a study that names none. */
export const usualKind: NamedStudyKind = 'checklist-item';

/** The kind of a stored study, or of a planned one; the usual one if it names none. See `kindByName`. */
export const kindOfStudy = ({ kind, metric }: { kind?: string | null | undefined; metric: string }): StudyKind =>
  kindByName(kind ?? usualKind, metric);

export const studyKindNames = Object.keys(studyKinds) as [NamedStudyKind, ...NamedStudyKind[]];

/** The kinds of study in which people list issues, by the answer that a list goes with. */
export const listingKinds = (): { name: string; lists: string }[] =>
  Object.values<StudyKind>(studyKinds).flatMap(({ name, lists }) => (lists === undefined ? [] : [{ name, lists }]));

/** The name of the study that is made from a unit's definition and asks its question. */
export const studyKindOfUnit = (unit: string): StudyKindName => `unit-${unit}`;

export const isNamedStudyKind = (name: string): name is NamedStudyKind => Object.hasOwn(studyKinds, name);

/** A unit as a study asks about it, under the name of that study. */
interface AskedUnit {
  name: string;
  unit: UnitDefinition;
}

/** The studies that are made from a unit's definition: one for its question, and one for each further question about it. */
const askedAbout = (unit: UnitDefinition): AskedUnit[] => [
  ...(unit.asked === null || hasOwnStudy(unit) ? [] : [{ name: studyKindOfUnit(unit.name), unit }]),
  ...(unit.furtherQuestions ?? []).map((asked) => ({
    name: `unit-${unit.name}-${asked.name}`,
    unit: { ...unit, asked }
  }))
];

/** The unit that a study is made from by this name; undefined if there is none, or it has a kind of study of its own. */
const unitOf = (name: string): AskedUnit | undefined =>
  allUnits()
    .flatMap(askedAbout)
    .find((one) => one.name === name);

const hasOwnStudy = ({ name }: UnitDefinition): boolean =>
  Object.values(studyKinds).some(({ units }) => units === name);

export const isStudyKind = (name: string): name is StudyKindName =>
  isNamedStudyKind(name) || unitOf(name) !== undefined;

/**
 * The kind of that name, or a refusal that lists the names there are.
 *
 * @param metric Whose units are asked about: the labels of some units are those of the metric
 */
export function kindByName(name: string, metric: string): StudyKind {
  const judged = findMetric(metric);
  if (isNamedStudyKind(name)) return inWordsOf(judged, studyKinds[name]);
  const asked = unitOf(name);
  if (asked) {
    const ofMetric = judged?.protocol.unit.kind === asked.unit.name ? scaleOfUnit(judged.protocol.unit) : null;
    return studyOfUnit(asked.unit, ofMetric, name);
  }
  const names = [...studyKindNames, ...allUnits().flatMap((unit) => askedAbout(unit).map((one) => one.name))];
  return refuse.invalid(`There is no kind of study named ${JSON.stringify(name)}. Kinds: ${names.join(', ')}.`);
}

/** The kind in the words of a metric about whose own units it asks; as it is if the metric has none. */
function inWordsOf(metric: Pick<Metric, 'asked' | 'protocol'> | undefined, kind: StudyKind): StudyKind {
  if (!metric?.asked || metric.protocol.unit.kind !== kind.units) return kind;
  const { about, question, guideline } = metric.asked;
  const { title, asked, examples, traps } = guideline;
  return { ...kind, about, question, guideline: guidelinePage(title, asked, examples, traps) };
}

/** Whether units of the protocol can be asked of people in this kind of study. */
export const samples = (kind: StudyKind, protocol: Pick<Protocol, 'unit'>): boolean =>
  kind.onlyWhere ? protocol.unit.kind === kind.onlyWhere : kind.units === 'report' || kind.units === protocol.unit.kind;

/** The kinds of study made from the definition of a protocol's units; none if they have one of their own, or are not asked. */
function madeFor({ unit: { kind, ...own } }: Pick<Protocol, 'unit'>): StudyKind[] {
  const scale = scaleOfUnit({ kind, ...own });
  return askedAbout(unitNamed(kind)).flatMap(({ name, unit }) =>
    canBeAsked(unit, scale) ? [studyOfUnit(unit, scale, name)] : []
  );
}

/** The kinds of study that a metric can be sampled for. */
export const kindsFor = (protocol: Pick<Protocol, 'unit'>): StudyKind[] => [
  ...madeFor(protocol),
  ...Object.values(studyKinds).filter((kind) => samples(kind, protocol))
];
