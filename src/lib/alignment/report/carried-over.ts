import { sayIn } from '../../messages/say-in.ts';
import { messagesIn } from '../../messages/words.ts';
import { fitSaid } from '../../studies/labels/label-fit.ts';
import type { LabelsCarriedOver } from './exports.ts';

/** The run of the items and the number of their labels that apply, with reasons for the others, in a language. */
export function carriedOverIn(language: string, { from, fit }: LabelsCarriedOver): string {
  const words = messagesIn(language, 'alignmentDocument');
  const said = sayIn(language, fitSaid(fit));
  return from ? words.drawnFrom({ ...from, fit: said }) : words.givenElsewhere({ fit: said });
}
