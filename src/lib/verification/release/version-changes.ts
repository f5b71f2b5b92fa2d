import type { TopicContent } from '../topics/topics.ts';
import type { VersionContent } from './versions.ts';
import { shortened } from '../../messages/shortened.ts';

/** Change of a query or item from one version to the next. */
export interface VersionChange {
  /** Of a topic, its key; of a rubric, its metric. */
  qid: string;
  /** Null for the query itself. */
  key: string | null;
  change: 'added' | 'removed' | 'reworded' | 'moved' | 'recoded';
  before: string | null;
  after: string | null;
}

/** Everything in which a version differs from the one before; nothing for two of the same content hash. */
export function versionChanges(before: VersionContent | null, after: VersionContent): VersionChange[] {
  const old = new Map((before?.queries ?? []).map((query) => [query.qid, query]));
  const now = new Map(after.queries.map((query) => [query.qid, query]));
  const qids = [...new Set([...old.keys(), ...now.keys()])].sort();
  return [
    ...topicChanges(before?.topics ?? [], after.topics ?? []),
    ...rubricChanges(before?.rubrics ?? [], after.rubrics ?? []),
    ...qids.flatMap((qid) => queryChanges(qid, old.get(qid), now.get(qid)))
  ];
}

/** Topics that came or went: what a topic says never changes. */
function topicChanges(old: readonly TopicContent[], now: readonly TopicContent[]): VersionChange[] {
  const without = (some: readonly TopicContent[], others: readonly TopicContent[]): TopicContent[] =>
    some.filter(({ key }) => !others.some((other) => other.key === key));
  const change = ({ key, text }: TopicContent, added: boolean): VersionChange => ({
    ...{ qid: key, key: 'topic', change: added ? 'added' : 'removed' },
    ...{ before: added ? null : text.slice(0, SHOWN), after: added ? text.slice(0, SHOWN) : null }
  });
  return [...without(old, now).map((one) => change(one, false)), ...without(now, old).map((one) => change(one, true))];
}

type Rubrics = NonNullable<VersionContent['rubrics']>;

/** Rubrics that came, went or have another hash. */
function rubricChanges(old: Rubrics, now: Rubrics): VersionChange[] {
  const named = ({ title, version }: Rubrics[number]): string => `${title}, version ${version}`;
  return [...new Set([...old, ...now].map(({ metric }) => metric))].sort().flatMap((metric): VersionChange[] => {
    const [before, after] = [old, now].map((all) => all.find((one) => one.metric === metric));
    if (before?.hash === after?.hash) return [];
    const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'reworded';
    return [
      {
        ...{ qid: metric, key: 'rubric', change },
        ...{ before: before ? named(before) : null, after: after ? named(after) : null }
      }
    ];
  });
}

/** A text with the one that judges are shown in its place. */
interface Worded {
  text: string;
  placeholderFree?: string | null;
}

/** The texts that differ: those with placeholders, if these are the same those without; null if both are the same. */
function reworded(old: Worded, now: Worded): [before: string, after: string] | null {
  if (old.text !== now.text) return [old.text, now.text];
  const [before, after] = [old, now].map((one) => one.placeholderFree ?? null);
  return before === after ? null : [before ?? old.text, after ?? now.text];
}

type VersionQuery = VersionContent['queries'][number];

const coding = ({ domain, category, language }: VersionQuery): string =>
  [domain ?? '–', category ?? '–', language ?? []].flat().join(' / ');

function queryChanges(qid: string, old: VersionQuery | undefined, now: VersionQuery | undefined): VersionChange[] {
  const changes: VersionChange[] = [];
  const add = (key: string | null, change: VersionChange['change'], before: string | null, after: string | null) =>
    changes.push({ qid, key, change, before, after });
  if (!old) add(null, 'added', null, now!.text);
  else if (!now) add(null, 'removed', old.text, null);
  else {
    const texts = reworded(old, now);
    if (texts) add(null, 'reworded', ...texts);
    addMaterialChanges(old, now, (suite, change, before, after) => add(`material of ${suite}`, change, before, after));
    if (coding(old) !== coding(now)) add(null, 'recoded', coding(old), coding(now));
  }
  const items = new Map((old?.items ?? []).map((item) => [item.key, item]));
  const left = new Map((now?.items ?? []).map((item) => [item.key, item]));
  for (const [key, item] of items) {
    const after = left.get(key);
    const texts = after && reworded(item, after);
    if (!after) add(key, 'removed', item.text, null);
    else if (texts) add(key, 'reworded', ...texts);
  }
  for (const [key, { text }] of left) if (!items.has(key)) add(key, 'added', null, text);
  const shared = (from: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>) =>
    [...from.keys()].filter((key) => other.has(key));
  const [order, then] = [shared(left, items), shared(items, left)];
  order.forEach((key, i) => {
    if (then[i] !== key) add(key, 'moved', String(then.indexOf(key) + 1), String(i + 1));
  });
  return changes;
}

/** Adds the changes of a query's material, suite by suite; texts are cut to the length that a table can show. */
function addMaterialChanges(
  old: VersionQuery,
  now: VersionQuery,
  add: (suite: string, change: VersionChange['change'], before: string | null, after: string | null) => void
): void {
  const shown = (content: unknown): string | null => (content === undefined ? null : JSON.stringify(content));
  for (const suite of new Set([...Object.keys(old.material ?? {}), ...Object.keys(now.material ?? {})])) {
    const [before, after] = [shown(old.material?.[suite]), shown(now.material?.[suite])];
    if (before === after) continue;
    const cut = (text: string | null): string | null => text && shortened(text, SHOWN);
    add(suite, before === null ? 'added' : after === null ? 'removed' : 'reworded', cut(before), cut(after));
  }
}

/** Characters of a material in a list of changes. */
const SHOWN = 2_000;
