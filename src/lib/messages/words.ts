import type { Messages, MessageSection } from './catalogues/en/index.ts';
import { catalogues } from './languages.ts';
import { speak, type Message, type Words } from './message.ts';
import { parseMessage } from './parse-message.ts';

/** Sections of a catalogue, parsed: what a page carries as data. */
export type SentWords = Partial<Record<MessageSection, Readonly<Record<string, Message>>>>;

const parsed = new Map<string, Readonly<Record<string, Message>>>();

/** A section of a language, parsed once per process. */
function sectionIn(language: string, section: MessageSection): Readonly<Record<string, Message>> {
  const key = `${language} ${section}`;
  let messages = parsed.get(key);
  if (!messages) {
    const catalogue = catalogues.find(({ tag }) => tag === language);
    if (!catalogue) throw new Error(`There is no catalogue of the language ${language}`);
    const { tag } = catalogue;
    const texts: Readonly<Record<string, string>> = catalogue.messages[section];
    messages = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, parseMessage(text, tag)]));
    parsed.set(key, messages);
  }
  return messages;
}

/** Words for a page that needs these sections. */
export const wordsToSend = (language: string, sections: readonly MessageSection[]): SentWords =>
  Object.fromEntries(sections.map((section) => [section, sectionIn(language, section)]));

const spoken = new Map<string, Record<string, unknown>>();

/** A section of the catalogue, for text that the server itself writes; made once per process, since each refusal asks for one. */
export function messagesIn<S extends MessageSection>(language: string, section: S): Words<Messages[S]> {
  const key = `${language} ${section}`;
  const words = spoken.get(key) ?? speak(sectionIn(language, section), language);
  spoken.set(key, words);
  return words as Words<Messages[S]>;
}
