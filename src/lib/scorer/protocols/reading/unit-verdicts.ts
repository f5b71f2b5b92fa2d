import type { Evidence, Verdict } from '../../verdict.ts';

type Detail = NonNullable<Verdict['detail']>;
/** Detail that a kind of unit adds to its verdicts. */
export type DetailOf<Kind extends Detail['kind']> = Extract<Detail, { kind: Kind }>;

/** The detail of that kind; null if the verdict has another or none. */
export const detailOf = <Kind extends Detail['kind']>(
  { detail }: Pick<Verdict, 'detail'>,
  kind: Kind
): DetailOf<Kind> | null => (detail?.kind === kind ? (detail as DetailOf<Kind>) : null);

export interface UnitOf {
  item: string;
  kind: string;
  text?: string;
  detail?: Detail;
}

const plain = ({ item, kind, text, detail }: UnitOf) => ({
  ...{ item, kind },
  ...(text !== undefined && { text }),
  ...(detail !== undefined && { detail })
});

export const judged = (unit: UnitOf, label: string, rationale: string, evidence: Evidence[] = []): Verdict => ({
  ...plain(unit),
  ...{ state: 'judged', label, rationale, evidence }
});

export const abstained = (unit: UnitOf, rationale: string): Verdict => ({
  ...plain(unit),
  ...{ state: 'abstained', label: null, rationale, evidence: [] }
});

export const unscoredUnits = (unit: UnitOf, reason: string): Verdict => ({
  ...plain(unit),
  ...{ state: 'unscored', label: null, rationale: '', evidence: [], reason }
});

/** The unit that stands for a whole report if its statements or references could not be found out. */
export const wholeReport = (kind: string): UnitOf => ({ item: 'report', kind });

export const countStates = (verdicts: readonly Verdict[]): { abstained: number; unscored: number } => ({
  abstained: verdicts.filter(({ state }) => state === 'abstained').length,
  unscored: verdicts.filter(({ state }) => state === 'unscored').length
});
