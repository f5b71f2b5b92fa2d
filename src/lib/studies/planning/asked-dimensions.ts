import { findMetric } from '../../scorer/suites/index.ts';
import type { StudySettings } from './study-settings.ts';

/** Dimensions in which people give each text whole points from 0 to `most`. */
export interface AskedDimensions {
  most: number;
  list: { name: string; title: string; /** Its meaning, as a judge reads it. */ about: string }[];
}

/** The dimensions in which a study asks for points: those of its metric; null if it asks for none. */
export function askedDimensions({
  metric,
  settings
}: {
  metric: string;
  settings: StudySettings;
}): AskedDimensions | null {
  const dimensions = settings.dimensions === true ? findMetric(metric)?.dimensions : undefined;
  return dimensions
    ? { most: dimensions.most, list: dimensions.list.map(({ name, title, about }) => ({ name, title, about })) }
    : null;
}
