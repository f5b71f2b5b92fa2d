import type { PageServerLoad } from './$types';
import type { InspirationType, SpanPlace } from '$lib/scorer/suites/research-arena/tasks/inspirations.ts';
import type { Difficulty, Family } from '$lib/scorer/suites/research-arena/vocabulary.ts';
import { piecesOfTalks, countedText, taskFacts } from '$lib/verification/proposals/talks/talk-units.server.ts';
import { droppedOfTalk, talkByNumber } from '$lib/verification/proposals/talks/talks.server.ts';
import { noticeTextIn, noticeTextsIn } from '$lib/messages/library-text.ts';
import { joinSentences } from '$lib/messages/sentences.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { verificationCrumbs } from '../../crumbs.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db } = event.locals;
    const say = messagesIn(event.locals.language, 'arenaTerms');
    const talk = talkByNumber(db, grant, Number(event.params.talk));
    const base = `/p/${project.slug}/verification`;
    return {
      crumbs: verificationCrumbs(
        event.locals.language,
        project,
        { label: messagesIn(event.locals.language, 'draftRooms').talks, href: `${base}/talks` },
        { label: messagesIn(event.locals.language, 'talk').crumb({ number: talk.number }) }
      ),
      manage: `talk/${talk.id}`,
      talk: {
        ...{ number: talk.number, title: talk.title, words: talk.words, lines: talk.lines, language: talk.language },
        ...{ format: say.format({ format: talk.format }), passages: talk.passages },
        discipline: say.discipline({ discipline: talk.discipline }),
        languageName: say.language({ language: talk.language })
      },
      inspirations: piecesOfTalks(db, project.id, 'inspirations', [talk.id]).map((piece) => {
        const { type, span, place } = piece.data as { type: InspirationType; span: string; place: SpanPlace };
        return {
          ...{ name: piece.name, run: piece.runNumber, judge: piece.judge, model: piece.model },
          ...{ decision: piece.decision, text: countedText(piece), type: say.inspiration({ type }), span, place }
        };
      }),
      dropped: noticeTextsIn(event.locals.language, droppedOfTalk(db, grant, talk.id), ['reason']),
      tasks: piecesOfTalks(db, project.id, 'research-tasks', [talk.id]).map((piece) => {
        const { family, difficulty } = taskFacts(piece) as { family: Family; difficulty: Difficulty };
        return {
          ...{ name: piece.name, run: piece.runNumber, decision: piece.decision, placed: piece.placed },
          ...{ text: countedText(piece), judge: piece.judge, model: piece.model },
          ...{
            family: say.family({ family }),
            difficulty: say.difficulty({ difficulty })
          },
          faults: joinSentences(((piece.data?.['faults'] ?? []) as string[]).map(noticeTextIn(event.locals.language)))
        };
      })
    };
  });
