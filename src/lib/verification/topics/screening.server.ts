import { shortened } from '../../messages/shortened.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import { and, count, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { refuse, worded, problemAt } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { containsWords, inOrder } from '../../server/lists/found-rows.ts';
import { pageWithin, type ListPage, type ListQuestion } from '../../server/lists/list-question.ts';
import type { BenchmarkReader } from '../benchmark/benchmark.server.ts';
import { screeningFault, topicStateNames, type ScreeningReason, type TopicState } from './topics.ts';
import { topicByKey, type Topic } from './topics.server.ts';

const leadSays = sayingsOf('leadRefusals');

type TopicReader = BenchmarkReader | ProjectGrant<'review'>;

/** A topic in a list. */
interface ListedTopic extends Pick<
  Topic,
  'key' | 'platform' | 'date' | 'language' | 'state' | 'reason' | 'screenedByName'
> {
  /** At most 280 characters of the post. */
  text: string;
  comments: number;
}

/** How much of a post a list shows, in characters. */
const SHOWN = 280;

const inProject = (grant: TopicReader): SQL =>
  and(eq(schema.topic.projectId, grant.resource.id), isNull(schema.topic.archivedAt))!;

/**
 * One page of the project's topics. Orders: `position`, `key`, `platform`, `date`, `comments`, `state`; filters: `state`,
 * `platform`. Words are looked for in key, platform, post and comments.
 */
export function pageOfTopics(db: Db, grant: TopicReader, question: ListQuestion): ListPage<ListedTopic> {
  const { topic } = schema;
  const { state, platform } = question.filters;
  const wanted = and(
    inProject(grant),
    state === undefined ? undefined : sql`${topic.state} = ${state}`,
    platform === undefined ? undefined : eq(topic.platform, platform),
    containsWords([topic.key, topic.platform, topic.text, sql`${topic.comments}`], question.search)
  );
  const comments = sql<number>`json_array_length(${topic.comments})`;
  const total = db.select({ n: count() }).from(topic).where(wanted).get()!.n;
  const { page, pages, offset } = pageWithin(total, question);
  const { key, date, language, reason, screenedByName } = topic;
  const orders = { key: topic.foldedKey, platform: topic.platform, date, comments, state: topic.state };
  const rows = db
    .select({
      ...{ key, platform: topic.platform, date, language, state: topic.state, reason, screenedByName, comments },
      text: sql<string>`substr(${topic.text}, 1, ${SHOWN + 1})`
    })
    .from(topic)
    .where(wanted)
    .orderBy(...inOrder(question, orders, [topic.position, topic.id]))
    .limit(question.size)
    .offset(offset)
    .all()
    .map((row) => ({ ...row, text: shortened(row.text, SHOWN) }));
  return { rows, page, pages, total };
}

/** How many topics are in each state, and the platforms by name. */
export function topicCounts(
  db: Db,
  grant: TopicReader
): { all: number; states: Record<TopicState, number>; platforms: string[] } {
  const { topic } = schema;
  const found = db
    .select({ state: topic.state, n: count() })
    .from(topic)
    .where(inProject(grant))
    .groupBy(topic.state)
    .all();
  const states = Object.fromEntries(
    topicStateNames.map((state) => [state, found.find((one) => one.state === state)?.n ?? 0])
  ) as Record<TopicState, number>;
  const platforms = db.selectDistinct({ name: topic.platform }).from(topic).where(inProject(grant)).orderBy(topic.platform).all(); // prettier-ignore
  return {
    all: topicStateNames.reduce((sum, state) => sum + states[state], 0),
    states,
    platforms: platforms.map(({ name }) => name)
  };
}

/** One topic, also from the archive; refused if the project has none of that key. */
export const topicOf = (db: Db, grant: TopicReader, key: string): Topic =>
  topicByKey(db, grant.resource.id, key) ?? refuse.notFound('topic');

/** Key of the next topic that waits, in the order of import, after the one given; null if none does. */
export function nextWaiting(db: Db, grant: TopicReader, after: Topic | null): string | null {
  const { topic } = schema;
  const waiting = and(inProject(grant), eq(topic.state, 'waiting'));
  const first = (more?: SQL): string | null =>
    db.select({ key: topic.key }).from(topic).where(and(waiting, more)).orderBy(topic.position).get()?.key ?? null; // prettier-ignore
  return (after && first(sql`${topic.position} > ${after.position}`)) ?? first();
}

/**
 * Accepts or rejects a topic, or withdraws the decision; the audit row names the person. The same decision again changes
 * nothing.
 *
 * @param seen the state in which the person saw the topic: refused if another person decided meanwhile
 */
export function screenTopic(
  db: Db,
  grant: ProjectGrant<'review' | 'manage'>,
  key: string,
  decision: { state: TopicState; reason: ScreeningReason | null; note: string; seen: TopicState }
): Topic {
  const { topic } = schema;
  return write(db, (tx) => {
    const stored = topicOf(tx, grant, key);
    if (stored.archivedAt !== null) refuse.conflict(leadSays('topicArchived'));
    const { state, reason } = decision;
    const note = decision.note.trim().slice(0, 2000);
    const fault = screeningFault(state, reason);
    if (fault) refuse.invalid(worded('decisionNotSaved'), [problemAt('reason', fault)]);
    if (stored.state === state && stored.reason === reason && stored.note === note) return stored;
    if (stored.state !== decision.seen)
      refuse.conflict(
        stored.screenedByName === null
          ? leadSays('topicDecidedByOther')
          : leadSays('topicDecided', { person: stored.screenedByName })
      );
    const set = {
      ...{ state, reason, note, screenedByName: grant.actor.name, screenedAt: Date.now() },
      screenedBy: grant.actor.kind === 'person' ? grant.actor.id : null
    };
    tx.update(topic).set(set).where(eq(topic.id, stored.id)).run();
    record(tx, grant.actor, {
      ...{ projectId: grant.resource.id, action: 'topic.screen', entity: 'topic', entityId: stored.id },
      detail: { topic: stored.key, from: stored.state, to: state, ...(reason && { reason }), ...(note && { note }) }
    });
    return { ...stored, ...set };
  });
}
