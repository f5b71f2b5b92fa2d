import { describe, expect, it } from 'vitest';
import { metrics } from '../suites/index.ts';
import { checkTexts } from './check-texts.ts';
import { lineDiff, shortDiff } from './line-diff.ts';
import { rewordedPrompt, textsOf } from './reworded.ts';

const coverage = metrics.find(({ name }) => name === 'coverage')!;
const wording = coverage.protocol.wording!(coverage.prompt, coverage);
const own = textsOf(wording);
const checked = (message: string) => checkTexts(wording, { ...own, message }).problems;

describe('the texts of a prompt', () => {
  it('that ship with the program pass their own check, in every version of every metric', () => {
    const editable = metrics.filter(({ protocol }) => protocol.wording);
    expect(editable).toHaveLength(metrics.length);
    for (const metric of editable)
      for (const prompt of metric.versions ?? [metric.prompt]) {
        const texts = metric.protocol.wording!(prompt, metric);
        expect([prompt.name, prompt.version, checkTexts(texts, textsOf(texts)).problems]).toEqual([
          prompt.name,
          prompt.version,
          []
        ]);
      }
  });

  it('name a missing placeholder, and unknown and doubled ones with line and column', () => {
    expect(checked(own['message']!.replace('{report}', ''))).toEqual([
      {
        ...{ text: 'message', line: null, column: null },
        problem: '{report} is missing: judges would not receive the report.',
        fix: 'Put {report} where it belongs.'
      }
    ]);
    expect(checked(own['message']!.replace('{date}', 'On {day}: '))).toMatchObject([
      { text: 'message', line: 5, column: 4, problem: '{day} is no placeholder of this text and would be sent as it stands.' } // prettier-ignore
    ]);
    expect(checked(`${own['message']}\n\n{query}`)).toMatchObject([{ line: 15, column: 1 }]);
    expect(checked(' ')[0]).toMatchObject({ text: 'message', problem: 'The text is empty.' });
  });

  it('have to name every field and label of the reply, and no other field', () => {
    const problems = checked(
      own['message']!.replace('"quotes":["…"]', '"passages":["…"]').replace(
        'with "yes" or "no" as label',
        'with a label'
      )
    );
    expect(problems.map(({ line, problem }) => [line, problem])).toEqual([
      [13, 'The text asks for the field "passages", which the reply schema does not have.']
    ]);
    expect(
      checkTexts(wording, {
        instructions: 'Judge it.',
        message: own['message']!.replaceAll(/"yes"|"no"/g, 'a word').replace('"quotes":["…"],', '')
      }).problems.map(({ problem }) => problem)
    ).toEqual([
      'No text names the field "quotes" of the reply.',
      'No text names the label "yes" of the reply.',
      'No text names the label "no" of the reply.'
    ]);
  });

  it('make another prompt with every change, and the same one again', () => {
    const hash = (texts: Record<string, string>) =>
      rewordedPrompt(coverage.prompt, { version: 'p1', texts, about: '' }).hash;
    const changed = { ...own, instructions: `${own['instructions']} Be strict.` };
    expect(new Set([coverage.prompt.hash, hash(own), hash(changed)]).size).toBe(3);
    expect(hash({ ...changed })).toBe(hash(changed));
  });
});

describe('the difference of two texts', () => {
  it('marks the words that changed within the lines that changed, and counts the rest', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'Answer yes if it covers the item.', 'z'].join('\n');
    const after = before.replace('Answer yes if it covers', 'Answer yes only if it states');
    expect(shortDiff(lineDiff(before, after), 1)).toEqual([
      { kind: 'skipped', count: 4 },
      { kind: 'same', line: 5, parts: [{ text: 'e', changed: false }] },
      {
        ...{ kind: 'removed', line: 6 },
        parts: [
          { text: 'Answer yes if it ', changed: false },
          { text: 'covers', changed: true },
          { text: ' the item.', changed: false }
        ]
      },
      {
        ...{ kind: 'added', line: 6 },
        parts: [
          { text: 'Answer yes ', changed: false },
          { text: 'only ', changed: true },
          { text: 'if it ', changed: false },
          { text: 'states', changed: true },
          { text: ' the item.', changed: false }
        ]
      },
      { kind: 'same', line: 7, parts: [{ text: 'z', changed: false }] }
    ]);
    expect(lineDiff('same', 'same')).toEqual([{ kind: 'same', line: 1, parts: [{ text: 'same', changed: false }] }]);
  });
});
