/**
 * Reworded prompts of this process by their hash. A hash covers every word, so that one hash is one prompt in every project, and
 * knowing a prompt twice changes nothing.
 */
import type { MetricPrompt } from '../metric.ts';

const known = new Map<string, MetricPrompt>();

const keyOf = (metric: string, hash: string): string => `${metric} ${hash}`;

export const knowPrompt = (metric: string, prompt: MetricPrompt): void =>
  void known.set(keyOf(metric, prompt.hash), prompt);

/** The reworded prompt of a metric with this hash; undefined if none is known here. */
export const knownPrompt = (metric: string, hash: string): MetricPrompt | undefined => known.get(keyOf(metric, hash));
