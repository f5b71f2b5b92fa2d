import type { Metric } from '../../../metric.ts';
import type { MaterialKind, Suite } from '../../../suite.ts';
import { adaptiveCriteria } from '../judging/adaptive-criteria.ts';
import { keyPointsProtocol } from '../judging/key-points.ts';
import { pointsSchema, ratingSchema } from '../judging/replies.ts';
import { researchArenaUnits } from '../judging/unit-kinds.ts';
import { researchTaskKind } from '../material.ts';
import { arenaCorrelation } from '../people/arena-correlation.ts';
import { madeOfTask, makersAndJudgesFigure } from './makers-and-judges.ts';
import { researchArenaFigures } from './tables.ts';
import { criterionPrompt, keyPointPrompts } from '../prompts/judging-1.ts';

const versions = keyPointPrompts(pointsSchema(['{id}']));
// A report on a task without criteria or key points has nothing to be judged by.
const common = { items: null, settings: {}, rejected: null, material: 'research-arena' } as const;

/** arXiv 2509.01396: research tasks made from talks, judged by key points of cited sources and by criteria made for each task. */
export const researchArena: Suite = {
  name: 'research-arena',
  title: 'DeepResearch Arena',
  material: researchTaskKind as MaterialKind,
  units: researchArenaUnits,
  grouping: { by: 'query-domain' },
  correlation: arenaCorrelation,
  madeForJudging: madeOfTask,
  figures: [...researchArenaFigures, makersAndJudgesFigure],
  metrics: [
    {
      ...common,
      name: 'key-points',
      title: 'Key points',
      question: 'How many key points of the sources that reports on the query cite does the report support?',
      protocol: keyPointsProtocol,
      prompt: versions[0],
      versions,
      scale: { min: 0, max: 100, better: 'higher' },
      values: '% of key points supported',
      aggregation: { by: 'mean', pooled: { counted: 'key points', above: 'supported', below: 'set' } },
      source: 'arXiv 2509.01396, equations 4–8'
    },
    {
      ...common,
      name: 'adaptive-criteria',
      title: 'Adaptive criteria',
      question: 'How well does the report meet the weighted criteria of its task, from 0 to 10?',
      protocol: adaptiveCriteria,
      prompt: criterionPrompt(ratingSchema),
      scale: { min: 0, max: 10, better: 'higher' },
      source: 'arXiv 2509.01396, ACE'
    }
  ] satisfies Metric[]
};
