import type { PageServerLoad } from './$types';
import {
  inspirationTypes,
  type InspirationType,
  type SpanPlace
} from '$lib/scorer/suites/research-arena/tasks/inspirations.ts';
import {
  difficulties,
  disciplines,
  families,
  languages,
  type Difficulty,
  type Family
} from '$lib/scorer/suites/research-arena/vocabulary.ts';
import { piecesOfTalks, countedText, taskFacts } from '$lib/verification/proposals/talks/talk-units.server.ts';
import { talkFormats } from '$lib/verification/proposals/talks/talk.ts';
import { droppedOfTalk, talkByNumber } from '$lib/verification/proposals/talks/talks.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { verificationCrumbs } from '../../crumbs.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db } = event.locals;
    const talk = talkByNumber(db, grant, Number(event.params.talk));
    const base = `/p/${project.slug}/verification`;
    return {
      crumbs: verificationCrumbs(project, { label: 'Talks', href: `${base}/talks` }, { label: `Talk ${talk.number}` }),
      manage: `talk/${talk.id}`,
      talk: {
        ...{ number: talk.number, title: talk.title, words: talk.words, lines: talk.lines, language: talk.language },
        ...{ format: talkFormats[talk.format], passages: talk.passages },
        discipline: disciplines[talk.discipline as keyof typeof disciplines] ?? talk.discipline,
        languageName: languages[talk.language as keyof typeof languages] ?? talk.language
      },
      inspirations: piecesOfTalks(db, project.id, 'inspirations', [talk.id]).map((piece) => {
        const { type, span, place } = piece.data as { type: InspirationType; span: string; place: SpanPlace };
        return {
          ...{ name: piece.name, run: piece.runNumber, judge: piece.judge, model: piece.model },
          ...{ decision: piece.decision, text: countedText(piece), type: inspirationTypes[type].title, span, place }
        };
      }),
      dropped: droppedOfTalk(db, grant, talk.id),
      tasks: piecesOfTalks(db, project.id, 'research-tasks', [talk.id]).map((piece) => {
        const { family, difficulty } = taskFacts(piece) as { family: Family; difficulty: Difficulty };
        return {
          ...{ name: piece.name, run: piece.runNumber, decision: piece.decision, placed: piece.placed },
          ...{ text: countedText(piece), judge: piece.judge, model: piece.model },
          ...{ family: families[family].title, difficulty: difficulties[difficulty] },
          faults: (piece.data?.['faults'] ?? []) as string[]
        };
      })
    };
  });
