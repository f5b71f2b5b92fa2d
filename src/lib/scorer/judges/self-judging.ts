import { paragraphIn } from '../../messages/say-in.ts';
import { sayingsOf, type Saying, type SayingValue } from '../../messages/sayings.ts';
import { familyUnknown, sameFamily, type SystemIdentity } from './settings/families.ts';
import { sharesModel } from './settings/same-model.ts';

/** One judge of a run or study that judges systems of its own kind, or of which it is not known whether it does. */
export interface SelfJudging {
  judge: string;
  /** Systems that share a maker or the model with the judge. */
  systems: string[];
  /** Systems of which, or of the judge, the maker is not known. */
  unknown: string[];
  /** Material that its model made and then judged by; absent: none. */
  made?: MadeByJudge[];
}

/** A part of material that a judge's own model made, of the queries that are judged by it. */
interface MadeByJudge {
  metric: string;
  what: string;
  /** Queries whose part it made, and how many there are under the metric. */
  qids: string[];
  of: number;
}

/** Every part of the material of a run's queries by which its judges judge. */
export interface JudgedMaterial {
  metric: string;
  qid: string;
  what: string;
  by: string | null;
}

/**
 * Which judges judge systems of their own maker, family or model. Every output of a run and of a study takes it from here.
 *
 * @param judges with the name by which the output tells them apart, and the spec that names the model
 * @param material of the queries under the metrics that judge by it
 * @returns judges with such systems, or with systems of which it is not known; in the order of the judges
 */
export const selfJudgingOf = (
  judges: readonly { name: string; spec: string }[],
  systems: readonly SystemIdentity[],
  material: readonly JudgedMaterial[] = []
): SelfJudging[] =>
  judges
    .map(({ name, spec }) => {
      const made = madeBy(spec, material);
      return {
        judge: name,
        systems: systems.filter((system) => sameFamily(spec, system)).map((system) => system.name),
        unknown: systems.filter((system) => familyUnknown(spec, system)).map((system) => system.name),
        ...(made.length > 0 && { made })
      };
    })
    .filter((one) => one.systems.length + one.unknown.length > 0 || one.made !== undefined);

function madeBy(spec: string, material: readonly JudgedMaterial[]): MadeByJudge[] {
  const parts = Map.groupBy(material, ({ metric, what }) => JSON.stringify([metric, what]));
  return [...parts.values()].flatMap((part) => {
    const qids = part.filter(({ by }) => by !== null && sharesModel(by, spec)).map(({ qid }) => qid);
    return qids.length > 0 ? [{ metric: part[0]!.metric, what: part[0]!.what, qids, of: part.length }] : [];
  });
}

/** Whether a judge's own model made what it judges a query by under a metric. */
export const madeItsOwn = (
  found: readonly SelfJudging[],
  { judge, metric, qid }: { judge: string; metric: string; qid: string }
): boolean =>
  found.some(
    (one) => one.judge === judge && one.made?.some((made) => made.metric === metric && made.qids.includes(qid))
  );

/** Material that a judge's own model made, as in "criteria of 8 of 8 queries". */
export const madeInWords = ({ made = [] }: Pick<SelfJudging, 'made'>): string[] =>
  made.map(({ what, qids, of }) => `${what} of ${qids.length} of ${of} queries`);

/** Judges that share a maker or the model with the system. */
export const selfJudgesOf = (found: readonly SelfJudging[], system: string): string[] =>
  found.filter(({ systems }) => systems.includes(system)).map(({ judge }) => judge);

/** Whether the judge, or any judge if none is named, shares a maker or the model with the system; null if that is not known. */
export const isSelfJudging = (found: readonly SelfJudging[], system: string, judge?: string): boolean | null => {
  const own = found.filter((one) => judge === undefined || one.judge === judge);
  if (own.some(({ systems }) => systems.includes(system))) return true;
  return own.some(({ unknown }) => unknown.includes(system)) ? null : false;
};

const say = sayingsOf('reportWarnings');

/** Notes for readers of an output, some sentences each; none if no judge judges its own kind or by its own words, and all makers are known. */
export function selfJudgingSaid(found: readonly SelfJudging[]): Saying[][] {
  const own = found.filter(({ systems }) => systems.length > 0);
  const unknown = found.filter((one) => one.unknown.length > 0);
  const makers = found.filter((one) => one.made !== undefined);
  return [
    ...(own.length > 0
      ? [[say('ownMaker'), ...own.map(({ judge, systems }) => say('judgesOwn', { judge, systems }))]]
      : []),
    ...(makers.length > 0
      ? [
          [
            say('madeByJudge'),
            ...makers.map(({ judge, made = [] }) => say('made', { judge, parts: made.map(partSaid) }))
          ]
        ]
      : []),
    ...(unknown.length > 0 ? [[say('makerUnknown'), ...unknownSaid(unknown)]] : [])
  ];
}

/** Judges with the same systems share a sentence: of a file that names no maker they are all judges and all systems. */
const unknownSaid = (found: readonly SelfJudging[]): Saying[] =>
  [...Map.groupBy(found, ({ unknown }) => JSON.stringify(unknown)).values()].map((same) => {
    const [judges, systems] = [same.map(({ judge }) => judge), systemsNamed(same[0]!.unknown)];
    return judges.length === 1
      ? say('judgesOwn', { judge: judges[0]!, systems })
      : say('judgesSame', { judges, systems });
  });

/** Most systems that a sentence names one by one. */
const NAMED = 6;

/** Systems in a sentence; of many, the first and the number of the others. */
export const systemsNamed = (systems: readonly string[]): SayingValue[] =>
  systems.length <= NAMED
    ? [...systems]
    : [...systems.slice(0, NAMED - 1), say('otherSystems', { n: systems.length - NAMED + 1 })];

const partSaid = ({ what, qids, of }: MadeByJudge): Saying =>
  say('madePart', { what: { recognised: what }, n: qids.length, total: of });

/** The same as text: in English for data and the command line. */
export const selfJudgingNotes = (found: readonly SelfJudging[], language = 'en'): string[] =>
  selfJudgingSaid(found).map((note) => paragraphIn(language, note));
