import { validationOfStudies, type Validation } from '../../../alignment/reported/report-bench-validation.server.ts';
import { tasksRow } from '../../../scorer/suites/report-bench/people/validation.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import type { Db } from '../../../server/db/client.ts';
import { checkedTasks } from '../../../verification/records/checked-material.server.ts';
import type { ValidationLine } from './validation-files.ts';

/**
 * All shares of ReportBench's human validation that a project's labels give, those of studies before those of rounds (part e, by
 * what annotators said of prompts and gold lists). Studies whose figures are closed are named only.
 */
export function validationOfProject(
  db: Db,
  grant: ProjectGrant<'read-results'>
): { lines: ValidationLine[]; embargoed: Validation['embargoed'] } {
  const { studies, embargoed } = validationOfStudies(db, grant);
  const rounds = checkedTasks(db, grant, 'report-bench');
  return {
    lines: [
      ...studies.flatMap(({ study, judge, rows }) => rows.map((row) => ({ from: `study ${study}`, judge, row }))),
      ...rounds.map(({ round, tasks }) => ({ from: `round ${round}`, judge: null, row: tasksRow(tasks) }))
    ],
    embargoed
  };
}
