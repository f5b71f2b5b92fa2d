import { attentionForAnchors } from '$lib/alignment/monitoring/anchor-attention.server.ts';
import { attentionForSuccession } from '$lib/alignment/succession/succession-attention.server.ts';
import { attentionForStopping } from '$lib/alignment/sequential/attention-stopping.server.ts';
import { attentionForJudges } from '$lib/alignment/monitoring/attention.server.ts';
import { attentionForStudyQuestions } from '$lib/studies/own-work/attention.server.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';
import { messagesIn } from '$lib/messages/words.ts';
import type { Attention } from '$lib/scorer/attention.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';

/**
 * Due tasks of each domain for the lead.
 *
 * @param now in ms
 * @param language of the reader
 */
export const attentionIn = (db: Db, lead: ProjectGrant<'read-results'>, now: number, language: string): Attention[] => [
  ...withNextStep(
    attentionForJudges(db, lead, now, language),
    attentionForSuccession(db, lead, language),
    messagesIn(language, 'attention')
  ),
  ...attentionForAnchors(db, lead, now, language),
  ...attentionForStudyQuestions(db, lead, language),
  ...attentionForStopping(db, lead, language)
];

/** An adoption that is open again is one matter with the run whose judges may succeed: it says why, and leads to the comparison. */
export function withNextStep(
  judges: readonly Attention[],
  successions: readonly Attention[],
  say: Words<Messages['attention']>
): Attention[] {
  const isOpen = ({ kind, metric }: Attention, of: string | undefined): boolean =>
    metric !== undefined && metric === of && (kind === 'changed' || kind === 're-opened');
  return [
    ...judges.map((one) => {
      const next = successions.find(({ metric }) => isOpen(one, metric));
      return next ? { ...one, reason: say.keepsScores({ reason: one.reason }), action: { ...next.action, label: say.compareJudges } } : one; // prettier-ignore
    }),
    ...successions.filter(({ metric }) => !judges.some((one) => isOpen(one, metric)))
  ];
}
