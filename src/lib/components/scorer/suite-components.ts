/**
 * Components that suites bring, by the names that their data gives (`UnitDefinition.component`, `FigureTable.component`). A page
 * loads one only if it shows it, so that no other page pays for it.
 */
import type { Component } from 'svelte';
import type { FigureColumn, FigureCell } from '../../scorer/figure-table.ts';
import type { MaterialFormProps } from './materials/material-form.ts';
import type { UnitVerdictProps } from './unit-verdict-props.ts';

/** A suite's figure. Its table stands below it, so that every number can be read. */
interface FigureProps {
  label: string;
  columns: readonly FigureColumn[];
  rows: readonly { name: string; href?: string; cells: FigureCell[] }[];
}

type Load<Props extends object> = () => Promise<{ default: Component<Props> }>;

/** By name; one line for each component. */
const ofUnits: Record<string, Load<UnitVerdictProps>> = {
  chain: () => import('./ChainVerdict.svelte')
};
const ofFigures: Record<string, Load<FigureProps>> = {};
const ofMaterial: Record<string, Load<MaterialFormProps>> = {
  'daily-task': () => import('./materials/TaskForm.svelte')
};

async function loaded<Props extends object>(
  registry: Readonly<Record<string, Load<Props>>>,
  names: Iterable<string | undefined>
): Promise<Record<string, Component<Props>>> {
  const known = [...new Set(names)].filter((name) => name !== undefined && Object.hasOwn(registry, name)) as string[];
  return Object.fromEntries(
    await Promise.all(known.map(async (name) => [name, (await registry[name]!()).default] as const))
  );
}

/** The components of these names, loaded. A name that no suite brings is absent: its data is shown as usual. */
export const unitComponents = (
  names: Iterable<string | undefined>
): Promise<Record<string, Component<UnitVerdictProps>>> => loaded(ofUnits, names);
export const figureComponents = (
  names: Iterable<string | undefined>
): Promise<Record<string, Component<FigureProps>>> => loaded(ofFigures, names);

export const materialForms = (
  names: Iterable<string | undefined>
): Promise<Record<string, Component<MaterialFormProps>>> => loaded(ofMaterial, names);

/** Adds components to this process that are not among the shipped ones, as `addSuite` does with suites; returns what removes them. */
export function addSuiteComponents(own: {
  units?: Readonly<Record<string, Load<UnitVerdictProps>>>;
  figures?: Readonly<Record<string, Load<FigureProps>>>;
}): () => void {
  const { units = {}, figures = {} } = own;
  for (const name of [...Object.keys(units), ...Object.keys(figures)])
    if (Object.hasOwn(ofUnits, name) || Object.hasOwn(ofFigures, name))
      throw new Error(`There is a component ${name} already.`);
  Object.assign(ofUnits, units);
  Object.assign(ofFigures, figures);
  return () => {
    for (const name of Object.keys(units)) delete ofUnits[name];
    for (const name of Object.keys(figures)) delete ofFigures[name];
  };
}
