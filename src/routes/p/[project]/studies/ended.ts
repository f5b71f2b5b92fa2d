import type { Run } from '$lib/scorer/runs/runs.server.ts';

/** Only a run that has ended can be sampled: its verdicts change no more. */
export const hasEnded = ({ status }: Pick<Run, 'status'>): boolean => status !== 'waiting' && status !== 'running';
