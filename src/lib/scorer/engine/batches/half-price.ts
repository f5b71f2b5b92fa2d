import type { TokenPrice } from '../../runs/run-options.ts';

/** Share of the price that OpenAI, Anthropic and Google charge for batches. Source: their pages on batches, as of 2026-11. */
const SHARE = 0.5;

/** The price of a question in a batch. */
export const halfPrice = (price: TokenPrice): TokenPrice => ({
  ...price,
  input: SHARE * price.input,
  output: SHARE * price.output,
  ...(price.cachedInput !== undefined && { cachedInput: SHARE * price.cachedInput }),
  ...(price.cacheWrite !== undefined && { cacheWrite: SHARE * price.cacheWrite }),
  ...(price.long && { long: { ...price.long, input: SHARE * price.long.input, output: SHARE * price.long.output } })
});
