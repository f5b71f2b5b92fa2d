import { and, asc, eq, inArray } from 'drizzle-orm';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import { delimiterKey } from '../../../server/db/settings.ts';
import type { ReplySchema } from '../../call.ts';
import { searchQuery } from '../../engine/searches.ts';
import { type JudgeFacts, unasked } from '../../judges/index.ts';
import type { JudgeConfig } from '../../judges/index.ts';
import { searchColumns } from '../../store/statements.server.ts';
import { sqliteStore } from '../../store/sqlite.server.ts';
import { pageKey } from '../../web/url-key.ts';
import { configOf, judgeNames, judgesOf, metricIn, type Run, type StoredJudge } from '../runs.server.ts';
import { planOf, tasksIn } from '../tasks.server.ts';
import { type ReplayedCall, replayTask, type Stored } from './replaying.ts';

type CallRow = typeof schema.call.$inferSelect;

/** How a call ended, as the journal holds it. */
type JournalledAnswer = Pick<
  CallRow,
  | 'outcome'
  | 'reply'
  | 'error'
  | 'status'
  | 'attempts'
  | 'cached'
  | 'modelVersion'
  | 'inputTokens'
  | 'outputTokens'
  | 'cost'
  | 'milliseconds'
  | 'at'
>;

/** A question exactly as it was sent, with the answer as it came back. */
export interface SentQuestion {
  judge: string;
  repeat: number;
  /** 0 for the first time that the task asked this question. */
  trial: number;
  role: string | null;
  /** Spec of the model that was asked. */
  model: string;
  /** Settings of that model, by name. */
  settings: Record<string, unknown>;
  prompt: { name: string; version: string; hash: string };
  system: string;
  user: string;
  schema: ReplySchema;
  webSearch: boolean;
  /** The second try of a reply that was cut off: it may be longer. */
  moreRoom: boolean;
  /** True for judges made of code or of given answers, which read the report rather than these messages. */
  code: boolean;
  key: string;
  answer: JournalledAnswer;
}

/** A call of the journal whose question cannot be worded again. */
interface LostQuestion {
  judge: string;
  repeat: number;
  key: string;
  answer: JournalledAnswer;
}

interface SentQuestions {
  sent: SentQuestion[];
  lost: LostQuestion[];
  /** Why questions may be lost, in sentences; empty if none is. */
  reasons: string[];
}

interface Asked {
  run: Run;
  reportId: string;
  metric: string;
}

/**
 * The calls of a run about one report under one metric, as they were sent. Messages are not stored: they are worded again from the
 * run, its dataset version, its prompt and the stored answers, and count only if their key (a hash over prompt, schema, system
 * message, user message and settings of the judge) is the one under which the journal holds the answer.
 *
 * @param factsOf Facts of a judge of this configuration; may refuse, if a server or script is not here any more
 */
export async function sentQuestions(
  db: Db,
  grant: ProjectGrant<'manage'>,
  { run, reportId, metric }: Asked,
  factsOf: (config: JudgeConfig) => JudgeFacts
): Promise<SentQuestions> {
  const none = { sent: [], lost: [], reasons: [] };
  if (run.projectId !== grant.resource.id) return none;
  if (run.origin === 'imported')
    return { ...none, reasons: ['The verdicts of this run were imported: nothing was asked here.'] };
  const judges = judgesOf(db, run.id);
  const names = judgeNames(judges);
  const rows = callsAbout(db, run, { reportId, metric });
  const facts = judges.map((judge) => knownFacts(judge, factsOf));
  const plan = planOf(db, run);
  const wanted = plan.reportIds.includes(reportId) ? [reportId] : [];
  const tasks = tasksIn(
    db,
    { ...plan, reportIds: wanted },
    facts.map(({ facts }) => unasked(facts))
  ).filter((task) => task.metric.name === metric);
  const stored = storedOf(db, run);
  const sent: SentQuestion[] = [];
  const matched = new Set<string>();
  for (const task of tasks) {
    const at = facts.findIndex(({ facts: { fingerprint } }) => fingerprint === task.judge.fingerprint);
    const replayed = await replayTask(task, stored);
    const answers = answersTo(db, run.id, replayed);
    for (const one of replayed) {
      const answer = answers.get(one.key);
      if (!answer) continue;
      matched.add(one.key);
      sent.push(asSent(one, { judge: names[at]!, stored: judges[at]!, repeat: task.repeat, answer }));
    }
  }
  const lost = rows
    .filter(({ key }) => !matched.has(key))
    .map(({ key, judgeId, repeat, ...answer }): LostQuestion => ({
      judge: names[judges.findIndex(({ id }) => id === judgeId)]!,
      ...{ repeat, key, answer }
    }));
  return { sent, lost, reasons: lost.length > 0 ? reasonsFor(plan.metrics, metric, facts) : [] };
}

const answerColumns = (() => {
  const { outcome, reply, error, status, attempts, cached, modelVersion } = schema.call;
  const { inputTokens, outputTokens, cost, milliseconds, at } = schema.call;
  return {
    outcome,
    reply,
    error,
    status,
    attempts,
    cached,
    modelVersion,
    inputTokens,
    outputTokens,
    cost,
    milliseconds,
    at
  };
})();

const callsAbout = (db: Db, run: Run, { reportId, metric }: { reportId: string; metric: string }) =>
  db
    .select({ key: schema.call.key, judgeId: schema.call.judgeId, repeat: schema.call.repeat, ...answerColumns })
    .from(schema.call)
    .where(and(eq(schema.call.runId, run.id), eq(schema.call.reportId, reportId), eq(schema.call.metric, metric)))
    .orderBy(asc(schema.call.id))
    .all();

/** The run's answers by key: a reply if there is one, else the last failure. Another report's task may have asked the same. */
function answersTo(db: Db, runId: string, calls: readonly ReplayedCall[]): Map<string, JournalledAnswer> {
  const rows = db
    .select({ key: schema.call.key, ...answerColumns })
    .from(schema.call)
    .where(
      and(
        eq(schema.call.runId, runId),
        inArray(
          schema.call.key,
          calls.map(({ key }) => key)
        )
      )
    )
    .orderBy(asc(schema.call.id))
    .all();
  const answers = new Map<string, JournalledAnswer>();
  for (const { key, ...answer } of rows) {
    const known = answers.get(key);
    if (!known || known.outcome === 'error') answers.set(key, answer);
  }
  return answers;
}

function storedOf(db: Db, run: Run): Stored {
  const store = sqliteStore(db, run.id);
  return {
    reply: (key) => store.getReply(key),
    page: (url) => store.getPage(pageKey(url)),
    search: (query, wanted) => {
      const asked = searchQuery(query, wanted);
      const same = db
        .select(searchColumns)
        .from(schema.search)
        .where(
          and(
            eq(schema.search.runId, run.id),
            eq(schema.search.query, asked.query),
            eq(schema.search.count, asked.count)
          )
        )
        .all();
      return same.find(({ before }) => before === asked.before) ?? null;
    },
    delimiterKey: delimiterKey(db)
  };
}

interface KnownFacts {
  facts: JudgeFacts;
  /** Why they may differ from those of the run; null if they do not. */
  changed: string | null;
}

/** Facts of a stored judge. Its key in the journal was made with the fingerprint that the run stored. */
function knownFacts(judge: StoredJudge, factsOf: (config: JudgeConfig) => JudgeFacts): KnownFacts {
  const { spec, provider, fingerprint } = judge;
  try {
    const facts = factsOf(configOf(judge));
    const changed =
      facts.fingerprint === fingerprint || !facts.players
        ? null
        : `The models that play the roles of ${spec} are no longer what they were in this run.`;
    return { facts: { ...facts, fingerprint }, changed };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { facts: { spec, provider, fingerprint }, changed: `${spec} is not set up here any more: ${why}` };
  }
}

function asSent(
  { call, key, player }: ReplayedCall,
  { judge, stored, repeat, answer }: { judge: string; stored: StoredJudge; repeat: number; answer: JournalledAnswer }
): SentQuestion {
  const { prompt, system, user, schema, trial, role = null } = call;
  return {
    ...{ judge, repeat, role, prompt, system, user, schema, key, answer },
    trial: Math.floor(trial / 1_000),
    model: player.spec,
    settings: role === null ? stored.settings : {},
    webSearch: call.webSearch === true,
    moreRoom: call.moreRoom === true,
    code: player.abstains === true
  };
}

function reasonsFor(
  metrics: readonly (typeof schema.runMetric.$inferSelect)[],
  metric: string,
  facts: readonly KnownFacts[]
): string[] {
  const row = metrics.find((one) => one.metric === metric);
  const reworded = row !== undefined && metricIn(row).prompt.hash !== row.promptHash;
  const reasons = [
    ...(reworded
      ? [
          `The prompt ${row.promptName}@${row.promptVersion} (hash ${row.promptHash.slice(0, 16)}) is not part of this version of Voirdire.`
        ]
      : []),
    ...facts.flatMap(({ changed }) => changed ?? [])
  ];
  return reasons.length > 0
    ? reasons
    : ['A cited page, an answer or the wording that the question was made of has changed since it was sent.'];
}
