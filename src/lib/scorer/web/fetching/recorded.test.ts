import { expect, test } from 'vitest';
import { textHash } from '../../runs/fingerprint.ts';
import { recordedPages } from './recorded.ts';
import { suppliedPage } from '../supplied.ts';

const { signal } = new AbortController();

test('a recorded page is found by what makes URLs the same page', async () => {
  const fetch = recordedPages({
    'https://a.example/x?id=1': 'One',
    'https://a.example/x?id=2': { text: 'Two', title: 'T' }
  });
  expect(await fetch('https://A.example/x?id=1#part', { signal })).toMatchObject({
    url: 'https://A.example/x?id=1#part',
    outcome: 'ok',
    text: 'One',
    contentHash: textHash('One')
  });
  expect(await fetch('https://a.example/x?id=2', { signal })).toMatchObject({ outcome: 'ok', title: 'T', text: 'Two' });
});

test('a URL that is not among them is unresolved', async () => {
  expect(await recordedPages({})('https://a.example/', { signal })).toMatchObject({
    outcome: 'unresolved',
    text: null,
    contentHash: null
  });
});

test('only a page that is ok has a text', async () => {
  const fetch = recordedPages({
    'https://a.example/': { outcome: 'blocked', text: 'x', note: '403 Forbidden', status: 403 }
  });
  expect(await fetch('https://a.example/', { signal })).toMatchObject({
    outcome: 'blocked',
    text: null,
    contentHash: null,
    note: '403 Forbidden',
    status: 403
  });
});

test('an abort rejects', async () => {
  await expect(
    recordedPages({})('https://a.example/', { signal: AbortSignal.abort(new Error('off')) })
  ).rejects.toThrow('off');
});

test('a supplied text is kept as a fetched one would be, and says where it is from', () => {
  expect(suppliedPage({ url: 'https://a.example/', text: ' A  b\r\n\r\n\r\nc ', title: ' T\n t', at: 5 })).toEqual({
    url: 'https://a.example/',
    outcome: 'ok',
    note: 'its text was supplied by a person',
    status: null,
    finalUrl: null,
    title: 'T t',
    text: 'A b\n\nc',
    contentHash: textHash('A b\n\nc'),
    origin: 'person',
    at: 5
  });
  expect(suppliedPage({ url: 'https://a.example/', text: ' \n', title: null, at: 5 })).toMatchObject({
    outcome: 'unreadable',
    text: null,
    contentHash: null
  });
});
