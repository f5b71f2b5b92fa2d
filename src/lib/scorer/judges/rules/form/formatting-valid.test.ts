import { describe, expect, test } from 'vitest';
import { readStructure } from '../../../report/structure/structure.ts';
import { formattingValid } from './formatting-valid.ts';

const on = (text: string) => formattingValid(readStructure(text));
const long = 'Water rises in the bay each spring. '.repeat(60);

test('passes real headings, labels above lists, bold words and tables that render', () => {
  expect(
    on(
      `# Bay\n\nWater **rises**.\n\n## Rise\n\n**Causes:**\n\n- tide\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n**Note: this is a whole sentence.**\n`
    )
  ).toEqual({
    label: 'yes',
    rationale: 'Sections have real headings (2), no bold line stands in for one, and the one table renders.',
    quotes: []
  });
});

describe('fails', () => {
  test('bold lines in place of headings', () => {
    expect(on(`**Bay**\n\nWater rises.\n\n**Rise**\n\n${long}`)).toMatchObject({
      label: 'no',
      rationale: '2 section titles are bold text instead of a heading.',
      quotes: ['**Bay**', '**Rise**']
    });
  });

  test.each([
    [
      'a header that does not fit its delimiter row',
      '| a | b | c |\n|---|---|\n| 1 | 2 | 3 |',
      'a table does not render because its header has 3 cells'
    ],
    [
      'a table without a delimiter row',
      '| a | b |\n| 1 | 2 |',
      'a table does not render because it has no delimiter row'
    ],
    ['rows with more cells than the header', '| a | b |\n|---|---|\n| 1 | 2 | 3 |', '1 table row has more cells'],
    [
      'section titles of plain words',
      ['Causes', 'Effects', 'Costs', 'Gaps', 'Next steps'].map((title) => `${title}\n- item`).join('\n\n'),
      '5 section titles are plain text'
    ],
    ['a # glued to its title', '##Rise\n\nWater.', '1 heading lacks the space'],
    [
      'a rule that makes a heading of a paragraph',
      'Water rises in spring.\n---\n\nWind.',
      'a line of dashes right under a paragraph'
    ],
    ['a code block without an end', '```\ncode\n\n## Wind\n', 'a code block is not closed'],
    ['bold text without an end', 'Water **rises in spring.', 'asterisks of bold text']
  ])('%s', (_, text, said) => {
    const finding = on(`# Bay\n\n${text}\n`);
    expect(finding.label).toBe('no');
    expect(finding.rationale.toLowerCase()).toContain(said.toLowerCase());
    expect(finding.quotes.length).toBeGreaterThan(0);
  });
});

describe('abstains from', () => {
  test.each([
    ['a long report without headings', long],
    ['a short one', 'Water rises.'],
    ['bold labels above paragraphs', '# Bay\n\n**Tide:**\n\nWater rises.\n\n**Wind:**\n\nWaves rise.\n'],
    ['a level that is skipped', '# Bay\n\n## Rise\n\n#### Spring\n'],
    ['several titles of the first level', '# Bay\n\n## Rise\n\n# Costs of dredging\n\nText.'],
    ['two plain lines like titles', '# Bay\n\nCauses\n- tide\n\nEffects\n\nWater rises.\n'],
    ['bullet characters', '# Bay\n\n• tide\n• wind\n• rain\n'],
    ['rows of comma-separated values', '# Bay\n\na,b,c,d,e,f,g\n1,2,3,4,5,6,7\n'],
    ['HTML', '# Bay\n\n<div align="center">Water</div>\n']
  ])('%s', (_, text) => {
    expect(on(text).label).toBe('abstain');
  });
});

test('does not take short lines of Chinese prose, labels or entries for titles', () => {
  const lines = '水位在春季上升得最多，其次是秋季和冬季的几个月份\n\n正文。\n\n'.repeat(6);
  expect(on(`# 潮汐\n\n${lines}`).label).toBe('yes');
  expect(on('# Bay\n\nCauses:\n- tide\n\nEffects:\n- waves\n\n## Sources\n\nHarbour office\n\nHerald\n').label).toBe(
    'yes'
  );
});

test('does not mind a title that stands twice', () => {
  expect(on('# Report: Water in the Bay\n\nShort.\n\n# Water in the Bay\n\n## Rise\n\nText.').label).toBe('yes');
});

test('looks past headings and tables inside code', () => {
  expect(on('# Bay\n\n```\n##no\n| a |\n| b |\n```\n').label).toBe('yes');
});

test('does not take the caption of a table for a title', () => {
  expect(on('# Bay\n\n**Table 1: Rise**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n**Figure 2: Map**\n').label).toBe('yes');
});
