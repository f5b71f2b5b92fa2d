import { expect, test } from 'vitest';
import { textDir, textLang } from './written.ts';

test('a text has the direction and the language of its script', () => {
  expect([textDir('كم راكبًا نقلت العبّارات؟'), textLang('كم راكبًا نقلت العبّارات؟')]).toEqual(['rtl', 'ar']);
  expect([textDir('渡轮运送了多少乘客？'), textLang('渡轮运送了多少乘客？')]).toEqual(['ltr', 'zh']);
  expect([textDir('How many people use the ferries?'), textLang('The ferries')]).toEqual(['ltr', 'en']);
});

test('an Arabic text that begins with a Latin name reads from right to left, which its first letter would not tell', () => {
  expect(textDir('GPT-5 نموذج لغوي كبير')).toBe('rtl');
});

test('a text that its script does not tell follows its first letter, and says that its language is unknown', () => {
  expect([textDir('Fähren'), textLang('Fähren')]).toEqual(['auto', '']);
});

test('an absent text says nothing', () => {
  expect([textDir(null), textLang(undefined), textDir('')]).toEqual([undefined, undefined, undefined]);
});
