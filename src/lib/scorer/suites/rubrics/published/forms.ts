/** Every published suite whose files are read. To add one, write its file and name it here. */
import { bench2Files } from './deep-research-bench-2.ts';
import { deerFiles } from './deer.ts';
import { dracoFiles } from './draco.ts';
import { factFiles } from './fact.ts';
import { formTitles, type PublishedForm } from './form.ts';
import { FileFault, type GivenRow } from './given-files.ts';
import { mind2web2Files } from './mind2web-2.ts';
import { nuggetFiles } from './deepscholar-nuggets.ts';
import { raceFiles } from './race.ts';
import { researchRubricsFiles } from './research-rubrics.ts';

export const publishedForms: readonly PublishedForm[] = [
  raceFiles,
  factFiles,
  bench2Files,
  researchRubricsFiles,
  dracoFiles,
  mind2web2Files,
  deerFiles,
  nuggetFiles
];

type Part = 'isTasks' | 'isResults' | 'isTotals';
const named: Record<Part, string> = { isTasks: 'task file', isResults: 'result file', isTotals: 'file of figures' };

export const formIn = (rows: readonly GivenRow[], part: Part): PublishedForm | undefined =>
  publishedForms.find((form) => form[part]?.(rows[0]!.row) === true);

/** The form of files, which all their rows have to have. */
export function demandForm(rows: readonly GivenRow[], part: Part): PublishedForm {
  const [first] = rows;
  if (!first) throw new FileFault(null, 'there is no file');
  const form = formIn(rows, part);
  if (!form)
    throw new FileFault(
      first,
      `it has the fields of no ${named[part]} of ${publishedForms
        .filter((one) => one[part])
        .map(({ name }) => formTitles[name])
        .join(', ')}`
    );
  // A row of another file may be of another form; one of the same file lacks fields, which its reader names.
  const other = rows.find((one) => one.file !== first.file && form[part]?.(one.row) !== true);
  if (other) throw new FileFault(other, `it is no ${named[part]} of ${formTitles[form.name]}, as ${first.file} is`);
  return form;
}
