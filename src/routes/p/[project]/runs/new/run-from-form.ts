import { many } from '$lib/components/shared/format.ts';
import type { JudgeConfig } from '$lib/scorer/judges/index.ts';
import type { NamedJudge, NewRun } from '$lib/scorer/runs/new-run.server.ts';
import { ofQueries, qidsIn } from '$lib/scorer/runs/subset/chosen-queries.ts';
import { metricInRunName } from '$lib/scorer/suites/metric-words.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import { listReports } from '$lib/verification/benchmark/reports.server.ts';
import { listSystems } from '$lib/verification/benchmark/systems.server.ts';
import { freezeVersion } from '$lib/verification/release/versions.server.ts';
import { wishOf, type RunForm } from './run-form.ts';

/** The run that the form asks for, with its reports. @throws a refusal if a field is invalid */
export function runFromForm(
  { db, driver }: Pick<App.Locals, 'db' | 'driver'>,
  grant: ProjectGrant<'manage'>,
  input: RunForm,
  name: (config: JudgeConfig) => NamedJudge
): NewRun {
  const systems = new Map(listSystems(db, grant).map(({ id, name }) => [name, id]));
  const { settings, configs, options } = wishOf(input, systems, driver);
  return {
    name:
      input.name.trim() ||
      `${input.metrics.map(metricInRunName).join(', ')}: ${many(input.systems.length, 'system')}, ${many(configs.length, 'judge')}`,
    versionId: freezeVersion(db, grant).version.id,
    metrics: input.metrics,
    settings,
    judges: configs.map(name),
    reportIds: ofQueries(listReports(db, grant), qidsIn(input.queries))
      .filter(({ system }) => input.systems.includes(system))
      .map(({ id }) => id),
    options
  };
}
