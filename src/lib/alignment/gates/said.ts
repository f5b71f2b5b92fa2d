import { paragraphIn, sayIn } from '../../messages/say-in.ts';
import type { Saying } from '../../messages/sayings.ts';
import type { Gate, GatePart } from './gate.ts';

/** A finding, with its English text. */
export const withFinding = (...said: readonly Saying[]): Pick<Gate, 'finding' | 'said'> => ({
  finding: paragraphIn('en', said),
  said
});

/** The name of a part, with its English text. */
export const namedPart = (said: Saying): Pick<GatePart, 'name' | 'said'> => ({ name: sayIn('en', said), said });
