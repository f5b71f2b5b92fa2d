import { judgeIdsNamed } from './judges-named.ts';
import { chosenIn, type Selection } from './selection.ts';

type NamedJudges = Parameters<typeof judgeIdsNamed>[0];

/** The ensemble that a request or a command names: without judges that of the procedure, without a rule the only one of a single judge. */
export function namedEnsemble(
  { header, procedure }: { header: { judges: NamedJudges }; procedure: { selection: Selection } },
  judges: readonly string[] | undefined,
  rule: string | undefined
): { judgeIds: readonly string[]; rule: string } {
  const chosen = chosenIn(procedure.selection);
  const judgeIds = judges ? judgeIdsNamed(header.judges, judges) : (chosen?.judgeIds ?? []);
  const usual = judges ? (judgeIds.length === 1 ? 'single' : '') : (chosen?.rule ?? '');
  return { judgeIds, rule: rule ?? usual };
}
