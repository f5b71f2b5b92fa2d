import { Option } from 'commander';
import type { InProject } from './study-place.ts';

export interface UnblindOptions {
  unblind?: boolean;
  reason?: string;
}

export const unblindOption = (): Option =>
  new Option('--unblind', 'unblind figures under embargo; your name is recorded');

export const lookReasonOption = (): Option =>
  new Option('--reason <text>', 'with --unblind before labelling is complete: reason for the interim look; it is recorded'); // prettier-ignore

/** How a command shows labels and figures that are refused, as sentences. */
export const howToUnblind = {
  embargoed: 'Unblind them with --unblind; your name is recorded',
  blinded: 'Give a reason for an interim look with --unblind and --reason; it is recorded'
} as const;

/**
 * Records what `--unblind` asks for: the reason for an interim look, then the end of the embargo. Both are for good, so neither is
 * recorded if the other is refused.
 */
export async function unblindStudy(
  { db, manage, reading }: InProject,
  studyId: string,
  { unblind: asked, reason }: UnblindOptions
): Promise<void> {
  if (!asked) return;
  const { liftEmbargo, procedureState } = await import('../lib/alignment/preregistration/preregistrations.server.ts');
  const { isBlinded, requireUnblinded, unblind } = await import('../lib/studies/labels/unblinding.server.ts');
  if (reason !== undefined && isBlinded(db, manage, studyId)) unblind(db, manage, studyId, reason);
  if (!procedureState(db, reading, studyId).embargoed) return;
  requireUnblinded(db, manage, studyId, howToUnblind.blinded);
  liftEmbargo(db, manage, studyId);
}
