import { describe, expect, it } from 'vitest';
import { languageOf } from './language-of.ts';
import { isRightToLeft } from './right-to-left.ts';

describe('the language of a text', () => {
  it.each([
    ['zh', '北部地区的降雨量增加了三成。'],
    ['zh-Hant', '這個國家的降雨量與時間有關。'],
    ['ja', '北部では雨量が三割増えた。'],
    ['ko', '북부 지역의 강수량이 늘었다.'],
    ['ar', 'ارتفعت كمية الأمطار في شمال البلاد بنسبة الثلث.'],
    ['fa', 'میزان بارندگی در شمال کشور یک‌سوم افزایش یافت.'],
    ['ur', 'شمال میں بارش ایک تہائی بڑھ گئی ہے۔'],
    ['he', 'כמות הגשמים בצפון עלתה בשליש.'],
    ['th', 'ปริมาณน้ำฝนทางตอนเหนือเพิ่มขึ้น'],
    ['ru', 'Количество осадков на севере выросло на треть.'],
    ['uk', 'Кількість опадів на півночі зросла.'],
    ['el', 'Οι βροχοπτώσεις στον βορρά αυξήθηκαν.'],
    ['en', 'Rainfall in the north grew by a third.']
  ])('is %s by its script and letters: %s', (language, text) => expect(languageOf(text)).toBe(language));

  it.each(['Die Niederschläge im Norden stiegen.', 'Валежите в страната са повече.', '12.5 %', '', '…'])(
    'is not told if it is not certain: %s',
    (text) => expect(languageOf(text)).toBe('')
  );

  it('is that of the prose, whatever names, addresses and words of others stand in it', () => {
    expect(
      languageOf('أعلنت شركة OpenAI عن GPT-4 Turbo: https://openai.example/blog/new-models-and-the-developer')
    ).toBe('ar');
    expect(languageOf('The word 雨 means rain, and مطر does, too.')).toBe('en');
    expect(languageOf('根据 World Bank 的数据，增长率为 3%。')).toBe('zh');
  });

  it('takes no longer for a long text than for a short one', () => {
    expect(languageOf('The rain. '.repeat(2_000) + '雨'.repeat(1_000_000))).toBe('en');
  });
});

describe('a language', () => {
  it('reads from right to left in four languages', () => {
    expect(['ar', 'fa', 'he', 'ur', 'zh', 'en', '', 'arn'].filter(isRightToLeft)).toEqual(['ar', 'fa', 'he', 'ur']);
  });
});
