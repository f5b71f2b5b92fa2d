/** States of a making run with their tones and words. */
export const makingStates = {
  running: ['ok', 'Running'],
  waiting: ['open', 'Waiting to start'],
  paused: ['warn', 'Paused'],
  cancelled: ['warn', 'Cancelled'],
  failed: ['danger', 'Failed'],
  incomplete: ['warn', 'Done, with failures'],
  done: ['ok', 'Done']
} as const;
