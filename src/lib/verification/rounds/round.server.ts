import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { schema } from '../../server/db/client.ts';

/** A round as it is stored. */
export type VerificationRound = typeof schema.verificationRound.$inferSelect;

/** Every member with a task in a verification may read that its rounds exist. */
export type VerificationReader = ProjectGrant<'manage' | 'read-benchmark' | 'annotate' | 'review' | 'adjudicate'>;
