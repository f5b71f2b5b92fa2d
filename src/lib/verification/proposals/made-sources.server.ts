import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { refuse, fieldSays, problemAt } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { listQueries } from '../benchmark/benchmark.server.ts';
import { revisionOfQuery } from './query-edits.server.ts';
import { listTopics, type Topic } from '../topics/topics.server.ts';
import { listDrafts } from './query-drafts.server.ts';

const leadSays = sayingsOf('leadRefusals');

type Lead = ProjectGrant<'manage'>;

/** A draft or query from which something can be made, as `createMaking` takes it. */
interface SourceUnit {
  source: string;
  sourceId: string;
  label: string;
  input: Record<string, unknown>;
  revision?: number;
}

export interface UnitChoice {
  /** Query drafts, queries of the benchmark, or accepted topics. */
  source: 'draft' | 'query' | 'topic';
  /** Only those without any checklist item, also none that waits. */
  withoutChecklist?: boolean;
  /** Name of a domain; the empty one means without any. Absent: all. */
  domain?: string;
  /** Only these. A qid that is not there is refused. */
  qids?: readonly string[];
}

interface Candidate {
  id: string;
  qid: string;
  text: string;
  domain: string | null;
  /** Items of its checklist, those that wait included. */
  items: number;
  revision?: number;
}

/** The drafts or queries of a choice, in their order. */
export function unitsToMake(db: Db, grant: Lead, choice: UnitChoice): SourceUnit[] {
  if (choice.source === 'topic') return topicUnits(db, grant, choice);
  const all: Candidate[] =
    choice.source === 'draft'
      ? listDrafts(db, grant, { status: 'draft' }).map(({ id, qid, text, domain, items, revision }) => ({
          ...{ id, qid, text, domain, items, revision }
        }))
      : listQueries(db, grant).map(({ id, qid, text, domain, items, criteria }) => ({
          ...{ id, qid, text, domain, items: items + criteria + waitingItems(db, id) },
          revision: revisionOfQuery(db, id)
        }));
  const missing = choice.qids?.filter((qid) => !all.some((one) => one.qid === qid)) ?? [];
  if (missing.length > 0)
    refuse.invalid(
      leadSays('unitsNotChosen'),
      missing.map((qid) => problemAt('qid', fieldSays('draftUnknown', { source: choice.source }), qid))
    );
  return all
    .filter(({ qid }) => !choice.qids || choice.qids.includes(qid))
    .filter(({ domain }) => choice.domain === undefined || (domain ?? '') === choice.domain)
    .filter(({ items }) => !choice.withoutChecklist || items === 0)
    .map((one) => ({
      ...{ source: choice.source, sourceId: one.id, label: one.qid, input: { text: one.text } },
      ...(one.revision !== undefined && { revision: one.revision })
    }));
}

/** Comments that a model is shown of a topic: those that most people said or liked. */
const MOST_COMMENTS = 40;

function topicInput({ key, platform, language, date, text, comments }: Topic): Record<string, unknown> {
  const shown = [...comments].sort((a, b) => (b.count ?? -1) - (a.count ?? -1)).slice(0, MOST_COMMENTS);
  return { topic: key, platform, language, date, post: text, comments: shown };
}

/** Accepted topics; domains and checklists, which they have not, choose nothing. `qids` are ids of topics. */
function topicUnits(db: Db, grant: Lead, { qids }: UnitChoice): SourceUnit[] {
  const all = listTopics(db, grant).filter(({ state }) => state === 'accepted');
  const missing = qids?.filter((id) => !all.some(({ key }) => key === id)) ?? [];
  if (missing.length > 0)
    refuse.invalid(
      leadSays('unitsNotChosen'),
      missing.map((found) => problemAt('qid', fieldSays('topicUnknown'), found))
    );
  return all
    .filter(({ key }) => !qids || qids.includes(key))
    .map((topic) => ({ source: 'topic', sourceId: topic.id, label: topic.key, input: topicInput(topic) }));
}

/** Drafted items of a query that wait for a person. */
function waitingItems(db: Db, queryId: string): number {
  const { made, makingUnit, runMetric } = schema;
  return db
    .select({ id: made.id })
    .from(made)
    .innerJoin(makingUnit, eq(makingUnit.id, made.unitId))
    .innerJoin(runMetric, eq(runMetric.runId, made.runId))
    .where(
      and(
        ...[eq(makingUnit.source, 'query'), eq(makingUnit.sourceId, queryId)],
        ...[eq(made.decision, 'waiting'), eq(runMetric.metric, 'checklist')]
      )
    )
    .all().length;
}

/** Domains among which a choice can pick, in order. */
export function domainsToMake(db: Db, grant: Lead): string[] {
  const { query, queryDraft } = schema;
  const domains = [query, queryDraft].flatMap((table) =>
    db
      .selectDistinct({ domain: table.domain })
      .from(table)
      .where(eq(table.projectId, grant.resource.id))
      .orderBy(asc(table.domain))
      .all()
      .flatMap(({ domain }) => domain ?? [])
  );
  return [...new Set(domains)].sort();
}

/** How the source of a piece stands to what the model was shown. `closed`: nothing can be added to it any more, with the reason. */
type SourceState = { state: 'same' } | { state: 'changed'; now: unknown } | { state: 'closed'; reason: Saying };

type Current = { input: Record<string, unknown> } | { closed: Saying };

/** Each kind of source and its input now. What comes from a file and is nowhere kept never changes. */
const current: Readonly<Record<string, (db: Db, projectId: string, id: string) => Current>> = {
  draft(db, projectId, id) {
    const { queryDraft } = schema;
    const row = db
      .select()
      .from(queryDraft)
      .where(and(eq(queryDraft.id, id), eq(queryDraft.projectId, projectId)))
      .get();
    if (!row) return { closed: leadSays('draftGone') };
    return row.status === 'draft'
      ? { input: { text: row.text } }
      : { closed: leadSays('draftNotOpen', { qid: row.qid, status: row.status }) };
  },
  topic(db, projectId, id) {
    const { topic } = schema;
    const row = db
      .select()
      .from(topic)
      .where(and(eq(topic.id, id), eq(topic.projectId, projectId)))
      .get();
    return row?.state === 'accepted' && row.archivedAt === null
      ? { input: topicInput(row) }
      : { closed: leadSays('topicNotAccepted') };
  },
  // A transcript never changes.
  talk(db, projectId, id) {
    const { talk } = schema;
    const row = db
      .select({ archivedAt: talk.archivedAt })
      .from(talk)
      .where(and(eq(talk.id, id), eq(talk.projectId, projectId)))
      .get();
    return row?.archivedAt === null ? { input: {} } : { closed: leadSays('talkArchived') };
  },
  query(db, projectId, id) {
    const { query } = schema;
    const row = db
      .select()
      .from(query)
      .where(and(eq(query.id, id), eq(query.projectId, projectId), isNull(query.retiredAt)))
      .get();
    return row ? { input: { text: row.text } } : { closed: leadSays('queryRetired') };
  }
};

export function sourceState(
  db: Db,
  projectId: string,
  { source, sourceId, input }: { source: string; sourceId: string; input: unknown }
): SourceState {
  const now = current[source]?.(db, projectId, sourceId);
  if (now === undefined) return { state: 'same' };
  if ('closed' in now) return { state: 'closed', reason: now.closed };
  // Makers may be shown more than the text; what else they saw of it is their own.
  const seen = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
  const same = Object.entries(now.input).every(([name, value]) => isDeepStrictEqual(seen[name], value));
  return same ? { state: 'same' } : { state: 'changed', now: now.input };
}
