import type { DepthPoints } from './depth.ts';
import { metricByName } from '../../src/lib/scorer/suites/index.ts';
import type { Asked } from '../stand-ins/answers.ts';
import { chance } from '../stand-ins/faults.ts';
import type { Planted, PlantedPage, PlantedReport } from './truth.ts';
import { Index, type PointwiseName, type Witness } from './witness.ts';

/** How a judge's replies are spoilt. */
export interface Habits {
  /** Share of first replies that cannot be used; the second try is sound. */
  slips: number;
  /** Reports on which no reply can be used. */
  fails: (report: PlantedReport, schemaName: string) => boolean;
}

export const sound: Habits = { slips: 0, fails: () => false };

/** Text between the marked lines of that name. */
const part = (user: string, name: string): string => {
  const found = new RegExp(`<<<${name} (\\w+)>>>\\n([\\s\\S]*?)\\n<<<end of ${name} \\1>>>`).exec(user);
  if (!found) throw new Error(`The message shows no ${name}.`);
  return found[2] ?? '';
};

/** Answers for a stand-in server: what the witness says, in the form that each protocol asks for. */
export class Oracle {
  readonly #index: Index;
  readonly #planted: Planted;
  readonly #witness: Witness;
  readonly #habits: Habits;
  readonly #name: string;

  constructor(planted: Planted, witness: Witness, habits: Habits = sound, name = 'oracle') {
    this.#index = new Index(planted);
    this.#planted = planted;
    this.#witness = witness;
    this.#habits = habits;
    this.#name = name;
  }

  readonly answer = (asked: Asked): object => {
    const { schemaName, user, system } = asked;
    const { reply, report } = this.#reply(asked);
    const again = user.includes('was not usable');
    if (report && this.#habits.fails(report, schemaName ?? '')) return spoilt(reply);
    if (!again && chance(this.#name, 'slips', system, user) < this.#habits.slips) return spoilt(reply);
    return reply;
  };

  #reply(asked: Asked): { reply: object; report?: PlantedReport } {
    const { schemaName, user } = asked;
    if (schemaName === 'checklist_verdicts') {
      const report = this.#index.report(part(user, 'report'));
      return { report, reply: { items: asked.items.map((item) => this.#item(report, item)) } };
    }
    if (schemaName === 'issues') {
      const report = this.#index.report(part(user, 'report'));
      return { report, reply: { issues: this.#issues(report, this.#pointwise(asked)) } };
    }
    if (schemaName === 'pairwise_points') return this.#pair(user);
    if (schemaName === 'source_relevance') {
      const label = this.#witness.relevant(this.#page(user)) ? 'relevant' : 'irrelevant';
      return { reply: { rationale: `As planted, ${label}.`, label } };
    }
    if (schemaName === 'claim_support') return { reply: { claims: this.#claims(user) } };
    throw new Error(`The oracle does not know the form ${schemaName}.`);
  }

  #item(report: PlantedReport, { id, question }: { id: string; question: string }): object {
    const known = this.#index.item(question);
    const label = known ? this.#witness.coverage(report, known.at) : this.#witness.presentation(report, id);
    return { id, rationale: `As planted, ${label}.`, quotes: [], label };
  }

  /** The two pointwise metrics share a form; their instructions tell them apart. */
  #pointwise({ system }: Asked): PointwiseName {
    const found = (['consistency', 'citation-association'] as const).find((name) =>
      system.includes(metricByName(name).prompt.system)
    );
    if (!found) throw new Error('These are the instructions of no pointwise metric.');
    return found;
  }

  #issues(report: PlantedReport, metric: PointwiseName): object[] {
    return this.#witness
      .issues(report, metric)
      .map(({ quotes }, at) => ({ quotes, explanation: `Planted issue ${at + 1}.` }));
  }

  #page(user: string): PlantedPage {
    const [, url] = /^Address: (\S+)$/m.exec(part(user, 'page')) ?? [];
    return this.#index.page(url ?? '');
  }

  #claims(user: string): object[] {
    const page = this.#page(user);
    const asked = JSON.parse(part(user, 'claims')) as { id: string; claim: string }[];
    return asked.map(({ id, claim }) => {
      const statement = this.#index.statement(page.qid, claim);
      if (statement === null) return { id, rationale: 'It asserts nothing.', quotes: [], label: 'no-claim' };
      const supported = this.#witness.supports(page, statement);
      // A judge who finds support that is not there has at least read the page.
      const quote = page.states[statement] ?? page.paragraphs[0]!.slice(0, 60);
      return supported
        ? { id, rationale: 'As planted.', quotes: [quote], label: 'supported' }
        : { id, rationale: 'As planted, not there.', quotes: [], label: 'unsupported' };
    });
  }

  #pair(user: string): { reply: object; report: PlantedReport } {
    const [A, B] = ['text A', 'text B'].map((name) => this.#index.report(part(user, name)));
    const baselineFirst = A!.system === this.#planted.baseline;
    const [report, baseline] = baselineFirst ? [B!, A!] : [A!, B!];
    const said = this.#witness.depth(report, baseline, baselineFirst ? 'baseline' : 'report');
    const points = (shown: PlantedReport): DepthPoints => (shown === report ? said.report : said.baseline);
    return { report, reply: { rationale: 'As planted.', major_flaws: { A: [], B: [] }, A: points(A!), B: points(B!) } };
  }
}

/** The list says one thing and the total beside it another; or an answer is missing, or one is given twice. */
function spoilt(reply: object): object {
  if ('issues' in reply && Array.isArray(reply.issues))
    return { ...reply, total_issues: reply.issues.length + 7, score: 1 };
  if ('items' in reply && Array.isArray(reply.items))
    return { ...reply, items: reply.items.length > 1 ? reply.items.slice(1) : [...reply.items, ...reply.items] };
  if ('claims' in reply && Array.isArray(reply.claims))
    return { claims: [...reply.claims, ...reply.claims.slice(0, 1)] };
  if ('A' in reply) return { ...reply, winner: 'A' };
  return { ...reply, score: 10 };
}
