import { refuse, type Problem, fieldSays, problemAt } from '$lib/errors.ts';
import { collectionPlan } from '$lib/exchange/import/collected/collection-plan.server.ts';
import { sayingsOf } from '$lib/messages/sayings.ts';
import type { JudgeConfig } from '$lib/scorer/judges/index.ts';
import { reports } from '$lib/scorer/making/makers/reports.ts';
import type { NewMaking } from '$lib/scorer/making/making-runs.server.ts';
import type { RunDriver } from '$lib/scorer/runs/driving/driver.server.ts';
import type { NamedJudge } from '$lib/scorer/runs/new-run.server.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { readRunForm, wishOf, type RunForm } from '../../runs/new/run-form.ts';

const leadSays = sayingsOf('leadRefusals');

/** Input as a person typed it, returned unchanged if it is refused. */
interface CollectForm {
  /** `NAME = MODEL SETTING=VALUE`, one per line. */
  systems: string;
  qids: string;
  /** `*` for all; the empty one means without any. */
  domain: string;
  prompt: string;
  run: RunForm;
}

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

export const readCollectForm = (form: FormData): CollectForm => ({
  ...{ systems: textOf(form, 'systems'), qids: textOf(form, 'qids'), prompt: textOf(form, 'prompt') },
  domain: form.has('domain') ? textOf(form, 'domain') : '*',
  run: readRunForm(form)
});

/** Names and lines of the systems. Refused: a line without a name or a model. */
function systemsIn(text: string): { name: string; line: string }[] {
  const problems: Problem[] = [];
  const systems = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((written) => {
      const [, name = '', line = ''] = /^([^=]*)=(.*)$/s.exec(written) ?? [];
      if (name.trim() === '' || line.trim() === '')
        problems.push(problemAt('systems', fieldSays('systemForm'), written));
      return { name: name.trim(), line: line.trim() };
    });
  if (systems.length === 0) problems.push(problemAt('systems', fieldSays('nameModel')));
  if (problems.length > 0) refuse.invalid(leadSays('runNotMade'), problems);
  return systems;
}

/** The collection that the form asks for. @param name the model or command of a configuration: to be asked, or only estimated */
export function collectionOf(
  db: Db,
  grant: ProjectGrant<'manage'>,
  driver: RunDriver,
  { systems: written, qids, domain, prompt, run }: CollectForm,
  name: (config: JudgeConfig) => NamedJudge
): NewMaking {
  const systems = systemsIn(written);
  const judges = systems.map(({ line }) => line).join('\n');
  const { configs, options } = wishOf({ ...run, judges }, new Map(), driver, [reports]);
  const { repeats, concurrency, budget, prices, limits, calls } = options;
  const wanted = qids.split(/[\s,]+/).filter((one) => one !== '');
  const tries = Number(run.tries);
  return collectionPlan(
    db,
    grant,
    {
      systems: configs.map((config, at) => ({ name: systems[at]!.name, asked: name(config) })),
      ...(run.name.trim() !== '' && { name: run.name }),
      ...(prompt !== '' && { prompt }),
      ...(wanted.length > 0 && { qids: wanted }),
      ...(domain !== '*' && { domain }),
      ...(Number.isInteger(tries) && tries > 0 && { tries }),
      options: {
        ...{ repeats, budget, prices, limits },
        ...(run.concurrency.trim() !== '' && { concurrency }),
        ...(calls && { calls })
      }
    },
    Date.now()
  );
}
