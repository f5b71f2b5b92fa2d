import { describe, expect, it } from 'vitest';
import { MOST_PEOPLE, parsePeopleList } from './people-list.ts';

const roles = ['annotator', 'lead'] as const;
const parse = (text: string) => parsePeopleList(text, roles, 'annotator');
const reasons = async (text: string): Promise<[number | null, string, string][]> => {
  const read = await parse(text);
  return read.ok ? [] : read.problems.map(({ row, column, reason }) => [row, column, reason]);
};

describe('a list of people', () => {
  it('is read with and without names of columns, by comma, semicolon and tab', async () => {
    const value = [
      { email: 'ana@x.example', name: 'Ana Ito', role: 'lead' },
      { email: 'ben@x.example', name: '', role: 'annotator' }
    ];
    const lists = [
      'Ana@X.example, Ana Ito, lead\nben@x.example\n',
      'role;E-mail;Name\r\nLead;ana@x.example;Ana Ito\r\n;ben@x.example;\r\n',
      'ana@x.example\tAna Ito\tlead\n\nben@x.example\t\t'
    ];
    for (const list of lists) {
      const read = await parse(list);
      expect(read).toMatchObject({ ok: true, value });
    }
  });
  it('is refused with the line of each problem', async () => {
    const list = 'ana@x.example,Ana\nnot-an-address@,Ben\nANA@x.example\ncleo@x.example,Cleo,admin\nd@x.example,a/b';
    expect(await reasons(list)).toEqual([
      [2, 'email', expect.stringMatching(/not an e-mail address/)],
      [3, 'email', expect.stringMatching(/line 1/)],
      [4, 'role', expect.stringMatching(/annotator, lead/)],
      [5, 'name', expect.stringMatching(/slash/)]
    ]);
  });
  it('is refused line by line if the address of its first person is wrong', async () => {
    expect(await reasons('ana.x.example, Ana, lead\nben@x.example, Ben, king')).toEqual([
      [1, 'email', expect.stringMatching(/not an e-mail address/)],
      [2, 'role', expect.stringMatching(/annotator, lead/)]
    ]);
  });
  it('is read with the separators and words of a Chinese keyboard', async () => {
    const called = (role: string): string => ({ annotator: '标注员', lead: '负责人' })[role] ?? role;
    const value = [
      { email: 'ana@x.example', name: '安娜', role: 'lead', row: 1 },
      { email: 'ben@x.example', name: '本', role: 'annotator', row: 2 }
    ];
    const list = 'ana@x.example，安娜，负责人\nben@x.example，本，annotator';
    expect(await parsePeopleList(list, roles, 'annotator', called)).toMatchObject({ ok: true, value });
    const titled = await parsePeopleList(`姓名；邮箱；角色\n安娜；ana@x.example；负责人`, roles, 'annotator', called);
    expect(titled).toMatchObject({ ok: true, value: [{ ...value[0], row: 2 }] });
    // Beside other separators they are no part of an address either.
    expect(await reasons('ana@x.example，安娜\nben@x.example, Ben')).toEqual([
      [1, 'email', expect.stringMatching(/not an e-mail address/)]
    ]);
  });
  it('is refused if it is empty, names no e-mail column, or is too long', async () => {
    expect(await reasons(' \n')).toEqual([[null, 'list', expect.stringMatching(/no person/)]]);
    expect(await reasons('name,role\nAna,lead')).toEqual(
      [[1, 'role', expect.any(String)]].map(() => expect.any(Array))
    );
    const many = Array.from({ length: MOST_PEOPLE + 2 }, (_, i) => `p${i}@x.example`).join('\n');
    expect((await reasons(many)).length).toBe(1);
  });
  it('reads no e-mail that would reach a second person or a header', async () => {
    for (const email of ['"a@x.example,b@x.example"', 'a@x.example<b@y.example>', 'a@x.example%0d b@x'])
      expect((await reasons(email)).length, email).toBe(1);
  });
});
