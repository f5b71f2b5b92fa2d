import { describe, expect, it } from 'vitest';
import { isRendered } from '$lib/scorer/report/read-report.ts';
import { RENDERED_AT_ONCE } from '$lib/scorer/report/html/render-aside.ts';
import { renderReport } from '$lib/scorer/report/html/render.ts';
import { labelledIn, renderAhead, rendered } from './rendered.ts';

/** Some 90,000 characters, just short of what is laid out beside this thread in any case. */
const report = (name: string): string =>
  `# ${name}\n\n${Array.from({ length: 1_300 }, (_, n) => `Output of ${name} grew by *${n}* percent [${n}](https://a.example/${n}).\n\n`).join('')}`;

describe('a report that is rendered ahead', () => {
  it('is made while this thread answers others, is there for who asks next, and is the same page', async () => {
    const coming = report('Mali');
    expect(coming.length).toBeLessThan(RENDERED_AT_ONCE);
    let answered = 0;
    const others = setInterval(() => (answered += 1), 1);
    await renderAhead(coming);
    clearInterval(others);
    expect(answered, 'answers to others meanwhile').toBeGreaterThan(5);
    expect(isRendered(coming)).toBe(true);
    const page = await rendered(coming);
    const { html, blocks, outline, facts } = renderReport(coming);
    expect(page).toMatchObject({ html, outline, facts, blocks: blocks.map(({ n, text }) => ({ n, text })) });
  });

  it('is not waited for by who asks before, and leaves the page that this one has', async () => {
    const coming = report('Niger');
    const ahead = renderAhead(coming);
    const page = await rendered(coming);
    await ahead;
    expect(await rendered(coming)).toBe(page);
  });
});

describe('names of links and regions in a rendered report', () => {
  const long = `$$${'x + y + '.repeat(60)}z$$`;
  const text = `## Yields [2]

They grew [1, 2]. The page wrote aria-label="Reference 1".

| A | B | C |
| --- | --- | --- |
| 1 | 2 | 3 |

${long}

Inline $${'x + y + '.repeat(40)}z$ stands here.

## References

1. One, https://a.example/1
2. Two, https://a.example/2
`;
  const labels = (html: string): string[] =>
    Array.from(html.matchAll(/<[^>]* aria-label="([^"]*)"/g), ([, label]) => label!);

  it('are in the reader’s language, and nothing else changes', async () => {
    const { html } = await rendered(text);
    const chinese = labelledIn('zh-Hans', html);
    expect(labels(html)).toContain('Reference 1');
    expect(labels(chinese)).toHaveLength(labels(html).length);
    expect(labels(chinese).filter((label) => /[A-Za-z]/.test(label))).toEqual([]);
    expect(labels(chinese)).toEqual(expect.arrayContaining(['参考文献 1', '表格，第 2 段']));
    expect(new Set(labels(chinese).map((label) => label.replaceAll(/\d+/g, ''))).size).toBe(
      new Set(labels(html).map((label) => label.replaceAll(/\d+/g, ''))).size
    );
    const without = (page: string): string => page.replaceAll(/(?<=<[^>]*) aria-label="[^"]*"/g, '');
    expect(without(chinese)).toBe(without(html));
    expect(labelledIn('en', html)).toBe(html);
  });
});
