import type { Metric } from '../../metric.ts';
import type { Suite } from '../../suite.ts';
import { directRating, reportFirstRating } from '../../protocols/direct-rating/direct-rating.ts';
import {
  citationAccuracyRatingPrompt,
  citationAssociationRatingPrompt,
  consistencyRatingPrompt,
  coverageRatingPrompt,
  depthRatingPrompt,
  presentationRatingPrompt
} from './prompts/ratings-1.ts';

const REJECTED =
  'Single ratings agreed with people in fewer than 60% of cases and changed much from run to run when the authors of DeepEval tried them (arXiv 2510.14240, section 4), so this metric is there for comparison.';

const rating = (
  metric: Pick<Metric, 'name' | 'comparedWith' | 'title' | 'question' | 'prompt'>,
  rejected = REJECTED
): Metric => ({
  ...metric,
  protocol: directRating,
  versions: [metric.prompt, reportFirstRating(metric.prompt, '2')],
  items: null,
  settings: {},
  scale: { min: 0, max: 10, better: 'higher' },
  rejected
});

/** The protocol that arXiv 2510.14240 rejects, one metric beside each of DeepEval's, so that the two can be compared. */
export const directRatings: Suite = {
  name: 'direct-rating',
  title: 'Direct ratings',
  grouping: { by: 'system-kind' },
  metrics: [
    rating({
      name: 'presentation-rating',
      comparedWith: 'presentation',
      title: 'Presentation, rated directly',
      question: 'How well is the report structured, worded and cited, from 0 to 10?',
      prompt: presentationRatingPrompt
    }),
    rating({
      name: 'consistency-rating',
      comparedWith: 'consistency',
      title: 'Consistency, rated directly',
      question: 'How far does the report agree with itself, from 0 to 10?',
      prompt: consistencyRatingPrompt
    }),
    rating({
      name: 'coverage-rating',
      comparedWith: 'coverage',
      title: 'Coverage, rated directly',
      question: 'How completely does the report answer the query, from 0 to 10?',
      prompt: coverageRatingPrompt
    }),
    rating(
      {
        name: 'depth-rating',
        comparedWith: 'depth',
        title: 'Depth, rated directly',
        question: 'How deep is the analysis, from 0 to 10?',
        prompt: depthRatingPrompt
      },
      'Single ratings agreed with people in fewer than 60% of cases, and those of depth moved by more than half of the scale between runs (arXiv 2510.14240, section 4), so this metric is there for comparison.'
    ),
    rating({
      name: 'citation-association-rating',
      comparedWith: 'citation-association',
      title: 'Citation association, rated directly',
      question: 'How far do claims come with sources, from 0 to 10?',
      prompt: citationAssociationRatingPrompt
    }),
    rating({
      name: 'citation-accuracy-rating',
      comparedWith: 'citation-accuracy',
      title: 'Citation accuracy, rated directly',
      question: 'How far are the cited sources likely to support the claims, from 0 to 10?',
      prompt: citationAccuracyRatingPrompt
    })
  ]
};
