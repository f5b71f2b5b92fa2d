import { describe, expect, it } from 'vitest';
import { previewRatings, type RatingsPreview } from '$lib/exchange/ratings/ratings-preview.ts';
import { labelStudioTasks, neighbourSamples } from '$lib/exchange/neighbours/samples.fixture.ts';
import { faultyField } from '$lib/server/requests/field-limits.ts';
import { atMost, processorTime } from '../../../../../../tests/timing.ts';
import { filledIn, likelyQuestions, typedRatings, withFewRaters } from './ratings-form.ts';

const formWith = (name: string, content: Uint8Array | string): FormData => {
  const form = new FormData();
  form.set('file', new File([new Blob([content as BlobPart])], name));
  return form;
};

describe('the form of imported labels', () => {
  it('holds a table of the labels of another tool’s file, with its raters and scales filled in', async () => {
    const typed = await typedRatings(formWith('export.json', JSON.stringify(labelStudioTasks)));
    expect(typed.foreign?.tool).toBe('Label Studio');
    const labels = likelyQuestions(typed.foreign!);
    const preview = await previewRatings(new TextEncoder().encode(typed.content), {
      layout: 'long',
      labels,
      columns: {}
    });
    const filled = filledIn({ ...typed, labels }, preview);
    expect(filled).toMatchObject({
      ...{ name: 'export', layout: 'long', labels: ['met', 'overall'] },
      columns: { item: 'item', rater: 'rater', cluster: 'qid', system: 'system' },
      roles: { 'ana@lab.example': 'person', 'ben@lab.example': 'person', 'judge-a': 'judge' },
      scales: { met: 'binary:yes,no', overall: 'ordinal:3..5' }
    });
    expect(preview.problems).toEqual([]);
  });

  it('keeps what was said of the file from step to step, and forgets it with another file', async () => {
    const first = await typedRatings(formWith('export.json', JSON.stringify(labelStudioTasks)));
    const again = new FormData();
    again.set('fileName', 'export.json');
    again.set('content', first.content);
    again.set('foreign', JSON.stringify(first.foreign));
    again.set('scale.met', 'binary:no,yes');
    expect(await typedRatings(again)).toMatchObject({ foreign: first.foreign, scales: { met: 'binary:no,yes' } });
    again.set('file', new File(['item,rater,label\ni1,ana,yes\n'], 'table.csv'));
    expect(await typedRatings(again)).toMatchObject({ file: 'table.csv', foreign: null });
  });

  it('is sent again with all that was read of a file with many raters', async () => {
    const tasks = Array.from({ length: 600 }, (_, i) => ({
      id: i,
      data: { item: `i${i}` },
      annotations: [
        {
          completed_by: { email: `annotator.${i}@crowd.example` },
          result: [{ from_name: 'met', to_name: 'text', type: 'choices', value: { choices: ['yes'] } }]
        }
      ]
    }));
    const { foreign } = await typedRatings(formWith('export.json', JSON.stringify(tasks)));
    expect(foreign?.raters).toHaveLength(600);
    const again = new FormData();
    again.set('foreign', JSON.stringify(foreign));
    expect(faultyField(again.entries(), '/p/[project]/alignment/import')).toBeNull();
  });

  it('lists no raters if there are more than it can hold, and takes time by their number', async () => {
    const typed = await typedRatings(formWith('table.csv', 'item,rater,label\n'));
    const previewWith = (n: number): Promise<RatingsPreview> =>
      previewRatings(
        Buffer.from(`item,rater,label\n${Array.from({ length: n }, (_, i) => `i,r${i},yes\n`).join('')}`),
        {}
      );
    const few = withFewRaters(await previewWith(1_000));
    expect([few.raters.length, few.problems]).toEqual([1_000, []]);
    const many = await previewWith(40_000);
    expect(withFewRaters(many)).toMatchObject({
      raters: [],
      problems: [{ column: 'rater', reason: expect.stringContaining('The file has 40,000 raters') }]
    });
    expect(processorTime(() => filledIn(typed, many))).toBeLessThan(atMost(50));
  });

  it.each(neighbourSamples.filter(({ name }) => /\.(?:eval|zip)$/.test(name)))(
    'takes archives: $name',
    async ({ name, content, tool }) => {
      expect((await typedRatings(formWith(name, content))).foreign?.tool).toBe(tool);
    }
  );
});
