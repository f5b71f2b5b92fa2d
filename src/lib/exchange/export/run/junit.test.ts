import { DOMParser } from 'linkedom';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeJunit } from './junit.ts';

const read = (xml: string) => new DOMParser().parseFromString(xml, 'text/xml');

describe('a JUnit report', () => {
  it('counts cases, failures and errors of each suite and of all', () => {
    const xml = writeJunit('run', [
      {
        name: 'conditions',
        cases: [
          { classname: 'coverage<80', name: 'a' },
          { classname: 'coverage<80', name: 'b', problem: { kind: 'failure', message: 'b has 79.5' } }
        ]
      },
      { name: 'coverage', cases: [{ classname: 'a', name: 'q1', problem: { kind: 'error', message: 'no verdict' } }] },
      { name: 'empty', cases: [] }
    ]);
    const root = read(xml).documentElement!;
    const counted = (element: Element): (string | null)[] =>
      ['tests', 'failures', 'errors'].map((name) => element.getAttribute(name));
    expect(counted(root as unknown as Element)).toEqual(['3', '1', '1']);
    expect([...root.querySelectorAll('testsuite')].map((suite) => suite.getAttribute('name'))).toEqual([
      'conditions',
      'coverage'
    ]);
    expect(root.querySelector('failure')!.getAttribute('message')).toBe('b has 79.5');
  });

  it('is well-formed whatever names and reasons hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (name, message) => {
        const xml = writeJunit(name, [
          { name, cases: [{ classname: name, name, problem: { kind: 'failure', message }, output: message }] }
        ]);
        expect(xml).not.toMatch(/(?![\t\n\r])\p{Cc}/u);
        expect(xml.match(/<testcase /g)).toHaveLength(1);
        expect(
          xml.replace(/<\/?(?:testsuites?|testcase|failure|system-out)\b[^<>]*>|<\?xml[^<>]*\?>/g, '')
        ).not.toMatch(/[<>]/);
      })
    );
  });
});
