import { globSync, readFileSync } from 'node:fs';
import { parse } from 'svelte/compiler';
import { describe, expect, test } from 'vitest';

/** Members that hold a text of a person or a judge, wherever they occur. */
const THEIRS = /(?:^|\.)(?:wording|rationale|comment|quote|question|matters)$/;
/** Things whose `text` is one. */
const TEXTS = /(?:^|\.)(?:item|query|unit|issue|quote|claim|draft|piece|topic|comment|task|passage|wording)\??\.text$/;
/** Words and keys of the product. */
const OURS = /^(?:say|metric|asks|keys)\./;

interface AstNode {
  type: string;
  start: number;
  end: number;
  name?: string;
  attributes?: AstNode[];
}

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** Expressions of a component that show such a text in an element of which none up to the component's own says direction and language. */
function withoutDirection(source: string): string[] {
  const found: string[] = [];
  const written = ({ start, end }: AstNode): string => source.slice(start, end).replace(/\s+/g, ' ');
  const says = ({ attributes = [] }: AstNode): boolean => attributes.some(({ name }) => name === 'dir');
  const visit = (node: AstNode, within: readonly AstNode[]): void => {
    if (node.type === 'ExpressionTag') {
      const shown = written(node)
        .slice(1, -1)
        .replace(/ (?:\?\?|\|\|) .*$/, '')
        .trim();
      const theirs = (THEIRS.test(shown) || TEXTS.test(shown)) && !OURS.test(shown);
      if (theirs && within.length > 0 && within.at(-1)?.name !== 'textarea' && !within.some(says)) found.push(shown);
      return;
    }
    const inside = node.type === 'RegularElement' ? [...within, node] : node.type === 'Component' ? [] : within;
    for (const [name, value] of Object.entries(node))
      if (!['attributes', 'parent', 'metadata'].includes(name))
        for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, inside);
  };
  visit(parse(source, { modern: true }).fragment as unknown as AstNode, []);
  return found;
}

describe('texts that people and judges wrote', () => {
  test('say their direction and language wherever a component shows them', () => {
    const files = globSync('src/**/*.svelte');
    expect(files.length).toBeGreaterThan(300);
    const found = files.flatMap((file) =>
      withoutDirection(readFileSync(file, 'utf8')).map((shown) => `${file}: {${shown}}`)
    );
    expect(found).toEqual([]);
  });

  test('are found if they do not', () => {
    expect(withoutDirection('<p>{judge.rationale || say.none}</p><b>{say.question}</b>')).toEqual(['judge.rationale']);
    expect(withoutDirection('<div>{#if a}<p dir={textDir(item.text)}>{item.text}</p>{/if}</div>')).toEqual([]);
  });

  test('are typed in their direction: every field of several lines follows its text', () => {
    const fields = globSync('src/**/*.svelte').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/<textarea\b[^]*?(?:\/>|<\/textarea>)/g)].map(([field]) => [file, field])
    );
    expect(fields.length).toBeGreaterThan(20);
    expect(fields.filter(([, field]) => !field?.includes('dir="auto"'))).toEqual([]);
  });
});

/** Declarations of a component's style that name the left or right side. */
const sidesIn = (source: string): string[] =>
  (/<style[^>]*>([^]*)<\/style>/.exec(source)?.[1] ?? '').match(
    /(?<![-\w])(?:(?:margin|padding|border|scroll-margin)-(?:left|right)[-\w]*|border-(?:top|bottom)-(?:left|right)-radius|left|right): [^;]*|(?:text-align|float): (?:left|right)/g
  ) ?? [];

describe('styles of components', () => {
  test('say start and end instead of left and right, so that they fit texts of each direction', () => {
    const found = globSync('src/**/*.svelte').flatMap((file) =>
      sidesIn(readFileSync(file, 'utf8')).map((one) => `${file}: ${one}`)
    );
    expect(found).toEqual([]);
  });

  test('are found if they do not', () => {
    const style = '<style>p { border-left: 1px solid; margin-inline: 0; text-align: right; left: 0; }</style>';
    expect(sidesIn(style)).toEqual(['border-left: 1px solid', 'text-align: right', 'left: 0']);
  });
});
