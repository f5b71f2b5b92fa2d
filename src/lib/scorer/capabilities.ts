import type { Question, Reply } from './call.ts';
import type { Page } from './page.ts';
import type { Search } from './search.ts';
import type { VerdictLabel } from './verdict.ts';

/** How votes are taken on a question, and read. */
export interface Ballot<Of extends VerdictLabel = VerdictLabel> {
  /** The labels on offer, two or more. */
  of: readonly Of[];
  /** Label and rationale of a complete reply; null, or an error, if the reply cannot be used. */
  read(reply: Reply): { label: Of; rationale: string } | null;
  /** How often each model votes. */
  repeats: number;
  /** Fewer valid votes than this decide nothing. */
  minimumValid: number;
}

/** One vote; without a label it is not valid, and `problem` says why. */
export interface Vote<Of extends VerdictLabel = VerdictLabel> {
  /** The model that was asked, by its spec. */
  judge: string;
  /** 0 for its first vote, 1 … for repeats. */
  trial: number;
  label: Of | null;
  rationale: string;
  problem: string | null;
}

/** Outcome of votes; see `judges/votes.ts`. */
export interface VoteOutcome<Of extends VerdictLabel = VerdictLabel> {
  /** Valid votes. */
  valid: number;
  counts: Record<Of, number>;
  /** The label with the most valid votes; null if the vote is undecided. */
  label: Of | null;
  /** Why it is undecided. */
  reason: string | null;
  /** Share of the valid votes that the leading label has; null without a valid vote. */
  share: number | null;
  votes: Vote<Of>[];
  /** Problems of the votes whose call failed; they are not valid, and might be if they were asked for again. */
  failed: string[];
}

/** Facts that a protocol may know about the model that it asks. */
export interface JudgeRoom {
  /** Whether it may abstain (see `Judge.abstains`); a language model may not. */
  abstains: boolean;
  /** See `Judge.contextTokens`. */
  contextTokens: number | null;
  /** See `Judge.moreRoom`. */
  moreRoom?: number | undefined;
}

/** Capabilities that the engine hands to a protocol: its only effects. Facts about the judge are about the judge's own model. */
export interface Capabilities extends JudgeRoom {
  /**
   * Asks the judge. Questions of one task may be asked at the same time.
   * @param usable Whether the protocol can use a complete reply: what it cannot use is never shared with other runs.
   */
  ask(question: Question, usable?: (reply: Reply) => boolean): Promise<Reply>;
  /**
   * Asks the question of each model that plays its role, several times each, and counts. Votes that fail are counted as not
   * valid; rejects only if the run cannot continue with them now.
   */
  vote<Of extends VerdictLabel>(question: Question, ballot: Ballot<Of>): Promise<VoteOutcome<Of>>;
  /** A cited page, each URL once per run. Never rejects for what the web does; `outcome` says how it went. */
  fetch(url: string): Promise<Page>;
  /**
   * Searches the web, each query once per run: at most `count` results (1–20), none dated `before` or later. Never rejects for
   * what the provider does; `outcome` says how it went. For metrics that need search (see `Metric.needs`).
   */
  search(query: string, wanted: { count: number; before?: string | null }): Promise<Search>;
  /** The same facts of the model that plays a role; the first if several do. */
  roomFor(role: string): JudgeRoom;
  /** How many models play a role. */
  modelsFor(role: string): number;
  /** Secret that makes the delimiters around foreign text unguessable for its author, yet the same on every run. */
  delimiterKey: string;
}
