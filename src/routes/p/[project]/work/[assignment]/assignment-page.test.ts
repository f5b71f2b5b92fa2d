import { expect, it } from 'vitest';
import { openAssignment } from '$lib/studies/judging/annotating.fixture.ts';
import { readAssignment } from '$lib/studies/judging/queue.server.ts';
import { judgeEverything, setUp } from '$lib/studies/reveal/revealing.fixture.ts';
import { becomesOf, revealsOf } from './assignment-page.ts';

it('a study that reveals at its end leads to the judges from the report on which nothing else is left to judge', () => {
  const { db, ana } = setUp({ reveal: 'at-end', sample: { items: 24 } });
  const first = openAssignment(db, ana)!;
  expect(revealsOf(first)).toBe('later');
  expect(becomesOf(first, 'en').complete).toBe('You see the judges when all your work in this study is done.');
  const ids = judgeEverything(db, ana);
  expect(ids.length).toBeGreaterThan(1);
  for (const id of ids) {
    const done = readAssignment(db, ana, id);
    expect(revealsOf(done)).toBe('now');
    expect(becomesOf(done, 'en')).toMatchObject({
      open: 'You can change a verdict until the end of the study; then you see the judges’ verdicts.',
      complete: expect.stringContaining('All your blind verdicts in this study are final from then on') as string
    });
  }
});
