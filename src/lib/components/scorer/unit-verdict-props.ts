import type { ItemView } from '../../scorer/units/verdict-view.ts';

/** A unit's verdict: what one judge said of it. */
export interface UnitVerdictProps {
  unit: ItemView;
  /** With `detail`, what the kind of unit adds to a verdict. */
  said: ItemView['verdicts'][number];
  /** Goes to a block of the report. */
  onfollow: (block: number) => void;
}
