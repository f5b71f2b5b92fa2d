import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { insertImportedRun } from '../../../../scorer/runs/imported-runs.server.ts';
import { scene } from '../../../../scorer/runs/runs.fixture.ts';
import { metricByName } from '../../../../scorer/suites/index.ts';
import { rubricMetricOf } from '../../../../scorer/suites/rubrics/rubrics.server.ts';
import { loweringUnder } from '../../../../scorer/units/lowering.ts';
import type { Verdict } from '../../../../scorer/verdict.ts';
import { resultsOf } from '../run-files.server.ts';
import { loweringVerdicts } from './report-scores-html.server.ts';
import { writeRunHtml } from './run-page.server.ts';

const HOSTILE = '</q><script>alert(1)</script><img src=x onerror=alert(2)>&"\u0000';

/** One judge says no to the first item of presentation on every report, fails on the second, and yes to the others. */
function judged() {
  const { db, manage, read, versionId, reportIds } = scene();
  const { run } = insertImportedRun(db, manage, {
    ...{ name: HOSTILE, versionId, reportIds, between: null },
    metrics: [{ name: 'presentation', prompt: 'file' }],
    judges: [{ name: 'one' }],
    verdicts: (sample) => ({
      verdicts: sample.items.map(({ key }, at): Verdict =>
        at === 1
          ? { item: key, state: 'unscored', label: null, rationale: '', evidence: [], reason: 'HTTP <500>' }
          : {
              ...{ item: key, state: 'judged', label: at === 0 ? 'no' : 'yes' },
              ...{ rationale: HOSTILE, evidence: [{ quote: HOSTILE }] }
            }
      ),
      at: null
    })
  });
  return resultsOf(db, read, run);
}

describe('the HTML report of a run', () => {
  const results = judged();
  const html = writeRunHtml(results, 'en');
  const { document } = parseHTML(html);

  it('is one file without script or address, and escapes texts of reports and judges', () => {
    expect(document.querySelectorAll('script, img, link, iframe, [onerror], [style]')).toHaveLength(0);
    expect(html).not.toMatch(/<[^>]+ (src|href)="(?!#)/);
    expect(html).toContain("default-src 'none'");
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('\u0000');
    expect(html).toContain('light-dark(');
  });

  it('shows each report with its score and n, and only the verdicts that lowered it', () => {
    const reports = [...document.querySelectorAll('details.report')];
    expect(reports).toHaveLength(4);
    expect(reports[0]!.querySelector('summary')!.textContent).toMatch(/aurora, q1: \d+\.\d \(n 9\); 1 verdict$/);
    expect(reports[0]!.querySelectorAll('li')).toHaveLength(1);
    expect(document.querySelector('#leaderboard td small')!.textContent).toMatch(/n\s2/);
    const below = [...document.querySelectorAll('#leaderboard p.soft')].map(({ textContent }) => textContent);
    expect(below).toEqual([expect.stringMatching(/^Without interval: \S/)]);
  });

  it('names the reasons of unscored units with their numbers', () => {
    const [row] = document.querySelectorAll('#unscored tbody tr');
    expect([...row!.children].map(({ textContent }) => textContent)).toEqual(['HTTP <500>', 'Presentation and organization', 'imported:one', '4', '4']); // prettier-ignore
  });

  it('counts verdicts beyond the limit and says how many it leaves out', () => {
    const lowering = loweringVerdicts([metricByName('presentation')], results.verdicts, 3);
    expect(lowering.left).toBe(1);
    expect(lowering.of('presentation', 'borealis', 'q2')).toEqual({ total: 1, shown: [] });
  });
});

describe('verdicts that lower a score', () => {
  const of = (kind: string, label: string | null, item = 'x') =>
    ({ ...{ qid: 'q1', kind, item, label }, state: label === null ? 'abstained' : 'judged' }) as const;

  it('are labels below the best, issues, losses, pages that were not read, and ratings; counts and abstentions are not', () => {
    const lowers = (metric: string, kind: string, label: string | null) =>
      loweringUnder(metricByName(metric))(of(kind, label));
    expect([lowers('coverage', 'item', 'no'), lowers('coverage', 'item', 'yes')]).toEqual([true, false]);
    expect([lowers('consistency', 'issue', 'issue'), lowers('consistency', 'count', '3')]).toEqual([true, false]);
    expect(['win', 'tie', 'loss'].map((label) => lowers('depth', 'comparison', label))).toEqual([false, true, true]);
    expect(lowers('citation-accuracy', 'source', 'timed-out')).toBe(true);
    expect(lowers('coverage-rating', 'rating', '7')).toBe(true);
    expect(lowers('coverage', 'item', null)).toBe(false);
  });

  it('are met criteria of a rubric if their weight is negative', () => {
    const metric = rubricMetricOf(
      `format: voirdire-rubric/1
name: faults
version: "1"
title: Faults
question: Is it free of faults?
criteria:
  - { key: good, text: "Names a cost", weight: 2 }
  - { key: bad, text: "Invents a cost", weight: -1 }
aggregation: { kind: signed-sum }
`,
      'faults.yaml'
    );
    const lowers = loweringUnder(metric);
    const said = ['good', 'bad'].map((item) => ['yes', 'no'].map((label) => lowers(of('criterion', label, item))));
    expect(said).toEqual([
      [false, true],
      [true, false]
    ]);
  });
});
