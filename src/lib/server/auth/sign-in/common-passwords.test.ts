import { describe, expect, it } from 'vitest';
import { hashPassword } from './passwords.ts';
import { generatePassword } from './passwords.ts';
import { whyCommon } from './common-passwords.ts';

const ana = { name: 'Ana Lima', email: 'ana.lima@lab.example' };

describe('hashPassword', () => {
  it.each([
    ['password123', 'listed'],
    ['1234567890', 'listed'],
    ['QwertyUiop', 'listed, with capitals'],
    ['p@ssw0rd123', 'signs in place of letters'],
    ['sunshine2024!', 'digits and a sign appended'],
    ['  password123', 'spaces around it'],
    ['ｐａｓｓｗｏｒｄ123', 'full-width letters'],
    ['aaaaaaaaaaaa', 'one character'],
    ['121212121212', 'two characters'],
    ['ana.lima@lab.example', 'the e-mail'],
    ['Ana Lima 2024', 'the name'],
    ['voirdire2024', 'the program']
  ])('refuses %s (%s) at the field of the password', async (password) => {
    await expect(hashPassword(password, ana)).rejects.toMatchObject({
      code: 'invalid-input',
      problems: [{ column: 'password' }]
    });
  });
  it.each([
    'four unrelated words',
    'correct horse battery',
    'Grünkohl mit Pinkel',
    '竹林の中の静かな図書館',
    'x7#Kd9!pQ2v'
  ])('takes %s', (password) => {
    expect(whyCommon(password, ana)).toBeNull();
  });
  it('takes every password that the command line makes', () => {
    for (let i = 0; i < 200; i++) expect(whyCommon(generatePassword(), ana)).toBeNull();
  });
});
