import type { Messages, MessageSection } from '../../../messages/catalogues/en/index.ts';
import { speak, type Words } from '../../../messages/message.ts';
import { sentWords } from './sent-words.ts';

/** Messages of one section, asked for while a component is set up: `say.title`, `say.left({ n: 3 })`. */
export function messagesOf<S extends MessageSection>(section: S): Words<Messages[S]> {
  const { language, words } = sentWords();
  return speak(words[section]!, language) as Words<Messages[S]>;
}
