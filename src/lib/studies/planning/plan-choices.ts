import type { Metric } from '../../scorer/metric.ts';
import {
  isNamedStudyKind,
  kindsFor,
  type StudyKind,
  type StudyKindName,
  studyKinds,
  usualKind
} from '../kinds/index.ts';
import { scaleInWords } from '../labels/label-scale.ts';
import { takesOwnWords } from './gold-units.ts';
import { type Nominee, type Obstacle, obstacleTo } from '../study/nominees.ts';

const optionsOf = ({ options }: StudyKind) => options.map(({ label, title }) => ({ label, title }));

const takesLabelsOfMetric = ({ unit }: StudyKind): boolean => unit?.scale === 'by-metric';

/** Metrics as the form of a plan offers them, each with the kinds of study that can ask about it. */
export const metricsToAsk = (metrics: readonly Metric[]) =>
  metrics.map(({ name, title, question, protocol, dimensions }) => ({
    ...{ name, title, question },
    /** Further questions to people; null for most. */
    dimensions: dimensions
      ? `Points, 0 to ${dimensions.most}, for each report in each dimension of ${dimensions.of}`
      : null,
    kinds: kindsFor(protocol).map((kind) => kind.name),
    /** Answers of those kinds of study that take the metric's own labels. */
    options: kindsFor(protocol).filter(takesLabelsOfMetric).flatMap(optionsOf)
  }));

/** Kinds of study to choose from: those with a name of their own, and those made from the units of these metrics. */
export function kindsToChoose(metrics: readonly Pick<Metric, 'protocol'>[]) {
  const made = metrics.flatMap(({ protocol }) => kindsFor(protocol)).filter(({ name }) => !isNamedStudyKind(name));
  const all: StudyKind[] = [...Object.values(studyKinds), ...new Map(made.map((kind) => [kind.name, kind])).values()];
  return all.map((kind) => ({
    ...{ name: kind.name, title: kind.title, about: kind.about },
    ...{ dimensions: kind.dimensions, multiSelect: kind.multiSelect },
    labels: takesLabelsOfMetric(kind) ? 'those of the metric' : scaleInWords(kind.scale),
    /** Why judges say nothing in it; null if they do. */
    unjudged: kind.judges.from === 'nothing' ? kind.judges.why : null,
    options: optionsOf(kind),
    byMetric: takesLabelsOfMetric(kind),
    ownWords: takesOwnWords(kind)
  }));
}

/** The kind of study that a plan begins with: the first that can ask about the metric. */
export const firstKindFor = (metric: Pick<Metric, 'protocol'> | undefined): StudyKindName =>
  ((metric && kindsFor(metric.protocol)[0]?.name) || usualKind) as StudyKindName;

/** Metrics that ask the same items of every report, with these. */
export const fixedItems = (metrics: readonly Metric[]) =>
  metrics.flatMap(({ name, title, items }) =>
    items === null ? [] : [{ name, title, items: items.map(({ key, text }) => ({ key, text })) }]
  );

const because: Record<Obstacle, string> = {
  disabled: 'has a disabled account',
  'reads-results': 'is a lead, viewer or admin and can read the results, so the verdicts would not be blind',
  'no-annotator': 'is not an annotator of this project'
};

/** Members as the form of a plan lists them, with what keeps them from judging blind. */
export const peopleToChoose = (members: readonly (Nominee & { email: string })[]) =>
  members.map(({ userId, name, email, ...standing }) => {
    const obstacle = obstacleTo(standing);
    return { userId, name, email, obstacle: obstacle && because[obstacle] };
  });
