import { expect, it } from 'vitest';
import { authorize, operator } from '../../../server/auth/authorize.ts';
import { materialText } from '../../../scorer/suites/material.ts';
import { editMaterial, materialRevisions } from '../../../verification/benchmark/material.server.ts';
import { finaliseRound } from '../../../verification/release/finalise.server.ts';
import { currentContent } from '../../../verification/release/versions.server.ts';
import { agreementByStage } from '../../../verification/records/agreement-units.ts';
import { readSubjects } from '../../../verification/records/records.server.ts';
import { aQuery } from '../../../verification/rounds/project.fixture.server.ts';
import { roundScene, type Said } from '../../../verification/rounds/rounds.fixture.ts';
import { nextAssignment } from '../../../verification/assignments/assignments.server.ts';
import { openBundle } from '../../../verification/work/annotation-view.server.ts';
import { validationOfProject } from './validation.server.ts';

const goldList = (n: number) => ({
  survey: { arxiv: `2301.0000${n}`, title: `Survey ${n}`, authors: null, versions: [] },
  ...{ cutOff: '2023-01', level: null },
  references: [
    { key: 'w1', title: '{A} work', authors: 'X', year: '2001', arxiv: null, doi: '10.1000/a', citations: null }
  ]
});
const lenient = {
  ...{ reading: 'acceptance' as const, limit: 0.5, acceptNumber: 50, risk: 0.5 },
  ...{ halfWidth: 0.05, onReturn: 'annotation' as const }
};

it('prompts and gold lists are checked by two people in a round, adjudicated, released, and give share (e)', () => {
  const s = roundScene({
    queries: [1, 2, 3].map((n) => ({ ...aQuery(`q${n}`), material: { 'report-bench': goldList(n) } })),
    ...{
      materialText,
      settings: { overlap: 2, inspection: lenient },
      people: { annotators: 2, reviewers: 2, adjudicators: 1 }
    }
  });
  const read = authorize(operator, { kind: 'project', id: s.project.id }, 'read-results');
  const [ada, ben] = s.annotators;
  const first = openBundle(
    s.db,
    s.grant(ada!, 'annotate'),
    nextAssignment(s.db, s.grant(ada!, 'annotate'), s.round, 'annotation')!
  );
  const shown = first.subjects.find(({ kind }) => kind === 'material')!;
  expect(shown).toMatchObject({ key: 'report-bench', asked: true });
  expect(shown.wording).toMatch(
    /^Gold list: 1 work that “Survey \d” \(arXiv 2301\.0000\d\) cites\. Cut-off: 2023-01\.\n1\. A work · X · 2001 · doi 10\.1000\/a$/
  );

  const bad = (qid: string, kind: string, of: string[]): boolean => kind === 'material' && of.includes(qid);
  s.annotateAll(ada!, ({ kind }, { qid }): Said =>
    bad(qid, kind, ['q3']) ? { label: 'not-appropriate', comment: 'Of another survey.' } : 'appropriate'
  );
  s.annotateAll(ben!, ({ kind }, { qid }): Said =>
    bad(qid, kind, ['q3'])
      ? { label: 'not-appropriate', comment: 'Not this survey’s.' }
      : bad(qid, kind, ['q2'])
        ? { label: 'needs-modification', comment: 'One work is missing.' }
        : 'appropriate'
  );
  s.reviewAll(s.reviewers[0]!);
  s.startInspections();
  s.inspectAll(s.reviewers[1]!, ({ kind }, { qid }): Said =>
    bad(qid, kind, ['q3']) ? { label: 'not-appropriate', comment: 'Not this one.' } : 'appropriate'
  );
  s.adjudicateAll(s.adjudicators[0]!);

  const rows = agreementByStage(readSubjects(s.db, { roundId: s.round.id }), s.round.settings);
  const between = rows.find(({ stage, kind }) => stage === 'annotation' && kind === 'material')!;
  expect([between.units, between.observed.value, between.observed.interval !== null]).toEqual([3, 2 / 3, true]);

  expect(validationOfProject(s.db, read).lines).toMatchObject([
    {
      from: 'round 1',
      judge: null,
      row: { key: 'e', leftOut: 0, share: { n: 3, value: 1 / 3, clusters: 3 }, printed: { value: 0.95 } }
    }
  ]);

  finaliseRound(s.db, s.lead, s.round.id, { includeOpen: false });
  const holds = () =>
    currentContent(s.db, s.lead).queries.map(({ qid, material }) => [qid, Object.keys(material ?? {})]);
  expect(holds()).toEqual([
    ['q1', ['report-bench']],
    ['q2', ['report-bench']],
    ['q3', []]
  ]);
  // A revision that a round dropped can still be read, and a lead can restore it.
  const [last] = materialRevisions(s.db, s.lead, 'q3');
  expect(last).toMatchObject({ origin: 'dropped', revision: 2, reason: 'dropped by round 1' });
  editMaterial(s.db, s.lead, {
    qid: 'q3',
    suite: 'report-bench',
    content: last!.content,
    reason: 'It is right.',
    revision: 2
  });
  expect(holds()[2]).toEqual(['q3', ['report-bench']]);
});
