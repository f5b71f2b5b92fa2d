import { errorInWords, type JudgeErrorAnswer, type RevealOpinion } from '../../../studies/export/judge-errors.ts';
import { writeTableCsv, type CsvColumn } from '../../format/table-csv.ts';

/** Errors of a study's judges as people marked them, for the authors of prompts. */
interface ErrorsToWrite {
  study: { number: number };
  metric: string;
  prompt: { name: string; version: string; hash: string };
  opinions: readonly RevealOpinion[];
  nameOf: (judgeId: string) => string;
}

interface ErrorRow {
  opinion: RevealOpinion;
  said: JudgeErrorAnswer;
}

/** One row for each judge of each unit on which a person would rely on no judge; files of several studies can be joined. */
export function writeJudgeErrorsCsv({ study, metric, prompt, opinions, nameOf }: ErrorsToWrite): string {
  const rows = opinions
    .filter(({ wrong }) => wrong)
    .flatMap((opinion) => opinion.judges.map((said): ErrorRow => ({ opinion, said })));
  const column = (header: string, value: CsvColumn<ErrorRow>['value']): CsvColumn<ErrorRow> => ({ header, value });
  return writeTableCsv(
    [
      column('study', () => study.number),
      column('metric', () => metric),
      column('prompt', () => prompt.name),
      column('prompt_version', () => prompt.version),
      column('prompt_hash', () => prompt.hash),
      column('qid', ({ opinion }) => opinion.qid),
      column('systems', ({ opinion }) => opinion.systems.join(' | ')),
      column('item_id', ({ opinion }) => opinion.itemId),
      column('item', ({ opinion }) => opinion.item),
      column('item_text', ({ opinion }) => opinion.itemText),
      column('rater', ({ opinion }) => opinion.rater),
      column('human_label', ({ opinion }) => opinion.label),
      column('error', ({ opinion }) => opinion.error),
      column('error_in_words', ({ opinion }) => errorInWords(opinion.error ?? 'other')),
      column('note', ({ opinion }) => opinion.note),
      column('judge', ({ said }) => nameOf(said.judgeId)),
      column('state', ({ said }) => said.state),
      column('judge_label', ({ said }) => said.label),
      column('rationale', ({ said }) => said.reason ?? said.rationale),
      column('quotes', ({ said }) => JSON.stringify(said.quotes)),
      column('said_at', ({ opinion }) => new Date(opinion.at).toISOString())
    ],
    rows,
    { bom: true }
  );
}
