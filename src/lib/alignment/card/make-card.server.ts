import { and, eq, max } from 'drizzle-orm';
import { fingerprint } from '../../scorer/runs/fingerprint.ts';
import { judgesOf } from '../../scorer/runs/runs.server.ts';
import { metricByName } from '../../scorer/suites/index.ts';
import { record } from '../../server/audit/audit.ts';
import { authorize, type ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId, sha256 } from '../../server/db/id.ts';
import { canonicalJson } from '../../canonical-json.ts';
import { signContent } from '../../server/signing/signing.ts';
import { signingKey } from '../../server/signing/signing-key.ts';
import { ensembleName } from '../ensembles/ensembles.ts';
import { cardDataset, cardJudge, cardQueries, queryHashes, reportHashes } from './card-facts.server.ts';
import { CARD_FORMAT, CARD_KIND, type CardContents, type JudgeCard } from './card.ts';
import { computeCard, type ComputedCard } from './compute-card.server.ts';
import { evidenceCommitment } from './commitment.server.ts';
import { cardLedger } from './ledger.server.ts';
import { notCoveredBy } from './not-covered.ts';
import { bundleText } from './verify-card.server.ts';

/** Everything that a card is made of besides the database. */
interface CardWish {
  adoptionId: string;
  contents: CardContents;
  /** Version of this program. */
  software: string;
}

/** A card as it was stored. */
export interface MadeCard {
  id: string;
  number: number;
  bundle: string;
  sha256: string;
}

/**
 * Makes the card of an adoption, signs it with the key of this instance and stores it with its number.
 *
 * @param computed by `computeCard`, if another thread did it
 */
export function makeCard(
  db: Db,
  grant: ProjectGrant<'manage'>,
  wish: CardWish,
  computed: ComputedCard = computeCard(db, authorize(grant.actor, grant.resource, 'read-results'), wish)
): MadeCard {
  const { adoption } = computed;
  const key = signingKey(db);
  return write(db, (tx) => {
    const { judgeCard } = schema;
    const last = tx
      .select({ number: max(judgeCard.number) })
      .from(judgeCard)
      .where(eq(judgeCard.projectId, grant.resource.id))
      .get();
    const number = (last?.number ?? 0) + 1;
    const content = cardOf(tx, grant, wish, computed, number);
    const bundle = bundleText(signContent(tx, CARD_KIND, content, { key }));
    const made: MadeCard = { id: newId(), number, bundle, sha256: sha256(bundle) };
    const { actor } = grant;
    tx.insert(judgeCard)
      .values({
        ...made,
        projectId: grant.resource.id,
        adoptionId: adoption.id,
        madeBy: actor.kind === 'person' ? actor.id : null,
        madeByName: actor.name,
        madeAt: Date.now()
      })
      .run();
    record(tx, actor, {
      projectId: grant.resource.id,
      action: 'card.make',
      entity: 'judge_card',
      entityId: made.id,
      detail: { number, adoptionId: adoption.id, sha256: made.sha256, included: { ...wish.contents } }
    });
    return made;
  });
}

function cardOf(
  db: Db,
  grant: ProjectGrant<'manage'>,
  { contents, software }: CardWish,
  { adoption, read, results, salt, evidence, pseudonyms }: ComputedCard,
  number: number
): JudgeCard {
  const { header, ratings, state } = read;
  const decidedUnder = state.preregistrations.find(({ id }) => id === adoption.preregistrationId);
  const runId = adoption.runId ?? runOf(db, adoption.studyId);
  const metric = metricByName(adoption.metric);
  const queries = cardQueries(db, [...pseudonyms.queries.keys()]);
  const named = new Map(evidence.judges.map(({ id, name }) => [id, name]));
  const adopted = new Set(adoption.ensemble.judges.map(({ judgeId }) => judgeId));
  const settings = runId === null ? null : settingsOf(db, runId, adoption.metric);
  const shown = <T>(of: ReadonlyMap<string, string>, value: (id: string) => T | undefined): Record<string, T> =>
    Object.fromEntries(
      [...of].flatMap(([id, name]) => {
        const found = value(id);
        return found === undefined ? [] : [[name, found]];
      })
    );
  const open = contents.labels === 'pseudonymous';
  const language = (tag: string | null): string => tag ?? 'unknown';
  const base = {
    adoption: {
      metric: adoption.metric,
      title: metric.title,
      at: new Date(adoption.decidedAt).toISOString(),
      outcome: adoption.outcome,
      rule: adoption.ensemble.rule,
      judges: [...evidence.ensemble.judgeIds],
      ensemble: ensembleName(evidence.ensemble, (id) => named.get(id)!),
      against: adoption.recommended.against,
      acknowledged: adoption.acknowledged !== null,
      ...(contents.reasons ? { reason: adoption.reason } : {})
    },
    prompt: adoption.ensemble.prompt,
    preregistration: {
      revisions: [...state.preregistrations]
        .filter(({ revision }) => revision <= (decidedUnder?.revision ?? 0))
        .sort((a, b) => a.revision - b.revision)
        .map(({ revision, at, labels, opened, analysisPlan, reason }) => ({
          ...{ revision, at: new Date(at).toISOString(), labels, opened, sha256: fingerprint(analysisPlan) },
          ...(contents.reasons && reason !== '' ? { reason } : {})
        })),
      plan: evidence.plan,
      opened: state.embargoLift && {
        at: new Date(state.embargoLift.at).toISOString(),
        labels: state.embargoLift.labels
      }
    },
    evidence: {
      study: {
        number: header.study.number,
        name: header.study.name,
        people: evidence.people.length,
        mostPeople: Math.max(0, ...evidence.items.map(({ people }) => Object.keys(people).length))
      },
      run: header.run,
      carriedOver: header.carriedOver
        ? { from: header.carriedOver.from, total: header.carriedOver.fit.total, apply: header.carriedOver.fit.apply }
        : null,
      dataset: runId === null ? null : cardDataset(db, runId),
      items: evidence.items.length,
      labels: evidence.items.reduce((sum, { people }) => sum + Object.keys(people).length, 0),
      queries: pseudonyms.queries.size,
      reports: pseudonyms.reports.size,
      systems: new Set(evidence.items.map(({ system }) => system)).size,
      categories: new Set(evidence.items.flatMap(({ category }) => category ?? [])).size,
      languages: countBy(queries.map((query) => language(query.language))),
      verdicts: evidence.items.length * adopted.size,
      unscored: evidence.items.reduce(
        (sum, { judges }) => sum + evidence.ensemble.judgeIds.filter((id) => judges[id] === undefined).length,
        0
      )
    },
    results,
    ledger: cardLedger(db, authorize(grant.actor, grant.resource, 'read-results'), adoption.id, open)
  };
  const { actor } = grant;
  return JSON.parse(
    canonicalJson({
      ...base,
      format: CARD_FORMAT,
      number,
      project: header.project,
      software: { name: 'voirdire', version: software },
      signer: contents.signer && actor.kind === 'person' ? actor.name : null,
      judges:
        runId === null
          ? []
          : judgesOf(db, runId).map((judge) => {
              const id = pseudonyms.judges.get(judge.id)!;
              return cardJudge(db, { runId, metric: adoption.metric }, judge, {
                ...{ id, name: named.get(id)!, adopted: adopted.has(judge.id) }
              });
            }),
      protocol: { unit: metric.protocol.unit.kind, settings: settings?.metric ?? {}, repeats: settings?.repeats ?? 1 },
      scale: ratings.scale,
      notCovered: notCoveredBy(base),
      included: contents,
      labels: {
        commitment: evidenceCommitment(evidence, salt),
        data: open ? evidence : null,
        salt: open ? salt : null
      },
      names: {
        ...(contents.systems ? { systems: shown(pseudonyms.systems, (name) => name) } : {}),
        ...(contents.texts
          ? {
              queries: shown(pseudonyms.queries, (id) => {
                const found = queries.find((query) => query.id === id);
                return found && { qid: found.qid, text: found.text };
              }),
              items: shown(pseudonyms.items, (id) => ratings.items.find(({ itemId }) => itemId === id)?.text)
            }
          : {})
      },
      hashes: open
        ? {
            queries: shown(pseudonyms.queries, (id) => queryHashes(queries).get(id)),
            reports: shown(pseudonyms.reports, (id) => reportHashes(db, [id]).get(id))
          }
        : { queries: {}, reports: {} }
    } satisfies JudgeCard)
  ) as JudgeCard;
}

const countBy = (values: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

const runOf = (db: Db, studyId: string): string | null =>
  db.select({ runId: schema.study.runId }).from(schema.study).where(eq(schema.study.id, studyId)).get()?.runId ?? null;

function settingsOf(
  db: Db,
  runId: string,
  metric: string
): { metric: Record<string, unknown>; repeats: number } | null {
  const { run, runMetric } = schema;
  const found = db
    .select({ settings: runMetric.settings, options: run.options })
    .from(runMetric)
    .innerJoin(run, eq(run.id, runMetric.runId))
    .where(and(eq(runMetric.runId, runId), eq(runMetric.metric, metric)))
    .get();
  return found ? { metric: { ...found.settings }, repeats: found.options.repeats } : null;
}
