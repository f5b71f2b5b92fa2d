import type { z } from 'zod';
import type { Capabilities } from '../../capabilities.ts';
import type { Metric, MetricPrompt, PromptText, Protocol } from '../../metric.ts';

/** One thing that a model made: a person accepts, rewords or rejects it. */
export interface MadePiece {
  text: string;
  /** Why it is there, in the model's words; may be empty. */
  why: string;
  /** Further facts about it, for its destination: plain JSON. */
  data?: Record<string, unknown>;
}

/** A piece that code did not let pass, and why. */
export interface DroppedPiece {
  text: string;
  reason: string;
}

/** Result of one unit. No piece at all is an answer too: there was nothing to make. */
export type Making =
  | {
      ok: true;
      pieces: readonly MadePiece[];
      /** Kept and counted, and never shown to people as something to accept. */
      dropped?: readonly DroppedPiece[];
      /** The reply had words around its JSON. */
      prose: boolean;
    }
  | { ok: false; reason: string };

/**
 * Something that models draft, over many units: clarifying questions, checklists, prompts. A maker only asks and reads: where
 * its units come from and where accepted pieces go is `lib/verification/proposals/made/`.
 */
export interface Maker<Input = unknown> {
  /** Kebab-case name, used in addresses, tables and on the command line; no metric has it. */
  name: string;
  /** Noun phrase, e.g. "Clarifying questions". */
  title: string;
  /** One sentence for people: what is made, and from what. */
  about: string;
  /** Its pieces are findings about their units, such as the result of a comparison: they are neither accepted nor rejected. */
  finds?: true;
  /** Its pieces are reports of systems under test: they are kept as they came, and each system is asked anew in each run. */
  collects?: true;
  /** Schema of a unit's input; checked when a run is planned. */
  input: z.ZodType<Input>;
  /** A unit's input as people who decide on its pieces see it; absent: its member `text`. */
  shown?(input: Input): string;
  prompt: MetricPrompt;
  /** All versions of the prompt, the maker's own first; absent if there is one. A run may choose another. */
  versions?: readonly MetricPrompt[];
  /** Every text that frames a question, to be read; absent: the prompt's instructions alone. */
  texts?: (prompt: MetricPrompt) => readonly PromptText[];
  /** Roles that it asks besides the model itself; see `Protocol.roles`. */
  roles?: Protocol['roles'];
  /** See `Metric.needs`. */
  needs?: Metric['needs'];
  /**
   * Asks and reads; deterministic given the replies. It touches the world only through `can`. What a model says is foreign text:
   * a reply that is not of the form asked for leaves the unit unmade with the reason.
   */
  make(input: Input, prompt: MetricPrompt, can: Capabilities): Promise<Making>;
}
