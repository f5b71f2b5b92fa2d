import type { ToDo } from '../../../things-to-do.ts';
import type { Board, StageLine } from '$lib/verification/monitoring/board.server.ts';
import type { BatchRow } from '$lib/verification/inspection/inspections.server.ts';
import { many } from '$lib/components/shared/format.ts';

interface State {
  board: Board;
  lines: readonly StageLine[];
  batches: readonly Pick<BatchRow, 'number' | 'obstacle' | 'inspections'>[];
}

/** What a round waits for, most pressing first. Addresses are within the round. */
export function nextSteps({ board, lines, batches }: State): ToDo[] {
  const steps: ToDo[] = [];
  const { round, inStage, rows, openFlags } = board;
  if (round.status === 'finalised') return steps;
  if (round.status === 'paused')
    steps.push({
      tone: 'warn',
      word: 'paused',
      what: 'No rating can be committed',
      detail: 'texts are saved as drafts',
      to: '#state',
      button: 'Resume'
    });
  if (openFlags > 0)
    steps.push({
      tone: 'warn',
      word: 'asked',
      what: `${many(openFlags, 'question')} to you ${openFlags === 1 ? 'is' : 'are'} not answered`,
      detail: 'annotators continue and rate by their best judgement',
      to: '/questions',
      button: 'Answer'
    });
  for (const batch of batches) {
    if (batch.obstacle === null)
      steps.push({
        tone: 'ok',
        word: 'ready',
        what: `Batch ${batch.number} can be inspected`,
        detail: 'the server draws the sample at the start',
        to: '/inspections',
        button: 'Open sampling plan'
      });
    const [last] = batch.inspections;
    if (last?.status === 'returned' && batch.obstacle !== null && last.note === '')
      steps.push({
        tone: 'disagree',
        word: 'sent back',
        what: `Inspection ${last.number} sent batch ${batch.number} back`,
        detail: last.verdict
          ? `${last.verdict.disagreements} of ${last.verdict.sample} disagree; write a note to annotators`
          : '',
        to: `/inspections/${last.id}`,
        button: 'Open disagreements'
      });
  }
  for (const line of lines) {
    const where = rows.filter((row) => row.stage === line.stage).length;
    if (line.free > 0 && where > 0 && line.stage !== 'inspection' && line.stage !== 'adjudication')
      steps.push({
        tone: 'open',
        word: 'open',
        what: `${many(line.free, 'piece')} of ${line.stage} ${line.free === 1 ? 'is' : 'are'} taken by nobody yet`,
        detail: 'the next available people get them',
        to: '#people',
        button: 'People'
      });
  }
  if (inStage.done + inStage.adjudication === rows.length && inStage.adjudication > 0)
    steps.push({
      tone: 'open',
      word: 'settle',
      what: `${many(inStage.adjudication, 'query', 'queries')} in adjudication`,
      detail: 'finalise the round with open subjects, or wait',
      to: '/finalise',
      button: 'Open subjects'
    });
  if (inStage.done === rows.length)
    steps.unshift({
      tone: 'ok',
      word: 'settled',
      what: 'All subjects are decided',
      detail: 'finalise the round as a dataset version',
      to: '/finalise',
      button: 'Finalise'
    });
  return steps;
}
