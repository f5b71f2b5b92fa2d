import type { ToDo } from '../../../things-to-do.ts';
import type { Board, StageLine } from '$lib/verification/monitoring/board.server.ts';
import type { BatchRow } from '$lib/verification/inspection/inspections.server.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';

interface State {
  board: Board;
  lines: readonly StageLine[];
  batches: readonly Pick<BatchRow, 'number' | 'obstacle' | 'inspections'>[];
}

/** Steps for which a round waits, most pressing first. Addresses are within the round. */
export function nextSteps({ board, lines, batches }: State, say: Words<Messages['roundSteps']>): ToDo[] {
  const steps: ToDo[] = [];
  const { round, inStage, openFlags } = board;
  const queries = Object.values(inStage).reduce((sum, n) => sum + n, 0);
  if (round.status === 'finalised') return steps;
  if (round.status === 'paused')
    steps.push({
      tone: 'warn',
      word: say.paused,
      what: say.pausedWhat,
      detail: say.pausedDetail,
      to: '#state',
      button: say.resume
    });
  if (openFlags > 0)
    steps.push({
      tone: 'warn',
      word: say.asked,
      what: say.askedWhat({ n: openFlags }),
      detail: say.askedDetail,
      to: '/questions',
      button: say.answer
    });
  for (const batch of batches) {
    if (batch.obstacle === null)
      steps.push({
        tone: 'ok',
        word: say.ready,
        what: say.readyWhat({ number: batch.number }),
        detail: say.readyDetail,
        to: '/inspections',
        button: say.openPlan
      });
    const [last] = batch.inspections;
    if (last?.status === 'returned' && batch.obstacle !== null && last.note === '')
      steps.push({
        tone: 'disagree',
        word: say.sentBack,
        what: say.sentBackWhat({ inspection: last.number, batch: batch.number }),
        detail: last.verdict ? say.sentBackDetail({ n: last.verdict.disagreements, sample: last.verdict.sample }) : '',
        to: `/inspections/${last.id}`,
        button: say.openDisagreements
      });
  }
  for (const line of lines) {
    const where = inStage[line.stage];
    if (line.withoutTakers > 0)
      steps.push({
        tone: 'warn',
        word: say.stuck,
        what: say.stuckWhat({ stage: line.stage, n: line.withoutTakers }),
        detail: say.stuckDetail,
        to: '#people',
        button: say.people
      });
    if (line.free > line.withoutTakers && where > 0 && line.stage !== 'inspection' && line.stage !== 'adjudication')
      steps.push({
        tone: 'open',
        word: say.open,
        what: say.openWhat({ stage: line.stage, n: line.free }),
        detail: say.openDetail,
        to: '#people',
        button: say.people
      });
  }
  if (inStage.done + inStage.adjudication === queries && inStage.adjudication > 0)
    steps.push({
      tone: 'open',
      word: say.settle,
      what: say.settleWhat({ n: inStage.adjudication }),
      detail: say.settleDetail,
      to: '/finalise',
      button: say.openSubjects
    });
  if (inStage.done === queries)
    steps.unshift({
      tone: 'ok',
      word: say.settled,
      what: say.settledWhat,
      detail: say.settledDetail,
      to: '/finalise',
      button: say.finalise
    });
  return steps;
}
