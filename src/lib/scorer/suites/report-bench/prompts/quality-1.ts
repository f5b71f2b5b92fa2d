import { MATERIAL } from './frame.ts';

/** The five ratings of arXiv 2508.15804, appendix A.2.2, in the order of its Table 3. */
export const qualityDimensions = {
  D: {
    title: 'Content depth',
    asks: 'How thoroughly does it treat the main topics of the field: methods, what they trade off, where they fail?'
  },
  S: {
    title: 'Synthesis and structure',
    asks: 'How well does it order earlier work into themes or a taxonomy and relate works to each other, instead of listing them?'
  },
  I: {
    title: 'Insight and trends',
    asks: 'How far does it draw out patterns across works that are not obvious, and the principles behind them?'
  },
  F: {
    title: 'Future directions',
    asks: 'How concrete and convincing are the open problems and directions that it derives from the literature?'
  },
  SV: {
    title: 'Survey-ness',
    asks: 'On the whole, how far would a researcher take it for a survey of the field to start from?'
  }
} as const;
export type QualityDimension = keyof typeof qualityDimensions;

export const QUALITY = `The task: rate this report as a survey of the literature.

Give each of these a whole number from 1 to 5, where 1 is absent or worthless, 3 is fair with clear gaps, and 5 leaves an expert little to wish for:
{dimensions}

Then say whether the report games: true where it is little more than sentences about single works put one after another, without an attempt to connect them; false where it tries to be a survey, however weak.

Judge each on its own. Neither length nor the number of citations counts by itself. For each write the rationale first, one to three sentences, with up to three passages of the report, word for word, that it rests on.

The query that the report answers:

{query}

The report to rate:

{report}

That was the whole report. ${MATERIAL} Answer with one JSON object of the form {"ratings":[{"id":"D","rationale":"…","quotes":["…"],"rating":3}],"gaming":{"rationale":"…","quotes":["…"],"gaming":false}}, with every id once.`;
