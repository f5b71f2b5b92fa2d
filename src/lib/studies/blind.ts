import type { Label } from '../scorer/pipeline.ts';
import type { RevealPolicy } from './planning.ts';

/**
 * What a person may see before the reveal. These values are put together field by field (`blind`), so that nothing that
 * is not named here is in them at run time either: no system, no judge, no judge's verdict, no other person's answer, no
 * stratum, and no id from which one of these could be looked up.
 */
export interface BlindAssignment {
  id: string;
  project: { slug: string; name: string };
  study: {
    number: number;
    name: string;
    metric: { name: string; title: string; question: string };
    guideline: string;
    status: 'open' | 'closed';
  };
  /** The query as the judges saw it. */
  query: string;
  report: { markdown: string; language: string | null };
  items: BlindItem[];
  queue: BlindQueue;
  reveal: {
    policy: RevealPolicy;
    done: boolean;
    /** Why the judges can not be shown now; null where they can, or are. */
    obstacle: string | null;
  };
}

export interface BlindItem {
  id: string;
  text: string;
  verdict: OwnVerdict | null;
  draft: { note: string; passages: number[] } | null;
}

/** A person's own verdict as committed. */
export interface OwnVerdict {
  label: Label;
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
  seats: { assignmentId: string; id: string; label: Label | null }[];
}

declare const sealed: unique symbol;
export type Blind<T> = T & { readonly [sealed]: true };

/** Copies the named fields and nothing else. */
export function blind(from: BlindAssignment): Blind<BlindAssignment> {
  const { project, study, report, queue, reveal } = from;
  const copy: BlindAssignment = {
    id: from.id,
    project: { slug: project.slug, name: project.name },
    study: {
      number: study.number,
      name: study.name,
      metric: { name: study.metric.name, title: study.metric.title, question: study.metric.question },
      guideline: study.guideline,
      status: study.status
    },
    query: from.query,
    report: { markdown: report.markdown, language: report.language },
    items: from.items.map(({ id, text, verdict, draft }) => ({
      id,
      text,
      verdict: verdict && ownVerdict(verdict),
      draft: draft && { note: draft.note, passages: [...draft.passages] }
    })),
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

/** The person's own words of a stored revision; null where the last revision took the verdict back. */
export function ownVerdict(row: {
  label: string | null;
  note: string;
  passages: number[];
  revision: number;
  committedAt: number;
}): OwnVerdict | null {
  const { note, passages, revision, committedAt } = row;
  const label = asLabel(row.label);
  return label === null ? null : { label, note, passages: [...passages], revision, committedAt };
}

/** A stored label; null where there is none. */
export const asLabel = (label: string | null): Label | null => (label === 'yes' || label === 'no' ? label : null);

/** What a person hands in. */
export interface VerdictInput {
  /** Null takes the verdict back. */
  label: Label | null;
  note: string;
  passages: readonly number[];
  /** Time on the item; null where unknown. */
  seconds: number | null;
  /** Made by the page for this one commit; a retry carries the same. */
  idempotencyKey: string;
}
