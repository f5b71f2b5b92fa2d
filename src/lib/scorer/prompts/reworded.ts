import type { MetricPrompt, PromptWording } from '../metric.ts';
import { fingerprint } from '../runs/fingerprint.ts';

/** Texts of a prompt by their names. */
export type PromptTexts = Readonly<Record<string, string>>;

export const textsOf = ({ texts }: Pick<PromptWording, 'texts'>): PromptTexts =>
  Object.fromEntries(texts.map(({ name, text }) => [name, text]));

/**
 * A prompt with other texts in the frame of a version that ships with the program: delimiters, order of material, reply schema and
 * the request to reply again stay. Its hash covers the frame and every text.
 */
export function rewordedPrompt(
  frame: MetricPrompt,
  { version, texts, about }: { version: string; texts: PromptTexts; about: string }
): MetricPrompt {
  const { instructions = '', ...words } = texts;
  return {
    ...{ ...frame, version, about, words },
    ...(frame.task === undefined ? { system: instructions } : { task: instructions }),
    hash: fingerprint({ frame: frame.hash, texts })
  };
}
