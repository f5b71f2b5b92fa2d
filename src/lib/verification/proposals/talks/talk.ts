/** A stretch of a talk: what one speaker said without a break. Times are milliseconds from the beginning. */
export interface TalkPassage {
  /** Null if the transcript names none. */
  speaker: string | null;
  /** Null if the transcript has no times. */
  start: number | null;
  end: number | null;
  text: string;
}

export const talkFormats = { text: 'Plain text', vtt: 'WebVTT', srt: 'SubRip' } as const;
export type TalkFormat = keyof typeof talkFormats;

/** A transcript as it was read, adjacent lines of one speaker joined. */
export interface ReadTalk {
  format: TalkFormat;
  passages: TalkPassage[];
  /** Lines or captions of the file. */
  lines: number;
  /** Each Chinese or Japanese character is a word. */
  words: number;
}

/** Facts of a talk besides its transcript. */
export interface TalkFacts {
  title: string;
  /** Key of a discipline, e.g. `science-technology`. */
  discipline: string;
  /** Key of a language, e.g. `en`. */
  language: string;
}

/** A time as people read it: `1:02:03`, or `2:03` within the first hour. */
export function talkTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
