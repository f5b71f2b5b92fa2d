/** Issues that each judge reports under the two pointwise metrics. */
import { pick } from './disagreement.ts';
import { type Finding, luck, type ReportFacts } from './report-facts.ts';

interface JudgeIssues {
  system: string;
  qid: string;
  metric: 'consistency' | 'citation-association';
  issues: { quotes: string[]; explanation: string }[];
}

interface Eye {
  /** Share of real issues that it reports, by how plain they are (1, 2, 3). */
  sees: readonly [number, number, number];
  /** Share of false ones that it reports. */
  alarms: number;
  /** How it words a clash, a claim without a source (`says` follows "the report says"), and a wrong source. */
  clash: readonly ((says: string) => string)[];
  missing: readonly ((says: string) => string)[];
  wrong: readonly ((says: string) => string)[];
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const eyes: Record<string, Eye> = {
  'scripted:ferrule': {
    sees: [0.2, 0.5, 0.85],
    alarms: 0.07,
    clash: [
      (says) => `I stumbled over this: ${says}. A reader does not know which to believe.`,
      (says) => `This does not go together for me, because ${says}.`,
      (says) => `Here I had to turn back, since ${says}.`
    ],
    missing: [
      (says) => `A reader would like to know who says ${says}.`,
      (says) => `I looked for a source where the report says ${says}, and there is none.`
    ],
    wrong: [(says) => `The source puzzled me: ${says}.`]
  },
  'scripted:gannet': {
    sees: [0.65, 0.88, 0.98],
    alarms: 0.2,
    clash: [
      (says) => `Both passages can not hold: ${says}.`,
      (says) => `I compared the two passages. ${upper(says)}, and the report gives no reason for the difference.`,
      (says) => `${upper(says)}. Nothing between the two passages accounts for it.`
    ],
    missing: [
      (says) => `The report says ${says}, and neither the sentence nor the rest of its paragraph names a source.`,
      (says) => `Where the report says ${says}, no citation stands in the sentence or follows it.`,
      (says) => `The report says ${says}, without a mark, a link or a name to trace it to.`
    ],
    wrong: [
      (says) => `There is a citation, but it can not be about this: ${says}.`,
      (says) => `I followed the mark to the list. ${upper(says)}.`
    ]
  },
  'scripted:sextant': {
    sees: [0.45, 0.65, 0.85],
    alarms: 0.6,
    clash: [(says) => `${upper(says)}.`, (says) => `Clash: ${says}.`],
    missing: [(says) => `Says ${says}. No source.`, (says) => `Uncited: it says ${says}.`],
    wrong: [(says) => `Wrong source. ${upper(says)}.`]
  }
};

/** The findings of one metric that a judge reports: of each class its share, those that it is luckiest with. */
function reportedBy(judge: string, eye: Eye, all: readonly { finding: Finding; key: string }[]): Set<Finding> {
  const classes = new Map<string, { finding: Finding; key: string }[]>();
  for (const one of all) {
    const name = `${one.finding.real} ${one.finding.plain}`;
    classes.set(name, [...(classes.get(name) ?? []), one]);
  }
  const reported = [...classes.values()].flatMap((members) => {
    const [{ finding: first } = { finding: undefined }] = members;
    const part = first?.real ? (eye.sees[first.plain - 1] ?? 0) : eye.alarms;
    return members
      .map(({ finding, key }) => ({ finding, luck: luck(judge, key) }))
      .sort((a, b) => a.luck - b.luck)
      .slice(0, Math.round(part * members.length));
  });
  return new Set(reported.map(({ finding }) => finding));
}

const metrics = { consistency: 'contradictions', 'citation-association': 'citations' } as const;

export function issuesOf(judge: string, reports: readonly ReportFacts[]): JudgeIssues[] {
  const eye = eyes[judge];
  if (!eye) throw new Error(`issuesOf requires an eye for ${judge}`);
  const keyOf = ({ system, qid }: ReportFacts, { quotes }: Finding): string => `${system} ${qid} ${quotes.join(' ')}`;
  const reported = Object.fromEntries(
    Object.entries(metrics).map(([metric, kind]) => [
      metric,
      reportedBy(
        judge,
        eye,
        reports.flatMap((report) => report[kind].map((finding) => ({ finding, key: keyOf(report, finding) })))
      )
    ])
  );
  return reports.flatMap((report) =>
    (['consistency', 'citation-association'] as const).map((metric): JudgeIssues => {
      const { system, qid } = report;
      const place = ({ quotes }: Finding): number => report.report.indexOf(quotes[0] ?? '');
      const issues = report[metrics[metric]]
        .filter((finding) => reported[metric]?.has(finding))
        .sort((a, b) => place(a) - place(b))
        .map((finding) => {
          const wordings = finding.kind ? eye[finding.kind] : eye.clash;
          const explanation = pick(wordings, `${judge} ${keyOf(report, finding)}`)(finding.says);
          return { quotes: finding.quotes, explanation };
        });
      return { system, qid, metric, issues };
    })
  );
}
