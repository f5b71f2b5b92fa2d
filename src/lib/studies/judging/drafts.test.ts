import { describe, expect, it } from 'vitest';
import { keptDraft, shownDraft, type Draft, type PartialPoints } from './drafts.ts';
import { CANNOT_JUDGE, studyKindNames, studyKinds } from '../kinds/index.ts';

const some = (granularity: number | null): PartialPoints => ({
  ...{ granularity, insight: null, critique: 4, evidence: null, density: 0 }
});
const draft = (change: Partial<Draft>): Draft => ({
  ...{ label: null, reason: null, acceptable: [], places: [], points: [], note: 'half a thought', passages: [2, 7] },
  ...change
});

describe('a draft', () => {
  it.each(studyKindNames)(
    'of the kind %s comes back as it was left, whole or not, in whichever order texts stand',
    (name) => {
      const kind = studyKinds[name];
      const orders =
        kind.reports === 'one'
          ? [[0]]
          : kind.reports === 'pair'
            ? [
                [0, 1],
                [1, 0]
              ]
            : [
                [2, 0, 1],
                [1, 2, 0]
              ];
      for (const order of orders) {
        const labels = [null, CANNOT_JUDGE, ...kind.options.map(({ label }) => label)];
        for (const label of labels)
          for (const left of [
            draft({ label, reason: label === CANNOT_JUDGE ? 'language' : null }),
            draft({ label, acceptable: kind.multiSelect ? kind.options.slice(1).map((one) => one.label) : [] }),
            draft({ label, places: kind.reports === 'several' ? [2, null, 1] : [] }),
            draft({ label, points: kind.dimensions ? [some(3), some(null)] : [] })
          ])
            expect(shownDraft(keptDraft(left, kind, order), kind, order)).toEqual(left);
      }
    }
  );

  it('is kept by reports: another person who sees the texts mirrored would read the mirror image', () => {
    const left = draft({ label: 'A', acceptable: ['tie'], points: [some(5), some(1)] });
    const kept = keptDraft(left, studyKinds.preference, [0, 1]);
    expect(shownDraft(kept, studyKinds.preference, [1, 0])).toEqual(
      draft({ label: 'B', acceptable: ['tie'], points: [some(1), some(5)] })
    );
    expect(keptDraft(draft({ places: [3, 1, null] }), studyKinds.ranking, [2, 0, 1]).places).toEqual([1, null, 3]);
    expect(keptDraft(draft({ places: [3, 1] }), studyKinds.ranking, [2, 0, 1]).places).toEqual([1, null, 3]);
  });

  it('leaves out what is no answer of its kind, and keeps the words', () => {
    const { score } = studyKinds;
    const kept = keptDraft({ ...draft({ label: '11', acceptable: ['12'], places: [1, 2] }) }, score, [0]);
    expect(kept).toEqual({
      label: null,
      reason: null,
      acceptable: [],
      places: [],
      points: [],
      note: 'half a thought',
      passages: [2, 7]
    });
  });

  it('of earlier days, with a note and passages alone, is read as well', () => {
    const old = { note: 'old', passages: [1] };
    expect(shownDraft(old, studyKinds.ranking, [1, 0])).toEqual(draft({ ...old }));
  });
});
