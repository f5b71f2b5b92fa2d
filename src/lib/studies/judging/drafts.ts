import type { VerdictLabel } from '../../scorer/verdict.ts';
import { isCannotJudgeReason } from './cannot-judge.ts';
import type { Read } from '../../verification/work/draft-basis.ts';
import type { StudyKind } from '../kinds/kind.ts';

/** Points as far as they are given. */
export type PartialPoints = Record<string, number | null>;

/** Choices and text of a person, complete or not; labels, places and points by the texts as shown. */
export interface Draft {
  label: VerdictLabel | null;
  /** Why the person cannot judge; null if none is chosen. */
  reason: string | null;
  acceptable: VerdictLabel[];
  /** Place of each text in a ranking, as far as given; empty in other kinds. */
  places: (number | null)[];
  /** By text; empty if the study asks for no points. */
  points: PartialPoints[];
  note: string;
  /** Numbers of the report's blocks. */
  passages: number[];
}

/** Input of a page that is stored until it is committed. */
export interface VerdictDraftInput
  extends Readonly<Pick<Draft, 'note'> & Partial<Pick<Draft, 'label' | 'reason'>>>, Read {
  passages: readonly number[];
  acceptable?: readonly VerdictLabel[];
  places?: readonly (number | null)[];
  points?: readonly PartialPoints[] | null;
}

/** The same as it is kept: by the unit's reports. Parts that older drafts lack are absent. */
export interface VerdictDraftContent {
  note: string;
  passages: number[];
  label?: string | null;
  reason?: string | null;
  acceptable?: string[];
  places?: (number | null)[];
  points?: PartialPoints[] | null;
}

/** Values by shown text, put in the order of the unit's reports. */
const byReport = <T>(values: readonly T[], order: readonly number[]): T[] =>
  values.length === order.length ? order.map((_, report) => values[order.indexOf(report)]!) : [];

/** Values by report, put in the order in which the texts are shown. */
const byText = <T>(values: readonly T[] | null | undefined, order: readonly number[]): T[] =>
  values?.length === order.length ? order.map((report) => values[report]!) : [];

const pointsOf = (from: Readonly<PartialPoints>): PartialPoints => ({ ...from });

/** A draft as it is kept, of texts shown in `order`. What is no answer of the kind is left out: a draft is never refused for it. */
export function keptDraft(draft: VerdictDraftInput, kind: StudyKind, order: readonly number[]): VerdictDraftContent {
  const { label = null, reason = null, acceptable = [], places = [], points, note, passages } = draft;
  return {
    note,
    passages: [...passages],
    label: label === null ? null : kind.kept(label, order),
    reason: isCannotJudgeReason(reason) ? reason : null,
    acceptable: acceptable.flatMap((one) => kind.kept(one, order) ?? []),
    places:
      kind.places !== undefined && places.length > 0
        ? byReport(
            order.map((_, i) => places[i] ?? null),
            order
          )
        : [],
    points: byReport((points ?? []).map(pointsOf), order)
  };
}

/** The inverse of `keptDraft`. */
export const shownDraft = (content: VerdictDraftContent, kind: StudyKind, order: readonly number[]): Draft => ({
  label: content.label == null ? null : kind.shown(content.label, order),
  reason: content.reason ?? null,
  acceptable: (content.acceptable ?? []).map((one) => kind.shown(one, order)),
  places: byText(content.places, order),
  points: byText(content.points, order).map(pointsOf),
  note: content.note,
  passages: [...content.passages]
});
