import { describe, expect, it } from 'vitest';
import { isRendered } from '$lib/scorer/report/read-report.ts';
import { RENDERED_AT_ONCE } from '$lib/scorer/report/html/render-aside.ts';
import { renderReport } from '$lib/scorer/report/html/render.ts';
import { renderAhead, rendered } from './rendered.ts';

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
