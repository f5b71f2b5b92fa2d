import { describe, expect, it } from 'vitest';
import { libraryTextIn } from '../../../messages/library-text.ts';
import { tableInWords } from '../../../scorer/suites/figure-words.ts';
import { textsInWords } from '../../../scorer/suites/research-arena/ranking/ranked-texts.ts';
import { comparedInWords, rankingTable } from '../../../scorer/suites/research-arena/ranking/ranking-table.ts';
import type { RankingView } from '../../../scorer/suites/research-arena/ranking/ranking-view.ts';
import { englishIn, numbersByLine } from '../two-languages.fixture.ts';

const row = { games: 3, wins: 2, opponents: 2 };
const view = {
  rows: [
    { ...row, id: 't1', place: 1, rating: 1500.2, inTop: null, selected: true },
    { ...row, id: 't2', place: 2, rating: 1400.2, inTop: 0.3, selected: false }
  ],
  stability: { size: 5, strongest: { mean: 3.2, low: 1, high: 5 }, repeated: { mean: 2.2, low: 1, high: 4 }, open: 1 },
  ...{ tiedCut: true, pairs: 9, games: [{}, {}], failed: [{}], byes: [{}, {}], flips: { of: 3, changed: 1 } },
  ...{ corrected: 2, equal: 1, usable: 8 }
} as unknown as RankingView;
const hash = 'ab'.repeat(32);

describe('a ranking of tasks in another language', () => {
  const title = 'Ranking of tasks, making run 3: Heat';
  const table = rankingTable(view, new Map(), { title, by: '2 people', hasPoints: true });
  const notes = [
    ...table.notes,
    ...textsInWords(hash, 3, 2, { changed: ['t1'], gone: ['t2'], added: ['t3', 't4'] }),
    ...textsInWords(hash, 3, null, { changed: [], gone: [], added: [] }),
    ...comparedInWords({
      ...{ pairs: 7, tasks: 4, sameWinner: { k: 3, n: 5, tied: 2, value: 0.6, interval: [0.2, 0.9] } },
      ...{ tauB: { value: 0.5, interval: [0.1, 0.9] } },
      overlap: { k: 1, size: 2, value: 0.5, interval: [0.1, 0.9], chance: 1.2 }
    } as unknown as Parameters<typeof comparedInWords>[0])
  ];
  const chinese = tableInWords({ ...table, notes }, libraryTextIn('zh-Hans'));

  it('has no English in its title, heads, groups and remarks', () => {
    expect(chinese.title).toBe('任务排序，起草运行 3：Heat');
    expect(chinese.notes).toContain('由 2 人 评判。');
    expect(
      englishIn(JSON.stringify([chinese.title, chinese.columns.map(({ title, about }) => [title, about])]))
    ).toEqual([]);
    expect(englishIn(chinese.notes.join('\n'))).toEqual([]);
    for (const { group } of chinese.rows) expect(group).toMatch(/^(未)?入选，1 个任务$/);
  });

  it('states the pairs behind a share of same winners, and those that are tied', () => {
    expect(notes.find((note) => note.startsWith('Pairs judged by people'))).toBe(
      'Pairs judged by people and by models: 7, of 4 tasks. Of pairs on which both have a preference, they prefer the same task in 3 of 5 (0.60 [0.20, 0.90]); pairs tied for people or models: 2.'
    );
  });

  it('says of no pick by people that its winner was recomputed', () => {
    const byPeople = rankingTable(view, new Map(), { title, by: '2 people', hasPoints: false });
    expect(byPeople.notes).toEqual(table.notes.filter((note) => !note.includes('recomputed')));
    expect(byPeople.notes).toHaveLength(table.notes.length - 1);
  });

  it('has the numbers of the English remarks', () => {
    // Chinese writes .05 as 0.05, and k of n as k/n.
    const numbers = (lines: readonly string[]): number[][] =>
      numbersByLine(lines.join('\n').replaceAll(/(?<!\d)\.(?=\d)/g, '0.')).map((line) => line.map(Number));
    expect(numbers(chinese.notes)).toEqual(numbers(notes));
  });
});
