import { documentLists } from '../../../../messages/document-lists.ts';
import { libraryTextIn } from '../../../../messages/library-text.ts';
import { messagesIn } from '../../../../messages/words.ts';
import { type Leaderboard, LEAST_QUERIES } from '../../../../scorer/leaderboard/index.ts';
import type { LeaderboardColumn, LeaderboardGroup, TableNote } from './table-parts.ts';
import { shownValue } from './shown-value.ts';

interface Written {
  columns: readonly LeaderboardColumn[];
  groups: readonly LeaderboardGroup[];
}

/** The usual measure of values, which needs no note. */
const USUAL = 'mean over queries';

/** Returns the notes that explain the signs, ranges and values of a leaderboard to its readers. */
export function notesOf(
  { columns, groups }: Written,
  { averaged, groupsOf }: Leaderboard,
  language: string
): TableNote[] {
  const words = messagesIn(language, 'leaderboardFile');
  const cells = groups.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
  // Each group of queries ranks all systems by itself; values beside those of the table are given for all queries alone.
  const ranksEach = groupsOf === 'query' && groups.length > 1;
  const described = ranksEach ? groups.slice(0, 1) : groups;
  const titles = (averaged ?? []).map((name) => columns.find((column) => column.name === name)?.title ?? name);
  const lower = columns.filter(({ better }) => better === 'lower');
  const note = (kind: TableNote['kind'], text: string): TableNote => ({ kind, text });
  const { comma } = documentLists(language);
  return [
    ...(cells.some(({ mark }) => mark === 'best')
      ? [note('best', words.best({ of: ranksEach ? 'group' : 'all' }))]
      : []),
    ...(cells.some(({ mark }) => mark === 'tied') ? [note('tied', words.tied)] : []),
    ...(cells.some(({ low }) => low !== null) ? [note('interval', words.interval)] : []),
    ...(cells.some(({ n, of }) => n < of) ? [note('part', words.part)] : []),
    ...(cells.some(({ value, queries }) => value !== null && queries < LEAST_QUERIES)
      ? [note('general', words.few({ n: LEAST_QUERIES }))]
      : []),
    ...columns.flatMap((column, at) => uncomparedNote(column, at, groups, ranksEach, language)),
    ...columns.flatMap(({ name, title: metric, unit, source }) =>
      unit === '%'
        ? [
            onMetric(
              name,
              source === null
                ? words.winRate({ metric })
                : words.winRateSource({ metric, source: libraryTextIn(language)(source) })
            )
          ]
        : []
    ),
    ...columns.flatMap((column, at) => byOrderNote(column, cellsAt(described, at), language)),
    ...columns.flatMap((column) => measureNote(column, language)),
    ...columns.flatMap((column, at) => viewNotes(column, cellsAt(described, at), language)),
    ...(lower.length > 0
      ? [
          {
            ...note('general', words.lower({ metrics: comma(lower.map(({ title }) => title)) })),
            metrics: lower.map(({ name }) => name)
          }
        ]
      : []),
    ...(titles.length > 0 ? [note('general', words.averageOf({ metrics: comma(titles) }))] : []),
    ...(cells.some(({ value }) => value === null) ? [note('undefined', words.undefined)] : [])
  ];
}

const onMetric = (metric: string, text: string): TableNote => ({ kind: 'general', text, metrics: [metric] });

/** The cells of one column with the names of their systems. */
const cellsAt = (groups: readonly LeaderboardGroup[], at: number) =>
  groups.flatMap(({ rows }) => rows.map(({ name, cells }) => ({ name, cell: cells[at] })));

type Column = ReturnType<typeof cellsAt>;

/** Names the measure of values that are neither means over queries nor win rates, which have notes of their own. */
const measureNote = ({ name, title, measure, unit }: LeaderboardColumn, language: string): TableNote[] =>
  measure === null || unit === '%' || measure === USUAL
    ? []
    : [
        onMetric(
          name,
          messagesIn(language, 'leaderboardFile').measure({
            metric: title,
            measure: libraryTextIn(language)(measure)
          })
        )
      ];

/** Views beside values that are no means, in words: tables have no column for them. */
function viewNotes({ name, title, measure, digits }: LeaderboardColumn, cells: Column, language: string): TableNote[] {
  if (measure === USUAL) return [];
  const words = messagesIn(language, 'leaderboardFile');
  const say = libraryTextIn(language);
  const titles = [...new Set(cells.flatMap(({ cell }) => (cell?.beside ?? []).map((view) => view.title)))];
  return titles.map((of) => {
    const values = cells.flatMap(({ name: system, cell }) => {
      const view = cell?.beside.find((one) => one.title === of);
      return view
        ? [words.viewValue({ system, value: shownValue(view.value, digits), n: view.n, counted: say(view.counted) })]
        : [];
    });
    return onMetric(name, words.view({ metric: title, view: say(of), values: documentLists(language).comma(values) }));
  });
}

/** Systems with an interval and neither sign, which would otherwise seem to be significantly below the best. */
function uncomparedNote(
  { name, title: metric }: LeaderboardColumn,
  at: number,
  groups: readonly LeaderboardGroup[],
  ranksEach: boolean,
  language: string
): TableNote[] {
  const words = messagesIn(language, 'leaderboardFile');
  const systems = groups.flatMap(({ title: group, rows }) =>
    rows.flatMap(({ name: system, cells }) => {
      const cell = cells[at];
      if (!cell || cell.notCompared === null || cell.queries < LEAST_QUERIES) return [];
      return [ranksEach && group !== null ? words.inGroup({ system, group }) : system];
    })
  );
  if (systems.length === 0) return [];
  return [
    onMetric(name, words.uncompared({ metric, n: LEAST_QUERIES, systems: documentLists(language).comma(systems) }))
  ];
}

/** The win rates with each order a game, in words: they are no column of their own. */
function byOrderNote({ name, title }: LeaderboardColumn, cells: Column, language: string): TableNote[] {
  const words = messagesIn(language, 'leaderboardFile');
  const rates = cells.flatMap(({ name: system, cell }) => {
    const byOrder = cell?.games?.byOrder;
    if (!byOrder) return [];
    const decisive = byOrder.wins + byOrder.losses;
    const n = Number.isInteger(decisive) ? String(decisive) : decisive.toFixed(1);
    return [words.rate({ system, value: shownValue(byOrder.value), n })];
  });
  return rates.length === 0
    ? []
    : [onMetric(name, words.byOrder({ metric: title, rates: documentLists(language).comma(rates) }))];
}
