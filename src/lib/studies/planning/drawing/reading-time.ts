import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';

/** Words a minute at which people read a report closely: the slower and the faster end. */
export const READING_SPEED = { slow: 200, fast: 250 } as const;

/** Seconds that a label is taken to need once the report is read. */
export const SECONDS_A_LABEL = 30;

/** Hours of work that a plan asks of a person: at the faster and at the slower reading speed. */
export interface ReadingTime {
  /** Words of the reports that the person reads, each report once. */
  words: number;
  /** Labels that the person gives. */
  labels: number;
  leastMinutes: number;
  mostMinutes: number;
}

/** Minutes to read so many words at 250 to 200 words a minute and to give so many labels at 30 seconds each. */
export function readingTime(words: number, labels: number): ReadingTime {
  const giving = (labels * SECONDS_A_LABEL) / 60;
  return {
    words,
    labels,
    leastMinutes: words / READING_SPEED.fast + giving,
    mostMinutes: words / READING_SPEED.slow + giving
  };
}

const inHours = (minutes: number): string => (Math.round(minutes / 6) / 10).toLocaleString('en');

/** `40 to 50 minutes`, `2.5 to 3.1 hours`; one number if both ends round to it. */
export function timeInWords(
  { leastMinutes, mostMinutes }: Pick<ReadingTime, 'leastMinutes' | 'mostMinutes'>,
  words: Words<Messages['planFigures']>
): string {
  const hours = mostMinutes >= 120;
  const [least, most] = [leastMinutes, mostMinutes].map((minutes) =>
    hours ? inHours(minutes) : String(Math.max(1, Math.ceil(minutes)))
  ) as [string, string];
  const range = least === most ? least : words.range({ least, most });
  return hours ? words.hours({ range }) : words.minutes({ most: Number(most), range });
}
