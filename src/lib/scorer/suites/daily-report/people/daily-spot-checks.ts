import type { SpotCheckQuestion } from '../../../unit-definition.ts';

/** Spot checks of arXiv 2606.12871, section 5.5: factuality and rationality are hard to label blind in long reports. */
export const claimSpotCheck: SpotCheckQuestion = {
  title: 'Verified claims',
  about: 'People see how a claim was verified and say whether the verdict is right.',
  question: 'Is this the right verdict for this claim?',
  errors: {
    wording: 'Claim wording',
    questions: 'Questions',
    search: 'Search',
    page: 'Page verdict',
    official: 'Official or other',
    aggregation: 'Aggregation',
    citation: 'Citation check'
  }
};

export const paragraphSpotCheck: SpotCheckQuestion = {
  title: 'Paragraphs of reasoning',
  about: 'People see a paragraph with the judge’s verdict and reasons and say whether it is right.',
  question: 'Is this the right verdict for this paragraph?',
  errors: {
    paragraph: 'Wrong paragraph',
    claims: 'Claims not set aside',
    missed: 'Error missed',
    'no-error': 'Named error is none'
  }
};
