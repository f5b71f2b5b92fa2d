import { sayingsOf } from '../../../messages/sayings.ts';
import { ByName } from '../../../names.ts';
import {
  screeningFault,
  screeningReasonNames,
  topicStateNames,
  type ImportedTopic
} from '../../../verification/topics/topics.ts';
import { complain, dateField, nameField, proseField, type FieldPlace } from '../../format/fields.ts';
import type { ProblemList } from '../../format/problem-list.ts';

const say = sayingsOf('importProblems');

const LONGEST_POST = 30_000;
const LONGEST_FIELD = 2_000;

/** A topic as a format found it; '' is "not given". */
export type RawTopic = Record<
  'topic' | 'platform' | 'url' | 'date' | 'language' | 'text' | 'state' | 'reason' | 'note',
  string
>;
type TopicField = keyof RawTopic | 'comment' | 'count';
type TopicPlace = (field: TopicField) => FieldPlace;

/** Applies the rules that all formats of topics share. */
export class TopicCollector {
  readonly #problems: ProblemList;
  readonly #open = new ByName<{ topic: ImportedTopic; row: number | null }>();

  constructor(problems: ProblemList) {
    this.#problems = problems;
  }

  /**
   * Opens the topic, or finds it again: a later row may leave its fields empty but not contradict them.
   *
   * @param again whether the format may name a topic several times
   */
  topic(raw: RawTopic, placeOf: TopicPlace, again: boolean): ImportedTopic | null {
    const problems = this.#problems;
    const key = nameField(raw.topic, 'topic', problems, placeOf('topic'));
    const field = (name: Exclude<keyof RawTopic, 'topic'>, longest = LONGEST_FIELD): string | null =>
      proseField(raw[name], problems, placeOf(name), longest);
    const said = {
      ...{ platform: field('platform', 200), text: field('text', LONGEST_POST), note: field('note') },
      url: this.#url(field('url') ?? '', placeOf('url')),
      date: dateField(raw.date, problems, placeOf('date')),
      language: field('language', 40) || null,
      state: this.#oneOf(raw.state, topicStateNames, placeOf('state')),
      reason: this.#oneOf(raw.reason, screeningReasonNames, placeOf('reason'))
    };
    const known = key === null ? undefined : this.#open.get(key);
    if (known && !again)
      return complain(problems, placeOf('topic'), say('topicTwice', { row: known.row ?? 0 }), raw.topic);
    if (known) return this.#agree(known, said, placeOf);
    if (said.text === '') complain(problems, placeOf('text'), say('postEmpty'));
    if (said.platform === '') complain(problems, placeOf('platform'), say('platformMissing'));
    const [state, reason] = [said.state ?? 'waiting', said.reason];
    const fault = screeningFault(state, reason);
    if (fault !== null) complain(problems, placeOf('reason'), fault, raw.reason);
    if (key === null || said.text === null || said.platform === null || said.note === null) return null;
    const { platform, text, note, url, date, language } = said;
    const topic: ImportedTopic = { key, platform, url, date, language, text, comments: [], state, reason, note };
    this.#open.set(key, { topic, row: placeOf('topic').row });
    return topic;
  }

  comment(to: ImportedTopic | null, text: string, count: string, placeOf: TopicPlace): void {
    const words = proseField(text, this.#problems, placeOf('comment'), LONGEST_POST);
    if (words === '') return void complain(this.#problems, placeOf('comment'), say('commentEmpty'));
    const number = count.trim() === '' ? null : Number(count);
    if (number !== null && !(Number.isSafeInteger(number) && number >= 0))
      return void complain(this.#problems, placeOf('count'), say('countWhole'), count);
    if (to && words !== null) to.comments.push({ text: words, count: number });
  }

  /** All topics in the order of the file. */
  finish(): ImportedTopic[] {
    return [...this.#open.values()].map(({ topic }) => topic);
  }

  #agree(
    { topic, row }: { topic: ImportedTopic; row: number | null },
    said: Record<Exclude<keyof RawTopic, 'topic'>, string | null>,
    placeOf: TopicPlace
  ): ImportedTopic {
    for (const [name, value] of Object.entries(said) as [Exclude<keyof RawTopic, 'topic'>, string | null][])
      if (value && value !== topic[name])
        complain(
          this.#problems,
          placeOf(name),
          say('topicDiffers', { topic: topic.key, column: name, row: row ?? 0 }),
          value
        );
    return topic;
  }

  #url(text: string, place: FieldPlace): string | null {
    if (text === '') return null;
    const protocol = URL.canParse(text) ? new URL(text).protocol : '';
    if (/^https?:$/.test(protocol)) return text;
    return complain(this.#problems, place, say('addressForm'), text);
  }

  #oneOf<Name extends string>(text: string, names: readonly Name[], place: FieldPlace): Name | null {
    const given = text.trim().toLowerCase().replace(/\s+/g, '-');
    if (given === '') return null;
    const found = names.find((name) => name === given);
    return found ?? complain(this.#problems, place, say('noneOf', { values: names.join(', ') }), text);
  }
}
