import { consistentDenominators, consistentSums, spearman } from '../../src/lib/stats/index.ts';
import * as printed from './printed.ts';

/** Findings in the tables of arXiv 2606.12871 that its text does not mention. */
interface TableFinding {
  where: string;
  says: string;
  recomputed: string;
  verdict: boolean | 'tells more';
}

const TASKS = 150;
const RUBRICS = 3546;

const ranks = (rows: readonly (readonly number[])[], at: number): number[] => rows.map((row) => row[at]!);
const two = (value: number): string => value.toFixed(2).replace(/^(-?)0\./, '$1.');

/** Sample standard deviation. */
const spread = (values: readonly number[]): number => {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (values.length - 1));
};

/** How far three sums of levels over all tasks can lie apart if mean and SD of the three means round to the printed ones. */
export function apartInRepeats(mean: number, decimals: number, sd: number, sdDecimals: number): number[] {
  const half = (places: number): number => 0.5 * 10 ** -places + 1e-12;
  const middle = Math.round(mean * TASKS);
  const found = new Set<number>();
  const reach = Math.ceil((6 * sd + 0.01) * TASKS);
  for (let a = middle - reach; a <= middle + reach; a++)
    for (let b = a; b <= middle + reach; b++)
      for (let c = b; c <= middle + reach; c++) {
        const values = [a, b, c].map((sum) => sum / TASKS);
        const fits =
          Math.abs((a + b + c) / (3 * TASKS) - mean) <= half(decimals) &&
          Math.abs(spread(values) - sd) <= half(sdDecimals);
        if (fits) found.add(c - a);
      }
  return [...found].sort((x, y) => x - y);
}

export function dailyTables(): TableFinding[] {
  const preferences = Object.values(printed.preference001).flat();
  const possible = preferences.filter((mean) => consistentSums(mean, TASKS, 2, { low: 1, high: 4 }).length > 0);
  const passRates = printed.dimensions001.map(([pass]) => ({
    ...{ kind: 'percentage' as const, value: Math.round(1000 * pass) / 10, decimals: 1 }
  }));
  const [leastSubtasks] = consistentDenominators(passRates, RUBRICS);
  const tools = printed.traces001['with search tools'];
  const coding = printed.traces001['with a coding agent'];
  const fewer = (of: (row: readonly number[]) => number): number =>
    tools.filter((row, at) => of(coding[at]!) < of(row)).length;
  const calls = (row: readonly number[]): number => row[2]! + row[3]!;
  const both = [...tools, ...coding];
  const preference = [...printed.preference001['with search tools'], ...printed.preference001['with a coding agent']];
  const rho = (values: number[]): number => spearman(values, preference).value ?? Number.NaN;
  const associations = {
    calls: rho(both.map(calls)),
    searches: rho(ranks(both, 2)),
    'page readings': rho(ranks(both, 3)),
    'reference accuracy': rho(ranks(both, 0)),
    consistency: rho(ranks(both, 1))
  };
  const weakest = printed.dimensions001.filter(([, ins, fac, rat]) => fac === Math.min(ins, fac, rat)).length;
  const apart = printed.repeats001.map(({ name, repeat, sd }) => ({
    name,
    apart: apartInRepeats(repeat[0], 2, sd[0], 3)
  }));
  return [
    {
      ...{ where: 'Table 3, UserPref as means of levels', says: '17 means over 150 tasks' },
      recomputed: `${possible.length} of 17 are possible; two decimals cannot exclude a mean over 150`,
      verdict: possible.length === 17
    },
    {
      ...{ where: 'Table 3, subtask pass', says: '17 rates; the number of subtasks is not printed' },
      recomputed: `the 17 first go together at ${leastSubtasks} subtasks; 3,546 rubrics of at most three a subtask are 1,182 or more`,
      verdict: 'tells more'
    },
    {
      ...{ where: 'Table 3 and 5.2, the weakest dimension', says: 'factuality' },
      recomputed: `factuality is the lowest of the three for ${weakest} of 17; not for GLM 5 and Qwen 3.5 with search tools`,
      verdict: weakest === 17
    },
    {
      ...{ where: 'Table 6 and 5.4, search in a coding agent', says: 'less frequent than with search tools' },
      recomputed: `all calls are fewer for ${fewer(calls)} of 6, web searches alone for ${fewer((row) => row[2]!)} of 6`,
      verdict: fewer(calls) === 6 && fewer((row) => row[2]!) === 6
    },
    {
      ...{ where: 'Table 6 and 5.4, association with UserPref', says: 'strongest for search-tool usage' },
      recomputed: `Spearman over 12 systems: ${Object.entries(associations)
        .map(([name, value]) => `${name} ${two(value)}`)
        .join(', ')}`,
      verdict: Math.max(...Object.values(associations)) === associations.calls
    },
    {
      ...{ where: 'Table 4, SD of UserPref over three repeats', says: '.007 and .010' },
      recomputed: `sums of levels over 150 tasks lie ${apart.map(({ name, apart: by }) => `${by.join(' or ')} apart (${name})`).join(', ')}`,
      verdict: 'tells more'
    }
  ];
}
