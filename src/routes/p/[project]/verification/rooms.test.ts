import { expect, it } from 'vitest';
import { aQuery } from '$lib/verification/rounds/project.fixture.server.ts';
import { roundScene } from '$lib/verification/rounds/rounds.fixture.ts';
import { ownWork } from './rooms.ts';

it('counts conflicts as available to an adjudicator, not as in progress', () => {
  const s = roundScene({
    queries: [aQuery('q1', 'Does it name a figure?')],
    settings: { overlap: 2 },
    people: { annotators: 2, reviewers: 2, adjudicators: 1 }
  });
  s.annotators.forEach((person, i) =>
    s.annotateAll(person, ({ key }) =>
      key === 'c1' ? { label: 'needs-modification', wording: `Does it name figure ${i} in the text?` } : 'appropriate'
    )
  );
  s.reviewAll(s.reviewers[0]!);
  s.startInspections();
  s.inspectAll(s.reviewers[1]!, ({ key }) =>
    key === 'c1' ? { label: 'needs-modification', wording: 'Does it name that figure somewhere?' } : 'appropriate'
  );
  const [work] = ownWork(s.db, s.adjudicators[0]!, { kind: 'project', id: s.project.id });
  expect(work).toMatchObject({ stage: 'adjudication', open: 0, free: 1, done: 0 });
});
