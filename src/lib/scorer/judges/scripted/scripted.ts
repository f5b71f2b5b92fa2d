import { fingerprint, textHash } from '../../runs/fingerprint.ts';
import type { Call } from '../../call.ts';
import { type Judge, JudgeCallError } from '../../judge.ts';
import type { ReportText } from '../../sample.ts';
import type { DimensionPoints } from '../../verdict.ts';
import type { Script, ScriptedAnswer } from './script.ts';

export type { Script, ScriptedAnswer } from './script.ts';

const nameOf = (...parts: readonly string[]): string => JSON.stringify(parts);

const missing = (script: string, what: string): never => {
  throw new JudgeCallError(`The script ${script} has no answer to ${what}.`, { retryable: false });
};

/** The answers of one kind by what they answer. */
const index = <T>(answers: readonly T[] | undefined, keyOf: (answer: T) => readonly string[]): Map<string, T> =>
  new Map((answers ?? []).map((answer) => [nameOf(...keyOf(answer)), answer]));

/** A report is known by its id or by the SHA-256 of its Markdown. */
const names = ({ id, markdown }: ReportText): [string, string] => [id, textHash(markdown)];

type Say = (call: Call) => object;

/** Replies of a script, by the name of the schema of the reply: the reply formats of the protocols. */
const sayings = ({
  name,
  answers,
  issues,
  comparisons,
  sources,
  claims,
  ratings,
  criteria
}: Script): Record<string, Say> => {
  const items = index(answers, ({ report, metric, item }: ScriptedAnswer) => [report, metric, item]);
  const lists = index(issues, ({ report, metric }) => [report, metric]);
  const pairs = index(comparisons, ({ metric, A, B }) => [metric, A, B]);
  const pages = index(sources, ({ report, metric, url }) => [report, metric, url]);
  const pairings = index(claims, ({ report, metric, url, claim }) => [report, metric, url, claim]);
  const rubrics = index(criteria, ({ report, metric, criterion }) => [report, metric, criterion]);
  const rated = index(ratings, ({ report, metric }) => [report, metric]);

  const find = <T>(known: Map<string, T>, { about }: Call, what: string, ...rest: string[]): T => {
    for (const report of names(about.report)) {
      const answer = known.get(nameOf(report, about.metric, ...rest));
      if (answer) return answer;
    }
    return missing(name, what);
  };

  return {
    checklist_verdicts: (call) => ({
      items: call.about.items.map(({ key }) => {
        const { label, rationale, quotes = [] } = find(items, call, `item ${key} of this report`, key);
        return { id: key, label, rationale, quotes };
      })
    }),

    rubric_verdicts: (call) => {
      const { material } = call;
      if (material?.kind !== 'criteria') return missing(name, 'a question without criteria');
      // A rubric is called by its own name, or by that of its metric, which holds its hash as well.
      const rubric = /^rubric-(.+)-[0-9a-f]{8}$/u.exec(call.about.metric)?.[1] ?? call.about.metric;
      return {
        criteria: material.criteria.map(({ key }) => {
          const said = [call.about.metric, rubric].flatMap((metric) =>
            names(call.about.report).flatMap((report) => rubrics.get(nameOf(report, metric, key)) ?? [])
          )[0];
          const { label, reference, rationale, quotes = [] } = said ?? missing(name, `criterion ${key} of this report`);
          return { id: key, rationale, quotes, label, ...(reference !== undefined && { reference_label: reference }) };
        })
      };
    },

    issues: (call) => {
      const found = find(lists, call, `${call.about.metric} of this report`);
      return {
        issues: found.issues.map(({ quotes, explanation }) => ({ quotes, explanation })),
        ...(found.abstains === undefined ? {} : { abstains: found.abstains })
      };
    },

    pairwise_points: ({ about, user, schema }) => {
      const { report, baseline, metric } = about;
      if (!baseline) return missing(name, 'a pair without a baseline');
      const reportFirst = user.indexOf(report.markdown) < user.lastIndexOf(baseline.markdown);
      const [first, second] = reportFirst ? [report, baseline] : [baseline, report];
      for (const A of names(first))
        for (const B of names(second)) {
          const answer = pairs.get(nameOf(metric, A, B));
          if (answer)
            return {
              rationale: answer.rationale,
              ...(asksFlaws(schema) && { major_flaws: answer.flaws ?? { A: [], B: [] } }),
              ...(answer.points satisfies Record<'A' | 'B', DimensionPoints>)
            };
        }
      return missing(name, 'this pair of reports');
    },

    source_relevance: (call) => {
      const { material } = call;
      if (material === undefined || material.kind === 'criteria') return missing(name, 'a question without a page');
      const { page } = material;
      const { rationale, label } = find(pages, call, `the page ${page.url} of this report`, page.url);
      return { rationale, label };
    },

    claim_support: (call) => {
      const { material } = call;
      if (material?.kind !== 'support') return missing(name, 'a question without claims');
      const { url } = material.page;
      return {
        claims: material.claims.map(({ key, text }) => {
          const { rationale, quotes = [], label } = find(pairings, call, `${key} and the page ${url}`, url, text);
          return { id: key, rationale, quotes, label };
        })
      };
    },

    rating: (call) => {
      const { rationale, rating } = find(rated, call, `${call.about.metric} of this report`);
      return { rationale, rating };
    }
  };
};

/** Whether a pair's reply is to name flaws. */
const asksFlaws = ({ json }: Call['schema']): boolean =>
  'major_flaws' in ((json['properties'] as object | undefined) ?? {});

/** A judge that gives answers written down beforehand: for the demo and for tests. It pretends to be nothing else. */
export const scriptedJudge = (script: Script): Judge => {
  const { name, served, identity, ...written } = script;
  const says = sayings(script);
  return {
    spec: `scripted:${name}`,
    provider: 'scripted',
    contextTokens: null,
    fingerprint: fingerprint({ provider: 'scripted', name, ...(identity === undefined ? written : { identity }) }),
    abstains: true,
    async ask(call) {
      const form = call.schema.name;
      const say = Object.hasOwn(says, form) ? says[form] : undefined;
      const own = script.replies?.find(
        (one) =>
          one.form === form &&
          one.metric === call.about.metric &&
          names(call.about.report).includes(one.report) &&
          call.user.includes(one.holds ?? '')
      );
      if (!say && !own) return missing(name, `a question in the form ${form}`);
      return {
        text: JSON.stringify(say ? say(call) : own?.reply),
        ending: 'complete',
        usage: null,
        model: served ?? null
      };
    }
  };
};
