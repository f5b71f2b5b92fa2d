import { expect, it } from 'vitest';
import { misdirectedForm } from './misdirected-forms.ts';

const posted = (path: string, type = 'application/x-www-form-urlencoded'): 404 | 415 | null => {
  const request = new Request(`http://here.example${path}`, { method: 'POST', body: 'a=b', headers: { 'content-type': type } }); // prettier-ignore
  return misdirectedForm(request, new URL(request.url));
};

it.each(['default', 'constructor', '__proto__', 'toString', 'hasOwnProperty'])('no page has an action %s', (name) => {
  expect(posted(`/sign-in?/${name}`)).toBe(404);
  expect(posted(`/sign-in?next=/&/${name}`)).toBe(404);
  const visit = new Request(`http://here.example/sign-in?/${name}`);
  expect(misdirectedForm(visit, new URL(visit.url))).toBeNull();
});

it('no action reads plain text, and all read forms', () => {
  expect(posted('/sign-in', 'text/plain;charset=UTF-8')).toBe(415);
  expect(posted('/sign-in')).toBeNull();
  expect(posted('/sign-in?next=/constructor')).toBeNull();
  expect(posted('/p/heat/import?/files', 'multipart/form-data; boundary=x')).toBeNull();
  expect(posted('/p/heat/work/a/draft', 'application/json')).toBeNull();
});
