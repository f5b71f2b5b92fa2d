import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '../src/lib/messages/catalogues/en/index.ts';
import { librarySections, noticeSections, rationaleSections } from '../src/lib/messages/library-text.ts';
import { literalTextIn } from './literal-text.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('components and pages', () => {
  const all = globSync('src/**/*.svelte', { cwd: root }).sort();
  const literals = new Map(all.map((path) => [path, literalTextIn(read(path))]));

  it('take all their text from a catalogue', () => {
    const written = [...literals].filter(([, texts]) => texts.length > 0);
    expect(Object.fromEntries(written)).toEqual({});
    expect(all.length).toBeGreaterThan(300);
  });

  it('are held to it: text between tags, in attributes and in expressions is found', () => {
    const planted = `<script lang="ts">
  import { messagesOf } from './words.ts';
  const say = messagesOf('frame');
</script>
<svelte:head><title>{say.title} · Voirdire</title></svelte:head>
<h1 class="page">Planted heading</h1><kbd>F</kbd><span class="key">D</span>
<img src="/a.svg" alt="Planted picture" />
<button type="submit" aria-label="Planted {n}" title={open ? 'Planted open' : say.closed}>{say.go({ state: 'open' })}</button>
{#if state === 'closed'}<p>{n === 1 ? 'planted one' : \`planted \${n}\`}</p>{/if}
{#each list as one (one.id)}<Field label="Planted label" name="email" value={one.id} />{:else}planted nothing{/each}
<style>
  h1 { color: red; }
</style>`;
    expect(literalTextIn(planted)).toEqual([
      'Planted heading',
      'Planted picture',
      'Planted',
      'Planted open',
      'planted one',
      'planted',
      'Planted label',
      'planted nothing'
    ]);
  });
});

describe('the messages of a catalogue', () => {
  const sources = globSync('src/**/*.{ts,svelte}', { cwd: root })
    .filter((path) => !path.includes('messages/catalogues/') && !/\.test\.ts$/.test(path))
    .map((path) => read(path));
  const asking = new Map<string, Set<string>>();
  const noteAsking = (section: string, text: string): void =>
    void asking.set(section, (asking.get(section) ?? new Set()).add(text));
  for (const text of sources) {
    const asks = text.matchAll(
      /(?:messages(?:Of|In)|sayingsOf)\((?:[^()]*, )?'(?<section>\w+)'\)|Messages\['(?<ofType>\w+)'\]/g
    );
    for (const { groups } of asks) noteAsking((groups!['section'] ?? groups!['ofType'])!, text);
    if (text.includes('frameWords()')) noteAsking('frame', text);
    if (text.includes('worded(')) noteAsking('refusals', text);
    if (text.includes('fieldSays(')) noteAsking('fieldProblems', text);
    if (text.includes('ruleWords.')) for (const section of ['ruleText', 'rationalePhrase']) noteAsking(section, text);
    for (const [, type, section] of text.matchAll(/export type (\w+) = Words<Messages\['(\w+)'\]>/g))
      for (const other of sources) if (new RegExp(`\\b${type}\\b`).test(other)) noteAsking(section!, other);
  }
  const uses = (section: string): string[] => [...(asking.get(section) ?? [])];
  /** A key between others would be found by its name alone: it has to be read from something, or named as a string.
   * A function that gets the words of a section names it by its type, `Words<Messages['queue']>`, or by an exported name of this type. */
  const isUsed = (section: string, key: string): boolean => wordsAsked(section).has(key);
  const asked = new Map<string, Set<string>>();
  const wordsAsked = (section: string): Set<string> => {
    if (!asked.has(section)) asked.set(section, new Set(uses(section).flatMap(wordsIn)));
    return asked.get(section)!;
  };
  const wordsIn = (text: string): string[] => [
    ...[...text.matchAll(/\.(\w+)|'(\w+)'/g)].map(([, read, quoted]) => (read ?? quoted)!),
    ...[...text.matchAll(/\{([^{}]*)\} = words/g)].flatMap(([, names]) => names!.match(/\w+/g) ?? [])
  ];
  const lowered = sources.map((text) => text.toLowerCase());
  /** Text that pages recognise: some file of the library has the words of the message, with any values between them. */
  const isWritten = (message: string): boolean => {
    const own = message.split(/\{\w+\}/).map((part) => part.replaceAll("'", "\\'").toLowerCase());
    const at = lowered.findIndex((text) => own.every((part) => text.includes(part)));
    // The next messages are likely to be in the same file: looked for in all files in turn, they take ten times as long.
    if (at > 0) lowered.unshift(...lowered.splice(at, 1));
    return at >= 0;
  };
  const isRecognised = (section: string): boolean =>
    [...librarySections, ...noticeSections, ...rationaleSections, 'rationalePhrase'].some((one) => one === section);
  const unused = (messages: Record<string, Record<string, string>>): string[] =>
    Object.entries(messages).flatMap(([section, texts]) =>
      Object.entries(texts)
        .filter(([key, text]) => !isUsed(section, key) && !(isRecognised(section) && isWritten(text)))
        .map(([key]) => `${section}.${key}`)
    );

  it('are all used, each where its section is asked for', () => {
    expect(unused(en.messages)).toEqual([]);
  });

  it('would be named if no page used them', () => {
    const reasonText = { read: 'No report has a score.', planted: 'No planted report has {n} scores.' };
    expect(unused({ frame: { skip: '', planted: '' }, planted: { title: '' }, reasonText })).toEqual([
      'frame.planted',
      'planted.title',
      'reasonText.planted'
    ]);
  });
});
