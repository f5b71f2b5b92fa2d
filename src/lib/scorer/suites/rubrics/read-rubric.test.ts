import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noticeTextIn } from '../../../messages/library-text.ts';
import { formTitles } from './published/form.ts';
import { readRubric } from './read-rubric.ts';
import { problemLine } from './rubric-problems.ts';
import { scoreRubric } from './rubric-score.ts';
import { rubricBranches, criteriaIn, rubricLabels, rubricJsonSchema, RUBRIC_FORMAT } from './rubric.ts';
import { atMost, processorTimeSince } from '../../../../../tests/timing.ts';

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
/** Whether a reader of Chinese gets both sentences of the first problem in Chinese. */
const saysInChinese = (text: string): boolean => {
  const reading = readRubric(text);
  const said = reading.ok ? [] : [reading.problems[0]!.problem, reading.problems[0]!.fix];
  return said.length > 0 && said.every((one) => /\p{Script=Han}/u.test(noticeTextIn('zh-Hans')(one)));
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

  it('is the example of the documentation, whose score is the one given there', () => {
    const page = readFileSync(join(root, 'docs/rubrics.md'), 'utf8');
    const reading = readRubric(/^```yaml\n(.*?)^```/ms.exec(page)![1]!);
    if (!reading.ok) throw new Error(reading.problems.map((one) => problemLine('rubrics.md', one)).join('\n'));
    const branches = rubricBranches(reading.rubric.criteria ?? []);
    const said = new Map([
      ['cost', { label: 'met' }],
      ['owner', { label: 'missing' }]
    ]);
    expect(page).toContain('the score is (2 · 1 + 1 · 0) / 3 = 2/3');
    expect(scoreRubric(reading.rubric, branches, said).value).toBeCloseTo(2 / 3, 12);
  });

  it('explains a text that a comma ended', () => {
    const text = sound.replace('text: First', 'text: First, and last');
    expect(problemsOf(text)[0]).toContain(
      'There is no field "and last" here. Put the text before it in quotation marks: a comma ends it.'
    );
    expect(saysInChinese(text)).toBe(true);
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

  it('names the second of two nodes with one key by its own place', () => {
    expect(problemsOf(sound.replace('text: Second', 'text: Second, key: costs'))).toEqual([
      'mine.yaml:9:72 criteria[1].criteria[1]: The key "costs" is there twice. Give each criterion and group a key of its own.'
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

  const group = (aggregation: string, more = '') =>
    `criteria: [{ key: g, ${more}aggregation: ${aggregation}, criteria: [{ text: a }] }]`;

  it.each([
    [group('{ kind: weighted-mean, only: [vital] }'), '"vital"'],
    [group('{ kind: sum, values: { maybe: 1 } }'), 'no label "maybe"'],
    [group('{ kind: penalties, table: [{ upTo: 5, score: 1 }, { upTo: 3, score: 2 }] }'), 'upTo null'],
    [group('{ kind: against-reference }'), 'A group is not compared with a reference by itself.'],
    [group('{ kind: weighted-mean }', 'order: sequential, '), 'Only a group in a tree has an order.'],
    [
      'figures: { x: { title: X, aggregation: { kind: weighted-mean, over: children, only: [g] } } }\ncriteria: [{ key: g, criteria: [{ text: a }] }]',
      'Under "only", the chosen criteria of all groups are taken together.'
    ],
    [
      'criteria: [{ aggregation: { kind: sum, only: [vital] }, criteria: [{ text: a }] }, { text: b, tags: [vital] }]',
      'No criterion has the tag, or is in the group, "vital".'
    ],
    [
      'figures: { x: { title: X, aggregation: { kind: against-reference } } }\ncriteria: [{ text: a }]',
      'no reference report is judged'
    ],
    [
      'scale: { range: { from: 0, to: 2, notApplicable: "1" } }\ncriteria: [{ text: a }]',
      'The label "1" is a number of the range.'
    ]
  ])('is refused for a name or field that would do nothing, or count wrongly: %s', (part, problem) => {
    const text = `${head}aggregation: { kind: weighted-mean }\n${part}\n`;
    const found = problemsOf(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(problem);
    expect(saysInChinese(text)).toBe(true);
  });

  it.each([
    [
      '{ kind: signed-sum }',
      '{ weight: 3, criteria: [{ text: a }] }',
      'weight of a group has no effect under signed-sum'
    ],
    [
      '{ kind: weighted-mean, over: criteria }',
      '{ weight: 3, criteria: [{ text: a }] }',
      'no effect under "over: criteria"'
    ],
    [
      '{ kind: weighted-mean, over: criteria }',
      '{ aggregation: { kind: signed-sum }, criteria: [{ text: a }] }',
      'Groups have no score of their own under "over: criteria".'
    ],
    ['{ kind: tree }', '{ text: a, weight: 2 }', 'A tree has no weights.'],
    [
      '{ kind: penalties, table: [{ upTo: 0, score: 1 }, { upTo: null, score: 0 }] }',
      '{ text: a, weight: 2 }',
      'The weight of a criterion has no effect under penalties.'
    ]
  ])('is refused for a field without effect under %s: %s', (aggregation, node, problem) => {
    const text = `${head}aggregation: ${aggregation}\ncriteria: [${node}]\n`;
    const found = problemsOf(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(problem);
    expect(saysInChinese(text)).toBe(true);
    // A further figure in which the field counts makes it one with effect.
    const figures = 'figures: { mean: { title: Mean, aggregation: { kind: weighted-mean } } }';
    expect(problemsOf(`${head}aggregation: ${aggregation}\n${figures}\ncriteria: [${node}]\n`)).toEqual([]);
  });

  it('is refused if a weight below 0 is in a weighted mean, also of a further figure or within groups', () => {
    const figure = (how: string) =>
      problemsOf(`${head}aggregation: { kind: signed-sum }
figures: { x: { title: X, aggregation: ${how} } }
criteria: [{ text: a, tags: [vital] }, { key: g, criteria: [{ key: fault, text: b, weight: -1 }] }]
`).join();
    for (const how of ['{ kind: weighted-mean }', '{ kind: weighted-mean, over: criteria }'])
      expect(figure(how)).toContain('A weighted mean takes no weights below 0, and "fault" has one.');
    expect(figure('{ kind: weighted-mean, only: [vital] }')).toBe('');
    expect(figure('{ kind: sum }')).toBe('');
  });

  it('is refused if no report would have a score, because all weights of a mean or of its group are 0', () => {
    const found = (aggregation: string, weight: number, more = '') =>
      problemsOf(
        `${head}aggregation: ${aggregation}\ncriteria: [{ key: g, criteria: [{ text: a, weight: ${weight} }] }${more}]\n`
      ).join();
    const fix = 'Give at least one criterion a weight above 0.';
    const none = 'mine.yaml:7:11 criteria: No weight is above 0, so that no report would have a score.';
    expect(found('{ kind: weighted-mean }', 0, ', { text: b }')).toBe(
      `mine.yaml:7:11 criteria: No weight in the group "g" is above 0, so that no report would have a score. ${fix}`
    );
    expect(found('{ kind: weighted-mean, over: criteria }', 0)).toBe(`${none} ${fix}`);
    expect(found('{ kind: weighted-mean, over: criteria }', 0, ', { text: b }')).toBe('');
    expect(found('{ kind: signed-sum }', -1)).toBe(`${none} ${fix}`);
    expect(found('{ kind: signed-sum, withoutPositive: from-one }', -1)).toBe('');
  });

  it.each([
    ['tree', 'range: { from: 0, to: 10 }', 'the label "2" is worth 2'],
    ['tree', 'range: { from: 0, to: 1, notApplicable: N/A }', 'the label "N/A" has no value'],
    ['against-reference', 'range: { from: -5, to: 5 }', 'the label "-5" is worth -5']
  ])('is refused if %s cannot count the values of its labels: %s', (kind, scale, problem) => {
    const text = `${head}aggregation: { kind: ${kind} }\nscale: { ${scale} }\ncriteria: [{ text: a }]\n`;
    const found = problemsOf(text);
    expect(saysInChinese(text)).toBe(true);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(problem);
    expect(found[0]).toMatch(/^mine\.yaml:6:22 aggregation\.kind: /);
  });

  it('is refused if a group can be worth less than 0 in a share of two means', () => {
    const text = (weight: number) =>
      `${head}aggregation: { kind: against-reference }\ncriteria: [{ text: a }, { aggregation: { kind: signed-sum }, criteria: [{ text: b }, { text: c, weight: ${weight} }] }]\n`;
    expect(problemsOf(text(-2)).join()).toContain('but a group can be worth less than 0.');
    expect(saysInChinese(text(-2))).toBe(true);
    expect(problemsOf(text(2))).toEqual([]);
  });

  it('names numbers without a value as they are written, and a limit that a number has to pass', () => {
    expect(problemsOf(`${head}aggregation: { kind: sum }\ncriteria: [{ text: a, weight: .inf }]\n`)[0]).toContain(
      'It is Infinity. Give a number.'
    );
    const times = 'score: { min: 0, max: 1, times: 0 }\ncriteria: [{ text: a }]\n';
    expect(problemsOf(`${head}aggregation: { kind: sum }\n${times}`)[0]).toContain('It is too small. Above 0.');
    const figures = 'figures: { a b: { title: T, aggregation: { kind: sum } } }\ncriteria: [{ text: a }]\n';
    const named = `${head}aggregation: { kind: sum }\n${figures}`;
    expect(problemsOf(named)[0]).toMatch(/"a b" cannot be used here\. Use letters, digits, /);
    expect(saysInChinese(named)).toBe(true);
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

  it('quotes the beginning of a long value or name, not a whole file that is no rubric', () => {
    const long = 'a report '.repeat(1_000).trim();
    for (const text of [
      long,
      `${head}aggregation: { kind: ${long} }\ncriteria: [{ text: x }]\n`,
      `${head}aggregation: { kind: { a: ${long} } }\ncriteria: [{ text: x }]\n`,
      `${head}aggregation: { kind: weighted-mean }\ncriteria: [{ text: x, '${long}': 1 }]\n`
    ]) {
      const lines = problemsOf(text);
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.join('\n').length).toBeLessThan(1_000);
    }
  });

  it('tells broken notation by its place, and a field given twice', () => {
    expect(problemsOf(`${head}criteria: [`)[0]).toMatch(/^mine\.yaml:6:12: /);
    expect(problemsOf(`${head}name: again`)[0]).toMatch(/^mine\.yaml:6:1: .*unique/);
    expect(problemsOf('')).toEqual([`mine.yaml: The file is empty. Begin it with "format: ${RUBRIC_FORMAT}".`]);
  });

  it('is refused if a second document follows, which would be left out', () => {
    const fault = /^mine\.yaml:1[01]:1: A second document begins here\. Write each rubric into a file of its own\.$/;
    for (const more of ['---\n', '...\n']) expect(problemsOf(`${sound}${more}${head}`)[0]).toMatch(fault);
    expect(saysInChinese(`${sound}---\n${head}`)).toBe(true);
    expect(problemsOf(`---\n${sound}...\n`)).toEqual([]);
  });

  it('has the qids of its queries as they are written', () => {
    const lists = ['0012', '12', '1.0', '1e3', 'null'].map((qid) => `  ${qid}: { criteria: [{ text: a }] }\n`);
    const reading = readRubric(`${head}aggregation: { kind: sum }\nqueries:\n${lists.join('')}`);
    expect(reading.ok && Object.keys(reading.rubric.queries ?? {})).toEqual(['12', '0012', '1.0', '1e3', 'null']);
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

  it('each published form has an example, which the page of rubrics links to', () => {
    expect(readdirSync(join(root, 'static/rubrics'))).toEqual(
      Object.keys(formTitles)
        .map((name) => `${name}.yaml`)
        .sort()
    );
  });

  it.each(readdirSync(join(root, 'static/rubrics')))('%s can be read', (name) => {
    const reading = readRubric(readFileSync(join(root, 'static/rubrics', name), 'utf8'));
    expect(reading.ok ? [] : reading.problems.map((one) => problemLine(name, one))).toEqual([]);
    expect(reading.ok && `${reading.rubric.name}.yaml`).toBe(name);
  });
});

describe('a file that is no rubric of any size', () => {
  const faultOf = (text: string) => {
    const read = readRubric(text);
    return read.ok ? null : read.problems.map(({ line, problem }) => `${line}: ${problem}`);
  };

  it('of many keys, levels or aliases is refused by its first fault, in time in proportion to its length', () => {
    const keys = Array.from({ length: 100_000 }, (_, i) => `  q${i}: { criteria: [] }`).join('\n');
    const chain = Array.from({ length: 5_000 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}]`).join('\n');
    const began = process.threadCpuUsage();
    expect(faultOf(`queries:\n${keys}\n`)).toEqual([
      expect.stringMatching(/^\d+: The file has more than 1000000 parts\.$/)
    ]);
    expect(faultOf(`a0: &a0 [x]\n${chain}\n`)).toEqual(['1002: The file has more than 1000 aliases.']);
    expect(faultOf(`a: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`)).toEqual([
      '1: The file is nested more than 100 levels deep.'
    ]);
    expect(faultOf(`${'- '.repeat(5_000)}x\n`)).toEqual(['1: The file is nested more than 100 levels deep.']);
    expect(processorTimeSince(began)).toBeLessThan(atMost(4_000));
  });

  it('whose aliases multiply parts or have no anchor is refused in words that every language has', () => {
    const tenfold = (i: number) => `a${i + 1}: &a${i + 1} [${Array.from({ length: 10 }, () => `*a${i}`).join(', ')}]`;
    const bomb = `a0: &a0 [x]\n${[0, 1, 2, 3, 4].map(tenfold).join('\n')}\n`;
    expect(faultOf(bomb)).toEqual(['null: Aliases repeat parts of the file more than 100 times.']);
    expect(faultOf('name: *other\n')).toEqual(['null: The alias other has no anchor before it.']);
  });

  it('may begin any number of texts with an asterisk', () => {
    const texts = Array.from({ length: 2_000 }, (_, i) => `t${i}: |\n *bold* ${i}`).join('\n');
    expect(faultOf(`${texts}\n`)?.join('\n')).not.toContain('aliases');
  });

  it('that names a key of a map twice is refused at its second place, as YAML and as JSON', () => {
    expect(faultOf('name: a\nversion: b\n"name": c\n')).toEqual(['3: Map keys must be unique.']);
    expect(faultOf('{"name": "a",\n "criteria": [{"key": 1, "key": 2}]}')).toEqual(['2: Map keys must be unique.']);
  });
});
