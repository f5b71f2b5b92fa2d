import { customsOf } from '../../messages/dates.ts';
import { libraryTextIn } from '../../messages/library-text.ts';
import { listIn } from '../../messages/lists.ts';
import { messagesIn } from '../../messages/words.ts';
import { isDrift } from '../monitoring/drift.ts';
import { gateTitleIn, isMet } from './card-figures.ts';
import type { JudgeCard } from './card.ts';

/** The parts of a card from which follows what it does not cover. */
type Stated = Pick<JudgeCard, 'adoption' | 'evidence' | 'results' | 'ledger' | 'preregistration' | 'prompt'>;

function languageNameIn(language: string): (tag: string) => string {
  const names = new Intl.DisplayNames([customsOf(language)], { type: 'language', fallback: 'code' });
  return (tag) => {
    try {
      return names.of(tag) ?? tag;
    } catch {
      return tag;
    }
  };
}

/** Conclusions that a card does not support, in English, each sentence written from the data of the card. They are signed with it. */
export const notCoveredBy = (stated: Stated): string[] => limitsIn('en', stated);

/** The same of a signed card in a language. A sentence that this version of the software would not write stays as it was signed. */
export function notCoveredIn(language: string, card: JudgeCard): string[] {
  const english = notCoveredBy(card);
  const said = limitsIn(language, card);
  return card.notCovered.map((signed) => said[english.indexOf(signed)] ?? signed);
}

function limitsIn(
  language: string,
  { adoption, evidence, results, ledger, preregistration, prompt }: Stated
): string[] {
  const say = messagesIn(language, 'cardLimits');
  const languages = Object.keys(evidence.languages).filter((tag) => tag !== 'unknown');
  const agreement = results.figures.find(({ key }) => key === 'agreement');
  const open = results.gates.filter(({ required, state }) => required && !isMet(state));
  const { items, queries, reports, systems } = evidence;
  return [
    say.metrics({ title: libraryTextIn(language)(adoption.title) }),
    languages.length === 0
      ? say.unknownLanguage({ queries })
      : say.languages({
          languages: listIn(language, languages.map(languageNameIn(language))),
          unknown: evidence.languages['unknown'] ?? 0
        }),
    say.systems({ systems, items, reports, queries }),
    ...(evidence.categories > 1 ? [say.topics({ n: evidence.categories })] : []),
    say.versions({ prompt: prompt.name, version: prompt.version }),
    ...(agreement && agreement.value !== null
      ? [say.reports({ n: Math.round((1 - agreement.value) * 100), items: agreement.n })]
      : []),
    ...(results.chosen !== null && results.chosen !== adoption.ensemble
      ? [say.chosen({ ensemble: results.chosen })]
      : []),
    ...(open.length > 0
      ? [
          say.gates({
            gates: listIn(
              language,
              open.map((gate) => gateTitleIn(language, gate))
            )
          })
        ]
      : []),
    ...(preregistration.revisions.length === 0 ? [say.preregistration] : []),
    ledger === null ? say.noMonitoring : driftIn(language, ledger)
  ];
}

function driftIn(language: string, ledger: NonNullable<JudgeCard['ledger']>): string {
  const say = messagesIn(language, 'cardLimits');
  const looks = ledger.flatMap((set) => set.looks);
  const last = looks.reduce((latest, { at }) => (at > latest ? at : latest), '');
  return looks.length === 0
    ? say.noCheck
    : say.drift({
        ...{ day: last.slice(0, 10), checks: looks.length },
        n: looks.filter(({ result, changed }) => isDrift(result) || changed.length > 0).length
      });
}
