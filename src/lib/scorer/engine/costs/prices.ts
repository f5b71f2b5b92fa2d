import { refuse } from '../../../errors.ts';
import { priceOf } from '../../judges/models/models.ts';
import { judgeSpec, parseJudgeSpec } from '../../judges/settings/spec.ts';
import { type Env, type JudgeConfig, modelConfigs } from '../../judges/settings/config.ts';
import type { TokenPrice } from '../../runs/run-options.ts';
import { isSearchPrice } from '../../search/prices.ts';

const FORM =
  'Write JUDGE = IN / OUT, in US dollars per million tokens: openai:gpt-6-sol = 2 / 10. The price of cached input, and of cache writes, may follow: 2 / 10 / 0.2.';

/**
 * Reads prices as people give them, one judge a line: `openai:gpt-6-sol = 2 / 10`, followed by the price of cached input and
 * of cache writes if known. Prices of searches, `tavily = 8`, may stand among them (`search/prices.ts` reads those). Refused: anything else.
 */
export const parsePrices = (text: string): Record<string, TokenPrice> => {
  const prices: Record<string, TokenPrice> = {};
  for (const line of text.split(/[\n;]/).map((one) => one.trim())) {
    if (line === '' || isSearchPrice(line)) continue;
    const at = line.lastIndexOf('=');
    const judge = line.slice(0, Math.max(0, at)).trimEnd();
    const figures = /^\$?\d[\d.\s/$]*$/.exec(line.slice(at + 1).trimStart())?.[0] ?? '';
    const parts = figures.split('/').map((part) => /^\s*\$?(\d+(?:\.\d+)?)\s*$/.exec(part)?.[1]);
    if (judge === '' || parts.length < 2 || parts.length > 4 || parts.includes(undefined))
      refuse.invalid(`${JSON.stringify(line)} is no price. ${FORM}`);
    const spec = judgeSpec(parseJudgeSpec(judge));
    if (Object.hasOwn(prices, spec)) refuse.invalid(`${spec} has two prices. Leave one out.`);
    const [input = 0, output = 0, cachedInput, cacheWrite] = parts.map(Number);
    prices[spec] = {
      ...{ input, output, asOf: null },
      ...(cachedInput !== undefined && { cachedInput }),
      ...(cacheWrite !== undefined && { cacheWrite })
    };
  }
  return prices;
};

/** The inverse of `parsePrices`, of the prices that people gave. */
export const formatPrices = (prices: Readonly<Record<string, TokenPrice>>): string =>
  Object.entries(prices)
    .filter(([, { asOf }]) => asOf === null)
    .map(([spec, { input, output, cachedInput, cacheWrite }]) => {
      const cache = [cachedInput, cacheWrite].filter((price) => price !== undefined);
      return `${spec} = ${[input, output, ...cache].join(' / ')}`;
    })
    .join('\n');

/**
 * Prices that a run records: the price of each judge's tokens on this day, as given, else as listed. Judges without a known price
 * have no entry, nor have those that another server than the provider's answers for, unless given. A price for a judge that the run does not have is refused, since it is most likely a mistyped name.
 */
export const pricesOf = (
  configs: readonly JudgeConfig[],
  given: Readonly<Record<string, TokenPrice>>,
  env: Env
): Record<string, TokenPrice> => {
  const judges = configs.flatMap(modelConfigs);
  const specs = judges.map(judgeSpec);
  const astray = Object.keys(given).find((spec) => !specs.includes(spec));
  if (astray !== undefined) refuse.invalid(`There is a price for ${astray}, which is none of the judges.`);
  return Object.fromEntries(
    judges.flatMap((config) => {
      const price = priceOf(config, given, env);
      return price ? [[judgeSpec(config), price]] : [];
    })
  );
};
