import { expect, it } from 'vitest';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { unblind } from '../../studies/labels/unblinding.server.ts';
import { liftEmbargo } from '../preregistration/preregistrations.server.ts';
import { insertSampleStudy } from '../units/sample-study.fixture.ts';
import { closedLabels } from './embargo.server.ts';

it('labels are closed by the embargo first, then while some are to come, then by nothing', () => {
  const { db } = memoryDatabase();
  const { managing, reading } = insertSampleStudy(
    db,
    ['ann'],
    ['rules'],
    [
      { id: 'i1', query: 'q1', people: 'y', judges: 'y' },
      { id: 'i2', query: 'q2', people: '-', judges: 'y' }
    ]
  );
  expect(closedLabels(db, reading, 'study')).toBe('embargoed');
  liftEmbargo(db, managing, 'study');
  expect(closedLabels(db, reading, 'study')).toBe('blinded');
  unblind(db, managing, 'study', 'The second item may be wrong.');
  expect(closedLabels(db, reading, 'study')).toBeNull();
});
