/** What a study may ask and show besides its kind; absent is no. Kept with the study and never changed. */
export interface StudySettings {
  /** Points in the five dimensions of depth, 0–5 for each report (kinds that allow it). */
  dimensions?: boolean;
  /** People may name further answers that they would accept (kinds that allow it). */
  multiSelect?: boolean;
  /** Words by which a report names its own system are hidden from people. */
  maskNames?: boolean;
}

/** Only what is switched on, so that equal settings are equal rows. */
export const settingsOf = ({ dimensions, multiSelect, maskNames }: StudySettings): StudySettings => ({
  ...(dimensions && { dimensions }),
  ...(multiSelect && { multiSelect }),
  ...(maskNames && { maskNames })
});
