/**
 * A share or score as it is compared and ranked: means of the same values in another order, or with other weights of the same sum,
 * differ by rounding and are equal. Nine decimals.
 */
export const withoutRounding = (value: number): number => Math.round(value * 1e9) / 1e9;

/** Whether a value reaches a target, rounding aside; none reaches it if there is no value. */
export const reaches = (value: number | null, target: number): boolean =>
  value !== null && withoutRounding(value) >= withoutRounding(target);
