import type { Metric } from '../../../metric.ts';
import type { MaterialKind, Suite } from '../../../suite.ts';
import { citedStatements } from '../judging/cited-statements.ts';
import { contentQuality } from '../judging/content-quality.ts';
import { references } from '../judging/references.ts';
import {
  citedSchema,
  compareSchema,
  pageSchema,
  passagesSchema,
  qualitySchema,
  uncitedSchema,
  voteSchema,
  worksSchema
} from '../judging/replies.ts';
import { reportBenchUnits } from '../judging/unit-kinds.ts';
import { uncitedStatements } from '../judging/uncited-statements.ts';
import { goldListKind } from '../gold-list.ts';
import { promptOf } from '../prompts/frame.ts';
import { QUALITY, qualityDimensions } from '../prompts/quality-1.ts';
import { referencePrompts } from '../prompts/references-1.ts';
import { CITED, COMPARE, PART_OF_PAGE, PASSAGES, UNCITED, VOTE, WHOLE_PAGE } from '../prompts/statements-1.ts';
import { reportBenchFigures } from './tables.ts';

const one = ['{id}'];
const versions = referencePrompts([pageSchema, worksSchema]);
const common = { items: null, settings: {}, rejected: null } as const;
const percent = { min: 0, max: 100, better: 'higher' } as const;

/** arXiv 2508.15804: surveys of the literature, compared with the references of a survey that people wrote. */
export const reportBench: Suite = {
  name: 'report-bench',
  title: 'ReportBench',
  units: reportBenchUnits,
  material: goldListKind as MaterialKind,
  grouping: { by: 'system-kind' },
  figures: reportBenchFigures,
  metrics: [
    {
      ...common,
      name: 'references',
      title: 'References',
      question: 'How many of the works that the report refers to are in the gold list of references?',
      protocol: references,
      prompt: versions[0],
      versions,
      scale: percent,
      aggregation: {
        by: 'mean',
        withZeros: 'precisionOrZero',
        pooled: { counted: 'references', above: 'matched', below: 'references' }
      },
      // A report on a query without a gold list has nothing to be compared with.
      material: 'report-bench'
    },
    {
      ...common,
      name: 'cited-statements',
      title: 'Cited statements',
      question: 'How many statements that cite a web page are supported by passages of that page?',
      protocol: citedStatements,
      prompt: promptOf(
        { name: 'report-bench/cited-statements', version: '1' },
        {
          ...{ CITED, PASSAGES, WHOLE_PAGE, PART_OF_PAGE, COMPARE },
          schemas: [citedSchema, passagesSchema(one), compareSchema(one)]
        }
      ),
      scale: percent,
      aggregation: { by: 'mean', pooled: { counted: 'cited statements', above: 'match', below: 'decided' } }
    },
    {
      ...common,
      name: 'uncited-statements',
      title: 'Uncited statements',
      question: 'How many factual statements without a citation do votes on a web search find correct?',
      protocol: uncitedStatements,
      prompt: promptOf(
        { name: 'report-bench/uncited-statements', version: '1' },
        { UNCITED, VOTE, schemas: [uncitedSchema, voteSchema] }
      ),
      scale: percent,
      aggregation: { by: 'mean', pooled: { counted: 'decided statements', above: 'correct', below: 'decided' } },
      needs: { search: true }
    },
    {
      ...common,
      name: 'content-quality',
      title: 'Content quality',
      question: 'How far is the report a survey of the literature, from 1 to 5?',
      protocol: contentQuality,
      prompt: promptOf(
        { name: 'report-bench/content-quality', version: '1' },
        { QUALITY, dimensions: qualityDimensions, schemas: [qualitySchema(Object.keys(qualityDimensions))] }
      ),
      scale: { min: 1, max: 5, better: 'higher' }
    }
  ] satisfies Metric[]
};
