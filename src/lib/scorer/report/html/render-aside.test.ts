import { expect, test } from 'vitest';
import { renderReport } from './render.ts';
import { plainBlock } from './letters.ts';
import { rendererAside } from './render-aside.ts';
import { watchThread } from '../../../../../tests/timing.ts';

test('a long report is rendered as a short one is', async () => {
  const report = `# Rain\n\n${'It rained [1].\n\n'.repeat(2_000)}## References\n\n[1] A. https://a.example\n`;
  const { html, blocks, outline, facts } = renderReport(report);
  const plain = blocks.map(plainBlock);
  expect(plain[0]).toMatchObject({
    text: 'It rained1.',
    marks: { numbers: [[9, 10]] },
    headings: { above: [{ text: 'Rain' }] }
  });
  expect(await rendererAside()(report)).toEqual({ html, blocks: plain, outline, facts });
});

test('a report that takes too long is shown as plain text, and no reader waits for it', async () => {
  const { longest } = watchThread();
  const report = `<b>First</b>\n\n${'['.repeat(3_000_000)}`;
  const { html, blocks, facts, outline } = await rendererAside({ timeoutMs: 1_000 })(report);
  expect(longest()).toBeLessThan(500);
  expect(html).toContain('Laying it out takes longer than 1 second.');
  expect(html).toContain('<pre id="p1" data-n="1" class="plain">&lt;b&gt;First&lt;/b&gt;</pre>');
  expect(blocks).toHaveLength(2);
  expect({ outline, ...facts }).toMatchObject({ outline: [], words: 3, tables: null, references: null });
});

test('so is one that takes all memory', async () => {
  const { html } = await rendererAside({ timeoutMs: 60_000, megabytes: 48 })('[1]'.repeat(300_000));
  expect(html).toContain('Laying it out takes more than 48 MB of memory.');
});

test('so is one whose page would be too large, and the page stays where it was made', async () => {
  const { html } = await rendererAside({ longest: 1_000_000 })('[1](https://a.example/1) '.repeat(15_000));
  expect(html).toContain('Laid out, it would be a page of 1 MB.');
  expect(html).not.toContain('<a ');
});
