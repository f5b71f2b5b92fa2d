import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { MessageSection } from './catalogues/en/index.ts';
import { en } from './catalogues/en/index.ts';
import { catalogues } from './languages.ts';
import { librarySections, noticeSections, rationaleSections } from './library-text.ts';
import { parametersOf, parseMessage } from './parse-message.ts';

const keysOf = (messages: Record<string, Record<string, string>>): string[] =>
  Object.entries(messages).flatMap(([section, texts]) => Object.keys(texts).map((key) => `${section}.${key}`));

const textOf = (messages: Record<string, Record<string, string>>, name: string): string => {
  const [section, key] = name.split('.') as [MessageSection, string];
  return messages[section]![key]!;
};

describe.each(catalogues.map((catalogue) => [catalogue.tag, catalogue] as const))(
  'the catalogue %s',
  (tag, { messages }) => {
    it('has every message of the English one, in the same order, and no other', () => {
      expect(keysOf(messages)).toEqual(keysOf(en.messages));
      expect(keysOf(messages).length).toBeGreaterThan(100);
    });

    it('has messages that are well-formed and take the same parameters', () => {
      const parameters = (of: string, texts: typeof messages) =>
        keysOf(texts).map((name) => [name, parametersOf(parseMessage(textOf(texts, name), of))]);
      expect(parameters(tag, messages)).toEqual(parameters('en', en.messages));
    });

    it('leaves no message empty, and none with spaces at its ends', () => {
      const poor = keysOf(messages).filter(
        (name) => textOf(messages, name) !== textOf(messages, name).trim() || textOf(messages, name) === ''
      );
      expect(poor).toEqual([]);
    });
  }
);

it('no section stands in two rooms, where the later would hide the earlier', async () => {
  const rooms = globSync('catalogues/en/{,*/}*.ts', { cwd: import.meta.dirname }).filter(
    (path) => !path.endsWith('index.ts')
  );
  const read = await Promise.all(rooms.map((path) => import(`./${path}`) as Promise<{ default: object }>));
  const sections = read.flatMap((room) => Object.keys(room.default));
  expect(sections.toSorted()).toEqual(Object.keys(en.messages).toSorted());
});

it('every Chinese message has Chinese characters, unless it consists of names and signs', () => {
  const chinese = catalogues.find(({ tag }) => tag === 'zh-Hans')!.messages;
  const words = (text: string): string => text.replaceAll(/\{\w+(?:, id)?\}|<\/?\w+>/g, '');
  const same = keysOf(chinese).filter((name) => {
    const text = words(textOf(chinese, name));
    return /\p{Ll}{2}/u.test(text) && !/\p{Script=Han}/u.test(text);
  });
  expect(same).toEqual([]);
});

it('Chinese messages have Chinese punctuation, but in formulas and in lines to be typed', () => {
  const chinese = catalogues.find(({ tag }) => tag === 'zh-Hans')!.messages;
  const half = /\p{Script=Han}[,;:!?()]|[,;!?()]\p{Script=Han}/u;
  const found = keysOf(chinese).filter((name) => half.test(textOf(chinese, name)));
  const formulas = ['bothAbout', 'quadratic'];
  const typed = ['form', 'kinds', 'listExample'];
  expect(new Set(found.map((name) => name.split('.')[1]))).toEqual(new Set([...formulas, ...typed]));
  expect([half.test('数值:'), half.test('数值：')]).toEqual([true, false]);
});

/** Things that are named by numbers; a project's rounds are named by text as well. */
const numbered = /\b(?:run|study|talk|card|revision|anchor set|inspection|batch|row) (?:<\w+>)?\{(\w+)\}/gi;

it('English messages count the whole of a part in the singular as well: “1 of 1 item”', () => {
  const recognised: readonly string[] = [...librarySections, ...noticeSections, ...rationaleSections];
  const things = 'answers|conflicts|items|labels|openings|pairs|preferences|queries|ratings|reports|verdicts';
  const plural = new RegExp(String.raw`\} of \{\w+\} (?:\w+ )?(?:${things})\b`);
  const found = keysOf(en.messages).filter(
    (name) => !recognised.includes(name.split('.')[0]!) && plural.test(textOf(en.messages, name))
  );
  expect(found).toEqual([]);
});

it('numbers that name something are written as such, so that run 1204 has no comma', () => {
  const named = new Set(['leadRefusals.projectRunWorking', 'reportText.rowOf', 'rationalePhrase.delimiterRow']);
  const counted = (texts: typeof en.messages, keys: string[]): string[] =>
    keys.filter((name) => !named.has(name) && [...textOf(texts, name).matchAll(numbered)].length > 0);
  const own = keysOf(en.messages).filter((name) => !librarySections.some((section) => name.startsWith(`${section}.`)));
  expect(counted(en.messages, own)).toEqual([]);
  expect('Run {n} of study {study, id}'.match(numbered)).toEqual(['Run {n}']);
});
