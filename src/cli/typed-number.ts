import { InvalidArgumentError } from 'commander';

/**
 * Parses the number of a thing. A text that no number can be is a usage error; a number that no thing has is refused later.
 *
 * @param thing with its article, e.g. `a run`
 */
export const thingNumber =
  (thing: string) =>
  (text: string): number => {
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError(`Enter the number of ${thing}.`);
    return Number(text);
  };

/** Parses a whole number within limits. */
export const wholeNumber =
  (most = Infinity, least = 1) =>
  (text: string): number => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    const limits = most === Infinity ? `of ${least} or more` : `from ${least} to ${most.toLocaleString('en')}`;
    throw new InvalidArgumentError(`Enter a whole number ${limits}.`);
  };
