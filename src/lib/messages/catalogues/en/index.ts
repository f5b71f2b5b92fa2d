/**
 * English, one file per room of the product. Every other catalogue has the same sections, messages and parameters; a test holds
 * them together. Messages are ICU MessageFormat (docs/translating.md): whole sentences, never parts to be joined. A variant of a
 * choice follows its key without a space, `one{# item}`, so that types tell it from a parameter.
 */
import type { Translation } from '../translation.ts';
import account from './account.ts';
import adjudication from './adjudication.ts';
import adoption from './adoption.ts';
import agreement from './agreement.ts';
import alignment from './alignment.ts';
import benchmark from './benchmark.ts';
import collecting from './collecting.ts';
import documents from './documents/index.ts';
import drafting from './drafting.ts';
import expertWork from './expert-work.ts';
import frame from './frame.ts';
import judges from './judges.ts';
import judging from './judging.ts';
import library from './library/index.ts';
import planner from './planner.ts';
import planning from './planning.ts';
import projects from './projects/index.ts';
import prompts from './prompts.ts';
import queue from './queue.ts';
import refusals from './refusals.ts';
import reveal from './reveal.ts';
import rounds from './rounds.ts';
import runs from './runs.ts';
import scores from './scores.ts';
import studies from './studies.ts';
import survey from './survey.ts';

const messages = {
  ...account,
  ...adjudication,
  ...adoption,
  ...agreement,
  ...alignment,
  ...benchmark,
  ...collecting,
  ...documents,
  ...drafting,
  ...expertWork,
  ...frame,
  ...judges,
  ...judging,
  ...library,
  ...planner,
  ...planning,
  ...projects,
  ...prompts,
  ...queue,
  ...refusals,
  ...reveal,
  ...rounds,
  ...runs,
  ...scores,
  ...studies,
  ...survey
};

export type Messages = typeof messages;
export type MessageSection = keyof Messages;

/** One language. Its messages may stand in one file or, as these, in one per room. */
export interface Catalogue {
  /** BCP 47, as in `lang` of a page. */
  tag: string;
  /** In the language itself. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** By whose custom days and times are written. */
  dates: string;
  messages: Translation<Messages>;
}

export const en: Catalogue = { tag: 'en', name: 'English', direction: 'ltr', dates: 'en-GB', messages };
