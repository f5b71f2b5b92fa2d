import {
  clopperPearson,
  consistentCounts,
  consistentDenominators,
  nearestCounts,
  wilson,
  type FigureWithoutN
} from '../../src/lib/stats/index.ts';
import { interval, proportion } from '../../src/lib/stats/writing/figures.ts';
import { dailyTables } from './daily-tables.ts';
import * as printed from './printed.ts';

/** One thing that can be recomputed from what a paper prints. */
export interface Finding {
  paper: '2510.14240' | '2606.12871' | '2509.01396' | '2510.14240, earlier version' | '2508.15804';
  where: string;
  printed: string;
  recomputed: string;
  verdict: 'agrees' | 'contradicts' | 'tells more';
}

const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;
const sum = (values: readonly number[]): number => values.reduce((total, v) => total + v, 0);
const one = (value: number): string => value.toFixed(1);
const column = (rows: Readonly<Record<string, readonly number[]>>, place: number): number[] =>
  Object.values(rows).map((row) => row[place]!);

/** Whether a mean or sum can be the printed one, its parts being rounded themselves to `step` (and so off by half of it). */
export const within = (recomputed: number, shown: number, step: number, parts = 1): boolean =>
  Math.abs(recomputed - shown) <= (step / 2) * (1 + parts) + 1e-9;

const finding = (
  paper: Finding['paper'],
  where: string,
  says: string,
  recomputed: string,
  verdict: Finding['verdict'] | boolean
): Finding => ({
  paper,
  where,
  printed: says,
  recomputed,
  verdict: typeof verdict === 'boolean' ? (verdict ? 'agrees' : 'contradicts') : verdict
});

/** A percentage out of n: which counts it can be, or that it can be none. */
function counted(paper: Finding['paper'], where: string, percent: number, n: number, decimals: number): Finding {
  const counts = consistentCounts(percent, n, decimals);
  const { below, above } = nearestCounts(percent, n);
  const near = [below, above].map((side) => `${side!.count} is ${side!.value.toFixed(decimals + 1)}`).join(', ');
  return finding(
    paper,
    where,
    `${percent.toFixed(decimals)} % of ${n}`,
    counts.length > 0 ? `${counts.join(' or ')} of ${n}` : `no count of ${n}: ${near}`,
    counts.length > 0
  );
}

/** With three judges and two answers, the share on which all agree is (sum of the three pairwise shares − 1) / 2. */
export const otherPairs = (allAgree: number, pair: number): number => 2 * allAgree + 1 - pair;

/** The table of everything that was recomputed. */
export function findings(): Finding[] {
  return [...leaderboard(), ...agreement(), ...survey(), ...daily(), ...arena(), ...reportBench()];
}

function leaderboard(): Finding[] {
  const [web, deep, multi] = Object.values(printed.leaderboard000) as unknown as Record<string, readonly number[]>[];
  const family = (rows: Readonly<Record<string, readonly number[]>>): number => mean(Object.values(rows).map(mean));
  const told = (where: string, shown: number, value: number): Finding =>
    finding('2510.14240', where, one(shown), value.toFixed(2), within(value, shown, 0.1));
  const earlier = Object.entries(printed.leaderboard003);
  const all: Record<string, readonly number[]> = { ...web!, ...deep!, ...multi! };
  const off = earlier.filter(([name, { association, average }]) => {
    const value = mean([...all[name]!.slice(0, 3), association]);
    return !within(value, average, 0.1);
  });
  const now = (name: string): number => mean(all[name]!);
  const of003 = (names: readonly string[], key: 'association' | 'average'): number =>
    mean(names.map((name) => printed.leaderboard003[name]![key]));
  const totals = printed.citationErrors000.filter((row) => !within(sum(row.slice(0, 3)), row[3], 0.1, 3));
  return [
    told('average of Open Deep Research', 73.6, now('Open Deep Research')),
    told('average of GPT-5', 72.7, now('GPT-5')),
    told('average of multi-agent systems', 69.5, family(multi!)),
    told('average of single-agent web systems', 62.8, family(web!)),
    finding('2510.14240', 'average of single-agent deep research', 'below the multi-agent one, “lags”', `${family(deep!).toFixed(2)}, level with ${family(web!).toFixed(2)} of web systems`, 'tells more'), // prettier-ignore
    told('consistency of single-agent web systems', 69.7, mean(column(web!, 1))),
    told('association of multi-agent systems', 61.9, mean(column(multi!, 3))),
    told('presentation of multi-agent systems', 77.7, mean(column(multi!, 0))),
    finding('2510.14240', 'Table 1, best consistency in deep research', 'that of o3 is underlined, 64.2', `Perplexity Sonar Deep Research, ${Math.max(...column(deep!, 1))}`, Math.max(...column(deep!, 1)) === 64.2), // prettier-ignore
    finding('2510.14240', 'systems compared', '17; the text names 18', `${earlier.length} rows in Table 1; Gemini 2.5 Flash has none`, false), // prettier-ignore
    finding('2510.14240', 'Table 7, six totals of errors', 'E1 + E2 + E3', `${6 - totals.length} of 6 add up`, totals.length === 0), // prettier-ignore
    finding('2510.14240, earlier version', 'Table 1, 17 averages', 'a column', `${17 - off.length} of 17 are the mean of the row`, off.length === 0), // prettier-ignore
    ...(
      [
        ['average of Open Deep Research in the text', 73.6, printed.leaderboard003['Open Deep Research']!.average],
        ['average of GPT-5 in the text', 72.7, printed.leaderboard003['GPT-5']!.average],
        ['average of multi-agent systems in the text', 69.5, of003(Object.keys(multi!), 'average')],
        ['average of single-agent web systems in the text', 62.8, of003(Object.keys(web!), 'average')],
        ['association of multi-agent systems in the text', 61.9, of003(Object.keys(multi!), 'association')]
      ] as const
    ).map(([where, shown, value]) =>
      finding(
        '2510.14240, earlier version',
        where,
        one(shown),
        `${one(value)} by its own table`,
        within(value, shown, 0.1)
      )
    )
  ];
}

function agreement(): Finding[] {
  const bound = (k: number, n: number): string => {
    const [low, high] = wilson(k, n).interval!;
    return `Wilson ${interval(low, high)}`;
  };
  const exact = clopperPearson(72, 72).interval![0];
  const [first, second, either] = [0.95, 0.85, 0.983];
  const both = first + second - either;
  return [
    counted('2510.14240', 'presentation, either judge', 98.3, 300, 1),
    counted('2510.14240', 'presentation, Gemini 2.5 Pro alone', 95.0, 300, 1),
    counted('2510.14240', 'presentation, GPT-5 alone', 85.0, 300, 1),
    finding('2510.14240', 'presentation, read as blind agreement', '.95, .85, either .983', `both right on ${proportion(both)}; the average of both reaches ${proportion((first + second) / 2, 2)}, below Gemini alone; the two would agree on ${proportion(both + 1 - either)}, near the printed .836`, 'tells more'), // prettier-ignore
    finding('2510.14240', 'presentation, three judges', 'all agree .678, one pair .836', `the other two pairs add up to ${proportion(otherPairs(0.678, 0.836))}: ${proportion(otherPairs(0.678, 0.836) / 2)} each on average`, 'tells more'), // prettier-ignore
    finding('2510.14240', 'coverage, three judges', 'all agree .815, one pair .894', `the other two pairs add up to ${proportion(otherPairs(0.815, 0.894))}: ${proportion(otherPairs(0.815, 0.894) / 2)} each on average`, 'tells more'), // prettier-ignore
    counted('2510.14240', 'coverage, either judge', 100.0, 72, 1),
    finding(
      '2510.14240',
      'coverage, 72 of 72',
      '100.0 %',
      `${bound(72, 72)}; exact from ${proportion(exact)}`,
      'tells more'
    ),
    counted('2510.14240', 'depth, where judges differ', 92.5, 40, 1),
    finding('2510.14240', 'depth, 37 of 40', '92.5 % for the ensemble', bound(37, 40), 'tells more'),
    counted('2510.14240', 'depth, where judges agree', 95, 40, 0),
    finding('2510.14240', 'depth, both strata', '92.5 % as agreement of the ensemble', `weighted back by .788 and .212: ${proportion(0.788 * 0.95 + 0.212 * 0.925)}`, 'tells more'), // prettier-ignore
    counted('2510.14240', 'consistency, issues', 82, 128, 0),
    counted('2510.14240', 'citation traceability, issues', 85.9, 128, 1),
    finding('2510.14240', 'citation traceability, 110 of 128', '85.9 %', bound(110, 128), 'tells more'),
    counted('2510.14240', 'citation accuracy, claims', 87.1, 200, 1)
  ];
}

function survey(): Finding[] {
  const shares: readonly number[] = printed.categories000;
  return [
    finding('2510.14240', 'appendix I, shares of categories', 'add up to 100 %', `${one(sum(shares))} %`, within(sum(shares), 100, 0.1, shares.length)), // prettier-ignore
    finding(
      '2510.14240',
      'appendix I, number of categories',
      'ten',
      `${shares.length} shares are listed`,
      shares.length === 10
    ),
    finding(
      '2510.14240',
      'appendix I, groups of participants',
      '27, 24 and 49 %',
      `${27 + 24 + 49} %`,
      27 + 24 + 49 === 100
    )
  ];
}

function daily(): Finding[] {
  const groups = Object.entries(printed.preference001);
  const impossible = Object.values(printed.judges001)
    .flat()
    .filter((percent) => consistentCounts(percent, 300, 1).length === 0);
  const far = printed.repeats001.flatMap(({ main, repeat, sd }) =>
    main.map((value, i) => Math.abs(value - repeat[i]!) / sd[i]!)
  );
  const means = groups.map(([, values]) => mean(values));
  const highest = Math.max(...groups.flatMap(([, values]) => values));
  return [
    counted('2606.12871', 'instruction following, judge', 96.5, 300, 1),
    counted('2606.12871', 'instruction following, people', 88.4, 300, 1),
    counted('2606.12871', 'factuality', 94.2, 300, 1),
    counted('2606.12871', 'rationality', 95.3, 300, 1),
    finding('2606.12871', 'Table 5, twelve accuracies of judges', 'against people, on the same reports', `${impossible.length} of 12 are impossible out of 300; the number is not printed`, 'tells more'), // prettier-ignore
    finding('2606.12871', 'weighted κ of .859', 'weights not named', 'linear and quadratic weights give different values', 'tells more'), // prettier-ignore
    finding('2606.12871', 'Table 3, groups by user preference', 'search tools, then coding agent, then native', groups.map(([name, values]) => `${name} ${mean(values).toFixed(2)}`).join(', '), means[1]! > means[2]! && means[2]! > means[0]!), // prettier-ignore
    finding('2606.12871', 'Table 3, highest user preference', 'below 3', highest.toFixed(2), highest < 3),
    finding('2606.12871', 'Tables 3 and 4, a single result against three repeats', 'low variance', `all 12 lie within ${Math.max(...far).toFixed(1)} SD of the mean of the repeats`, Math.max(...far) < 2), // prettier-ignore
    finding('2606.12871', 'tasks and systems', '150 = 100 + 50; 17 systems', `${100 + 50}; ${sum(groups.map(([, values]) => values.length))}`, sum(groups.map(([, values]) => values.length)) === 17), // prettier-ignore
    ...dailyTables().map(({ where, says, recomputed, verdict }) =>
      finding('2606.12871', where, says, recomputed, verdict)
    )
  ];
}

function arena(): Finding[] {
  const adding = printed.keypoints002.filter((row) => within(sum(row), 100, 0.1, 3)).length;
  const shown = printed.keypointFigure002.filter((row) => within(sum(row), 100, 0.1, 3)).length;
  const averages = printed.leakageAverage002.map((average, i) => {
    const value = mean(printed.leakage002.map((row) => row[i]!));
    return { average, value, agrees: within(value, average, 0.1) };
  });
  const composite = printed.leakage002.filter(([whole, string, tfidf, overlap]) =>
    within(0.4 * string + 0.4 * tfidf + 0.2 * overlap, whole, 0.1)
  ).length;
  return [
    finding('2509.01396', 'Table 3, supported + contradicted + omitted', '16 rows of shares', `${adding} of 16 add up to 100 %`, adding === 16), // prettier-ignore
    finding(
      '2509.01396',
      'Figure 4, the same over all tasks',
      '8 rows of shares',
      `${shown} of 8 add up to 100 %`,
      shown === 8
    ),
    finding('2509.01396', 'Table 4, averages', averages.map(({ average }) => one(average)).join(', '), averages.map(({ value }) => value.toFixed(2)).join(', '), averages.every(({ agrees }) => agrees)), // prettier-ignore
    finding(
      '2509.01396',
      'Table 4, composite as .4 + .4 + .2 of its parts',
      '8 rows',
      `${composite} of 8 are`,
      composite === 8
    ),
    finding('2509.01396', 'rank correlations by 1 − 6Σd²/(n³ − n) and (C − D)/½n(n − 1)', 'ρ .84, τ .68', 'both formulas are wrong where scores are tied; n is not printed', 'tells more') // prettier-ignore
  ];
}

function reportBench(): Finding[] {
  const rows = Object.entries(printed.content004).map(([name, { means, rate }]) => {
    const figures: FigureWithoutN[] = means.map((value) => ({ kind: 'mean', value, decimals: 3, low: 1, high: 5 }));
    const together: FigureWithoutN[] = [...figures, { kind: 'percentage', value: rate, decimals: 1 }];
    const [ofMeans] = consistentDenominators(figures, 999);
    const [all] = consistentDenominators(together, 999);
    const fits = [100, 200, 300].filter((n) => consistentDenominators(together, n).includes(n));
    return finding(
      '2508.15804',
      `Table 3, ${name}`,
      'whole scores, means over all 100 tasks',
      `the ${ofMeans === all ? 'six figures' : 'five means'} first go together at n = ${ofMeans}${ofMeans === all ? '' : `, where the rate is impossible`}${fits.length > 0 ? '' : '; not at 100, nor at 200 or 300 for several scores each'}`,
      fits.includes(100)
    );
  });
  const shares: FigureWithoutN[] = [
    { kind: 'percentage', value: 80, decimals: 0 },
    { kind: 'percentage', value: 16.7, decimals: 1 },
    { kind: 'percentage', value: 3.3, decimals: 1 }
  ];
  return [
    ...rows,
    finding('2508.15804', 'mapping of addresses, 80 + 16.7 and 3.3 %', '96.7 %', `${one(80 + 16.7)} %; the three first go together at n = ${consistentDenominators(shares, 999)[0]}`, within(80 + 16.7, 96.7, 0.1, 2)), // prettier-ignore
    finding('2508.15804', 'references of two products', 'over three times as many', `32.42 / 9.89 = ${(32.42 / 9.89).toFixed(2)}`, 32.42 / 9.89 > 3), // prettier-ignore
    finding('2508.15804', 'Tables 1, 4 and 5, the same settings', 'same figures', 'the same', true),
    ...textAgainstTables()
  ];
}

/** Where the text of ReportBench speaks of its own tables; the tables are taken as what was measured. */
function textAgainstTables(): Finding[] {
  const { references004: table1, quarters004: quarters, otherJudge004: judged, budgets004: budgets } = printed;
  const paper = '2508.15804';
  const products = ['OpenAI Deep Research', 'Gemini Deep Research'] as const;
  const models = ['Gemini-2.5-Flash', 'Gemini-2.5-Pro', 'o3', 'Claude-4-Sonnet'] as const;
  const ahead = [0, 1, 2, 3].map((at) => ({
    ...{ quarter: `Q${at + 1}`, least: Math.min(...products.map((name) => quarters[name][at]!)) },
    leading: models.filter((name) => quarters[name][at]! >= Math.min(...products.map((one) => quarters[one][at]!)))
  }));
  const behind = ahead.filter(({ leading }) => leading.length > 0);
  const inQuarters = (at: number): string => ahead[at]!.leading.map((name) => `${name} has ${one(quarters[name][at]!)}`).join(', '); // prettier-ignore
  const rises = Object.entries(judged).flatMap(([name, { rates }]) =>
    ([['match rate', 0], ['factual accuracy', 1]] as const)
      .filter(([, at]) => rates[at] >= table1[name as keyof typeof judged].rates[at])
      .map(([what, at]) => `the ${what} of ${name} rises from ${table1[name as keyof typeof judged].rates[at]} to ${rates[at]}`)
  ); // prettier-ignore
  const [pro, sonnet] = [table1['Gemini-2.5-Pro'].scores[0], table1['Claude-4-Sonnet'].scores[0]];
  const [, five, ten] = budgets;
  const order = (scores: (name: keyof typeof judged) => number): string =>
    (Object.keys(judged) as (keyof typeof judged)[]).sort((a, b) => scores(a) - scores(b)).join();
  const sameOrder = [0, 1].every((at) => order((name) => table1[name].scores[at]!) === order((name) => judged[name].scores[at]!)); // prettier-ignore
  const pooled = Object.entries(quarters).map(([name, row]) => [name, mean(row), 100 * table1[name as keyof typeof quarters].scores[1]] as const); // prettier-ignore
  return [
    finding(paper, 'Table 2 and A.2.1, products above models in every quarter', 'uniformly higher', behind.map(({ quarter, least }) => `${inQuarters(Number(quarter[1]) - 1)} in ${quarter}, where a product has ${one(least)}`).join('; ') || 'in all four', behind.length === 0), // prettier-ignore
    finding(paper, 'Table 4 and A.2.4, the GPT judge stricter', 'both rates lower for all three', rises.join('; ') || 'both lower for all three', rises.length === 0), // prettier-ignore
    finding(paper, 'Table 4 and A.2.4, order by precision and by recall', 'the same with either judge', sameOrder ? 'the same' : 'another', sameOrder), // prettier-ignore
    finding(paper, 'Table 1 and 3.4, precision of Gemini-2.5-Pro beside Claude-4-Sonnet', 'higher', `${proportion(pro)} against ${proportion(sonnet)}`, pro > sonnet), // prettier-ignore
    finding(paper, 'Table 5 and A.2.5, match rate from 5 to 10 calls', 'occasionally increases', `${five.rates[0].toFixed(2)} to ${ten.rates[0].toFixed(2)}`, ten.rates[0] > five.rates[0]), // prettier-ignore
    finding(paper, 'Tables 1 and 2, recall pooled over quarters of one size', 'Table 1 is the mean over reports', pooled.map(([name, over, macro]) => `${name} ${one(over)} and ${one(macro)}`).join(', '), 'tells more') // prettier-ignore
  ];
}

/** The page docs/papers-recomputed.md. */
export function page(all: readonly Finding[]): string {
  const about: Record<Finding['paper'], string> = {
    '2510.14240': 'LiveResearchBench with DeepEval',
    '2606.12871': 'DailyReport',
    '2509.01396': 'DeepResearch Arena',
    '2510.14240, earlier version': 'LiveResearchBench',
    '2508.15804': 'ReportBench'
  };
  const count = (verdict: Finding['verdict']): number => all.filter((one) => one.verdict === verdict).length;
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  return [
    '# The papers’ figures, recomputed',
    '',
    'What can be recomputed from the figures that the papers print, with this project’s own statistics. A test recomputes',
    'every row and compares this page with it (`tests/papers-recomputed.test.ts`). A figure agrees where it is within the',
    'rounding of what it is made of.',
    '',
    `${all.length} findings: ${count('agrees')} agree, ${count('contradicts')} contradict what is printed, ${count('tells more')} tell more than is printed.`,
    ...(Object.keys(about) as Finding['paper'][]).flatMap((paper) => [
      '',
      `## ${about[paper]} (arXiv ${paper})`,
      '',
      '| where | printed | recomputed | |',
      '| --- | --- | --- | --- |',
      ...all
        .filter((one) => one.paper === paper)
        .map((one) =>
          [one.where, one.printed, one.recomputed, one.verdict === 'contradicts' ? '**contradicts**' : one.verdict]
            .map(cell)
            .join(' | ')
        )
        .map((row) => `| ${row} |`)
    ]),
    ''
  ].join('\n');
}
