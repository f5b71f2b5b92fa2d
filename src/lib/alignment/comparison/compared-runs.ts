import type { LabelFit } from '../../studies/labels/label-fit.ts';
import type { ComparedJudge, Flip } from './compare.ts';

/** A judge in one run. */
export interface JudgeOfRun {
  /** `run:judge id`. */
  id: string;
  /** With its run: `openai:gpt-6-sol @ run 3`. */
  name: string;
  run: number;
  judgeId: string;
  spec: string;
  fingerprint: string;
}

/** A flip with what it is about, to be read. */
export interface ShownFlip extends Omit<Flip, 'from' | 'to'> {
  judge: string;
  reportId: string;
  qid: string;
  system: string;
  text: string;
  /** Label of the reference judge, of the judge, and of people together. */
  before: string;
  now: string;
  people: string;
}

export interface ComparedRuns {
  study: { number: number; name: string; metric: string };
  runs: { number: number; name: string; fit: LabelFit }[];
  /** Name of the figures. */
  measure: string;
  short: string;
  asked: number;
  compared: number;
  queries: number;
  /** Whether figures are weighted to the run because items had unequal chances. */
  weighted: boolean;
  /** Judges without a label on any item. */
  silent: string[];
  reference: string;
  judges: (JudgeOfRun & Omit<ComparedJudge, 'id' | 'flips'> & { flips: Record<Flip['towards'], number> })[];
  /** Null while labels are to come and the person has not unblinded the study: single items stay closed. */
  flips: ShownFlip[] | null;
}
