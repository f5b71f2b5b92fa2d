import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import {
  demandsOf,
  isLabelOf,
  keeps,
  type RatingLabel,
  type SubjectKind
} from '../../verification/vocabulary/labels.ts';
import type { OpinionRole } from '../../verification/adjudication/opinion-chips.ts';
import type { Settlement } from '../../verification/records/settling.ts';
import type { DecisionBasis } from '../../verification/records/records.ts';
import type { Conflict } from '../../verification/records/settling.ts';
import type { DiffPart } from '../../verification/vocabulary/word-diff.ts';
import { sameWording } from '../../verification/vocabulary/wording.ts';

export type AdjudicateWords = Words<Messages['adjudicate']>;

export interface Chip {
  id: string;
  by: OpinionRole;
  label: RatingLabel;
  wording: string | null;
  diff: DiffPart[] | null;
  comment: string;
  reasons: string[];
}

/** A subject to be settled, with all that was said of it and by which role. */
export interface DecisionView {
  subjectId: string;
  round: { number: number; name: string; status: 'open' | 'paused' | 'finalised' };
  writable: boolean;
  qid: string;
  queryText: string;
  domain: string | null;
  category: string | null;
  kind: SubjectKind;
  key: string;
  origin: 'benchmark' | 'appended';
  wording: string;
  siblings: { key: string; wording: string; state: Settlement }[];
  chips: Chip[];
  wordingPairs: { a: string; b: string; diff: DiffPart[]; merged: string | null }[];
  state: Settlement;
  conflicts: Conflict[];
  agreement: number | null;
  prefilled: { label: RatingLabel; keep: boolean; wording: string } | null;
  decision: {
    label: RatingLabel;
    keep: boolean;
    wording: string;
    basis: DecisionBasis;
    comment: string;
    at: number;
    own: boolean;
  } | null;
  revision: number;
  draft: Record<string, unknown> | null;
  next: string | null;
}

/** The decision of another person meanwhile, beside this person's draft. */
export interface DecisionClash {
  theirs: { label: RatingLabel; keep: boolean; wording: string; comment: string; by: string; at: number };
  diff: DiffPart[];
  revision: number;
}

/** The clash that a refused form came back with; null if there was none. */
export const clashIn = (form: object | null | undefined): DecisionClash | null =>
  form && 'clash' in form && form.clash ? (form.clash as DecisionClash) : null;

export interface DecisionForm {
  label: RatingLabel | null;
  wording: string;
  basis: DecisionBasis;
  sources: string[];
  /** Null leaves it to the label and the round's setting. */
  keep: boolean | null;
  comment: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const bases: readonly string[] = ['as-it-was', 'adopted', 'merged', 'own'] satisfies DecisionBasis[];

/** The form as it opens: a draft, else the last decision, else the pre-filled opinion. */
export function decisionForm(view: DecisionView): DecisionForm {
  const { draft, decision, prefilled, wording } = view;
  if (draft) {
    const label = text(draft['label']);
    return {
      label: isLabelOf(view.kind, label) ? label : null,
      wording: text(draft['wording']) || wording,
      basis: bases.includes(text(draft['basis'])) ? (draft['basis'] as DecisionBasis) : 'own',
      sources: Array.isArray(draft['sources']) ? draft['sources'].map(String) : [],
      keep: typeof draft['keep'] === 'boolean' ? draft['keep'] : null,
      comment: text(draft['comment'])
    };
  }
  const start = decision ?? prefilled;
  const words = start?.wording ?? wording;
  const source = view.chips.find((chip) => chip.wording !== null && sameWording(chip.wording, words));
  return {
    label: start?.label ?? null,
    wording: words,
    basis: sameWording(words, wording) ? 'as-it-was' : source ? 'adopted' : 'own',
    sources: !sameWording(words, wording) && source ? [source.id] : [],
    keep: decision && decision.keep !== keeps(decision.label, false) ? decision.keep : null,
    comment: decision?.comment ?? ''
  };
}

/** Takes over what one person said: label and wording. */
export const adopted = (view: DecisionView, form: DecisionForm, chip: Chip): DecisionForm => ({
  ...form,
  label: chip.label,
  wording: chip.wording ?? view.wording,
  basis: chip.wording === null ? 'as-it-was' : 'adopted',
  sources: chip.wording === null ? [] : [chip.id]
});

/** Takes over two people's changes at once. */
export const merged = (
  view: DecisionView,
  form: DecisionForm,
  pair: DecisionView['wordingPairs'][number]
): DecisionForm => ({
  ...form,
  label: form.label ?? view.chips.find((chip) => chip.wording === pair.a)?.label ?? null,
  wording: pair.merged ?? form.wording,
  basis: 'merged',
  sources: view.chips.flatMap((chip) => (chip.wording === pair.a || chip.wording === pair.b ? [chip.id] : []))
});

/** The same form after the wording was typed in. */
export function typedWording(view: DecisionView, form: DecisionForm): DecisionForm {
  const asItWas = sameWording(form.wording, view.wording);
  const source = view.chips.find((chip) => chip.wording !== null && sameWording(chip.wording, form.wording));
  if (asItWas) return { ...form, basis: 'as-it-was', sources: [] };
  return source ? { ...form, basis: 'adopted', sources: [source.id] } : { ...form, basis: 'own', sources: [] };
}

/** Fault that prevents a decision by the form; null if there is none. */
export function decisionFault(view: DecisionView, form: DecisionForm, say: AdjudicateWords): string | null {
  if (form.label === null) return say.chooseLabel;
  const wants = demandsOf(view.kind, form.label).wording === 'required' && form.keep !== false;
  return wants && sameWording(form.wording, view.wording) ? say.needsWording : null;
}
