import { knownModels } from '$lib/scorer/judges/models/model-table.ts';
import type { NamedJudge } from '$lib/scorer/runs/new-run.server.ts';
import type { JudgeConfig } from '$lib/scorer/judges/index.ts';
import { makerByName } from '$lib/scorer/making/makers.ts';
import type { NewMaking } from '$lib/scorer/making/making-runs.server.ts';
import { unitsWithInput } from '$lib/scorer/making/unit-inputs.server.ts';
import type { RunDriver } from '$lib/scorer/runs/driving/driver.server.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { arenaUnits, type ArenaChoice } from '$lib/exchange/import/talks/arena-units.server.ts';
import { unitsToMake, type UnitChoice } from '$lib/verification/proposals/made-sources.server.ts';
import { readRunForm, wishOf, type RunForm } from '../../runs/new/run-form.ts';

/** Input as a person typed it, returned unchanged if it is refused. */
interface MakingForm {
  maker: string;
  source: UnitChoice['source'];
  /** `all`, or only what has no checklist. */
  which: 'all' | 'without';
  /** `*` for all; the empty one means without any. */
  domain: string;
  /** Qids, empty for all. */
  qids: string;
  /** Numbers of talks, empty for all. */
  talks: string;
  acceptedOnly: boolean;
  /** Of a ranking of tasks. */
  ranking: { rounds: string; top: string; seed: string; bothOrders: boolean };
  run: RunForm;
}

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

export const readMakingForm = (form: FormData): MakingForm => ({
  maker: textOf(form, 'maker'),
  source: (['query', 'topic'] as const).find((one) => one === textOf(form, 'source')) ?? 'draft',
  which: textOf(form, 'which') === 'without' ? 'without' : 'all',
  domain: form.has('domain') ? textOf(form, 'domain') : '*',
  qids: textOf(form, 'qids'),
  talks: textOf(form, 'talks'),
  acceptedOnly: form.get('accepted-only') === 'on',
  ranking: {
    ...{ rounds: textOf(form, 'rounds'), top: textOf(form, 'top'), seed: textOf(form, 'seed') },
    bothOrders: form.get('both-orders') === 'on'
  },
  run: readRunForm(form)
});

const listed = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== '');

function unitsOf(db: Db, grant: ProjectGrant<'manage'>, { source, which, domain, qids }: MakingForm) {
  const wanted = listed(qids);
  return unitsToMake(db, grant, {
    ...{ source, withoutChecklist: which === 'without' },
    ...(domain !== '*' && { domain }),
    ...(wanted.length > 0 && { qids: wanted })
  });
}

/** Missing values take their defaults; the code that uses a value refuses it if it is no number. */
function arenaChoice({ talks, acceptedOnly, ranking: { rounds, top, seed, bothOrders } }: MakingForm): ArenaChoice {
  const numbers = listed(talks).map(Number);
  return {
    ...{ acceptedOnly, bothOrders },
    ...(numbers.length > 0 && { talk: numbers }),
    ...(rounds && { rounds: Number(rounds) }),
    ...(top && { top: Number(top) }),
    ...(seed && { seed: Number(seed) })
  };
}

/** The run that the form asks for. @param name the judge of a configuration: to be asked, or only estimated */
export async function makingOf(
  db: Db,
  grant: ProjectGrant<'manage'>,
  driver: RunDriver,
  typed: MakingForm,
  name: (config: JudgeConfig) => NamedJudge
): Promise<NewMaking> {
  const { maker, run } = typed;
  const { configs, options } = wishOf(run, new Map(), driver, [makerByName(maker)]);
  const { concurrency, useCache, budget, prices, limits, calls, outageMinutes, batches, search, searchPrice } = options;
  return {
    ...{ maker, judges: configs.map(name) },
    ...(arenaUnits(db, grant, maker, arenaChoice(typed)) ?? {
      units: await unitsWithInput(db, grant, maker, unitsOf(db, grant, typed))
    }),
    options: {
      ...{ concurrency, useCache, budget, prices, limits },
      ...(search !== undefined && { search }),
      ...(searchPrice && { searchPrice }),
      ...(calls && { calls }),
      ...(outageMinutes !== undefined && { outageMinutes }),
      ...(batches && { batches })
    }
  };
}

/** A model of the first provider whose key is set, if there is one. */
export function modelsToAsk(driver: RunDriver): string[] {
  return driver
    .keys()
    .flatMap((key) => {
      const model = knownModels.find((known) => known.provider === key.provider.toLowerCase());
      return model && key.set ? [`${model.provider}:${model.name}`] : [];
    })
    .slice(0, 1);
}
