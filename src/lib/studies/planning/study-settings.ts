/** Questions and displays of a study besides those of its kind; absent is no. Stored with the study and never changed. */
export interface StudySettings {
  /** Points for each report in the metric's dimensions (kinds that allow it, metrics that have some). */
  dimensions?: boolean;
  /** People may name further answers that they would accept (kinds that allow it). */
  multiSelect?: boolean;
  /** Words by which a report names its own system are hidden from people. */
  maskNames?: boolean;
  /** One gold item among so many of the sample; absent or 0: each person gets all of them. */
  goldEvery?: number;
  /** Items that each person judges a second time; absent is none. */
  repeats?: number;
}

/** Only what is switched on, so that equal settings are equal rows. */
export const studySettings = ({
  dimensions,
  multiSelect,
  maskNames,
  goldEvery,
  repeats
}: StudySettings): StudySettings => ({
  ...(dimensions && { dimensions }),
  ...(multiSelect && { multiSelect }),
  ...(maskNames && { maskNames }),
  // A value that is not a number stays, so that it is refused and not taken for none.
  ...(goldEvery !== undefined && goldEvery !== 0 && { goldEvery }),
  ...(repeats !== undefined && repeats !== 0 && { repeats })
});
