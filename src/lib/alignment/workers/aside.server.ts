import { LRUCache } from 'lru-cache';
import { estimateHere, type EstimateQuestion } from '../../scorer/engine/estimate/estimate.server.ts';
import type { RunEstimate } from '../../scorer/engine/estimate/estimate.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { writesSeen, type OpenDatabase } from '../../server/db/client.ts';
import { studyLabels } from '../../studies/labels/labels.server.ts';
import { improvementsSoFar } from '../../studies/units/held-out.server.ts';
import { procedureState } from '../preregistration/preregistrations.server.ts';
import { listedItems, type ItemQuestion, type ListedItems } from '../items/listed-items.ts';
import { studyProcedure, type StudyProcedure } from '../procedure/procedure.server.ts';
import type { Procedure } from '../procedure/procedure.ts';
import type { StudyOptions } from '../report/report.server.ts';
import type { AlignmentReport } from '../report/report.ts';
import { inputHash } from './input-hash.server.ts';
import { unpack } from './packed.ts';
import { AsidePool } from './pool.server.ts';
import { answerHere, type QuestionData, type QuestionName, type QuestionResult } from './questions.server.ts';
import type { StudyAnswer } from './study.server.ts';
import { workerFile } from './worker.server.ts';

/** The figures of a study, or how far they are. */
export type Figures =
  | { ready: StudyProcedure }
  | {
      ready: null;
      /** How far they are now, in [0, 1]; 0 until the computing has begun. */
      share: () => number;
      whenReady: Promise<StudyProcedure>;
    };

interface Asked {
  seen: string;
  /** When it was asked, in ms. */
  at: number;
  share: number;
  answer: Promise<StudyProcedure>;
}

interface Given {
  seen: string;
  /** When it was there, and how long it took, in ms. */
  at: number;
  took: number;
  study: StudyProcedure;
}

const KEPT = 16;
/** Answers that take longer than this may be shown a little longer than they hold; in ms. */
const SLOW = 2000;

/**
 * Figures of studies, read and computed in threads of their own, so that the thread that answers people stays free. While one
 * is under way all wait for it. The last ones are remembered, in memory: computing one takes seconds at most, so that it is
 * not worth a table that would have to be kept in step with everything they depend on.
 *
 * A database in memory cannot be read by other threads: its studies are computed here.
 */
export class Aside {
  readonly #database: OpenDatabase;
  readonly #pool: AsidePool | null;
  readonly #asked = new Map<string, Asked>();
  readonly #given = new LRUCache<string, Given>({ max: KEPT });
  readonly #estimates = new Map<string, number>();

  constructor(database: OpenDatabase, pool = new AsidePool(workerFile)) {
    this.#database = database;
    this.#pool = database.sqlite.memory ? null : pool;
  }

  /** Result of `studyProcedure` on the current content of the database. */
  async study(
    grant: ProjectGrant<'read-results'>,
    studyId: string,
    options: StudyOptions = {}
  ): Promise<StudyProcedure> {
    if (!this.#pool) return studyProcedure(this.#database.db, grant, studyId, options);
    const { key, seen } = this.#question(grant, studyId, options);
    const [given, asked] = [this.#given.get(key), this.#asked.get(key)];
    if (given?.seen === seen) return given.study;
    return (asked?.seen === seen ? asked : this.#ask(this.#pool, key, seen, grant, studyId, options)).answer;
  }

  /**
   * The same without waiting for it; asking begins it. Where it takes long, what was computed a moment ago will do: while
   * people are judging there would otherwise be no end to it. What a lead does counts at once: a preregistration, and an
   * improvement that begins or ends, which decides whose labels may be used.
   */
  figures(grant: ProjectGrant<'read-results'>, studyId: string, options: StudyOptions = {}): Figures {
    if (!this.#pool) return { ready: studyProcedure(this.#database.db, grant, studyId, options) };
    const { key, seen } = this.#question(grant, studyId, options);
    const [given, asked] = [this.#given.get(key), this.#asked.get(key)];
    const now = performance.now();
    if (given && (given.seen === seen || (given.took > SLOW && now - given.at < 3 * given.took)))
      return { ready: given.study };
    const joined = asked && (asked.seen === seen || now - asked.at > SLOW);
    const under = joined ? asked : this.#ask(this.#pool, key, seen, grant, studyId, options);
    return { ready: null, share: () => under.share, whenReady: under.answer };
  }

  /** How far the computing of a study is, in [0, 1]; null if none is under way. Begins nothing. */
  progress(grant: ProjectGrant<'read-results'>, studyId: string, options: StudyOptions = {}): number | null {
    return this.#asked.get(this.#question(grant, studyId, options).key)?.share ?? null;
  }

  /** A page of the items behind a number of a study's report. */
  async items(
    grant: ProjectGrant<'read-results'>,
    studyId: string,
    question: ItemQuestion,
    runId?: string
  ): Promise<ListedItems> {
    const { db, sqlite } = this.#database;
    if (!this.#pool) return listedItems(studyLabels(db, grant, studyId, { runId }), question);
    const input = { file: sqlite.name, projectId: grant.resource.id, studyId, runId, question };
    return this.#pool.run('items', input, { remember: false });
  }

  /** Result of a function of `questions` for this project, read and computed in another thread; refuses as it does. */
  async ask<Name extends QuestionName>(
    name: Name,
    grant: ProjectGrant<'read-results'>,
    ...asked: QuestionData<Name>
  ): Promise<QuestionResult<Name>> {
    const { db, sqlite } = this.#database;
    if (!this.#pool) return answerHere(name, db, grant, asked);
    const input = { name, file: sqlite.name, projectId: grant.resource.id, actor: grant.actor, asked };
    return (await this.#pool.run('question', input, { remember: false })) as QuestionResult<Name>;
  }

  /**
   * Cost and time of a planned run; see `countTasks`.
   *
   * @param name by which `estimateProgress` finds it
   */
  async estimate(question: EstimateQuestion, name: string): Promise<RunEstimate> {
    const { db, sqlite } = this.#database;
    if (!this.#pool) return estimateHere(db, question);
    this.#estimates.set(name, 0);
    try {
      return await this.#pool.run(
        'estimate',
        { ...question, file: sqlite.name },
        { remember: false, onProgress: (share) => void this.#estimates.set(name, share) }
      );
    } finally {
      this.#estimates.delete(name);
    }
  }

  /** How far the estimate of that name is, in [0, 1]; null if none is under way. */
  estimateProgress(name: string): number | null {
    return this.#estimates.get(name) ?? null;
  }

  /** Ends the threads; what is under way fails. */
  async close(): Promise<void> {
    await this.#pool?.close();
  }

  #question(
    grant: ProjectGrant<'read-results'>,
    studyId: string,
    options: StudyOptions
  ): { key: string; seen: string } {
    const { db } = this.#database;
    const { preregistrations, embargoLift } = procedureState(db, grant, studyId);
    const done = [preregistrations.length, embargoLift !== null, improvementsSoFar(db, studyId)];
    const key = inputHash(grant.resource.id, studyId, options, ...done);
    return { key, seen: writesSeen(db) };
  }

  #ask(
    pool: AsidePool,
    key: string,
    seen: string,
    grant: ProjectGrant<'read-results'>,
    studyId: string,
    options: StudyOptions
  ): Asked {
    const held = [...this.#given.values()].map(({ study }) => study);
    const known = held.flatMap(({ inputHash, procedureHash }) => [inputHash, procedureHash]);
    const question = { file: this.#database.sqlite.name, projectId: grant.resource.id, studyId, options, known };
    const at = performance.now();
    const onProgress = (share: number): void => void (asked.share = share);
    const answer = pool
      .run('study', question, { remember: false, onProgress })
      .then((answer) => {
        const study = withHeld(answer, held);
        this.#given.set(key, { seen, at: performance.now(), took: performance.now() - at, study });
        return study;
      })
      .finally(() => {
        if (this.#asked.get(key) === asked) this.#asked.delete(key);
      });
    // The caller may have left before a failure arrives.
    answer.catch(() => {});
    const asked: Asked = { seen, at, share: 0, answer };
    this.#asked.set(key, asked);
    return asked;
  }
}

/** Adds the parts that the thread did not send because this side has them already. */
function withHeld({ found, ids, report, procedure }: StudyAnswer, held: readonly StudyProcedure[]): StudyProcedure {
  return {
    ...found,
    report:
      report === null
        ? held.find(({ inputHash }) => inputHash === found.inputHash)!.report
        : (unpack(report, ids) as AlignmentReport),
    procedure:
      procedure === null
        ? held.find(({ procedureHash }) => procedureHash === found.procedureHash)!.procedure
        : (unpack(procedure, ids) as Procedure)
  };
}
