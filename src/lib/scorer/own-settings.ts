import { fieldSays } from '../errors.ts';
import type { Saying } from '../messages/sayings.ts';

/** A setting that only metrics of one suite have, as data: forms, the command line and runs know it by this alone. */
export interface OwnSetting {
  /** As it is recorded, and as `--setting NAME=VALUE` names it. */
  name: string;
  title: string;
  /** One sentence for people. */
  about: string;
  /** Its possible values: a whole number in a range, or one of some words. */
  values: { least: number; most: number } | readonly { value: string; title: string }[];
  usual: number | string;
}

/** A typed value of a setting, or why it cannot be one. */
export function readOwnSetting(
  { name, values }: OwnSetting,
  text: string
): { value: number | string } | { fault: Saying } {
  const typed = text.trim();
  if ('least' in values) {
    const value = /^\d{1,6}$/.test(typed) ? Number(typed) : NaN;
    return value >= values.least && value <= values.most
      ? { value }
      : { fault: fieldSays('settingWhole', { least: values.least, most: values.most, name }) };
  }
  return values.some(({ value }) => value === typed)
    ? { value: typed }
    : { fault: fieldSays('settingOneOf', { values: values.map(({ value }) => value).join(', '), name }) };
}

/** The value of a metric's own setting in a run: as recorded, else the usual one. @throws if the metric has no such setting */
export function ownSettingOf(
  {
    name: metric,
    ownSettings,
    settings
  }: {
    name: string;
    ownSettings?: readonly OwnSetting[];
    settings: { own?: Readonly<Record<string, number | string>> };
  },
  name: string
): number | string {
  const setting = ownSettings?.find((one) => one.name === name);
  if (!setting) throw new Error(`the metric ${metric} has no setting ${name}`);
  return settings.own?.[name] ?? setting.usual;
}

type Having = { title: string; ownSettings?: readonly OwnSetting[] };

/** The own settings of some metrics, each once with the titles of its metrics: those of one name are one setting. */
export const ownSettingsIn = (metrics: readonly Having[]): (OwnSetting & { metrics: string[] })[] => {
  const all = metrics.flatMap(({ title, ownSettings = [] }) => ownSettings.map((setting) => ({ title, setting })));
  return [...Map.groupBy(all, ({ setting }) => setting.name).values()].map((same) => ({
    ...same[0]!.setting,
    metrics: same.map(({ title }) => title)
  }));
};

/** Reads typed values of a metric's own settings, by name, with the faults. Empty is the usual value and is not recorded. */
export function typedOwnSettings(
  metric: Pick<Having, 'ownSettings'>,
  typed: Readonly<Record<string, string>>
): { own: Record<string, number | string>; faults: { name: string; fault: Saying }[] } {
  const own: Record<string, number | string> = {};
  const faults: { name: string; fault: Saying }[] = [];
  for (const setting of metric.ownSettings ?? []) {
    const text = typed[setting.name]?.trim() ?? '';
    if (text === '') continue;
    const read = readOwnSetting(setting, text);
    if ('fault' in read) faults.push({ name: setting.name, fault: read.fault });
    else if (read.value !== setting.usual) own[setting.name] = read.value;
  }
  return { own, faults };
}
