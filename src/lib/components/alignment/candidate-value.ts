import type { JudgeEnsemble } from '../../alignment/ensembles/ensembles.ts';

/** An ensemble as the value of a radio button: `majority ID1 ID2 ID3`. Which rule and judges exist, the domain decides. */
export const candidateValue = ({ rule, judgeIds }: JudgeEnsemble): string => [rule, ...judgeIds].join(' ');

export function readCandidate(value: string): { rule: string; judgeIds: string[] } {
  const [rule = '', ...judgeIds] = value.split(' ').filter((part) => part !== '');
  return { rule, judgeIds };
}
