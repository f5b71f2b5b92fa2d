import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRubric } from './read-rubric.ts';
import { problemLine } from './rubric-problems.ts';
import { rubricBranches, criteriaIn, rubricLabels, rubricJsonSchema, RUBRIC_FORMAT } from './rubric.ts';

const root = join(import.meta.dirname, '../../../../..');

const head = `format: ${RUBRIC_FORMAT}
name: mine
version: '1'
title: Mine
question: How good is it?
`;
const problemsOf = (text: string): string[] => {
  const reading = readRubric(text);
  return reading.ok ? [] : reading.problems.map((one) => problemLine('mine.yaml', one));
};
const sound = `${head}aggregation: { kind: weighted-mean }
criteria:
  - text: Names the towns
  - { title: Costs, key: costs, criteria: [{ text: First, weight: 2 }, { text: Second }] }
`;

describe('a rubric file', () => {
  it('is read with keys by place, and the usual scale of yes and no', () => {
    const reading = readRubric(sound);
    if (!reading.ok) throw new Error(reading.problems.map((one) => problemLine('f', one)).join('\n'));
    const branches = rubricBranches(reading.rubric.criteria ?? []);
    expect(criteriaIn(branches).map(({ key, weight }) => [key, weight])).toEqual([
      ['c1', 1],
      ['costs.c1', 2],
      ['costs.c2', 1]
    ]);
    expect(rubricLabels(reading.rubric).map(({ label }) => label)).toEqual(['yes', 'no']);
  });

  it('names an unknown field with line and column, and the one that was meant', () => {
    expect(problemsOf(sound.replace('weight: 2', 'wieght: 2'))).toEqual([
      'mine.yaml:9:59 criteria[1].criteria[0].wieght: There is no field "wieght" here. Write "weight".'
    ]);
  });

  it('names every problem at once: what is missing, what has another type, what is not a choice', () => {
    const text = `format: ${RUBRIC_FORMAT}
name: My Rubric
version: 1
question: q
aggregation: { kind: signed-sum, clip: often }
criteria: [{ text: a, weight: heavy }]
`;
    expect(problemsOf(text)).toEqual([
      'mine.yaml:2:7 name: "My Rubric" cannot be used here. Use small letters, digits and single hyphens, like my-rubric.',
      'mine.yaml:3:10 version: It is 1. Give text. Put it in quotation marks.',
      'mine.yaml:1:1 title: It is missing. Add it: text.',
      'mine.yaml:6:31 criteria[0].weight: It is "heavy". Give a number.',
      'mine.yaml:5:40 aggregation.clip: It is "often". Give true or false.'
    ]);
  });

  it.each([
    ['criteria: []', 'too short'],
    ['criteria: [{ weight: 1 }]', 'A criterion has no text.'],
    ['criteria: [{ text: a, weight: -1 }]', 'A weighted mean takes no weights below 0.'],
    ['criteria: [{ text: a, critical: true }]', 'Only a tree has critical nodes.'],
    ['criteria: [{ text: a, key: x }, { text: b, key: x }]', 'The key "x" is there twice.'],
    ['criteria: [{ title: g, text: a, criteria: [{ text: b }] }]', 'A group has no text of its own.'],
    [
      'scale: { labels: [{ label: a, value: 1 }, { label: a, value: 0 }] }\ncriteria: [{ text: a }]',
      '"a" is there twice'
    ],
    ['scale: { range: { from: 3, to: 3 } }\ncriteria: [{ text: a }]', 'The range ends before it begins.'],
    ['scale: {}\ncriteria: [{ text: a }]', 'either labels or a range'],
    [
      'prompt: { message: "{report} {criteria} {wether}" }\ncriteria: [{ text: a }]',
      'There is no placeholder {wether}.'
    ],
    ['prompt: { message: "{report}" }\ncriteria: [{ text: a }]', 'does not hold {criteria}'],
    [
      'figures: { x: { title: X, aggregation: { kind: weighted-mean, only: [vital] } } }\ncriteria: [{ text: a }]',
      '"vital"'
    ],
    [
      'figures: { x: { title: X, aggregation: { kind: pass-share, values: { maybe: 1 } } } }\ncriteria: [{ text: a }]',
      'no label "maybe"'
    ],
    ['score: { min: 1, max: 1 }\ncriteria: [{ text: a }]', 'The highest score is not above the lowest.'],
    ['', 'There are no criteria.']
  ])('is refused for %s', (part, problem) => {
    const found = problemsOf(`${head}aggregation: { kind: weighted-mean }\n${part}\n`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(problem);
    expect(found[0]).toMatch(/^mine\.yaml:\d+:\d+/);
  });

  it('is refused if a table of penalties does not rise or end', () => {
    const table = (rows: string) =>
      problemsOf(`${head}criteria: [{ text: a }]\naggregation: { kind: penalties, table: [${rows}] }\n`);
    expect(table('{ upTo: 1, score: 90 }, { upTo: 1, score: 80 }, { upTo: null, score: 0 }').join()).toContain(
      'do not rise'
    );
    expect(table('{ upTo: 0, score: 100 }, { upTo: 1, score: 80 }').join()).toContain('upTo null');
    expect(table('{ upTo: 0, score: 100 }, { upTo: null, score: 0 }')).toEqual([]);
  });

  it('is refused if a critical group holds what is not critical', () => {
    const text = `${head}aggregation: { kind: tree }\ncriteria: [{ title: g, critical: true, criteria: [{ text: a }] }]\n`;
    expect(problemsOf(text)).toEqual([
      'mine.yaml:7:51 criteria[0].criteria[0]: It is not critical, although its group is. Add "critical: true", or remove it from the group.'
    ]);
  });

  it('tells broken notation by its place, and a field given twice', () => {
    expect(problemsOf(`${head}criteria: [`)[0]).toMatch(/^mine\.yaml:6:12: /);
    expect(problemsOf(`${head}name: again`)[0]).toMatch(/^mine\.yaml:6:1: .*unique/);
    expect(problemsOf('')).toEqual([`mine.yaml: The file is empty. Begin it with "format: ${RUBRIC_FORMAT}".`]);
  });

  it('may be JSON, with tabs and places of its own', () => {
    const reading = readRubric(sound);
    if (!reading.ok) throw new Error('not read');
    const json = JSON.stringify(reading.rubric, null, '\t');
    const again = readRubric(json);
    expect(again.ok && again.hash).toBe(reading.hash);
    expect(problemsOf(json.replace('"weight": 2', '"weight": "2"'))[0]).toMatch(
      /^mine\.yaml:\d+:\d+ criteria\[1\]\.criteria\[0\]\.weight: It is "2"\. Give a number\.$/
    );
  });

  it('keeps its hash with other notation, and changes it with every word', () => {
    const hashOf = (text: string) => {
      const reading = readRubric(text);
      return reading.ok ? reading.hash : reading.problems.map((one) => problemLine('f', one)).join();
    };
    const moved = `# a comment\n${sound.replace("version: '1'\n", '')}version: "1"\n`;
    expect(hashOf(moved)).toBe(hashOf(sound));
    expect(hashOf(sound.replace('Second', 'Third'))).not.toBe(hashOf(sound));
    expect(hashOf(sound)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('never throws, whatever the text', () => {
    const pieces = fc.array(
      fc.oneof(fc.string(), fc.constantFrom(...sound.split('\n'), '- ', '&a ', '*a', '[', '{', ': ', '\t')),
      { maxLength: 12 }
    );
    fc.assert(
      fc.property(pieces, (lines) => {
        const reading = readRubric(lines.join('\n'));
        expect(reading.ok || reading.problems.length > 0).toBe(true);
      }),
      { numRuns: 200 }
    );
  });

  it('is refused, and does not overflow the stack, if it is nested deeply', () => {
    const deep = (levels: number) => `${'{"criteria":['.repeat(levels)}${']}'.repeat(levels)}`;
    for (const text of ['['.repeat(5000), deep(300), deep(5000)]) expect(readRubric(text).ok).toBe(false);
  });

  it('cannot blow up by references to itself', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...[...'bcdefgh'].map(
        (name, k) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefgh'.charAt(k)}`).join()}]`
      )
    ];
    const reading = readRubric(bomb.join('\n'));
    expect(reading.ok).toBe(false);
  });
});

describe('what is published', () => {
  it('the JSON Schema in static/ is the one that files are read by (voirdire rubric schema writes it)', () => {
    const published = JSON.parse(readFileSync(join(root, 'static/rubric.schema.json'), 'utf8')) as unknown;
    expect(published).toEqual(JSON.parse(JSON.stringify(rubricJsonSchema())));
  });

  it.each(readdirSync(join(root, 'static/rubrics')))('%s can be read', (name) => {
    const reading = readRubric(readFileSync(join(root, 'static/rubrics', name), 'utf8'));
    expect(reading.ok ? [] : reading.problems.map((one) => problemLine(name, one))).toEqual([]);
    expect(reading.ok && `${reading.rubric.name}.yaml`).toBe(name);
  });
});
