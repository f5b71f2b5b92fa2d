import { join } from 'node:path';
import { detectableLoss } from '../lib/alignment/monitoring/anchor-set-size.ts';
import {
  anchorSets,
  createAnchorSet,
  type StoredLook,
  type StoredSet
} from '../lib/alignment/monitoring/anchor-sets.server.ts';
import { foundDrift, planCheck, setState, type SetState } from '../lib/alignment/monitoring/checks.server.ts';
import { hasVerdicts, type LookFigures } from '../lib/alignment/monitoring/drift.ts';
import { lookWords } from '../lib/alignment/monitoring/look-words.ts';
import { isRefusal, refuse } from '../lib/errors.ts';
import { messagesIn } from '../lib/messages/words.ts';
import { scriptFiles } from '../lib/scorer/judges/scripted/script-files.ts';
import { RunDriver } from '../lib/scorer/runs/driving/driver.server.ts';
import { changePace, type Run } from '../lib/scorer/runs/runs.server.ts';
import { unscoredReasons } from '../lib/scorer/runs/run-verdicts.server.ts';
import { authorize, operator, type ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { date } from '../lib/stats/writing/days.ts';
import { drive } from './drive.ts';
import { printJson } from './outcome.ts';
import { dataFolder, openExisting } from './place.ts';
import { projectOf } from './project-of.ts';
import { studyNumbered } from './numbered-things.ts';
import { unscoredLines } from './unscored-lines.ts';
import { many } from '../lib/stats/writing/figures.ts';

interface Place {
  project?: string;
  data?: string;
}

interface Told {
  set: StoredSet;
  state: SetState;
  /** Why its check gave no result; null if it gave one, or none was due. */
  failed: string | null;
}

/** Carries out the checks that are due, tells the last check of every open set, and returns how the command ends. */
export async function runMonitor(
  options: Place & { set?: number; now?: boolean; status?: boolean; outageWait?: number; json?: boolean }
): Promise<'done' | 'failed' | 'drift'> {
  const data = dataFolder(options.data);
  const { db, close } = await openExisting(data);
  try {
    const project = await projectOf(db, options.project);
    const reading = authorize(operator, project, 'read-results');
    const manage = authorize(operator, project, 'manage');
    const named = anchorSets(db, reading).filter(({ number }) => options.set === undefined || number === options.set);
    if (named.length === 0)
      refuse.invalid(
        options.set === undefined
          ? 'The project has no anchor sets. Draw one with: voirdire monitor draw STUDY'
          : `There is no anchor set ${options.set}. List the sets with: voirdire monitor --status`
      );
    const driver = new RunDriver(db, process.env, scriptFiles(join(data, 'scripts')));
    const told: Told[] = [];
    for (const set of named.reverse()) {
      const state = setState(db, reading, set);
      const due = state.due !== null && state.due <= Date.now();
      // A closed set is refused if it is named: a schedule that checks it alone would report no drift for good.
      const wanted = state.closed === null ? due || options.now === true : options.set !== undefined;
      const checks = !options.status && wanted;
      if (checks) {
        const failed = await check({ db, driver, reading, manage }, set, state.underWay, options);
        told.push({ set, state: setState(db, reading, set), failed });
      } else told.push({ set, state, failed: null });
    }
    if (options.json) printJson(told.map(asData));
    else for (const one of told) console.log(inWords(one));
    for (const { set, failed } of told)
      if (failed !== null) console.error(`Check of anchor set ${set.number}: ${failed}`);
    if (told.some(({ state }) => state.closed === null && state.drift)) return 'drift';
    return told.some(({ failed }) => failed !== null) ? 'failed' : 'done';
  } finally {
    close();
  }
}

interface At {
  db: Db;
  driver: RunDriver;
  reading: ProjectGrant<'read-results'>;
  manage: ProjectGrant<'manage'>;
}

/**
 * Carries out a check, or one that was left under way. A set that cannot be checked keeps no other from its check; a stopped
 * check stops the command.
 *
 * @returns why the check has no result; null if it has one
 */
async function check(
  { db, driver, reading, manage }: At,
  set: StoredSet,
  left: Run | null,
  { now = false, outageWait }: { now?: boolean; outageWait?: number }
): Promise<string | null> {
  try {
    const planned = left ?? planCheck(db, manage, driver, set, now ? 'manual' : 'schedule');
    const run = outageWait === undefined ? planned : changePace(db, manage, planned, { outageMinutes: outageWait });
    // Without --now, a set that is not due would not be checked.
    const words = `${checkNow(set)}, with the same --project and --data`;
    const paused = await drive(driver, db, { run, grant: manage }, words, {
      stopped: `The check has no result. Check the set again with:\n  ${words}`
    });
    if (paused !== null) return paused;
    const look = setState(db, reading, set).looks.find(({ runId }) => runId === run.id);
    if (look === undefined || hasVerdicts(look)) return null;
    const reasons = unscoredLines(unscoredReasons(db, reading, run));
    return [`${lookWords(look.figures as unknown as LookFigures)} Run ${run.number}:`, ...reasons].join('\n');
  } catch (error) {
    if (!isRefusal(error) || error.code === 'closed') throw error;
    return error.message;
  }
}

/** Draws a set and says what it is and what it finds. */
export async function drawSet(
  study: number,
  options: Place & { items?: number; loss: number; flips: number; every?: number }
): Promise<{ said: string; data: unknown }> {
  const { db, close } = await openExisting(dataFolder(options.data));
  try {
    const project = await projectOf(db, options.project);
    const reading = authorize(operator, project, 'read-results');
    const { loss, flips } = options;
    const set = createAnchorSet(db, authorize(operator, project, 'manage'), {
      studyId: studyNumbered(db, reading, study).id,
      ...{ items: options.items ?? null, loss, flips, everyDays: options.every ?? null }
    });
    const queries = new Set(set.items.map(({ query }) => query)).size;
    const { candidates } = set;
    const found = detectableLoss(set.items.length, { perQuery: set.items.length / queries, candidates });
    const said = [
      `Anchor set ${set.number}: ${set.items.length} of ${set.available} labelled items in ${many(queries, 'query', 'queries')}, hash ${set.hash}.`,
      found === null
        ? 'The set is too small to detect a loss of 50 points with 90% power within three checks.'
        : `A loss of ${(100 * found).toFixed(1)} points is detected with 90% power within three checks.`
    ].join('\n');
    const data = {
      ...{ set: set.number, items: set.items.length, available: set.available, queries, hash: set.hash },
      ...{ loss, flips, everyDays: options.every ?? null, detectableLoss: found }
    };
    return { said, data };
  } finally {
    close();
  }
}

const whyClosedInWords = ({ closed }: SetState): string | null =>
  closed && messagesIn('en', 'monitoring').whyClosed({ why: closed });

const asData = ({ set, state, failed }: Told) => {
  const last = state.looks.at(-1);
  return {
    ...{
      set: set.number,
      metric: set.metric,
      items: set.items.length,
      hash: set.hash,
      closed: whyClosedInWords(state)
    },
    ...{ checks: state.looks.length, due: state.due === null ? null : new Date(state.due).toISOString() },
    underWay: state.underWay && { run: state.underWay.number, status: state.underWay.status },
    ...{ drift: state.drift, failed },
    last: last && {
      ...{ check: last.number, at: new Date(last.at).toISOString(), result: last.result, changed: last.changed },
      ...last.figures
    }
  };
};

const checkNow = ({ number }: StoredSet): string => `npx voirdire monitor --set ${number} --now`;

/** A check that waits to be resumed, which has no result yet. */
const pausedInWords = ({ set, state: { underWay } }: Told): string[] =>
  underWay?.status === 'paused'
    ? [`A check is paused (run ${underWay.number}). ${underWay.problem ?? ''} Resume it with: ${checkNow(set)}`]
    : [];

/** A check that no judge answered, which changes no result. */
const withoutVerdicts = ({ number, at, figures }: StoredLook): string =>
  `Check ${number} on ${date(at)}: ${lookWords(figures as unknown as LookFigures)}`;

function inWords(told: Told): string {
  const { set, state } = told;
  const last = state.answered;
  const unanswered = state.looks.at(-1);
  const head = `Anchor set ${set.number}, ${set.metric}, ${many(set.items.length, 'item')}:`;
  const closed = whyClosedInWords(state);
  if (!last)
    return [
      `${head} ${unanswered ? 'no check with verdicts' : 'not checked'} yet${closed === null ? '' : `. ${closed}`}`,
      ...(unanswered ? [withoutVerdicts(unanswered)] : []),
      ...pausedInWords(told)
    ].join('\n  ');
  const next = closed ?? (state.due === null ? 'No schedule.' : `Next check: ${date(state.due)}.`);
  const changed = last.changed.map((change) => `The served version changed. ${change}`);
  const figures = last.figures as unknown as LookFigures;
  return [
    `${head} check ${last.number} on ${date(last.at)}: ${foundDrift(last) && last.changed.length > 0 ? 'version changed, ' : ''}${last.result.replaceAll('-', ' ')}. ${lookWords(figures)}`,
    ...changed,
    ...(unanswered && unanswered !== last ? [withoutVerdicts(unanswered)] : []),
    ...pausedInWords(told),
    next
  ].join('\n  ');
}
