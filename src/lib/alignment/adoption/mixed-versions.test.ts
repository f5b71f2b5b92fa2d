import { expect, it } from 'vitest';
import type { ServedModel, ServedVersion } from '../../scorer/served-version.ts';
import { mixedVersions } from './mixed-versions.ts';

const version = (name: string | null, calls: number): ServedVersion => ({
  ...{ version: name, backends: [], calls, reused: 0, first: 1, last: 2 }
});
const served = (versions: ServedVersion[], role: string | null = null): ServedModel => ({
  ...{ judgeId: 'j', judge: 'openai:m', role, model: 'openai:m', versions }
});

it('a judge that answered as two versions in one run is named with the calls of each', () => {
  expect(mixedVersions([served([version('m-1', 288), version('m-2', 1)])])).toEqual([
    'openai:m: 288 calls by m-1 and 1 call by m-2.'
  ]);
  expect(mixedVersions([served([version('a', 2), version('b', 3), version('c', 4)], 'voter')])).toEqual([
    'openai:m as voter of openai:m: 2 calls by a, 3 calls by b and 4 calls by c.'
  ]);
});

it('one version, or one beside replies that name none, is not mixed', () => {
  expect(mixedVersions([served([version('m-1', 288)]), served([version('m-1', 5), version(null, 3)])])).toEqual([]);
});
