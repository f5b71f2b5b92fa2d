/** Turns what the demo's judge says of DailyReport's tasks into lines of a file of ready verdicts, by the suite's own rules. */
import { judged } from '../../src/lib/scorer/protocols/reading/unit-verdicts.ts';
import { renderReport } from '../../src/lib/scorer/report/html/render.ts';
import { locateQuote } from '../../src/lib/scorer/report/html/locate.ts';
import { concludeClaim, concludeQuery } from '../../src/lib/scorer/suites/daily-report/evidence/aggregate.ts';
import { publisherOf } from '../../src/lib/scorer/suites/daily-report/evidence/publisher.ts';
import type { Cascade, VerifiedClaim } from '../../src/lib/scorer/suites/daily-report/judging/cascade.ts';
import {
  claimVerdicts,
  paragraphVerdicts,
  preferenceVerdict,
  subtaskVerdicts
} from '../../src/lib/scorer/suites/daily-report/judging/cascade-verdicts.ts';
import type { SaidOfInstruction } from '../../src/lib/scorer/suites/daily-report/judging/instruction-step.ts';
import type {
  DailyParagraph,
  SaidOfParagraph
} from '../../src/lib/scorer/suites/daily-report/judging/reasoning-step.ts';
import type { EvidencePage } from '../../src/lib/scorer/suites/daily-report/units.ts';
import type { Verdict } from '../../src/lib/scorer/verdict.ts';
import { demoTasks } from '../daily-tasks.ts';
import { readReport } from '../load/content.ts';

interface SaidClaim {
  subtask: string;
  fact: string;
  claim: string;
  query: string;
  search: string;
  /** `cited`: the report cites the page for the claim. */
  pages: (Pick<EvidencePage, 'url' | 'title' | 'date' | 'official' | 'verdict' | 'quote'> & {
    cited?: true;
    unused?: string;
  })[];
}

interface SaidReport {
  system: string;
  qid: string;
  /** By subtask: label, rationale, quote, and whether something is said to be unobtainable. */
  instructions: Record<string, [SaidOfInstruction['label'], string, string, SaidOfInstruction['unobtainable']?]>;
  claims: SaidClaim[];
  paragraphs: ({ subtask: string; words: string } & SaidOfParagraph)[];
}

export interface DailySaid {
  judge: string;
  traces: { system: string; qid: string; searches: number; pages: number; tokens?: number }[];
  reports: SaidReport[];
}

type Blocks = ReturnType<typeof renderReport>['blocks'];

/** Where words stand in a report. Throws if they are not there: the demo's quotes are quotes. */
const placeOf = (blocks: Blocks, words: string) => {
  const place = locateQuote(blocks, words);
  if (place === null) throw new Error(`A report of the demo does not have the words ${JSON.stringify(words)}`);
  return place;
};

const verifiedClaim = (blocks: Blocks, said: SaidClaim): VerifiedClaim => {
  const { subtask, fact, claim } = said;
  const pages = said.pages.map(({ cited, unused = null, ...page }): EvidencePage => ({
    ...{ ...page, unused, ownReference: cited ?? false },
    ...{ outcome: unused === null ? 'ok' : null, content: null, publisher: publisherOf(page.url) }
  }));
  const concluded = concludeQuery(pages);
  const query = {
    ...{ id: 0, query: said.query, dependsOn: [], pages, ...concluded, modelVerdict: concluded.verdict },
    searches: [{ round: 1, query: said.search, outcome: 'ok' as const, results: pages.length }]
  };
  const cited = pages.filter(({ ownReference }) => ownReference);
  return {
    claim: { rubric: subtask, fact, claim, from: 'text', place: placeOf(blocks, fact) },
    references: cited.map(({ url, verdict, quote }) => ({
      ...{ url, outcome: 'ok', quote },
      check: verdict === 'support' || verdict === 'conflict' ? verdict : 'unknown'
    })),
    verified: { ok: true, value: { label: concludeClaim([concluded.verdict]), queries: [query] } }
  };
};

/** The steps of the cascade with what the judge says of a report. */
const cascadeOf = ({ qid, system, ...said }: SaidReport): Cascade => {
  const { subtasks } = demoTasks[qid]!;
  const { blocks } = renderReport(readReport(system, qid));
  const verified = said.claims.map((claim) => verifiedClaim(blocks, claim));
  const paragraphs = said.paragraphs.map(({ subtask, words }): DailyParagraph => ({
    ...{ subtask, words, place: placeOf(blocks, words), there: true, claims: [] }
  }));
  const reasoning = Map.groupBy(said.paragraphs, ({ subtask }) => subtask);
  return {
    subtasks,
    instructions: new Map(
      subtasks.map(({ key }) => {
        const [label, rationale, quote, unobtainable = null] = said.instructions[key]!;
        if (quote !== '') placeOf(blocks, quote);
        return [key, { ok: true, value: { label, rationale, quotes: quote === '' ? [] : [quote], unobtainable } }];
      })
    ),
    claims: { ok: true, value: { claims: verified.map(({ claim }) => claim), invented: [], duplicates: 0 } },
    verified,
    paragraphs: { ok: true, value: paragraphs },
    reasoning: new Map([...reasoning].map(([key, own]) => [key, { ok: true, value: own }]))
  };
};

/** Units of instruction following: one for each subtask. */
const instructionVerdicts = ({ subtasks, instructions }: Cascade): Verdict[] =>
  subtasks.flatMap(({ key, text, rubrics, importance, group }): Verdict[] => {
    const step = instructions.get(key)!;
    if (!step.ok) return [];
    const { label, rationale, quotes, unobtainable } = step.value;
    const unit = {
      ...{ item: `${key}/ins`, kind: 'daily-instruction', text },
      detail: {
        ...{ kind: 'daily-instruction' as const, subtask: key, rubric: rubrics.ins },
        ...{ importance, group, unobtainable }
      }
    };
    return [judged(unit, label, rationale, quotes.map((quote) => ({ quote })))]; // prettier-ignore
  });

/** Every verdict of the demo's judge on DailyReport's four metrics, as lines of `docs/verdicts-file.md`. */
export function dailyVerdictLines({ judge, reports }: DailySaid): object[] {
  return reports.flatMap((report) => {
    const cascade = cascadeOf(report);
    const facts = subtaskVerdicts({ ...cascade, paragraphs: null });
    const reasons = subtaskVerdicts({ ...cascade, verified: null });
    const { subtasks, verdicts } = subtaskVerdicts(cascade);
    const [claims, paragraphs] = [claimVerdicts(cascade), paragraphVerdicts(cascade)];
    const all: Record<string, Verdict[]> = {
      'daily-preference': [preferenceVerdict(subtasks), ...verdicts, ...claims, ...paragraphs],
      'daily-instruction': instructionVerdicts(cascade),
      'daily-factuality': [...facts.verdicts, ...claims],
      'daily-rationality': [...reasons.verdicts, ...paragraphs]
    };
    return Object.entries(all).flatMap(([metric, own]) =>
      own.map(({ item, kind, text, state, ...verdict }) => ({
        ...{ system: report.system, qid: report.qid, metric, judge, item, kind, item_text: text ?? '', state },
        ...{ label: verdict.label, rationale: verdict.rationale, evidence: verdict.evidence, detail: verdict.detail }
      }))
    );
  });
}
