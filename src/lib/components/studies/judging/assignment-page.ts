import type { PartialPoints } from '../../../studies/judging/drafts.ts';
import type { Feedback } from '../../../studies/judging/blind/blind.ts';
import type { AskedDimensions } from '../../../studies/planning/asked-dimensions.ts';
import type { LikelyPassage } from '../../../studies/judging/likely-passages.ts';
import type { Component, ComponentProps } from 'svelte';
import type { KeyHint } from '../../shared/keys/key-actions.ts';
import type Outline from '../../shared/reading/Outline.svelte';

/** Content of the form of one item, complete or not. */
export interface ItemAnswer {
  /** The label chosen; of a ranking only once every text has its place. */
  chosen: string | null;
  /** Why the person cannot judge. */
  reason: string | null;
  /** Further labels that the person would accept. */
  acceptable: string[];
  /** Place of each text in a ranking. */
  places: (number | null)[];
  /** By text. */
  points: PartialPoints[];
}

/** Answer of a person on one item. */
export interface OwnAnswer {
  /** As committed; null while it is open. */
  label: string | null;
  /** Names this state: sent back with drafts and commits, so that a second tab overwrites nothing that it has not shown. */
  basis: string;
  /** Content of the form: as committed, or as left when the person went away. */
  answer: ItemAnswer;
  note: string;
  passages: number[];
}

/** One item of the report in hand. */
export interface AssignmentItem extends OwnAnswer {
  id: string;
  text: string;
  /** Of the text, empty if it is not certain. */
  language: string;
  /** Words of the report that the question is about. */
  quotes: string[];
  /** Block in which it stands. */
  block: number | null;
  source: { url: string; title: string | null; language: string; paragraphs: string[] } | null;
  /** Findings of a judge on its parts; empty if people are not told. */
  results: { text: string; title: string; facts: { term: string; value: string }[] }[];
  /** Where words of the item stand, the likeliest first: in the report, or in the cited page. */
  likely: LikelyPassage[];
  /** Of a training item, once it is committed. */
  feedback: Feedback | null;
}

export interface AssignmentOption {
  label: string;
  title: string;
  hint: string;
  key: string;
  /** How it is shown among labels, if its words do not say. */
  seat?: 'yes' | 'no' | 'part' | 'open';
}

/** Questions of the study. */
export interface AssignmentAsks {
  question: string | null;
  textTitle: string | null;
  dimensions: AskedDimensions | null;
  multiSelect: boolean;
  /** Issues are listed in the note, with this answer. */
  lists?: string;
  /** Letters of the texts; empty if there is one. */
  titles: string[];
}

/** The texts of an assignment, before and after the reveal. */
export interface AssignmentTexts {
  /** Id of the assignment. */
  id: string;
  /** Letters of the texts; empty if there is one. */
  titles: string[];
  query: { label: string; text: string; language: string };
  report: {
    html: string;
    language: string;
    outline: { id: string; title: string; level: number; from: number | null; to: number | null }[];
    facts: { words: number; tables: number | null; references: number | null };
  };
  /** Texts to the right of the first. */
  beside: AssignmentTexts['report'][];
  /** Address of the whole guideline. */
  guidelineHref: string;
  /** Where the person left off reading. */
  place: { blocks: (number | null)[]; pins: PinnedPassage[] };
  /** Brings a report in by pieces in the place of another one; null on a first page, and beside other texts. */
  arriving: typeof import('../../shared/reading/arriving.ts') | null;
  /** Whether the outline has a column beside the report: not if an item quotes the report or its source, nor once all is answered. */
  outlined: boolean;
  /** Of one report: the outline itself if it has a column, else what loads it once it is asked for. */
  Outline: Component<ComponentProps<typeof Outline>>;
}

/** A report's items and the person's queue, before the reveal. */
export interface AssignmentPage {
  id: string;
  /** Place of the item to begin with; null for the first open one. */
  first: number | null;
  metricTitle: string;
  options: AssignmentOption[];
  asks: AssignmentAsks;
  items: AssignmentItem[];
  /** Does not count, and tells the right answer after each commit. */
  training: boolean;
  guideline: string;
  /** The reasons to choose from if a person cannot judge. */
  reasons: { name: string; words: string }[];
  /** Use of a verdict that is still open, and of one that is committed. */
  becomes: { open: string; committed: string; complete: string };
  /** All keys of the page, and those at its foot. */
  keys: KeyHint[];
  hints: KeyHint[];
  /** Own labels of the whole queue, a group per report; this report's group is `group`. */
  queue: (string | null)[][];
  group: number;
  reveals: 'now' | 'later' | 'never';
  next: string | null;
}

/** A passage that stays in view, by its text and the number of its block. */
export interface PinnedPassage {
  text: number;
  block: number;
}
