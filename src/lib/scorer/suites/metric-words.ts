import { libraryTextIn } from '../../messages/library-text.ts';
import { findMetric, suiteWith } from './index.ts';

/** The title of a metric as its suite has it, by its name; a metric that is not known has its name alone. */
export const metricTitle = (name: string): string => findMetric(name)?.title ?? name;

/** The title of a metric in a language, by its name. That of a rubric is its author’s; a metric that is not known has its name alone. */
export function metricTitleIn(language: string, name: string): string {
  return titleIn(language, { name, title: metricTitle(name) });
}

/** The title of a metric that is at hand, in a language. */
export const titleIn = (language: string, { name, title }: { name: string; title: string }): string =>
  suiteWith(name) ? libraryTextIn(language)(title) : title;

/** A metric within a sentence: in English by its name, as in `agreement on coverage`, elsewhere by its title. */
export const metricWordIn = (language: string, name: string): string =>
  language === 'en' ? name : metricTitleIn(language, name);

/** Metrics with their titles in a language. */
export const metricsTitledIn = <Titled extends { name: string; title: string }>(
  language: string,
  metrics: readonly Titled[]
): Titled[] => metrics.map((metric) => ({ ...metric, title: metricTitleIn(language, metric.name) }));
