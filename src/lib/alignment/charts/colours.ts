/**
 * The design's colours that charts and self-contained files use, light and dark, by the names of the style sheet
 * (components/styles/tokens.css, from which a test keeps them from drifting away).
 */
export const colours = {
  desk: ['#edf3ee', '#111412'],
  sheet: ['#fbfdfb', '#181c19'],
  sunk: ['#e1eae3', '#0c0f0d'],
  ink: ['#19231e', '#dfe4e1'],
  'ink-2': ['#404b45', '#b1b8b3'],
  'ink-3': ['#5a6560', '#99a09b'],
  line: ['#d4dbd6', '#2b312d'],
  'line-2': ['#b4bdb7', '#424a45'],
  'line-control': ['#7a837d', '#6e7771'],
  accent: ['#0a553b', '#88d0a9'],
  'accent-tint': ['#d5eddf', '#1b3227'],
  agree: ['#1f5790', '#8cbdec'],
  disagree: ['#9d4014', '#ee9f6e'],
  warn: ['#79520a', '#e5be77'],
  'seq-1': ['#ebf5f0', '#13221b'],
  'seq-1-ink': ['#19231e', '#dfe4e1'],
  'seq-2': ['#d0e8dd', '#193328'],
  'seq-2-ink': ['#19231e', '#dfe4e1'],
  'seq-3': ['#b0d9c6', '#204737'],
  'seq-3-ink': ['#19231e', '#dfe4e1'],
  'seq-4': ['#8fc5ae', '#2d5f4b'],
  'seq-4-ink': ['#19231e', '#dfe4e1'],
  'seq-5': ['#6cad92', '#569178'],
  'seq-5-ink': ['#19231e', '#08100c'],
  'seq-6': ['#327b60', '#6eae92'],
  'seq-6-ink': ['#ffffff', '#08100c'],
  'seq-7': ['#12543e', '#8fcaaf'],
  'seq-7-ink': ['#ffffff', '#08100c']
} as const satisfies Record<string, readonly [light: string, dark: string]>;

export type Colour = keyof typeof colours;
