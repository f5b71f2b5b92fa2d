import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import { messagesOf } from './words.ts';

type DurationWriter = (seconds: number | null | undefined) => string;

/** Asked for while a component is set up; writes seconds as `1 h 12 min`, `3 min 5 s`, `48 s`, and as a dash if they are not known. */
export const durationWriter = (): DurationWriter => durationsIn(messagesOf('durations'));

/** The same from the words of a language. */
export const durationsIn =
  (say: Words<Messages['durations']>): DurationWriter =>
  (seconds) => {
    if (seconds === null || seconds === undefined) return '–';
    const s = Math.round(seconds);
    if (s < 60) return say.seconds({ s });
    if (s < 3600 && s % 60 > 0) return say.minutesAndSeconds({ min: Math.floor(s / 60), s: s % 60 });
    if (s < 3600) return say.minutes({ min: s / 60 });
    const min = Math.round(s / 60);
    return say.hours({ h: Math.floor(min / 60), min: min % 60 });
  };
