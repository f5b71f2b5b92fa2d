import { isActionFailure, isHttpError } from '@sveltejs/kit';
// @ts-expect-error SvelteKit exports it for its own modules, without types.
import { with_request_store } from '@sveltejs/kit/internal/server';
import { describe, expect, it } from 'vitest';
import { problemAt, refuse, worded } from '$lib/errors.ts';
import { answer, attempt } from './answer.ts';
import { orWhatStands } from './overtaken.ts';

/** Does something in a request of a person who reads Chinese. */
const inChinese = <T>(work: () => T): T =>
  with_request_store({ event: { locals: { language: 'zh-Hans' } }, state: {} } as never, work);

const tooLong = () =>
  refuse.invalid(worded('draftNotSaved'), [problemAt('content', worded('atMostCharacters', { most: 4000 }))]);

/** The error that stops a load or an endpoint. */
function stopped(work: () => unknown): unknown {
  try {
    answer(work);
  } catch (e) {
    if (isHttpError(e)) return [e.status, e.body];
  }
  throw new Error('nothing was refused');
}

describe('a refusal', () => {
  it('goes back to a form in the language of its reader, with the problems of its fields', async () => {
    const failed = await inChinese(() => attempt((): unknown => tooLong()));
    expect(isActionFailure(failed) && [failed.status, failed.data]).toEqual([
      400,
      { refused: '草稿未保存。', problems: [{ row: null, column: 'content', reason: '最多填写 4,000 个字符。' }] }
    ]);
  });

  it('of a load or an endpoint is in the language of its reader', () => {
    expect(inChinese(() => stopped(() => refuse.notFound('study')))).toEqual([
      404,
      { message: '找不到研究。', code: 'not-found', problems: [] }
    ]);
    expect(inChinese(() => stopped(() => refuse.tooManyTries(61)))).toMatchObject([
      429,
      { message: '尝试次数过多。请等待 2 分钟后重试。' }
    ]);
  });

  it('of what another tab has answered is in the language of its reader', async () => {
    const answered = inChinese(() =>
      orWhatStands(
        () => refuse.overtaken(),
        () => 'what stands'
      )
    );
    expect(await answered.json()).toMatchObject({
      message: '您打开此页面之后，已在另一个标签页或另一台设备上回答此项。没有内容被覆盖；请选择保留哪个回答。',
      stands: 'what stands'
    });
  });

  it('is in English if the catalogues do not have it, and outside a request', () => {
    expect(inChinese(() => stopped(() => refuse.conflict('Only in English.')))).toMatchObject([
      409,
      { message: 'Only in English.' }
    ]);
    expect(stopped(() => refuse.notSignedIn())).toMatchObject([401, { message: 'Sign in first.' }]);
  });

  it('has its English message at once, for logs, exports and the command line', () => {
    expect(tooLong).toThrow('The draft was not saved.');
    expect(problemAt('content', worded('atMostCharacters', { most: 4000 })).reason).toBe(
      'Write at most 4,000 characters.'
    );
  });
});
