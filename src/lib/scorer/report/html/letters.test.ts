import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test, vi } from 'vitest';
import { lettersIn, lettersOf } from './letters.ts';
import { renderReport } from './render.ts';
import { locateQuote } from './locate.ts';
import { renderer } from '../structure/markdown.ts';

const data = join(process.env['VOIRDIRE_SHARED'] ?? '../shared', 'data');
const real = existsSync(data);
if (!real) console.log(`skipped: letters of the real reports, because ${data} is absent`);

const cited = join(data, 'liveresearchbench/reports/open-deep-research');
const uncited = join(data, 'deep_research_bench/claude-3-7-sonnet-latest.jsonl');

const samples: Record<string, string> = {
  marks:
    'It **rained** in _May_ [1], [2–4] and `code` fell.\n\nH₂O and 10³ ~~not~~ this\\*.\n\n[1] A: https://a.example/x',
  links: 'See [a](https://a.example/%20b), https://b.example/%20c and ![map](https://c.example/m.png).',
  entities: 'Tom &amp; Jerry &eacute; &#39; <br> <sup>2</sup>【3†source】',
  'numbers written anew': 'Zero [01], [1 2][3], and [002–004].\n\n## References\n\n1. A https://a.example\n2. B\n3. C',
  'entries after words':
    'What follows are sources:\n[1] A: https://a.example/x\n[2] B: https://b.example/y\n\nAfter [1].',
  lists: '1. one\n2. two [1]\n\n> quoted **words**\n\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n\n```js\ncode()\n```'
};

const sameLetters = (markdown: string): void => {
  const { blocks } = renderReport(markdown);
  const unrendered = blocks.map(lettersIn);
  expect(unrendered).toEqual(blocks.map(({ text }) => lettersOf(text).text));
  const whole = renderReport(markdown);
  expect(whole.html.length).toBeGreaterThan(0);
  // Blocks that are asked for one by one, the last first, read as on the page.
  const alone = renderReport(markdown).blocks;
  expect(alone.toReversed().map(({ text }) => text)).toEqual(whole.blocks.toReversed().map(({ text }) => text));
};

describe('letters of a block that is not rendered', () => {
  test.each(Object.entries(samples))('are those of the rendered one: %s', (_, markdown) => sameLetters(markdown));

  it.skipIf(!real)('are those of the rendered one in every block of the real reports', () => {
    const articles = readFileSync(uncited, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { article: string }).article);
    const reports = [...articles, ...readdirSync(cited).map((name) => readFileSync(join(cited, name), 'utf8'))];
    expect(reports.length).toBeGreaterThan(140);
    for (const markdown of reports) sameLetters(markdown);
  });

  it('are enough to find a quote: no block without it is rendered', () => {
    const render = vi.spyOn(renderer, 'render');
    const { blocks } = renderReport('It rained **in** May.\n\nThe cat sat [1].\n\nIt snowed in June.');
    expect(locateQuote(blocks, 'cat sat')).toEqual({ block: 2, start: 4, end: 11 });
    expect(render.mock.calls.map(([[, inline]]) => inline?.content)).toEqual(['The cat sat [1].']);
    render.mockRestore();
  });
});
