import { expect, it } from 'vitest';
import { problemsIn } from '../../errors.ts';
import { readJsonLines } from './json-lines.ts';
import { ProblemList } from './problem-list.ts';

it.each([
  ['{"a": ', 'the text ends too early', '文本不完整'],
  ['{"a": x}', '"x" is unexpected', '不应出现“x”'],
  ['{"a": 1,}', 'syntax error at character 9', '第 9 个字符处有语法错误']
])('a line that is not JSON, %s, is refused with the reason in the reader’s language', (line, english, chinese) => {
  const problems = new ProblemList();
  expect([...readJsonLines(Buffer.from(`{}\n${line}\n`), problems)]).toHaveLength(1);
  const said = (language: string) => problemsIn(language, problems.all).map(({ row, reason }) => [row, reason]);
  expect(said('en')).toEqual([[2, `The line is not JSON: ${english}. Write one whole object per line`]]);
  expect(said('zh-Hans')).toEqual([[2, `该行不是 JSON：${chinese}。请每行写一个完整的对象`]]);
});

it('a line that is longer than allowed is refused before it is read, and the others are not', () => {
  const problems = new ProblemList();
  const lines = Buffer.from(`{"a":1}\n${'['.repeat(1024 * 1024 + 1)}\n{"a":2}\n`);
  expect([...readJsonLines(lines, problems, 1)].map(({ row }) => row)).toEqual([1, 3]);
  expect(problems.all).toMatchObject([
    { row: 2, column: 'line', reason: 'The line is longer than 1 MB; write one object per line' }
  ]);
});

it('a line that is nested so deep that no value of it could be written is refused, and brackets in texts do not count', () => {
  const problems = new ProblemList();
  const deep = `{"a":${'{"b":['.repeat(50_000)}1${']}'.repeat(50_000)}}`;
  const text = JSON.stringify({ a: `${'[1] '.repeat(2_000)}\\"${'['.repeat(2_000)}` });
  const lines = Buffer.from(`{"a":${'['.repeat(499)}${']'.repeat(499)}}\n${deep}\n${text}\n`);
  const read = [...readJsonLines(lines, problems)];
  expect(read.map(({ row }) => row)).toEqual([1, 3]);
  expect(() => JSON.stringify(read)).not.toThrow();
  expect(problems.all).toMatchObject([{ row: 2, column: 'line', reason: expect.stringContaining('500 levels') }]);
});

it('whole numbers that a number cannot hold exactly, such as ids of 19 digits, are texts', () => {
  const [line] = readJsonLines(Buffer.from('{"id":1234567890123456789,"n":[9007199254740991,0.1234567890123456,1e20]}'), new ProblemList()); // prettier-ignore
  expect(line?.value).toEqual({ id: '1234567890123456789', n: [9007199254740991, 0.1234567890123456, 1e20] });
});
