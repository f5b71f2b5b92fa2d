import { expect, it } from 'vitest';
import { en } from './catalogues/en/index.ts';
import {
  librarySections,
  libraryTextIn,
  noticeSections,
  noticeTextIn,
  rationaleSections,
  reasonsInWords
} from './library-text.ts';
import { parseMessage, variantsOf } from './parse-message.ts';
import { atMost, processorTime } from '../../../tests/timing.ts';

const say = libraryTextIn('zh-Hans');

it('text of the library is said in the language of the reader, and in English as it is', () => {
  expect(say('Coverage')).toBe('覆盖度');
  expect(libraryTextIn('en')('Coverage')).toBe('Coverage');
  expect(() => libraryTextIn('tlh')).toThrow('no catalogue');
});

it('text with values keeps them, and says those that are text of the library themselves', () => {
  expect(say('Win rates in depth, against Aurora 3.5')).toBe('深度胜率，对比 Aurora 3.5');
  expect(say('No game is decisive: all 3 games are ties.')).toBe('没有分出胜负的局：3 局全是平局。');
  expect(say('3 queries in common with Aurora: a comparison needs at least 5.')).toBe(
    '与 Aurora 共有 3 条查询：比较至少需要 5 条。'
  );
  expect(say('P9 Markup, %')).toBe('P9 标记（%）');
});

it('reasons why nothing was made are said, with the words of a system as it wrote them', () => {
  const notice = noticeTextIn('zh-Hans');
  expect(notice('No report after 2 tries: the report was cut off at the system’s limit.')).toBe(
    '2 次尝试后仍没有报告：报告在系统的长度上限处被截断。'
  );
  expect(notice('No report after 1 try: the system refused: I cannot do that.')).toBe(
    '1 次尝试后仍没有报告：系统拒绝作答：I cannot do that。'
  );
  expect(notice('The report on this query cites no web page.')).toBe('关于该查询的报告没有引用任何网页。');
  expect(notice('Not testable: The first half has no word.')).toBe('无法测试：前半部分没有词语。');
});

it('text that people wrote stays as it is, also with signs that join others or mean something in a pattern', () => {
  for (const text of [
    '',
    'My coverage',
    'One, two',
    'a: b',
    'Foo 1–5',
    '{n} (.*) $& \\',
    '$1 tasks of mine',
    '<b>x</b>'
  ])
    expect(say(text)).toBe(text);
  expect(say('Judged by $& {n}.')).toBe('由 $& {n} 评判。');
});

it('notices are read sentence by sentence, with judges and numbers in them, and only if a notice is shown', () => {
  const notice = noticeTextIn('zh-Hans');
  expect(notice('The judge openai:gpt-6 is not available: set OPENAI_API_KEY to your API key and start again.')).toBe(
    '评审 openai:gpt-6不可用：请把 OPENAI_API_KEY 设为您的 API 密钥，然后重新启动。'
  );
  expect(notice('The judge’s server sent no answer: it broke off: error')).toBe(
    '评审的服务器未返回答案：它中途中断：error'
  );
  expect(notice('A judge did not answer. 3 of 12 tasks are left.')).toBe('有评审没有回答。12 个任务中还剩 3 个。');
  expect(notice('A judge did not answer. 1 of 1 task is left.')).toBe('有评审没有回答。1 个任务中还剩 1 个。');
  expect(
    notice('The budget of $1.00 is used up: $1.00 were spent, and 1 of 4 tasks is left. Raise the budget to continue.')
  ).toBe('预算 $1.00 已用完：已花费 $1.00，4 个任务中还剩 1 个。如需继续，请提高预算。');
  expect(notice('The call failed. Overloaded, said the provider.')).toBe('调用失败。Overloaded, said the provider.');
  expect(notice('It is missing. Add it: a list.')).toBe('缺少此项。请添加：列表。');
  expect(notice('Aliases repeat parts of the file more than 100 times. Write repeated parts out.')).toBe(
    '别名使文件的部分重复超过 100 次。请把重复的部分完整写出。'
  );
  expect(notice('The alias other has no anchor before it.')).toBe('别名 other 之前没有对应的锚点。');
  expect(say('A judge did not answer.')).toBe('A judge did not answer.');
  expect(say('Give an overview.')).toBe('Give an overview.');
  expect(noticeTextIn('en')('It is missing.')).toBe('It is missing.');
});

it('reasons of undefined figures are found wherever data has them, and nothing else is touched', () => {
  const at = new Date(0);
  const data = {
    rows: [{ value: null, reason: 'No report has a score.', cells: [{ noInterval: 'There is no score.' }] }],
    ...{ title: 'Coverage', reason: null, at }
  };
  const said = reasonsInWords('zh-Hans', data);
  expect(said).toEqual({
    rows: [{ value: null, reason: '没有报告有得分。', cells: [{ noInterval: '没有得分。' }] }],
    ...{ title: 'Coverage', reason: null, at }
  });
  expect(said.at).toBe(at);
  expect(reasonsInWords('en', data)).toBe(data);
});

it('messages that are recognised have no two values side by side, and the values of their translation', () => {
  const all = [...librarySections, ...noticeSections, ...rationaleSections, 'rationalePhrase' as const].flatMap(
    (section) => Object.entries<string>(en.messages[section])
  );
  const variants = all.flatMap(([key, text]) =>
    variantsOf(parseMessage(text, 'en')).map(({ pieces }) => [key, pieces] as const)
  );
  expect(variants.length).toBeGreaterThan(all.length);
  const beside = variants.filter(([, pieces]) =>
    pieces.some((piece, at) => typeof piece !== 'string' && at > 0 && typeof pieces[at - 1] !== 'string')
  );
  expect(beside.map(([key]) => key)).toEqual([]);
});

it('a text of many parts that no message writes is left as it is, without trying every combination of its parts', () => {
  const list = Array.from({ length: 60 }, (_, n) => `KEY_${n} for provider ${n}`).join(', ');
  const time = processorTime(() => {
    expect(say(list)).toBe(list);
    expect(say(`Set up a search provider and start again: ${list}.`)).toContain('KEY_59 for provider 59');
  });
  expect(time).toBeLessThan(atMost(500));
});

it('does not compare a long text with patterns, whose time would grow with the cube of its length', () => {
  const sent = 'x, '.repeat(20_000);
  expect(noticeTextIn('zh-Hans')(sent)).toBe(sent);
});
