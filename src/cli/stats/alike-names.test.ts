import { afterAll, describe, expect, it } from 'vitest';
import { folderOf, removeFolders, run } from '../command.fixture.ts';
import { alikeTexts, noteOnAlike } from './alike-names.ts';

afterAll(removeFolders);

describe('labels and raters that look alike', () => {
  it.each([
    [['yes', 'Yes', 'no'], [['yes', 'Yes']]],
    [['not  met', 'not met'], [['not  met', 'not met']]],
    [['caf\u00e9', 'cafe\u0301'], [['caf\u00e9', 'cafe\u0301']]],
    [['yes\u200b', 'yes', '\uff59es'], [['yes\u200b', 'yes', '\uff59es']]],
    [['1', '1.0', 'a', 'b'], []]
  ])('%j: groups %j', (texts, groups) => {
    expect(alikeTexts(texts)).toEqual(groups);
  });

  it('are listed so that their difference shows, and at most five groups', () => {
    expect(noteOnAlike('Labels', ['cafe\u0301', 'caf\u00e9'], 'Change one')).toBe(
      'Labels that differ only by letter case, spaces or Unicode form count as different: "cafe\\u0301" / "caf\u00e9". Change one'
    );
    const many = Array.from('abcdefg', (letter) => [letter, letter.toUpperCase()]).flat();
    expect(noteOnAlike('Labels', many, 'Change one')).toContain('"e" / "E"; and 2 more groups. Change one');
  });

  it('are named by voirdire stats, unless the scale lists the labels', async () => {
    const folder = folderOf({
      'long.csv': 'item,rater,label\n1,Ana,yes\n1,ana,Yes\n2,Ana,no\n2,ana,no\n3,Ana,yes\n3,ana,yes\n',
      'clean.csv': 'item,ana,ben\n1,yes,yes\n2,no,no\n3,yes,no\n'
    });
    const { out } = await run(['stats', `${folder}/long.csv`]);
    expect(out).toContain(
      'Labels that differ only by letter case, spaces or Unicode form count as different: "Yes" / "yes".'
    );
    expect(out).toContain(
      'Raters that differ only by letter case, spaces or Unicode form count as different: "Ana" / "ana".'
    );
    const told = await run(['stats', `${folder}/long.csv`, '--scale', 'nominal:yes,Yes,no']);
    expect(told.out).not.toContain('Labels that differ only');
    expect((await run(['stats', `${folder}/clean.csv`])).out).not.toContain('differ only');
  });
});
