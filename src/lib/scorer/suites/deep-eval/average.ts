/** The metrics of arXiv 2510.14240, Table 1, whose mean is the average column. */
export const averaged = ['presentation', 'consistency', 'coverage', 'citation-association'] as const;
