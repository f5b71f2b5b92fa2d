import { expect, it } from 'vitest';
import { MASK, masked, mentions } from './own-names.ts';

const names = ['heron-research', 'Acme AI', 'X2', null];

it('finds a name in any letter case and however its parts are joined', () => {
  expect(mentions('Heron Research, heronresearch and HERON_RESEARCH by acme ai.', names)).toBe(4);
});

it('leaves words alone that only contain a name, names of two letters, and addresses', () => {
  const text = 'Heron researchers use X2. See https://acme-ai.example/heron-research for more.';
  expect(mentions(text, names)).toBe(0);
  expect(masked(text, names)).toBe(text);
});

it('masks what it counts', () => {
  const text = 'As Heron-Research (Acme AI) I found: [it](https://heron-research.example/a).';
  expect(masked(text, names)).toBe(`As ${MASK} (${MASK}) I found: [it](https://heron-research.example/a).`);
  expect(mentions(masked(text, names), names)).toBe(0);
});

it('takes a name literally', () => {
  expect(masked('a.b+c and aXbbc', ['a.b+c'])).toBe(`${MASK} and aXbbc`);
});

it('prefers the longest name', () => {
  expect(masked('GPT 5 Pro said', ['GPT 5', 'gpt-5-pro'])).toBe(`${MASK} said`);
});
