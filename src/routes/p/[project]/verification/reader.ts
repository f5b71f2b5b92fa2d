import type { VerificationReader } from '$lib/verification/rounds/round.server.ts';
import { may } from '$lib/server/auth/authorize.ts';
import { grantFor, personOf } from '../../../grants.ts';

type Asked = Parameters<typeof grantFor>[0];

/** The project with the least grant that lets a person read of its verification: each role has one. */
export function readerFor(event: Asked): {
  project: ReturnType<typeof grantFor>['project'];
  grant: VerificationReader;
} {
  const { grant } = grantFor(event, 'enter');
  const person = personOf(event.locals);
  const access =
    (['manage', 'read-benchmark', 'annotate', 'review', 'adjudicate'] as const).find((one) =>
      may(person, grant.resource, one)
    ) ?? 'read-benchmark';
  return grantFor(event, access);
}
