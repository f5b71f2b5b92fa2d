import type { JudgeCard } from './card.ts';
import { many } from '../../stats/writing/figures.ts';
import { listed } from '../../stats/writing/words.ts';
import { isDrift } from '../monitoring/drift.ts';
import { isMet } from './card-figures.ts';

/** The parts of a card from which follows what it does not cover. */
type Stated = Pick<JudgeCard, 'adoption' | 'evidence' | 'results' | 'ledger' | 'preregistration' | 'prompt'>;

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

const inWords = (tag: string): string => {
  try {
    return languageNames.of(tag) ?? tag;
  } catch {
    return tag;
  }
};

/** What nobody may conclude from a card, each sentence written from its own data. */
export function notCoveredBy({ adoption, evidence, results, ledger, preregistration, prompt }: Stated): string[] {
  const languages = Object.keys(evidence.languages).filter((tag) => tag !== 'unknown');
  const unknown = evidence.languages['unknown'] ?? 0;
  const agreement = results.figures.find(({ key }) => key === 'agreement');
  const { title } = adoption;
  const open = results.gates.filter(({ required, state }) => required && !isMet(state));
  return [
    `Metrics other than ${title}.`,
    languages.length === 0
      ? `Reports in a particular language: the dataset does not say in which language its ${many(evidence.queries, 'query', 'queries')} are.`
      : `Queries and reports in languages other than ${listed(languages.map(inWords))}${unknown > 0 ? `; of ${many(unknown, 'query', 'queries')} the language is not recorded` : ''}.`,
    `Systems other than the ${evidence.systems === 1 ? 'one' : evidence.systems} of the study: its ${many(evidence.items, 'item')} come from ${many(evidence.reports, 'report')} on ${many(evidence.queries, 'query', 'queries')}.`,
    ...(evidence.categories > 1 ? [`Topics other than the ${evidence.categories} categories of these queries.`] : []),
    `Other versions of the judges, or another prompt than ${prompt.name}, version ${prompt.version}: a change re-opens the adoption.`,
    ...(agreement && agreement.value !== null
      ? [
          `Single reports: of 100 verdicts, expect about ${Math.round((1 - agreement.value) * 100)} to differ from the annotators (n = ${agreement.n}).`
        ]
      : []),
    ...(results.chosen !== null && results.chosen !== adoption.ensemble
      ? [
          `Gates and the corrected bound of the adopted ensemble: they speak of ${results.chosen}, which the procedure chose.`
        ]
      : []),
    ...(open.length > 0 ? [`${listed(open.map((gate) => gate.title))}: not shown by this study.`] : []),
    ...(preregistration.revisions.length === 0
      ? ['Preregistration: no analysis plan was recorded before the labels were read.']
      : []),
    ...(ledger === null
      ? ['Drift since the adoption: no anchor set was monitored when this card was made.']
      : [driftWords(ledger)])
  ];
}

function driftWords(ledger: NonNullable<JudgeCard['ledger']>): string {
  const looks = ledger.flatMap((set) => set.looks);
  const last = looks.reduce((latest, { at }) => (at > latest ? at : latest), '');
  return looks.length === 0
    ? 'Drift since the adoption: an anchor set was drawn and not checked when this card was made.'
    : `Drift after ${last.slice(0, 10)}: the ledger ends with ${many(looks.length, 'check')}, ${looks.filter(({ result, changed }) => isDrift(result) || changed.length > 0).length} of which found drift or another served version.`;
}
