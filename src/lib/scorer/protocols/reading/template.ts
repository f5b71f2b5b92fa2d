/** Said before a part of a long report. */
export const PART =
  'The report is too long to be read at once. What follows is part {n} of {count}; neighbouring parts share some lines.\n\n';
/** Said before the entries of its list of references that a part cites. */
export const REFERENCES =
  'Entries of the report’s list of references that this part cites; the list itself stands in another part:\n\n{references}\n\n';

/** A template with its holes filled; what is filled in is not looked through again. */
export const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{([a-z]+)\}/g, (hole, name: string) => (Object.hasOwn(values, name) ? values[name]! : hole));
