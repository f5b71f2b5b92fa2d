import { libraryTextIn } from '../../messages/library-text.ts';
import { findMetric, suiteWith } from './index.ts';
import { rubricOfMetric } from './rubrics/known-rubrics.ts';

/** The title of a metric as its suite has it, by its name; a metric that is not known has its name alone. */
export const metricTitle = (name: string): string => findMetric(name)?.title ?? name;

/** The title of a metric in a language, by its name. That of a rubric is its author’s; a metric that is not known has its name alone. */
export function metricTitleIn(language: string, name: string): string {
  return titleIn(language, { name, title: metricTitle(name) });
}

/** The title of a metric that is at hand, in a language. */
export const titleIn = (language: string, { name, title }: { name: string; title: string }): string =>
  suiteWith(name) ? libraryTextIn(language)(title) : title;

/**
 * A metric within a sentence, as in `agreement on citation accuracy`: its title, which loses its capital in English. The title of a rubric is
 * its author’s and stays as it is, as does a name that no suite has.
 */
export function metricWordIn(language: string, name: string): string {
  const title = metricTitleIn(language, name);
  return language === 'en' && suiteWith(name) ? withoutCapital(title) : title;
}

/** Abbreviations keep their capitals. */
const withoutCapital = (title: string): string =>
  title.replace(/^\p{Lu}(?=[\p{Ll}\s])/u, (letter) => letter.toLowerCase());

/** A metric in the name of a run: that of a rubric without the hash that its metric's name ends with. */
export const metricInRunName = (name: string): string => rubricOfMetric(name)?.name ?? name;

/** Metrics with their titles in a language. */
export const metricsTitledIn = <Titled extends { name: string; title: string }>(
  language: string,
  metrics: readonly Titled[]
): Titled[] => metrics.map((metric) => ({ ...metric, title: metricTitleIn(language, metric.name) }));
