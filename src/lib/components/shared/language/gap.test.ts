import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { catalogues } from '../../../messages/languages.ts';

const src = join(import.meta.dirname, '../../../..');
const chinese: Readonly<Record<string, Readonly<Record<string, string>>>> = catalogues.find(
  ({ tag }) => tag === 'zh-Hans'
)!.messages;

/** `{say.left({ n: 3 })}` or `<Rich message={say.about} … />`, a blank, and something in the same line. */
const said = String.raw`(\w+)\.(\w+)(?:\((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\))?`;
const before = new RegExp(
  String.raw`(?:(?<![=\w"])\{${said}\}|<Rich\s+message=\{${said}\}(?:[^<>]|=>)*?(?:/>|>(?:\s*\{#snippet[\s\S]*?\{/snippet\})*\s*</Rich\s*>))\s+(?=<(?!/|p\b|ul\b|ol\b|div\b|table\b|dl\b)\S|\{(?!/|:)|[^\s<{])`,
  'g'
);

it('a sentence with a full-width stop is followed by Gap, not by a blank', () => {
  const files = globSync('{routes,lib/components}/**/*.svelte', { cwd: src });
  const found = files.flatMap((file) => {
    const text = readFileSync(join(src, file), 'utf8');
    const sections = new Map(
      Array.from(text.matchAll(/(\w+) = messagesOf\('(\w+)'\)/g), ([, name, of]) => [name!, of!])
    );
    return Array.from(text.matchAll(before), ([, a, b, c, d]) => [sections.get((a ?? c)!), (b ?? d)!] as const)
      .filter(([section, key]) =>
        /[。！？；：，]\}*$/.test((section && chinese[section]?.[key])?.replaceAll(/<\/?\w+>/g, '') ?? '')
      )
      .map(([section, key]) => `${file}: ${section}.${key}`);
  });
  expect(files.length).toBeGreaterThan(400);
  expect(found).toEqual([]);
});
