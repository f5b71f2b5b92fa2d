import { describe, expect, it } from 'vitest';
import type { Question } from '../../call.ts';
import type { Sample } from '../../sample.ts';
import { citationAssociation } from '../../suites/deep-eval/citation-association.ts';
import { consistency } from '../../suites/deep-eval/consistency.ts';
import { mergeParts } from '../../report/pointwise-issues.ts';
import { pointwise, readPointwiseReply, pointwiseMessage } from './pointwise.ts';
import { estimateTokens } from '../../report/split-report.ts';
import { markdown, issue, json, complete, many, sample, judge } from './pointwise.fixture.ts';

describe('the message to the judge', () => {
  it('holds query, date and report as data and leaves the report’s id out', () => {
    const message = pointwiseMessage(sample, 'key');
    expect(message).toContain('What fell, and {report}?');
    expect(message).toContain(markdown);
    expect(message).toContain('collected on 2025-09-01');
    expect(message).toContain('That was the whole report.');
    expect(message).not.toContain('wonder-system');
    expect(message).not.toMatch(/part|\{[a-z]+\}(?<!\{report\})/);
  });

  it('asks for no total and no score, neither in words nor by the schema', async () => {
    const { asked } = await judge([json()]);
    expect(Object.keys((asked[0]?.schema.json['properties'] ?? {}) as object)).toEqual(['issues']);
    expect(JSON.stringify(asked[0]?.schema)).not.toMatch(/score|total|abstain/);
  });

  it('is the same on every run', () => {
    expect(pointwiseMessage(structuredClone(sample), 'key')).toBe(pointwiseMessage(sample, 'key'));
    expect(pointwiseMessage(sample, 'other')).not.toBe(pointwiseMessage(sample, 'key'));
  });
});

describe('pointwise', () => {
  it('asks once and never puts report or query into the system message', async () => {
    const { asked, score } = await judge([json(issue())]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ system: consistency.prompt.system, user: pointwiseMessage(sample, 'key') });
    expect(score.value).toBe(90);
  });

  it('asks a second time with the fault named if the judge adds a score, and takes the list that comes then', async () => {
    const { asked, score } = await judge([JSON.stringify({ issues: many(3), score: 95 }), json(...many(3))]);
    expect(asked[1]?.user).toMatch(
      /Your last reply to this question was not usable: the reply does not fit the schema/
    );
    expect(score.value).toBe(80);
  });

  it('gives up after the second faulty reply', async () => {
    const { asked, verdicts } = await judge(['Error: 500', 'Error: 500', json()]);
    expect(asked).toHaveLength(2);
    expect(verdicts).toMatchObject(
      [{ item: 'count', state: 'unscored', reason: /asking again did not help/ }].map(({ reason, ...rest }) => ({
        ...rest,
        reason: expect.stringMatching(reason)
      }))
    );
  });

  it('holds contradictions to every quote and citations to one', async () => {
    const half = json(issue(['recorded 3.4 mm', 'Snow fell']));
    expect((await judge([half])).score.figures).toMatchObject({ issues: 1, grounded: 0 });
    expect((await judge([half], { metric: citationAssociation })).score.figures).toMatchObject({
      issues: 1,
      grounded: 1
    });
  });

  it('is unscored on its own if nothing was asked', () => {
    expect(consistency.protocol.unscored(sample, 'The budget is spent.')).toMatchObject([
      { item: 'count', kind: 'count', state: 'unscored', reason: 'The budget is spent.' }
    ]);
  });

  it('takes a table of its own if the run has none', () => {
    const lenient = pointwise({ penalties: [{ upTo: null, score: 77 }], grounding: 'any-quote' });
    expect(lenient.combine(readPointwiseReply(complete(json(...many(30))), markdown), {}).value).toBe(77);
  });
});

describe('a report longer than the judge’s context', () => {
  const sentence = (n: number) => `Station ${n} counted ${n * 7 + 1000} boats on its river that year.`;
  const long: Sample = {
    ...sample,
    report: {
      ...sample.report,
      markdown: Array.from(
        { length: 60 },
        (_, at) => `## Part ${at}\n\n${Array.from({ length: 8 }, (_line, line) => sentence(at * 8 + line)).join(' ')}`
      ).join('\n\n')
    }
  };
  const shown = (user: string) => /<<<report \w+>>>\n([\s\S]*)\n<<<end of report/.exec(user)?.[1] ?? '';
  const planted = [0, 59, 60, 61, 62, 63, 64, 120, 300, 479].map(sentence);
  const honest = ({ user }: Question) =>
    json(
      ...planted
        .filter((one) => shown(user).includes(one))
        .map((one) => issue([one], `Part says ${one.length} of ${user.length}`))
    );

  it('is read in parts that fit and overlap; each planted issue is found, and found once', async () => {
    const { asked, verdicts, score } = await judge([honest], { of: long, contextTokens: 6_000 });
    expect(asked.length).toBeGreaterThan(3);
    for (const { system, user } of asked)
      expect(estimateTokens(system) + estimateTokens(user)).toBeLessThanOrEqual(4_100);
    const seen = planted.map((one) => asked.filter(({ user }) => shown(user).includes(one)).length);
    expect(Math.min(...seen)).toBe(1);
    expect(verdicts.slice(1).map(({ evidence }) => evidence[0]?.quote)).toEqual(planted);
    expect(score).toMatchObject({ value: 50, figures: { issues: 10, grounded: 10 } });
    expect(verdicts[0]?.rationale).toContain(`read in ${asked.length} overlapping parts`);
  });

  it('counts what two parts say of their overlap once, also with quotes of another length', async () => {
    const parts: string[] = [];
    const { verdicts } = await judge(
      [
        ({ user }) => {
          const text = shown(user);
          const before = parts.at(-1);
          parts.push(text);
          // Every part quotes its last sentence; every following part quotes half of that one again.
          const own = text.trim().match(/Station \d+ [^.]+\.$/)?.[0] ?? '';
          const last = before?.trim().match(/Station \d+ [^.]+\.$/)?.[0] ?? null;
          return json(
            issue([own], 'At the end.'),
            ...(last === null ? [] : [issue([last.split(' on its')[0]], 'At the beginning.')])
          );
        }
      ],
      { of: long, contextTokens: 6_000 }
    );
    expect(parts.length).toBeGreaterThan(3);
    expect(verdicts[0]?.label).toBe(String(parts.length));
  });

  it('keeps two findings about one passage of the overlap apart', () => {
    const overlap = 'The mill stood still, and the river rose by two metres.';
    const of = (quote: string, explanation: string) => ({ quotes: [quote], explanation });
    const first = [of('the river rose by two metres', 'Page 3 says three.')];
    const second = [
      of('river rose by two', 'Three elsewhere.'),
      of('the river rose by two metres', 'It fell, says page 9.')
    ];
    expect(
      mergeParts([
        { part: { overlap: '' }, issues: first },
        { part: { overlap }, issues: second }
      ])
    ).toEqual([first[0], second[1]]);
  });

  it('keeps apart what two parts say of the same words in different places', async () => {
    const refrain = 'Nobody counted the boats here.';
    const far: Sample = {
      ...long,
      report: { ...long.report, markdown: `${refrain}\n\n${long.report.markdown}\n\n${refrain}` }
    };
    const { asked, verdicts } = await judge(
      [({ user }) => json(...(shown(user).includes(refrain) ? [issue([refrain], 'Why not?')] : []))],
      { of: far, contextTokens: 12_000 }
    );
    expect(asked).toHaveLength(2);
    expect(verdicts[0]?.label).toBe('2');
  });

  it('tells the judge which part it reads', async () => {
    const { asked } = await judge([json()], { of: long, contextTokens: 6_000 });
    expect(asked[1]?.user).toContain(`part 2 of ${asked.length}`);
    expect(asked[1]?.user).not.toContain('the whole report');
  });

  it('is unscored with the part named if one part fails, and the parts after it are not asked for', async () => {
    const { asked, verdicts } = await judge([json(), { ...complete(''), ending: 'refused' }], {
      of: long,
      contextTokens: 6_000
    });
    expect(asked).toHaveLength(2);
    expect(verdicts).toMatchObject([
      { item: 'count', state: 'unscored', reason: expect.stringMatching(/^Part 2 of \d+: The judge refused/) }
    ]);
  });

  it('is unscored if not even a part fits', async () => {
    const { asked, verdicts } = await judge([json()], { of: long, contextTokens: 1_200 });
    expect(asked).toHaveLength(0);
    expect(verdicts).toMatchObject([{ state: 'unscored', reason: expect.stringMatching(/too long for this judge/) }]);
  });
});
