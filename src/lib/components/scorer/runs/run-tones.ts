/** Tone of the badge for each state of a run, whether it scores or makes. */
export const runTones = {
  running: 'ok',
  waiting: 'open',
  paused: 'warn',
  cancelled: 'warn',
  failed: 'danger',
  incomplete: 'warn',
  done: 'ok'
} as const;
