import { listIn } from '../../messages/lists.ts';
import { messagesIn } from '../../messages/words.ts';
import type { StudyPlan } from './planning-preview.ts';

/** A reason why people may judge less than blind in a study that can be created all the same. */
interface PlanCaution {
  title: string;
  says: string;
  lines: string[];
}

export type CautionedPlan = StudyPlan & { cautions: PlanCaution[] };

/** A plan with what its lead should know before it is created, in the reader's language. */
export function withCautions(language: string, plan: StudyPlan): CautionedPlan {
  const { naming, readBefore } = plan;
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
  return { ...plan, cautions: [...(readBefore.length > 0 ? [former] : []), ...(naming.length > 0 ? [named] : [])] };
}
