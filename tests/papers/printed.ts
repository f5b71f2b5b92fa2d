/**
 * Figures that the papers print, by paper. A test looks each of them up in the papers' text if that is at hand, so that a
 * slip in copying shows.
 */

/** Table 1 of arXiv 2510.14240: presentation, consistency, coverage, citation association. */
export const leaderboard000 = {
  'single-agent web': {
    'GPT-5': [71.6, 68.3, 83.4, 67.6],
    'GPT-4.1': [66.0, 65.9, 63.6, 50.6],
    'GPT-5-mini': [61.4, 66.9, 80.5, 55.5],
    'Gemini 2.5 Pro': [51.9, 76.5, 73.1, 38.5],
    'Claude 4 Sonnet': [81.9, 67.3, 49.2, 37.9],
    'Claude 4.1 Opus': [81.6, 67.5, 50.8, 35.6],
    'Perplexity Sonar Reasoning': [82.1, 73.0, 40.7, 52.6],
    'Perplexity Sonar Reasoning Pro': [79.6, 71.9, 46.7, 50.1]
  },
  'single-agent deep research': {
    'OpenAI o3 Deep Research': [71.3, 64.2, 85.0, 25.6],
    'OpenAI o4-mini Deep Research': [74.3, 62.3, 78.6, 27.2],
    'Perplexity Sonar Deep Research': [83.5, 67.4, 65.5, 36.6],
    'Grok-4 Deep Research': [69.1, 57.4, 86.3, 49.5],
    'Gemini Deep Research': [62.1, 63.0, 75.8, 52.1]
  },
  'multi-agent': {
    Manus: [75.0, 63.1, 73.3, 45.6],
    'Grok-4 Heavy Deep Research': [75.9, 59.4, 89.3, 48.0],
    'Deerflow+': [78.8, 69.9, 61.6, 77.0],
    'Open Deep Research': [81.0, 71.3, 65.3, 76.9]
  }
} as const;

/** Table 1 of the earlier version of arXiv 2510.14240: the last dimension differs, and a column of averages is printed. */
export const leaderboard003: Record<string, { association: number; average: number }> = {
  'GPT-5': { association: 69.0, average: 73.1 },
  'GPT-4.1': { association: 66.9, average: 65.6 },
  'GPT-5-mini': { association: 62.2, average: 67.7 },
  'Gemini 2.5 Pro': { association: 44.9, average: 61.6 },
  'Claude 4 Sonnet': { association: 50.8, average: 62.3 },
  'Claude 4.1 Opus': { association: 47.2, average: 61.8 },
  'Perplexity Sonar Reasoning': { association: 61.7, average: 64.4 },
  'Perplexity Sonar Reasoning Pro': { association: 65.0, average: 65.8 },
  'OpenAI o3 Deep Research': { association: 30.9, average: 62.9 },
  'OpenAI o4-mini Deep Research': { association: 32.1, average: 61.8 },
  'Perplexity Sonar Deep Research': { association: 52.1, average: 67.1 },
  'Grok-4 Deep Research': { association: 64.7, average: 69.4 },
  'Gemini Deep Research': { association: 64.6, average: 66.4 },
  Manus: { association: 53.8, average: 66.3 },
  'Grok-4 Heavy Deep Research': { association: 64.7, average: 72.3 },
  'Deerflow+': { association: 81.4, average: 72.9 },
  'Open Deep Research': { association: 77.2, average: 73.7 }
};

/** Table 7 of arXiv 2510.14240 (Table 2 of its earlier version): errors of three kinds, and their total. */
export const citationErrors000 = [
  [4.2, 1.7, 13.3, 19.2],
  [6.8, 6.8, 33.4, 47.0],
  [5.0, 5.2, 19.7, 29.9],
  [11.1, 10.1, 43.8, 65.0],
  [6.3, 6.4, 61.5, 74.2],
  [11.9, 11.6, 68.4, 91.9]
] as const;

/** Shares of task categories in arXiv 2510.14240, appendix I, in percent. */
export const categories000 = [24.5, 22.8, 16.7, 8.2, 6.5, 5.2, 4.8, 4.3, 3.5, 2.0, 1.5] as const;

/** Table 3 of arXiv 2606.12871: user preference of 17 systems by group. */
export const preference001 = {
  native: [2.42, 2.4, 2.41, 2.17, 2.48],
  'with search tools': [2.79, 2.89, 2.63, 2.68, 2.6, 2.67],
  'with a coding agent': [2.65, 2.87, 2.58, 2.65, 2.61, 2.51]
} as const;

/** Table 3 of arXiv 2606.12871 in the order of `preference001`: subtask pass, instruction following, factuality, rationality. */
export const dimensions001 = [
  [0.228, 0.967, 0.616, 0.856],
  [0.241, 0.961, 0.663, 0.778],
  [0.184, 0.973, 0.635, 0.765],
  [0.119, 0.934, 0.612, 0.662],
  [0.301, 0.917, 0.731, 0.909],
  [0.261, 0.976, 0.796, 0.82],
  [0.484, 0.982, 0.835, 0.93],
  [0.291, 0.976, 0.73, 0.802],
  [0.25, 0.972, 0.784, 0.775],
  [0.215, 0.97, 0.728, 0.786],
  [0.208, 0.96, 0.776, 0.757],
  [0.206, 0.971, 0.756, 0.809],
  [0.478, 0.989, 0.813, 0.933],
  [0.262, 0.971, 0.684, 0.821],
  [0.265, 0.965, 0.767, 0.809],
  [0.223, 0.964, 0.718, 0.796],
  [0.199, 0.967, 0.718, 0.782]
] as const;

/**
 * Table 6 of arXiv 2606.12871, the six models with search tools and the same six in a coding agent: reference accuracy, refer–claim
 * consistency, web searches, page readings.
 */
export const traces001 = {
  'with search tools': [
    [0.739, 0.845, 15.7, 11.9],
    [0.814, 0.906, 31.6, 18.8],
    [0.705, 0.824, 9.4, 2.8],
    [0.71, 0.792, 17.7, 15.0],
    [0.762, 0.787, 13.7, 4.6],
    [0.654, 0.769, 9.6, 11.2]
  ],
  'with a coding agent': [
    [0.701, 0.85, 17.1, 5.1],
    [0.741, 0.897, 22.5, 15.0],
    [0.768, 0.834, 11.5, 1.9],
    [0.773, 0.846, 14.6, 7.7],
    [0.772, 0.807, 12.7, 4.1],
    [0.679, 0.739, 11.5, 6.3]
  ]
} as const;

/** Table 5 of arXiv 2606.12871: accuracy of judges against people, in percent, on three dimensions. */
export const judges001 = {
  'GPT-5.2': [92.1, 91.7, 91.4],
  'Gemini-2.5-Pro': [94.5, 93.1, 93.8],
  'Claude-4.5-Sonnet': [95.1, 94.5, 95.7],
  'Gemini-3-flash': [96.5, 94.2, 95.3]
} as const;

/** Tables 3 and 4 of arXiv 2606.12871: main result, and mean ± SD over three repeats, for three systems. */
export const repeats001 = [
  { name: 'GPT-search', main: [2.89, 98.2, 83.5, 93.0], repeat: [2.9, 98.3, 83.6, 93.4], sd: [0.007, 0.3, 0.2, 0.4] },
  {
    name: 'Claude-search',
    main: [2.79, 97.6, 79.6, 82.0],
    repeat: [2.78, 97.8, 78.5, 81.5],
    sd: [0.01, 0.2, 1.0, 0.5]
  },
  { name: 'Gemini-search', main: [2.63, 97.6, 73.0, 80.2], repeat: [2.64, 97.7, 69.9, 80.5], sd: [0.01, 0.1, 2.7, 0.9] }
] as const;

/** Table 3 of arXiv 2509.01396: supported, contradicted and omitted keypoints in percent, English then Chinese. */
export const keypoints002 = [
  [50.0, 8.9, 41.1],
  [85.0, 5.0, 10.0],
  [78.7, 8.5, 12.8],
  [55.6, 16.7, 27.8],
  [62.5, 10.9, 26.6],
  [76.5, 5.9, 17.6],
  [77.8, 2.8, 19.4],
  [60.6, 6.1, 33.3],
  [77.2, 4.3, 18.5],
  [75.8, 18.2, 6.1],
  [65.1, 14.3, 20.6],
  [76, 12, 12],
  [78.7, 3.4, 18],
  [80, 16, 4],
  [83.3, 7.5, 9.2],
  [50, 13.8, 36.2]
] as const;

/** Figure 4 of arXiv 2509.01396: the same three shares over all tasks. */
export const keypointFigure002 = [
  [78.9, 6.1, 14.9],
  [77.1, 5.0, 17.9],
  [72.5, 9.6, 18.0],
  [72.3, 10.8, 16.9],
  [69.6, 4.3, 26.1],
  [68.2, 13.6, 18.2],
  [64.6, 7.3, 28.1],
  [64.1, 10.3, 25.5]
] as const;

/** Table 4 of arXiv 2509.01396: composite, string, TF-IDF and overlap similarity in percent; the last row is the average. */
export const leakage002 = [
  [9.8, 10.4, 7.1, 14.1],
  [9.4, 7.7, 7.2, 17.2],
  [14.8, 22.4, 8.3, 12.4],
  [13.6, 17.9, 8.9, 14.4],
  [10.5, 5.7, 9.4, 21.9],
  [13.8, 20.8, 7.5, 12.4],
  [13.7, 22.2, 6.9, 10.1],
  [14.8, 22.2, 8.4, 12.7]
] as const;
export const leakageAverage002 = [12.6, 16.1, 8.0, 14.4] as const;

/** Table 3 of arXiv 2508.15804: five mean scores on 1 to 5 and a rate in percent, said to be over all 100 tasks. */
export const content004 = {
  'Gemini-2.5-Pro': { means: [3.137, 2.756, 2.397, 2.023, 2.779], rate: 6.1 },
  'Claude-4-Sonnet': { means: [3.93, 3.364, 3.039, 3.248, 3.519], rate: 1.6 },
  o3: { means: [4.066, 3.582, 3.27, 3.041, 3.721], rate: 2.3 },
  'Gemini Deep Research': { means: [4.56, 4.16, 4.07, 4.07, 4.48], rate: 0.0 },
  'OpenAI Deep Research': { means: [4.107, 3.756, 3.55, 3.756, 3.954], rate: 0.8 }
} as const;

/** Table 1 of arXiv 2508.15804: precision, recall, references a report; match rate and factual accuracy in percent. */
export const references004 = {
  'OpenAI Deep Research': { scores: [0.385, 0.033], references: 9.89, rates: [78.87, 95.83] },
  'Gemini Deep Research': { scores: [0.145, 0.036], references: 32.42, rates: [72.94, 92.21] },
  'Gemini-2.5-Flash': { scores: [0.237, 0.012], references: 5.47, rates: [44.88, 98.52] },
  'Gemini-2.5-Pro': { scores: [0.269, 0.01], references: 4.27, rates: [59.24, 96.08] },
  o3: { scores: [0.299, 0.031], references: 12.26, rates: [31.43, 82.22] },
  'Claude-4-Sonnet': { scores: [0.337, 0.021], references: 6.74, rates: [73.67, 92.64] }
} as const;

/** Table 2 of arXiv 2508.15804: recall in percent by quarter of citation counts, least cited first. */
export const quarters004 = {
  'Gemini-2.5-Flash': [0.4, 0.7, 0.8, 1.8],
  'Gemini-2.5-Pro': [0.3, 0.6, 0.9, 1.3],
  o3: [1.0, 1.8, 3.0, 3.5],
  'Claude-4-Sonnet': [1.0, 1.8, 2.3, 2.3],
  'Gemini Deep Research': [1.8, 2.7, 3.0, 3.3],
  'OpenAI Deep Research': [1.3, 2.3, 3.2, 3.3]
} as const;

/** Table 4 of arXiv 2508.15804, the GPT judge; the other judge's figures are those of Table 1. */
export const otherJudge004 = {
  'Gemini-2.5-Pro': { scores: [0.29, 0.011], rates: [52.55, 91.44] },
  o3: { scores: [0.321, 0.031], rates: [32.01, 72.61] },
  'Claude-4-Sonnet': { scores: [0.365, 0.024], rates: [64.21, 84.06] }
} as const;

/** Table 5 of arXiv 2508.15804: Gemini-2.5-Pro with at most 3, 5 and 10 calls of tools. */
export const budgets004 = [
  { calls: 3, scores: [0.249, 0.008], rates: [50.32, 96.79] },
  { calls: 5, scores: [0.269, 0.01], rates: [59.24, 96.08] },
  { calls: 10, scores: [0.275, 0.008], rates: [57.2, 95.71] }
] as const;

/** Tables 1, 4 and 5 of arXiv 2508.15804: precision, recall, match rate and factual accuracy that are printed in several of them. */
export const repeated004 = ['0.269', '0.010', '59.24', '96.08', '0.299', '0.031', '31.43', '82.22', '0.337', '0.021', '73.67', '92.64'] as const; // prettier-ignore

/**
 * "Alignment of LLM judges with human experts" of arXiv 2510.14240, Appendix C: percentages; judges are Gemini 2.5 Pro, GPT-5 and
 * Claude 4 Sonnet, the pair is the first two.
 */
export const appendixC = {
  amongJudges: {
    presentation: { all: 67.8, pair: 83.6 },
    coverage: { all: 81.5, pair: 89.4 },
    depth: { all: 78.8, pair: 89.6 }
  },
  people: {
    presentation: { n: 300, gemini: 95, gpt5: 85, either: 98.3 },
    coverage: { n: 72, either: 100 },
    depth: { n: 40, agreed: 95, preferred: 92.5 },
    issues: { n: 128, consistency: 82, association: 85.9 },
    citations: { n: 200, either: 87.1 }
  }
} as const;
