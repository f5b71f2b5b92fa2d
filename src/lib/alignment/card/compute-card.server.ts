import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { canonicalJson } from '../../canonical-json.ts';
import { signingKey } from '../../server/signing/signing-key.ts';
import { closedLabels } from '../adoption/embargo.server.ts';
import { listDecisions, type Adoption } from '../adoption/decisions.server.ts';
import { readProcedure, type ReadProcedure } from '../procedure/procedure.server.ts';
import { cardFigures, type CardFigures } from './card-figures.ts';
import type { CardContents } from './card.ts';
import { secretHash } from './commitment.server.ts';
import { pseudonymousEvidence, type CardEvidence, type PseudonymousEvidence } from './evidence.ts';
import { publicName } from './public-name.ts';

const leadSays = sayingsOf('leadRefusals');

/** Evidence and figures of a card: the slow part, which needs no lock. */
export interface ComputedCard extends PseudonymousEvidence {
  adoption: Adoption;
  read: ReadProcedure;
  results: CardFigures;
  salt: string;
}

/** Computes what a card of an adoption states; refused if nothing was adopted, and if labels are closed or changed since. */
export function computeCard(
  db: Db,
  reading: ProjectGrant<'read-results'>,
  { adoptionId, contents }: { adoptionId: string; contents: CardContents }
): ComputedCard {
  const adoption = adoptionOf(db, reading, adoptionId);
  if (contents.labels === 'pseudonymous' && closedLabels(db, reading, adoption.studyId) !== null)
    refuse.isClosed(leadSays('cardLabelsOpen'));
  const key = signingKey(db);
  const read = readProcedure(db, reading, adoption.studyId, { runId: adoption.runId ?? undefined });
  const salt = secretHash(key, `labels of ${adoption.id}`);
  const { judges } = read.ratings;
  const place = (id: string): string => judges.find((judge) => judge.id === id)?.name ?? '';
  const made = pseudonymousEvidence(
    {
      ratings: read.ratings,
      plan: adoption.figures.analysisPlan,
      facts: read.facts,
      resampling: read.resampling,
      ensemble: {
        rule: adoption.ensemble.rule,
        judgeIds: adoption.ensemble.judges.map(({ judgeId }) => judgeId).sort((a, b) => (place(a) < place(b) ? -1 : 1))
      }
    },
    (userId) => secretHash(key, `${adoption.id} ${userId}`),
    ({ name }) => publicName(name)
  );
  // Members of JSON come back in another order, and figures must follow from what is written.
  const evidence = JSON.parse(canonicalJson(made.evidence)) as CardEvidence;
  const results = cardFigures(evidence);
  requireDecidedFigures(adoption, results, read.procedureHash);
  return { ...made, evidence, adoption, read, results, salt };
}

type Stated = string | number | null;

/** A figure of a card in a sentence, with all its digits. */
const stated = (value: Stated): string | Saying => (value === null ? leadSays('undefinedFigure') : String(value));

/**
 * A card states the figures that were decided on; if labels or verdicts changed since, or this version of the program computes
 * others from the same input, there is no such card.
 */
function requireDecidedFigures({ figures }: Adoption, results: CardFigures, inputHash: string): void {
  const agreement = results.figures.find(({ key }) => key === 'agreement');
  const { candidate, gates } = figures;
  const pairs: [Saying, Stated, Stated][] = [
    [leadSays('cardAgreement'), candidate?.agreement.value ?? null, agreement?.value ?? null],
    [leadSays('cardItems'), candidate?.agreement.n ?? 0, agreement?.n ?? 0],
    ...gates.flatMap((gate): [Saying, Stated, Stated][] => {
      const now = results.gates.find(({ name }) => name === gate.name);
      return [
        [leadSays('cardGate', { gate: gate.name }), gate.state, now?.state ?? null],
        [leadSays('cardGate', { gate: gate.name }), gate.value, now?.value ?? null]
      ];
    })
  ];
  const changed = pairs.find(([, then, now]) =>
    typeof then === 'number' && typeof now === 'number' ? Math.abs(then - now) > 1e-6 : then !== now
  );
  if (changed) {
    const [figure, before, now] = changed;
    const same = figures.inputHash === inputHash ? 'yes' : 'no';
    refuse.conflict(leadSays('cardFiguresChanged', { same, figure, before: stated(before), now: stated(now) }));
  }
}

/** The adoption that a card is about; refused if nothing was adopted. */
function adoptionOf(db: Db, grant: ProjectGrant<'read-results'>, adoptionId: string): Adoption {
  const decision = listDecisions(db, grant).find(({ id }) => id === adoptionId) ?? refuse.notFound('decision');
  const { ensemble } = decision;
  return ensemble === null ? refuse.conflict(leadSays('noCard')) : { ...decision, ensemble };
}
