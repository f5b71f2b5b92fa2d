import type { Saying } from '../../../messages/sayings.ts';
import type { PageOutcome } from '../../../scorer/page.ts';
import type { DimensionPoints, VerdictLabel } from '../../../scorer/verdict.ts';
import type { Read } from '../../../verification/work/draft-basis.ts';
import type { Draft } from '../drafts.ts';
import type { StudyKind } from '../../kinds/index.ts';
import type { ShownResult } from '../../units/item-material.ts';
import type { AskedDimensions } from '../../planning/asked-dimensions.ts';
import type { RevealPolicy } from '../../planning/study-input.ts';

/**
 * Data that a person may see before the reveal. These values are composed field by field (`blind`), so that they contain
 * nothing else at run time either: no system, no judge, no judge's verdict, no other person's answer, no stratum, and no id
 * from which one of these could be looked up. If a kind of study tells people a judge's findings on the parts of a report
 * (`results`), they contain these, without the judge.
 */
export interface BlindAssignment {
  id: string;
  /** Training items do not count and say so; each tells the right answer once it is committed. Judges are not shown. */
  training: boolean;
  project: { slug: string; name: string };
  study: {
    number: number;
    name: string;
    /** Name of its kind, and what it asks for besides. */
    kind: string;
    /** Dimensions in which points are asked for; null if none are. */
    dimensions: AskedDimensions | null;
    multiSelect: boolean;
    metric: { name: string; title: string; question: string };
    guideline: string;
    status: 'open' | 'paused' | 'closed';
  };
  /** The query as the judges saw it. */
  query: string;
  /** The day on which the one report was collected, as the judges are told; null if they are not. */
  collectedAt: string | null;
  report: BlindText;
  /** The texts to its right, from left to right; empty if there is one. */
  beside: BlindText[];
  items: BlindItem[];
  queue: BlindQueue;
  reveal: {
    policy: RevealPolicy;
    done: boolean;
    /** Why the judges cannot be shown now; null if they can, or are. */
    obstacle: Saying | null;
  };
}

export interface BlindText {
  markdown: string;
  language: string | null;
}

export interface BlindItem {
  id: string;
  text: string;
  /** Words of the report on which a reported issue rests. */
  quotes: string[];
  /** Block in which a claim stands. */
  block: number | null;
  /** The cited page in the very text that was fetched for the judges. */
  source: { url: string; title: string | null; text: string; outcome: PageOutcome } | null;
  /** Findings of a judge on its parts; empty if people are not told. */
  results: ShownResult[];
  verdict: OwnVerdict | null;
  /** Revisions committed so far, those that took a verdict back among them. */
  revision: number;
  draft: Draft | null;
  /** To be sent back with drafts and commits (`verification/work/draft-basis.ts`). */
  basis: string;
  /** Of a training item, once it is committed; null for everything else, so that a gold item never shows as one. */
  feedback: Feedback | null;
}

/** Answer that the lead considers right, told after the commit of a training item. */
export interface Feedback {
  /** In the words of the texts as shown. */
  answer: VerdictLabel;
  reason: string;
  /** The person answered the same. */
  right: boolean;
}

/** A person's own verdict as committed. */
export interface OwnVerdict {
  /** In the words of the texts as shown: `A` is the left one. */
  label: VerdictLabel;
  /** Further answers that the person would accept. */
  acceptable: VerdictLabel[];
  /** Why the person cannot judge, as chosen from `cannotJudgeReasons`; null otherwise. */
  reason: string | null;
  /** Points by shown text; null if none were given. */
  points: DimensionPoints[] | null;
  note: string;
  /** Numbers of the report's blocks that the person relies on. */
  passages: number[];
  revision: number;
  committedAt: number;
}

/** The person's whole queue in the study, in order. */
export interface BlindQueue {
  /** Place in `seats` of the first item of this assignment. */
  position: number;
  total: number;
  done: number;
  seats: { assignmentId: string; id: string; label: VerdictLabel | null }[];
}

declare const sealed: unique symbol;
export type Blind<T> = T & { readonly [sealed]: true };

/** Copies the named fields and nothing else. */
export function blind(from: BlindAssignment): Blind<BlindAssignment> {
  const { project, study, report, queue, reveal } = from;
  const copy: BlindAssignment = {
    id: from.id,
    training: from.training,
    project: { slug: project.slug, name: project.name },
    study: {
      number: study.number,
      name: study.name,
      kind: study.kind,
      dimensions: study.dimensions && {
        most: study.dimensions.most,
        list: study.dimensions.list.map(({ name, title, about }) => ({ name, title, about }))
      },
      multiSelect: study.multiSelect,
      metric: { name: study.metric.name, title: study.metric.title, question: study.metric.question },
      guideline: study.guideline,
      status: study.status
    },
    query: from.query,
    collectedAt: from.collectedAt,
    report: textOf(report),
    beside: from.beside.map(textOf),
    items: from.items.map(
      ({ id, text, quotes, block, source, results, verdict, revision, draft, basis, feedback }) => ({
        id,
        text,
        quotes: [...quotes],
        block,
        source: source && { url: source.url, title: source.title, text: source.text, outcome: source.outcome },
        results: results.map((one) => ({
          text: one.text,
          title: one.title,
          facts: one.facts.map(({ term, value }) => ({ term, value }))
        })),
        verdict: verdict && verdictOf(verdict),
        revision,
        draft: draft && draftOf(draft),
        basis,
        feedback: feedback && { answer: feedback.answer, reason: feedback.reason, right: feedback.right }
      })
    ),
    queue: {
      position: queue.position,
      total: queue.total,
      done: queue.done,
      seats: queue.seats.map(({ assignmentId, id, label }) => ({ assignmentId, id, label }))
    },
    reveal: { policy: reveal.policy, done: reveal.done, obstacle: reveal.obstacle }
  };
  return copy as Blind<BlindAssignment>;
}

const textOf = ({ markdown, language }: BlindText): BlindText => ({ markdown, language });

/** Points by dimension and nothing that came with them. */
const pointsOf = (points: DimensionPoints): DimensionPoints =>
  Object.fromEntries(Object.entries(points).filter(([, one]) => typeof one === 'number'));

const draftOf = ({ label, reason, acceptable, places, points, note, passages }: Draft): Draft => ({
  label,
  reason,
  acceptable: [...acceptable],
  places: [...places],
  points: points.map((one) => ({ ...one })),
  note,
  passages: [...passages]
});

const verdictOf = ({
  label,
  reason,
  acceptable,
  points,
  note,
  passages,
  revision,
  committedAt
}: OwnVerdict): OwnVerdict => ({
  label,
  reason,
  acceptable: [...acceptable],
  points: points && points.map(pointsOf),
  note,
  passages: [...passages],
  revision,
  committedAt
});

/** A revision as it is stored. */
interface StoredRevision extends Omit<OwnVerdict, 'label'> {
  label: string | null;
}

/**
 * The person's own words of a stored revision, of texts shown in `order`; null if the last revision took the verdict
 * back.
 */
export function ownVerdict(row: StoredRevision, kind: StudyKind, order: readonly number[]): OwnVerdict | null {
  const { label, reason, acceptable, points, note, passages, revision, committedAt } = row;
  if (label === null) return null;
  return verdictOf({
    label: kind.shown(label, order),
    reason,
    acceptable: acceptable.map((one) => kind.shown(one, order)),
    points: points && order.map((place) => points[place]!),
    note,
    passages,
    revision,
    committedAt
  });
}

/** Answer of a person. */
export interface VerdictInput extends Read {
  /** As shown; null takes the verdict back. */
  label: VerdictLabel | null;
  /** Further acceptable answers, if the study asks for all. */
  acceptable?: readonly VerdictLabel[];
  /** Points by shown text, if the study asks for them. */
  points?: readonly DimensionPoints[] | null;
  /** With `cannot-judge`: why (`cannot-judge.ts`); a note does as well. Nothing with any other label. */
  reason?: string | null;
  note: string;
  passages: readonly number[];
  /** Time on the item; null if unknown. */
  seconds: number | null;
  /** Made by the page for this one commit; a retry carries the same. */
  idempotencyKey: string;
}
