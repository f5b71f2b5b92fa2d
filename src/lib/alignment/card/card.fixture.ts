import { canonicalJson } from '../../canonical-json.ts';
import { sha256 } from '../../server/db/id.ts';
import { defaultAnalysisPlan } from '../preregistration/analysis-plan.ts';
import { plainFacts, worldOf } from '../procedure/procedure.fixture.ts';
import { cardFigures } from './card-figures.ts';
import { CARD_FORMAT, usualContents, type JudgeCard } from './card.ts';
import { evidenceCommitment } from './commitment.server.ts';
import { pseudonymousEvidence, type CardEvidence, type OpenEvidence } from './evidence.ts';
import { notCoveredBy } from './not-covered.ts';
import { publicName } from './public-name.ts';

const world = { seed: 3, people: 3, right: 0.95, judges: [0.95, 0.93, 0.9] } as const;

/** A study of a known world as the database would give it. */
export function openSample(size = { queries: 8, perQuery: 6 }): OpenEvidence {
  const ratings = worldOf({ ...world, ...size, judges: [...world.judges] });
  const judges = ratings.judges.map(({ id }) => id);
  return {
    ratings,
    plan: defaultAnalysisPlan(judges),
    facts: plainFacts(ratings),
    resampling: { resamples: 200, seed: 4 },
    ensemble: { judgeIds: judges, rule: 'majority' }
  };
}

export const sampleEvidence = (
  shuffled: (id: string) => string = sha256,
  size?: Parameters<typeof openSample>[0]
): CardEvidence => evidenceOf(openSample(size), shuffled);

/** The evidence of a study as a card has it. */
export const evidenceOf = (open: OpenEvidence, shuffled: (id: string) => string = sha256): CardEvidence =>
  JSON.parse(
    canonicalJson(pseudonymousEvidence(open, shuffled, ({ name }) => publicName(name)).evidence)
  ) as CardEvidence;

/** A card of such a study, as it is before it is signed. */
export function sampleCard(size?: Parameters<typeof openSample>[0]): JudgeCard {
  const evidence = sampleEvidence(sha256, size);
  const results = cardFigures(evidence);
  const salt = sha256('salt');
  const base = {
    adoption: {
      ...{ metric: 'coverage', title: 'Coverage', at: '2026-09-14T16:00:00.000Z', outcome: 'adopt' as const },
      ...{ rule: 'majority' as const, judges: evidence.judges.map(({ id }) => id), ensemble: 'J0 + J1 + J2, majority' },
      ...{ against: false, acknowledged: false }
    },
    prompt: { name: 'coverage', version: '1', hash: sha256('prompt') },
    preregistration: {
      revisions: [{ revision: 1, at: '2026-09-02T10:14:00.000Z', labels: 0, opened: false, sha256: sha256('plan') }],
      plan: evidence.plan,
      opened: { at: '2026-09-14T15:00:00.000Z', labels: evidence.items.length * 3 }
    },
    evidence: {
      study: { number: 1, name: 'First', people: 3, mostPeople: 3 },
      run: { number: 1, name: 'Run 1' },
      carriedOver: null,
      dataset: { number: 1, hash: sha256('dataset'), queries: 8 },
      ...{ items: evidence.items.length, labels: evidence.items.length * 3, queries: 8, reports: 16, systems: 2 },
      ...{ categories: 0, languages: { en: 8 }, verdicts: evidence.items.length * 3, unscored: 0 }
    },
    results,
    ledger: null
  };
  return JSON.parse(
    canonicalJson({
      ...base,
      format: CARD_FORMAT,
      number: 1,
      project: 'Summer heat',
      software: { name: 'voirdire', version: '0.0.0' },
      signer: 'Ines Carvalho',
      judges: evidence.judges.map(({ id, name }) => ({
        ...{ id, name, provider: 'scripted', model: name, settings: { temperature: 0 }, fingerprint: sha256(name) },
        ...{ adopted: true, served: [{ version: `${name}-0611`, calls: 96 }], calls: { total: 96, answered: 96 } }
      })),
      protocol: { unit: 'item', settings: {}, repeats: 2 },
      scale: evidence.scale,
      notCovered: notCoveredBy(base),
      included: usualContents,
      labels: { commitment: evidenceCommitment(evidence, salt), data: evidence, salt },
      names: {},
      hashes: { queries: {}, reports: {} }
    } satisfies JudgeCard)
  ) as JudgeCard;
}
