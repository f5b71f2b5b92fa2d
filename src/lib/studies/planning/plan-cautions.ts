import { listIn } from '../../messages/lists.ts';
import { messagesIn } from '../../messages/words.ts';
import type { StudyPlan } from './planning-preview.ts';

/** A reason to change a plan of which a study can be created all the same. */
interface PlanCaution {
  title: string;
  says: string;
  lines: string[];
}

export type CautionedPlan = StudyPlan & { cautions: PlanCaution[] };

/** A plan with what its lead should know before it is created, in the reader's language. */
export function withCautions(language: string, plan: StudyPlan): CautionedPlan {
  const { naming, readBefore, unfinished } = plan;
  const words = messagesIn(language, 'planCautions');
  const former = {
    title: words.readBefore({ n: readBefore.length, names: listIn(language, readBefore) }),
    says: words.readBeforeSays,
    lines: []
  };
  const named = {
    title: words.naming,
    says: words.namingSays,
    lines: naming.map(({ text, names }) => words.namingText({ text, names: listIn(language, names) }))
  };
  const stopped = { title: words.unfinished, says: words.unfinishedSays, lines: [] };
  return {
    ...plan,
    cautions: [
      ...(unfinished ? [stopped] : []),
      ...(readBefore.length > 0 ? [former] : []),
      ...(naming.length > 0 ? [named] : [])
    ]
  };
}
