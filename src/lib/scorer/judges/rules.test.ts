import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { capabilities } from '../protocols/capabilities.fixture.ts';
import { renderReport } from '../report/html/render.ts';
import { locateQuote } from '../report/html/locate.ts';
import type { Call } from '../call.ts';
import { JudgeCallError } from '../judge.ts';
import type { Page } from '../page.ts';
import type { Sample } from '../sample.ts';
import { citationAccuracy } from '../suites/deep-eval/citation-accuracy.ts';
import { citationAssociation } from '../suites/deep-eval/citation-association.ts';
import { metrics } from '../suites/index.ts';
import { smallMaterial } from '../suites/material.fixture.ts';
import { rulesJudge } from './rules.ts';
import { atMost, processorTimeOf } from '../../../../tests/timing.ts';

interface Answer {
  items: { id: string; label: string; rationale: string; quotes: string[] }[];
}

const KEYS = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9', 'p10'];
const signal = new AbortController().signal;

async function judge(markdown: string, metric = 'presentation', keys = KEYS): Promise<Answer> {
  const call: Call = {
    prompt: { name: metric, version: '1', hash: '' },
    system: '',
    user: '',
    schema: { name: 'checklist_verdicts', json: {} },
    about: {
      metric,
      query: { qid: 'q', text: 'How high does the water rise?' },
      report: { id: 'r', markdown, collectedAt: null },
      items: keys.map((key) => ({ key, text: key }))
    },
    trial: 0
  };
  const reply = await rulesJudge.ask(call, { signal });
  expect(reply).toMatchObject({ ending: 'complete', usage: null });
  return JSON.parse(reply.text) as Answer;
}

const page = (url: string): Page => ({
  ...{ url, outcome: 'ok', note: 'OK', status: 200, finalUrl: null, title: 'Tides', contentHash: 'h' },
  ...{ text: 'Water rises by 2 metres, twice a day.', origin: 'fetched', at: 0 }
});

/** A report under a metric, judged by the rules through the metric's own protocol. */
const throughProtocol = async (metric: (typeof metrics)[number]) => {
  const markdown =
    '# Tides\n\nIt rises by 17.4 metres [1]. It fell by 31 % in 2024.\n\n## Sources\n\n[1] T https://t.example/tides';
  const items = metric.items ?? [{ key: 'c1', text: 'Is there a cause?' }];
  const sample: Sample = {
    metric: metric.name,
    query: { qid: 'q', text: 'How high does the water rise?' },
    report: { id: 'r', markdown, collectedAt: null },
    items: metric.protocol.unit.kind === 'item' ? [...items] : [],
    baseline: { id: 'b', markdown: '# Other', collectedAt: null },
    ...(metric.material !== undefined && { material: smallMaterial[metric.material] })
  };
  const messages: string[] = [];
  const verdicts = await metric.protocol.judge(
    sample,
    metric,
    capabilities({
      ask: (question) => {
        messages.push(question.user);
        return rulesJudge.ask({ ...question, about: sample, trial: 0 }, { signal });
      },
      fetch: (url) => Promise.resolve(page(url)),
      abstains: true
    })
  );
  return { verdicts, messages };
};

const labels = async (markdown: string) =>
  Object.fromEntries((await judge(markdown)).items.map(({ id, label }) => [id, label]));

describe('the rules judge', () => {
  test('answers each item once, in the order asked', async () => {
    expect((await judge('Text.', 'presentation', ['p5', 'p1', 'p10'])).items.map(({ id }) => id)).toEqual([
      'p5',
      'p1',
      'p10'
    ]);
  });

  test.each([...new Set([...metrics, citationAccuracy])].map((metric) => [metric.name, metric] as const))(
    'answers under %s in a form that its protocol can use, at the first try',
    async (_name, metric) => {
      const { verdicts, messages } = await throughProtocol(metric);
      expect(verdicts.length).toBeGreaterThan(0);
      expect(verdicts.filter(({ state }) => state === 'unscored')).toEqual([]);
      // No question is asked again with a fault named.
      expect(messages.filter((message) => message.includes('was not usable'))).toEqual([]);
    }
  );

  test('lists numeric claims without a citation, and abstains from their number', async () => {
    const { verdicts } = await throughProtocol(citationAssociation);
    expect(verdicts.find(({ kind }) => kind === 'count')?.state).toBe('abstained');
    expect(verdicts.filter(({ kind }) => kind === 'issue').flatMap(({ evidence }) => evidence)).toMatchObject([
      { quote: 'It fell by 31 % in 2024.' }
    ]);
  });

  test('calls a claim unsupported if its number is not on the page, and abstains from all else about sources', async () => {
    const { verdicts } = await throughProtocol(citationAccuracy);
    expect(verdicts.filter(({ kind }) => kind === 'source').map(({ state }) => state)).toEqual(['abstained']);
    expect(verdicts.filter(({ kind }) => kind === 'claim')).toMatchObject([
      { text: expect.stringContaining('17.4 metres') as string, state: 'judged', label: 'unsupported' }
    ]);
  });

  test('fails for good if it is asked in a form that it does not know', async () => {
    const asking = rulesJudge.ask(
      {
        prompt: { name: 'x', version: '1', hash: '' },
        system: '',
        user: '',
        schema: { name: 'constructor', json: {} },
        about: {
          metric: 'x',
          query: { qid: 'q', text: '' },
          report: { id: 'r', markdown: '', collectedAt: null },
          items: []
        },
        trial: 0
      },
      { signal }
    );
    await expect(asking).rejects.toThrow('The rules judge knows no reply of the form constructor.');
    await expect(asking).rejects.toBeInstanceOf(JudgeCallError);
  });

  test('gives the same reply to the same report', async () => {
    const text = '# A\n\nB [1].\n\n## Sources\n\n[1] C https://c.example';
    expect(await judge(text)).toEqual(await judge(text));
  });

  test('leaves structure and language to readers', async () => {
    expect(await labels('# A\n\nTeh text.')).toMatchObject({ p1: 'abstain', p2: 'abstain' });
  });

  test('fails item 5, passes 8 and 10 and abstains on 3, 4, 6 and 7 of a report without citation and list', async () => {
    expect(await labels('# 潮汐\n\n水位上升。\n\n## 原因\n\n月亮。')).toEqual({
      ...{ p1: 'abstain', p2: 'abstain', p3: 'abstain', p4: 'abstain', p5: 'no' },
      ...{ p6: 'abstain', p7: 'abstain', p8: 'yes', p9: 'yes', p10: 'yes' }
    });
  });

  test('abstains from every item of a metric that asks for meaning, and says why', async () => {
    const { items } = await judge('Text.', 'coverage', ['c1', 'c2']);
    expect(items.map(({ label }) => label)).toEqual(['abstain', 'abstain']);
    expect(items[0]?.rationale).toContain('beyond code');
  });

  test('abstains from an item it has no rule for', async () => {
    expect((await judge('Text.', 'presentation', ['p11', 'constructor'])).items.map(({ label }) => label)).toEqual([
      'abstain',
      'abstain'
    ]);
  });
});

describe('the error patterns of LiveResearchBench, Appendix G', () => {
  const body = '# Tides\n\n## Bay\n\n';
  test('numbers reused across several lists', async () => {
    const text = `${body}Water rises [1], waves too [2].\n\n**References**\n\n**The sea**\n\n- [1] https://sea.example/1\n- [2] https://sea.example/2\n\n**The sky**\n\n- [1] https://sky.example/1\n- [2] https://sky.example/2\n`;
    expect(await labels(text)).toMatchObject({ p3: 'abstain', p4: 'abstain', p5: 'no', p10: 'no' });
  });

  test('entries without URL, and citations without entry', async () => {
    const text = `${body}Water rises [1], wind helps [9].\n\n**References**\n\n1. Berg L. Tides of the bay. *Sea Lett.* 2006.\n2. Pages on wind [general knowledge].\n4. Sand P. Waves. 2022. https://waves.example\n`;
    const { items } = await judge(text);
    const p4 = items.find(({ id }) => id === 'p4');
    expect(p4?.label).toBe('no');
    expect(p4?.rationale).toContain('2 entries name no URL: [1] and [2]');
    expect(await labels(text)).toMatchObject({ p3: 'no', p10: 'no' });
  });

  test('links in words mixed with linked numbers', async () => {
    const text = `${body}- Record: [Harbour office](https://office.example)[1](https://news.example)\n- Press: [The Herald](https://herald.example)\n- Log: [Pilot](https://pilot.example)\n`;
    expect(await labels(text)).toMatchObject({ p6: 'no' });
  });

  test('entries that nothing cites', async () => {
    const text = `${body}Water rises [1, 2].\n\n## References\n\n1. A https://a.example\n2. B https://b.example\n3. C https://c.example\n4. D https://d.example\n`;
    const p3 = (await judge(text)).items.find(({ id }) => id === 'p3');
    expect(p3).toMatchObject({ label: 'no', quotes: ['3. C https://c.example', '4. D https://d.example'] });
  });

  test('a table of a header only', async () => {
    expect(await labels(`${body}| Bay | Rise | Source |\n|---|---|---|\n\nMore words.\n`)).toMatchObject({ p8: 'no' });
  });

  test('a list that begins at [63]', async () => {
    const text = `${body}Rest helps [63], light too [1].\n\n**References (continued)**\n[63] Rest https://rest.example\n[64] Night https://night.example\n\n**References**\n[1] Light https://light.example\n[2] Day https://day.example\n`;
    expect(await labels(text)).toMatchObject({ p5: 'no', p10: 'no' });
  });

  test('citations inside words', async () => {
    expect(
      await labels(
        `${body}Rest helps. A[2](https://b.example)nother trial agrees. E[3](https://c.example)xercise too.\n`
      )
    ).toMatchObject({ p7: 'no' });
  });
});

const shared = process.env.VOIRDIRE_SHARED ?? join(import.meta.dirname, '../../../../../shared');
const folder = join(shared, 'data/liveresearchbench/reports');
const lines = join(shared, 'data/deep_research_bench/claude-3-7-sonnet-latest.jsonl');

/** Public reports that lie beside the repository on some machines; never part of it. */
function realReports(): [string, string][] {
  const cited = readdirSync(folder).flatMap((system) =>
    readdirSync(join(folder, system)).map((file): [string, string] => [
      file,
      readFileSync(join(folder, system, file), 'utf8')
    ])
  );
  const bare = readFileSync(lines, 'utf8')
    .trim()
    .split('\n')
    .map((line): [string, string] => {
      const { id, article } = JSON.parse(line) as { id: number; article: string };
      return [`query ${id}`, article];
    });
  return [...cited, ...bare];
}

const present = existsSync(folder) && existsSync(lines);
if (!present) console.log(`The real reports are not in ${shared}: their tests are skipped.`);

describe.skipIf(!present)('the 141 real reports', () => {
  test('are judged in less than ten seconds, every quote verbatim', async () => {
    const reports = realReports();
    expect(reports).toHaveLength(141);
    const answers: [string, Answer][] = [];
    const took = await processorTimeOf(async () => {
      for (const [, markdown] of reports) answers.push([markdown, await judge(markdown)]);
    });
    expect(took).toBeLessThan(atMost(10_000));
    for (const [markdown, { items }] of answers)
      for (const { quotes } of items) for (const quote of quotes) expect(markdown.includes(quote)).toBe(true);
  });

  test('are rendered with every link inside the page leading somewhere', () => {
    for (const [name, markdown] of realReports()) {
      const { html, blocks, outline } = renderReport(markdown);
      const ids = Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
      expect(new Set(ids).size, name).toBe(ids.length);
      for (const [, target] of html.matchAll(/href="#([^"]*)"/g)) expect(ids, name).toContain(target);
      expect(blocks.length, name).toBeGreaterThan(2);
      expect(outline.length, name).toBeGreaterThan(3);
    }
  });

  test('have their quotes found again in the rendered blocks', async () => {
    let quotes = 0;
    let found = 0;
    for (const [, markdown] of realReports()) {
      const { blocks } = renderReport(markdown);
      for (const item of (await judge(markdown)).items)
        for (const quote of item.quotes) {
          if (quote.startsWith('#')) continue;
          quotes++;
          if (locateQuote(blocks, quote)) found++;
        }
    }
    expect(quotes).toBeGreaterThan(100);
    expect(found).toBe(quotes);
  });
});
