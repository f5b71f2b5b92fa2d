/** A number from 0 to 10 from each judge under each metric: the protocol that the paper rejects, so it scatters. */
import type { Unit } from './facts.ts';
import { luck, pageAt, type ReportFacts } from './report-facts.ts';

interface JudgeRating {
  system: string;
  qid: string;
  metric: string;
  rating: number;
  rationale: string;
}

/** How many points a judge adds, and by how many its ratings scatter to either side. */
const manners: Record<string, { adds: number; scatter: number }> = {
  'scripted:ferrule': { adds: 1.2, scatter: 1.2 },
  'scripted:gannet': { adds: -0.6, scatter: 0.9 },
  'scripted:sextant': { adds: 0.2, scatter: 2.6 }
};

/** Stated grounds of a rating below 4, below 7 and from 7 on. */
const grounds: Record<string, readonly [string, string, string]> = {
  presentation: [
    'The reader is left to sort out lists, styles and headings.',
    'Readable, with slips in lists or language that a second look would have caught.',
    'In order from the first heading to the last entry.'
  ],
  consistency: [
    'Several passages can not stand beside each other.',
    'On the whole of one mind, though not everywhere.',
    'No passage takes back what another has said.'
  ],
  coverage: [
    'Much of what the query asks for is missing.',
    'The main questions are answered, some others in passing only.',
    'Nearly everything that was asked for is there, and in detail.'
  ],
  depth: [
    'It reports and hardly weighs.',
    'Reasons are given, but few consequences are drawn.',
    'It weighs, doubts and draws consequences throughout.'
  ],
  'citation-association': [
    'Too many statements stand alone.',
    'Most paragraphs have a source, and some figures do not.',
    'What needs a source has one.'
  ],
  'citation-accuracy': [
    'The sources look as if they had been chosen by their titles.',
    'The sources fit the subject; whether they say this is another matter.',
    'Titles and claims go together well.'
  ]
};

const share = <T>(all: readonly T[], holds: (one: T) => boolean): number =>
  all.length === 0 ? 0 : all.filter(holds).length / all.length;

/** Deserved points of a report under each metric, 0–10. */
function deserved(report: ReportFacts, units: readonly Unit[]): Record<string, number> {
  const own = (metric: Unit['metric']): number =>
    share(
      units.filter((unit) => unit.system === report.system && unit.qid === report.qid && unit.metric === metric),
      ({ truth }) => truth === 'yes'
    );
  const real = (all: ReportFacts['citations']): number => all.filter((one) => one.real).length;
  const depth = Object.values(report.depth.points).reduce((sum, points) => sum + points, 0);
  const borneOut = share(report.claims, ({ source, text }) => {
    const page = pageAt(report.sources.find(({ key }) => key === source)?.url ?? '');
    const starts = [...Object.keys(page.unsupported ?? {}), ...(page.noClaim ?? [])];
    return page.text !== undefined && page.about === undefined && !starts.some((start) => text.startsWith(start));
  });
  return {
    presentation: 10 - 12 * (1 - own('presentation')),
    consistency: 9.5 - 1.8 * real(report.contradictions),
    coverage: 10 * own('coverage'),
    depth: (10 * depth) / 25,
    'citation-association': 9.5 - 0.7 * real(report.citations),
    'citation-accuracy': 10 * borneOut
  };
}

export function ratingsOf(judge: string, reports: readonly ReportFacts[], units: readonly Unit[]): JudgeRating[] {
  const manner = manners[judge];
  if (!manner) throw new Error(`ratingsOf requires the manner of ${judge}`);
  return reports.flatMap((report) =>
    Object.entries(deserved(report, units)).map(([metric, points]) => {
      const { system, qid } = report;
      const noise = (2 * luck(judge, `rating ${metric} ${system} ${qid}`, 0.15) - 1) * manner.scatter;
      const rating = Math.max(0, Math.min(10, Math.round(points + manner.adds + noise)));
      const [low, middle, high] = grounds[metric] ?? ['', '', ''];
      const rationale = rating < 4 ? low : rating < 7 ? middle : high;
      return { system, qid, metric: `${metric}-rating`, rating, rationale };
    })
  );
}
