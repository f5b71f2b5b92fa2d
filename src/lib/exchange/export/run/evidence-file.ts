import type { EvidenceChain } from '../../../scorer/evidence-chain.ts';
import type { Verdict } from '../../../scorer/verdict.ts';

/** Where a verdict stands: run, metric, judge and report. */
interface EvidenceOf {
  run: number;
  metric: string;
  judge: string;
  repeat: number;
  system: string;
  qid: string;
  report: string;
  item: string;
}

/** One verdict with everything that led to it: as stored (`verdict`), and as its page shows it (`chain`). */
export const writeEvidenceJson = (
  of: EvidenceOf,
  { verdict, chain }: { verdict: Verdict; chain: EvidenceChain }
): string => `${JSON.stringify({ ...of, verdict, chain }, null, 2)}\n`;
