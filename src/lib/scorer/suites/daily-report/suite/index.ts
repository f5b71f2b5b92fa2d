import type { Metric } from '../../../metric.ts';
import type { MaterialKind, Suite } from '../../../suite.ts';
import { dailyReportFigures } from '../figures/index.ts';
import { reportTables } from '../figures/one-report.ts';
import { compareTwoSystems } from '../figures/two-systems.ts';
import { requirementsSchema } from '../judging/daily-replies.ts';
import { dailyInstruction } from '../judging/instruction.ts';
import { dailyReportUnits } from '../judging/unit-kinds.ts';
import { dailyCodeBook } from '../code-book.ts';
import { dailyTaskMaterial } from '../task-kind.ts';
import { pooledShares } from '../scores/report-scores.ts';
import { dailyPromptOf } from '../prompts/daily-frame.ts';
import { REQUIREMENTS } from '../prompts/daily-instruction-1.ts';

/**
 * One prompt for all metrics: a question that several of them ask about a report has one key, so that a run asks it once.
 */
const prompt = dailyPromptOf('1', { REQUIREMENTS }, [requirementsSchema(['{id}'])]);

const common = { items: null, settings: {}, rejected: null, prompt, material: 'daily-report' } as const;
const percent = { min: 0, max: 100, better: 'higher' } as const;

/** arXiv 2606.12871: everyday search tasks with subtasks, judged in a cascade of instruction, facts and reasoning. */
export const dailyReport: Suite = {
  name: 'daily-report',
  title: 'DailyReport',
  units: dailyReportUnits,
  material: dailyTaskMaterial as MaterialKind,
  codeBook: dailyCodeBook,
  grouping: { by: 'system-kind' },
  figures: dailyReportFigures,
  reportTables,
  comparison: compareTwoSystems,
  metrics: [
    {
      ...common,
      name: 'daily-instruction',
      title: 'Daily instruction following',
      question: 'How well does the report follow the instruction of each subtask?',
      protocol: dailyInstruction,
      scale: percent,
      aggregation: { by: 'pooled', share: pooledShares.ins },
      source: 'arXiv 2606.12871, section 4.2'
    }
  ] satisfies Metric[]
};
