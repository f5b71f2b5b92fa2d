import type { GoldReference } from '../../../scorer/suites/report-bench/gold-list.ts';
import type { PromptLevel } from '../../../scorer/suites/report-bench/surveys/domains.ts';
import type { JsonObject } from '../../format/json-value.ts';

/** A gold reference as a line of ReportBench's own files, which `report-bench.ts` reads. */
export const goldLine = ({ key, title, authors, year, arxiv, doi }: GoldReference): JsonObject => ({
  bib_id: key,
  title,
  author: authors ?? '',
  meta_info: { ...(year !== null && { year }), ...(doi !== null && { doi }), ...(arxiv !== null && { eprint: arxiv }) }
});

/** A task as a line of ReportBench's own file, with the level of its prompt, which the official file does not tell. */
export const taskLine = (
  metadata: JsonObject,
  arxiv: string,
  task: { domain: string; prompt: string; level: PromptLevel }
): JsonObject => {
  const { id: _, arxiv_id: __, ...rest } = metadata;
  return { arxiv_id: arxiv, ...rest, application_domain: task.domain, prompt: task.prompt, level: task.level };
};
