import { attentionForAnchors } from '$lib/alignment/monitoring/anchor-attention.server.ts';
import { attentionForSuccession } from '$lib/alignment/succession/succession-attention.server.ts';
import { attentionForStopping } from '$lib/alignment/sequential/attention-stopping.server.ts';
import { attentionForJudges } from '$lib/alignment/monitoring/attention.server.ts';
import { attentionForStudyQuestions } from '$lib/studies/own-work/attention.server.ts';
import type { Attention } from '$lib/scorer/attention.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';

/** What each domain names as due for the lead. @param now in ms */
export const attentionIn = (db: Db, lead: ProjectGrant<'read-results'>, now: number): Attention[] => [
  ...withNextStep(attentionForJudges(db, lead, now), attentionForSuccession(db, lead)),
  ...attentionForAnchors(db, lead, now),
  ...attentionForStudyQuestions(db, lead),
  ...attentionForStopping(db, lead)
];

/** An adoption that is open again is one matter with the run whose judges may succeed: it says why, and leads to the comparison. */
export function withNextStep(judges: readonly Attention[], successions: readonly Attention[]): Attention[] {
  const isOpen = ({ kind, metric }: Attention, of: string | undefined): boolean =>
    metric !== undefined && metric === of && (kind === 'changed' || kind === 're-opened');
  return [
    ...judges.map((one) => {
      const next = successions.find(({ metric }) => isOpen(one, metric));
      return next ? { ...one, reason: `${one.reason} The leaderboard keeps its scores until you decide.`, action: { ...next.action, label: 'Compare judges' } } : one; // prettier-ignore
    }),
    ...successions.filter(({ metric }) => !judges.some((one) => isOpen(one, metric)))
  ];
}
