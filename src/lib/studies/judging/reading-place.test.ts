import { describe, expect, it } from 'vitest';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { exampleRun } from '../planning/example-run.fixture.ts';
import { nextStudyAssignment, readAssignment } from './queue.server.ts';
import { keepReadingPlace, readingPlaceOf } from './reading-place.server.ts';
import { createStudy } from '../planning/studies.server.ts';
import { annotating } from './annotating.fixture.ts';

describe('where a person left off reading', () => {
  const { db } = memoryDatabase();
  const run = exampleRun(db);
  const [ana, ben] = run.annotators;
  createStudy(db, run.manage, run.input());
  const id = nextStudyAssignment(db, ana)!;
  const place = { blocks: [7, null], pins: [{ text: 0, block: 2 }] };

  it('is nowhere before they were there, and the last place afterwards', () => {
    expect(readingPlaceOf(db, ana, id)).toEqual({ blocks: [], pins: [] });
    keepReadingPlace(db, annotating(ana), id, { blocks: [3], pins: [] });
    keepReadingPlace(db, annotating(ana), id, place);
    expect(readingPlaceOf(db, ana, id)).toEqual(place);
  });

  it('is their own: no other person stores or reads one there, and the blind view does not contain it', () => {
    expect(() => keepReadingPlace(db, annotating(ben), id, place)).toThrow('no such assignment');
    expect(readingPlaceOf(db, ben, id)).toEqual({ blocks: [], pins: [] });
    expect(JSON.stringify(readAssignment(db, ana, id))).not.toContain('pins');
  });

  it('takes numbers of blocks and at most two passages in view', () => {
    const bad = (change: object) => () => keepReadingPlace(db, annotating(ana), id, { ...place, ...change });
    expect(bad({ blocks: [0] })).toThrow('could not be read');
    expect(bad({ blocks: [1.5] })).toThrow('could not be read');
    expect(bad({ blocks: [1, 1, 1, 1, 1] })).toThrow('could not be read');
    expect(bad({ pins: [1, 2, 3].map((block) => ({ text: 0, block })) })).toThrow('could not be read');
    expect(bad({ pins: [{ text: 4, block: 1 }] })).toThrow('could not be read');
    expect(readingPlaceOf(db, ana, id)).toEqual(place);
  });
});
