import type { Metric } from '../../../metric.ts';
import type { OwnSetting } from '../../../own-settings.ts';
import type { MaterialKind, Suite } from '../../../suite.ts';
import { dailyReportFigures } from '../figures/index.ts';
import { reportTables } from '../figures/one-report.ts';
import { compareTwoSystems } from '../figures/two-systems.ts';
import { dailyFactuality, dailyPreference, dailyRationality } from '../judging/cascade-metrics.ts';
import { dailySchemas } from '../judging/daily-replies.ts';
import { dailyInstruction } from '../judging/instruction.ts';
import { dailyReportUnits } from '../judging/unit-kinds.ts';
import { dailyCodeBook } from '../code-book.ts';
import { dailyTaskMaterial } from '../task-kind.ts';
import { pooledShares } from '../scores/report-scores.ts';
import { CITATIONS, CLAIMS, DUPLICATES, QUERIES, REST } from '../prompts/daily-claims-1.ts';
import {
  CHECK,
  LIMIT_FROM,
  LIMIT_UNTIL,
  NEXT,
  PAGE_VERDICT,
  SHOWN_IN_PART,
  SHOWN_WHOLE
} from '../prompts/daily-evidence-1.ts';
import { dailyMetaEvaluation } from '../people/daily-meta-evaluation.ts';
import { dailyPromptOf } from '../prompts/daily-frame.ts';
import { REQUIREMENTS } from '../prompts/daily-instruction-1.ts';
import { PARAGRAPHS, REASONING } from '../prompts/daily-reasoning-1.ts';

/**
 * One prompt for all metrics: a question that several of them ask about a report has one key, so that a run asks it once.
 */
const prompt = dailyPromptOf(
  '1',
  {
    ...{ REQUIREMENTS, CLAIMS, REST, DUPLICATES, QUERIES, CITATIONS, CHECK, NEXT, PAGE_VERDICT, PARAGRAPHS, REASONING },
    ...{ SHOWN_WHOLE, SHOWN_IN_PART, LIMIT_UNTIL, LIMIT_FROM }
  },
  dailySchemas
);

const ownSettings: readonly OwnSetting[] = [
  {
    ...{ name: 'rounds', title: 'Rounds of search', about: 'How often a claim is searched for at most.' },
    ...{ values: { least: 1, most: 10 }, usual: 3 }
  },
  {
    ...{ name: 'evidence-date', title: 'Dates of evidence' },
    about:
      'Which pages count if the task limits the dates of evidence. A page of the very day and an undated page count both ways.',
    values: [
      { value: 'until', title: 'pages until the limit' },
      { value: 'from', title: 'pages from the limit on, as the printed prompt says' }
    ],
    usual: 'until'
  },
  {
    ...{ name: 'votes', title: 'Votes on a page', values: { least: 1, most: 9 }, usual: 1 },
    about:
      'How often each verifier votes on what a page says; one verifier with one vote is asked once for all queries. Ties are undecided.'
  }
];

const common = { items: null, settings: {}, rejected: null, prompt, material: 'daily-report' } as const;
const percent = { min: 0, max: 100, better: 'higher' } as const;
const searching = { needs: { search: true }, ownSettings } as const;

/** arXiv 2606.12871: everyday search tasks with subtasks, judged in a cascade of instruction, facts and reasoning. */
export const dailyReport: Suite = {
  name: 'daily-report',
  title: 'DailyReport',
  units: dailyReportUnits,
  material: dailyTaskMaterial as MaterialKind,
  codeBook: dailyCodeBook,
  metaEvaluation: dailyMetaEvaluation,
  grouping: { by: 'system-kind' },
  figures: dailyReportFigures,
  reportTables,
  comparison: compareTwoSystems,
  metrics: [
    {
      ...{ ...common, ...searching },
      name: 'daily-preference',
      title: 'Daily user preference',
      question: 'How well does the report serve its user, from 1 to 4, by its subtasks and their importance?',
      protocol: dailyPreference,
      scale: { min: 1, max: 4, better: 'higher' },
      source: 'arXiv 2606.12871, section 4.3'
    },
    {
      ...common,
      name: 'daily-instruction',
      title: 'Daily instruction following',
      question: 'How well does the report follow the instruction of each subtask?',
      protocol: dailyInstruction,
      scale: percent,
      aggregation: { by: 'pooled', share: pooledShares.ins },
      source: 'arXiv 2606.12871, section 4.2'
    },
    {
      ...{ ...common, ...searching },
      name: 'daily-factuality',
      title: 'Daily factuality',
      question: 'How many factual claims of the subtasks that the report follows are correct?',
      protocol: dailyFactuality,
      scale: percent,
      aggregation: { by: 'pooled', share: pooledShares.fac },
      source: 'arXiv 2606.12871, section 4.2'
    },
    {
      ...common,
      name: 'daily-rationality',
      title: 'Daily rationality',
      question: 'How sound is the reasoning in the subtasks that the report follows?',
      protocol: dailyRationality,
      scale: percent,
      aggregation: { by: 'pooled', share: pooledShares.rat },
      source: 'arXiv 2606.12871, section 4.2'
    }
  ] satisfies Metric[]
};
