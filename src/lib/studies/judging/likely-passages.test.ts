import { describe, expect, it } from 'vitest';
import { likelyPassages } from './likely-passages.ts';
import { processorTimeSince } from '../../../../tests/timing.ts';

const blocks = (...texts: string[]) => texts.map((text, i) => ({ n: i + 1, text }));
const first = (question: string, texts: string[]): number | undefined =>
  likelyPassages(question, blocks(...texts))[0]?.block;

describe('likelyPassages', () => {
  const report = [
    'Most school buildings were designed to keep warmth in.',
    'In a survey of 212 classrooms, rooms with night ventilation were 2.1 K cooler.',
    'The cost of louvres is € 5,400 for each classroom.',
    'A reflective coating reduces the temperature of the ceiling.'
  ];

  it('names the block that holds the question’s words, however they are inflected', () => {
    expect(first('Does the report give the costs of a louvre per classroom?', report)).toBe(3);
    expect(first('Is the ventilated room of the survey described?', report)).toBe(2);
    expect(first('How far do temperatures fall under coatings?', report)).toBe(4);
    expect(first('Are 212 rooms named?', report)).toBe(2);
  });

  it('finds Chinese by pairs of characters, in text without spaces', () => {
    const chinese = [
      '本文介绍学校建筑的历史。',
      '夜间通风使教室温度降低了二点一度。',
      '外遮阳的费用为每间教室五千欧元。'
    ];
    expect(first('报告是否说明夜间通风的效果？', chinese)).toBe(2);
    expect(first('是否列出外遮阳的费用？', chinese)).toBe(3);
    expect(likelyPassages('是否列出外遮阳的费用？', blocks(...chinese))[0]!.words).toContain('费用');
  });

  it('says which words it found, as they stand in the block', () => {
    expect(likelyPassages('Louvre costs?', blocks(...report))[0]).toEqual({ block: 3, words: ['cost', 'louvres'] });
  });

  it('weighs a rare word more than one that every block holds', () => {
    const same = ['Heat pumps and tariffs.', 'Heat in towns.', 'Heat in summer.', 'Heat at night.'];
    expect(first('heat tariffs', same)).toBe(1);
    expect(likelyPassages('heat tariffs', blocks(...same), 2)).toHaveLength(2);
  });

  it('names nothing if no word tells anything or none is there', () => {
    expect(likelyPassages('Does the report say what it should?', blocks(...report))).toEqual([]);
    expect(likelyPassages('Whales?', blocks(...report))).toEqual([]);
    expect(likelyPassages('ventilation', [])).toEqual([]);
  });

  it('does not depend on the order of the blocks', () => {
    const numbered = blocks(...report);
    const question = 'survey of classroom temperature and cost';
    expect(likelyPassages(question, [...numbered].reverse())).toEqual(likelyPassages(question, numbered));
  });

  it('reads 60 KB once for ten questions, in far less than half a second', () => {
    const long = blocks(
      ...Array.from({ length: 300 }, (_, i) => `${report[i % 4]} ${'plain words of filler '.repeat(8)}${i}`)
    );
    const before = process.threadCpuUsage();
    for (let i = 0; i < 10; i++) likelyPassages(`cost of louvres in room ${i}`, long);
    expect(processorTimeSince(before)).toBeLessThan(500);
  });
});
