import type { AxisColumn, AxisGroup, ShownAverage } from '$lib/components/scorer/leaderboard/leaderboard-axis.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { listIn } from '$lib/messages/lists.ts';
import { messagesIn } from '$lib/messages/words.ts';
import type { Words } from '$lib/messages/message.ts';
import { findMetric, suiteWith } from '$lib/scorer/suites/index.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { type Leaderboard, LEAST_QUERIES } from '$lib/scorer/leaderboard/index.ts';

interface Asked {
  sort: string;
  /** Name of the baseline system, if the run compares. */
  baseline: string | null;
  hrefOf: (system: string) => string;
  /** Of the page. */
  language: string;
}

type BoardWords = Words<Messages['leaderboardWords']>;

/** Addresses of the reports of a run's systems. */
export const reportsOfSystem =
  (slug: string, { number }: { number: number }) =>
  (system: string): string =>
    `/p/${slug}/runs/${number}/reports?system=${encodeURIComponent(system)}`;

/** A leaderboard as its table shows it. */
export function boardOf(
  board: Leaderboard,
  { sort, baseline, hrefOf, language }: Asked
): { columns: AxisColumn[]; groups: AxisGroup[]; sorted: string; average: ShownAverage | null; best: 'all' | 'group' } {
  const words = messagesIn(language, 'leaderboardWords');
  const said = libraryTextIn(language);
  const reasonOf = (reason: string | null | undefined): string | null => (reason ? said(reason) : null);
  const columns = board.metrics.map(({ name, better, kind, unit, digits }): AxisColumn => ({
    name,
    title: metricTitleIn(language, name),
    better,
    digits,
    unit:
      kind === 'win-rate'
        ? baseline
          ? words.winRateAgainst({ baseline })
          : words.winRate
        : unit === 'rating'
          ? words.rating
          : valuesOf(name, words, language)
  }));
  const kinds = new Map(board.metrics.map(({ name, kind }) => [name, kind]));
  const sorted = columns.some(({ name }) => name === sort) ? sort : '';
  const better = columns.find(({ name }) => name === sorted)?.better;
  const groups = board.groups.map((group): AxisGroup => {
    const { title, systems, means, average, best } = group;
    const among = board.groupsOf === 'query' ? group : board;
    const ordered = sorted
      ? [...systems].sort((a, b) => {
          const [x, y] = [a, b].map((one) => one.scores[sorted]?.value ?? null);
          const [fewX, fewY] = [a, b].map((one) => (one.scores[sorted]?.queries ?? 0) < LEAST_QUERIES);
          if (x === null || x === undefined) return 1;
          if (y === null || y === undefined) return -1;
          if (fewX !== fewY) return fewX ? 1 : -1;
          return better === 'lower' ? x - y : y - x;
        })
      : systems;
    return {
      // A group that people named is shown by their name.
      title: title === null ? '' : title === group.name ? title : said(title),
      rows: ordered.map(({ system, scores, average: own }) => ({
        name: system,
        href: hrefOf(system),
        cells: columns.map(({ name }) => {
          const cell = scores[name];
          const isBest = (among.best[name] ?? []).includes(system);
          return {
            value: cell?.value ?? null,
            low: cell?.interval?.[0] ?? null,
            high: cell?.interval?.[1] ?? null,
            n: cell?.n ?? 0,
            of: cell?.reports ?? 0,
            best: isBest,
            tied: !isBest && cell?.versusBest?.indistinguishable === true,
            compared: isBest || (cell?.versusBest?.indistinguishable ?? null) !== null,
            bestOfGroup: systems.length > 1 && (best[name] ?? []).includes(system),
            reason: reasonOf(cell?.reason),
            noInterval: reasonOf(cell?.intervalReason),
            note: system === baseline && kinds.get(name) === 'win-rate' ? words.base : null
          };
        }),
        average: {
          value: own.value,
          best: among.bestAverage.includes(system),
          reason: reasonOf(own.reason),
          n: Math.min(...(board.averaged ?? []).map((name) => scores[name]?.n ?? 0))
        },
        reports: Math.max(0, ...Object.values(scores).map(({ reports }) => reports))
      })),
      mean:
        systems.length > 1
          ? {
              cells: columns.map(({ name }) => ({
                value: means[name]?.value ?? null,
                systems: means[name]?.systems ?? 0
              })),
              average
            }
          : null
    };
  });
  const best = board.groupsOf === 'query' && groups.length > 1 ? 'group' : 'all';
  return { columns, groups, sorted, best, average: averageOf(board, language, words) };
}

/** The average in words; null if no suite of the run has one. */
function averageOf({ averages, averaged }: Leaderboard, language: string, words: BoardWords): ShownAverage | null {
  if (averages.length === 0) return null;
  const metrics = listIn(
    language,
    averages.map((name) => metricTitleIn(language, name))
  );
  return {
    about: words.meanOver({ metrics }),
    note: averaged === null ? words.noAverage({ metrics }) : words.average({ metrics })
  };
}

/** Meaning of a metric's values, for people. */
function valuesOf(name: string, words: BoardWords, language: string): string {
  const { values, scale = { min: 0, max: 100 } } = findMetric(name) ?? {};
  if (values === undefined) return words.scale(scale);
  return suiteWith(name) ? libraryTextIn(language)(values) : values;
}
