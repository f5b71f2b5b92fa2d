import { authorize, type Person, type ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import type { Db } from '../../src/lib/server/db/client.ts';
import type { LabelledUnit } from '../../src/lib/studies/labels/labels.ts';
import { studyLabels, studyRaters } from '../../src/lib/studies/labels/labels.server.ts';
import {
  preferenceReasons,
  type PreferenceChoice,
  type PreferenceReason
} from '../../src/lib/studies/labels/preference.ts';
import { commitPreference } from '../../src/lib/studies/labels/preferences.server.ts';
import {
  nextStudyAssignment,
  noteStudyAssignmentOpened,
  readAssignment
} from '../../src/lib/studies/judging/queue.server.ts';
import { revealAssignment, type RevealedItem } from '../../src/lib/studies/reveal/reveal.server.ts';
import type { Study } from '../../src/lib/studies/planning/studies.server.ts';
import { commitVerdict } from '../../src/lib/studies/judging/verdicts.server.ts';
import { textHash } from '../../src/lib/scorer/runs/fingerprint.ts';
import { readBlindVerdicts, readDefects, readPreferences, type DemoUnit, type Label } from './content.ts';

/** How often a person errs if the seed does not say what they answered. */
const ERRORS = 0.08;
/** How often a person prefers one of the judges if the seed does not say which. */
const PREFERENCES = 0.75;

const words = Object.fromEntries(
  Object.entries(preferenceReasons).map(([reason, said]) => [said, reason as PreferenceReason])
);

/** A number in 0 … 1 that depends on the text alone. */
const chance = (text: string): number => Number.parseInt(textHash(text).slice(0, 8), 16) / 2 ** 32;

const place = (person: string, { system, qid, item }: Omit<DemoUnit, 'metric'>): string =>
  JSON.stringify([person, system, qid, item]);

type Own = ProjectGrant<'annotate'>;

/** Lets the demo's people judge, look at the judges and prefer, through the same functions as the pages. */
export class Annotating {
  readonly #db: Db;
  readonly #grant: ProjectGrant<'read-results'>;
  readonly #blind = new Map(readBlindVerdicts().map((one) => [place(one.person, one), one]));
  readonly #preferences = new Map(readPreferences().map((one) => [place(one.person, one), one]));
  readonly #defects = readDefects();

  constructor(db: Db, grant: ProjectGrant<'read-results'>) {
    this.#db = db;
    this.#grant = grant;
  }

  /** Judges the first `share` of a person's items in a study and, with `reveal`, each report's judges after it. */
  work(person: Person, study: Study, { share, reveal }: { share: number; reveal: boolean }): void {
    const units = new Map(studyLabels(this.#db, this.#grant, study.id).map((unit) => [unit.itemId, unit]));
    const judges = new Map(
      studyRaters(this.#db, this.#grant, study.id).judges.map(({ spec, judgeId }) => [spec, judgeId])
    );
    const own = authorize(person, { kind: 'project', id: study.projectId }, 'annotate');
    let left: number | undefined;
    for (
      let id = nextStudyAssignment(this.#db, person, study.id);
      id;
      id = nextStudyAssignment(this.#db, person, study.id)
    ) {
      noteStudyAssignmentOpened(this.#db, own, id);
      const view = readAssignment(this.#db, person, id);
      left ??= Math.ceil(view.queue.total * share);
      for (const { id: studyItemId } of view.items) {
        if (left === 0) return;
        left -= 1;
        this.#judge(person, own, id, demoUnit(units.get(studyItemId)!, study.metric), studyItemId);
      }
      if (!reveal) continue;
      for (const item of revealAssignment(this.#db, own, id).items)
        this.#prefer(person, own, units.get(item.id)!, study.metric, item, judges);
    }
  }

  #judge(person: Person, own: Own, assignmentId: string, unit: DemoUnit, studyItemId: string): void {
    const told = unit.metric === 'coverage' ? this.#blind.get(place(person.name, unit)) : undefined;
    const key = `${person.name} ${unit.system} ${unit.qid} ${unit.item}`;
    commitVerdict(this.#db, own, {
      assignmentId,
      studyItemId,
      label: told?.label ?? this.#fallback(unit, key),
      note: told?.note ?? '',
      passages: [],
      seconds: told?.seconds ?? Math.round(20 + 60 * chance(`seconds ${key}`)),
      idempotencyKey: `demo ${studyItemId} ${person.id}`
    });
  }

  /** The truth, with a slip now and then. */
  #fallback({ system, qid, metric, item }: DemoUnit, key: string): Label {
    const fails = this.#defects[system]?.[qid]?.[metric]?.includes(item) === true;
    return fails === chance(`error ${key}`) < ERRORS ? 'yes' : 'no';
  }

  #prefer(
    person: Person,
    own: Own,
    unit: LabelledUnit,
    metric: string,
    item: RevealedItem,
    judges: ReadonlyMap<string, string>
  ): void {
    const told = this.#preferences.get(place(person.name, demoUnit(unit, metric)));
    const key = `${person.name} ${unit.systemName} ${unit.qid} ${unit.item}`;
    if (!told && chance(`preference ${key}`) > PREFERENCES) return;
    const choice = told ? underAliases(told.choice, unit, item, judges) : whoAgrees(item, key);
    commitPreference(this.#db, own, {
      studyItemId: item.id,
      choice,
      reasons: told?.reasons.map((word) => words[word] ?? unknown(word)) ?? [],
      note: told?.note ?? '',
      idempotencyKey: `demo preference ${item.id} ${person.id}`
    });
  }
}

const unknown = (word: string): never => {
  throw new Error(`the demo has a reason that nobody can give: ${word}`);
};

const demoUnit = ({ systemName, qid, item }: LabelledUnit, metric: string): DemoUnit => ({
  system: systemName,
  qid,
  item,
  metric
});

/** The person saw aliases only: a judge is known again by its rationale. */
function underAliases(
  choice: readonly string[] | 'tie' | 'none',
  unit: LabelledUnit,
  item: RevealedItem,
  judges: ReadonlyMap<string, string>
): PreferenceChoice {
  if (typeof choice === 'string') return choice;
  const rationales = choice.map((spec) => unit.judges.find(({ judgeId }) => judgeId === judges.get(spec))?.rationale);
  return { aliases: item.judges.flatMap(({ alias, rationale }) => (rationales.includes(rationale) ? [alias] : [])) };
}

/** One of the judges who say what the person said; none if no judge does. */
function whoAgrees(item: RevealedItem, key: string): PreferenceChoice {
  const agreeing = item.judges
    .filter(({ label }) => label === item.own.label)
    .sort((a, b) => (a.rationale < b.rationale ? -1 : 1));
  const chosen = agreeing[Math.floor(chance(`choice ${key}`) * agreeing.length)];
  return chosen ? { aliases: [chosen.alias] } : 'none';
}
