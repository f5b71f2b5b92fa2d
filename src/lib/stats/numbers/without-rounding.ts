/**
 * A share or score as it is compared and ranked: means of the same values in another order, or with other weights of the same sum,
 * differ by rounding and are equal. Nine decimals.
 */
export const withoutRounding = (value: number): number => Math.round(value * 1e9) / 1e9;
