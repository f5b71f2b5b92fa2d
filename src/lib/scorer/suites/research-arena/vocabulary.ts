/** Terms of DeepResearch Arena (arXiv 2509.01396): disciplines, phases, families of tasks. */

/** The twelve disciplines of Figure 3, in its order. */
export const disciplines = {
  'science-technology': 'Science & Technology',
  design: 'Design',
  education: 'Education',
  finance: 'Finance',
  games: 'Games',
  hardware: 'Hardware',
  health: 'Health',
  history: 'History',
  industrial: 'Industrial',
  art: 'Art',
  literature: 'Literature',
  software: 'Software'
} as const;
export type Discipline = keyof typeof disciplines;
export const disciplineNames = Object.keys(disciplines) as Discipline[];

export const phases = { synthesize: 'Synthesize', design: 'Design', evaluate: 'Evaluate' } as const;
export type Phase = keyof typeof phases;

/** The ten families of tasks with their phase, and with what criteria of such a task weigh most (appendix D). */
export const families = {
  'literature-survey': {
    ...{ title: 'Literature survey', phase: 'synthesize' },
    emphasis: 'how complete the coverage is and how good the sources are'
  },
  'trend-scan': {
    ...{ title: 'Trend or market scan', phase: 'synthesize' },
    emphasis: 'how accurate the data is and how much insight into the trend it gives'
  },
  'requirements-gathering': {
    ...{ title: 'Requirements gathering', phase: 'synthesize' },
    emphasis: 'whether all stakeholders are covered and their needs validated'
  },
  'hypothesis-generation': {
    ...{ title: 'Hypothesis generation', phase: 'design' },
    emphasis: 'whether hypotheses can be tested and rest on theory'
  },
  'method-blueprint': {
    ...{ title: 'Method or experiment blueprint', phase: 'design' },
    emphasis: 'how rigorous and how feasible the method is'
  },
  'prototype-specification': {
    ...{ title: 'Prototype or system specification', phase: 'design' },
    emphasis: 'how accurate and complete the technical specification is'
  },
  'evaluation-metric-design': {
    ...{ title: 'Evaluation metric design', phase: 'design' },
    emphasis: 'whether the metric is valid and can be applied'
  },
  'empirical-test': {
    ...{ title: 'Empirical or simulation test', phase: 'evaluate' },
    emphasis: 'how rigorous the statistics are and how results are interpreted'
  },
  'replicability-review': {
    ...{ title: 'Replicability and bias review', phase: 'evaluate' },
    emphasis: 'how clear the method is and whether biases are found'
  },
  'comparative-analysis': {
    ...{ title: 'Comparative analysis', phase: 'evaluate' },
    emphasis: 'how fair the comparison is and how deep the analysis goes'
  }
} as const satisfies Record<string, { title: string; phase: Phase; emphasis: string }>;
export type Family = keyof typeof families;
export const familyNames = Object.keys(families) as Family[];

export const difficulties = { basic: 'Basic', advanced: 'Advanced' } as const;
export type Difficulty = keyof typeof difficulties;

/** Languages that the paper's Table 3 sets side by side. */
export const languages = { en: 'English', zh: 'Chinese' } as const;
export type Language = keyof typeof languages;
