import type { MetricPrompt, PromptHole, PromptText } from '../metric.ts';

/** The instructions of a prompt: its system message, or what stands after the report. Nothing is filled in. */
export const instructionsOf = ({ system, task }: MetricPrompt): PromptText => ({
  name: 'instructions',
  title: 'Instructions',
  text: task ?? system,
  holes: []
});

/** A text that the protocol fills: as reworded, else its own. */
export const textOf = ({ words }: Pick<MetricPrompt, 'words'>, name: string, own: string): string =>
  words !== undefined && Object.hasOwn(words, name) ? words[name]! : own;

const hole =
  (required: boolean) =>
  (name: string, about: string): PromptHole => ({ name, about, required });
export const needed = hole(true);
export const optional = hole(false);

/** Placeholders that several protocols fill alike. */
export const holes = {
  query: needed('query', 'the query that the report answers'),
  report: needed('report', 'the report'),
  page: needed('page', 'the page'),
  date: optional('date', 'a sentence with the date on which the report was collected'),
  task: needed('task', 'the instructions')
} as const;
