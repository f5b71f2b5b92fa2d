/** Ten answers to a survey, r1 to r10: three from enterprise, seven from the general group. */
export const tenAnswers = Array.from({ length: 10 }, (_, i) => ({
  respondent: `r${i + 1}`,
  group: i < 3 ? 'enterprise' : 'general',
  question: `What about ${i}?`,
  matters: 'Sources'
}));
