import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '../src/lib/messages/catalogues/en.ts';
import { literalTextIn } from './literal-text.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Components and pages whose text is in the catalogues. The list grows; nothing leaves it. */
const translated = [
  'src/lib/components/shared/forms/{AccountForm,Field,Once,Refusal}.svelte',
  'src/lib/components/shared/frame/{AppBar,ChooseLanguage,Door,KeyDialog,KeyPanel,ProjectTabs,RoomsHead,SayWho}.svelte',
  'src/lib/components/studies/judging/QueueRow.svelte',
  'src/lib/components/verification/work/OwnWorkRow.svelte',
  'src/routes/{+error,+layout,+page}.svelte',
  'src/routes/{account,denied,sign-in}/+page.svelte',
  'src/routes/{join,reset,set-up}/*/+page.svelte'
];

describe('translated pages', () => {
  const files = translated.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();

  it('are found: each pattern names files', () => {
    expect(translated.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
    expect(files.length).toBeGreaterThan(20);
  });

  it.each(files)('%s takes all its text from a catalogue', (path) => {
    expect(literalTextIn(read(path))).toEqual([]);
  });

  it('are held to it: text between tags, in attributes and in expressions is found', () => {
    const planted = `<script lang="ts">
  import { messagesOf } from './words.ts';
  const say = messagesOf('frame');
</script>
<svelte:head><title>{say.title} · Voirdire</title></svelte:head>
<h1 class="page">Planted heading</h1>
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
  const uses = (section: string): string[] =>
    sources.filter(
      (text) =>
        new RegExp(`messages(?:Of|In)\\((?:[^()]*, )?'${section}'\\)`).test(text) ||
        (section === 'frame' && text.includes('frameWords()'))
    );
  /** A key between others would be found by its name alone: it has to be read from something, or named as a string. */
  const isUsed = (section: string, key: string): boolean =>
    uses(section).some((text) => new RegExp(`\\.${key}\\b|'${key}'|\\{[^{}]*\\b${key}\\b[^{}]*\\} = words`).test(text));
  const unused = (messages: Record<string, Record<string, string>>): string[] =>
    Object.entries(messages).flatMap(([section, texts]) =>
      Object.keys(texts)
        .filter((key) => !isUsed(section, key))
        .map((key) => `${section}.${key}`)
    );

  it('are all used, each where its section is asked for', () => {
    expect(unused(en.messages)).toEqual([]);
  });

  it('would be named if no page used them', () => {
    expect(unused({ frame: { skip: '', planted: '' }, planted: { title: '' } })).toEqual([
      'frame.planted',
      'planted.title'
    ]);
  });
});
