import type { JudgeEnsemble } from '../ensembles/ensembles.ts';
import type { NamedRater } from '../units/ratings.ts';
import { numberWord } from './words.ts';

const providerOf = (name: string): string => name.slice(0, name.indexOf(':') + 1);

/** Judges of one provider name it once: `scripted:ferrule + gannet`. Those without one come first. */
export function compactNames(names: readonly string[]): string {
  const providers = [...new Set(names.map(providerOf))].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return providers
    .map((provider) =>
      names
        .filter((name) => providerOf(name) === provider)
        .map((name, i) => (i === 0 ? name : name.slice(provider.length)))
        .join(' + ')
    )
    .join(' + ');
}

/** The judges of an ensemble in few words: `all three`, `scripted:ferrule + gannet`. */
export function judgesInFewWords({ judgeIds }: Pick<JudgeEnsemble, 'judgeIds'>, judges: readonly NamedRater[]): string {
  if (judges.length > 2 && judgeIds.length === judges.length) return `all ${numberWord(judges.length)}`;
  return compactNames(judgeIds.map((id) => judges.find((judge) => judge.id === id)?.name ?? id));
}

/** With every judge named and the rule, if there is one: `scripted:ferrule + gannet + sextant, majority`. */
export const ensembleByName = (names: readonly string[], rule: JudgeEnsemble['rule']): string =>
  rule === 'single' ? compactNames(names) : `${compactNames(names)}, ${rule}`;

/**
 * Titles of columns of figures: initials of people, the first letters of a judge's model. No two are equal: if they would be,
 * each gets its number.
 */
export function columnNames(names: readonly string[], kind: 'person' | 'judge'): string[] {
  const short = names.map((name) => (kind === 'person' ? initials(name) : modelStart(name)));
  return short.map((name, i) =>
    name !== '' && short.filter((other) => other === name).length === 1
      ? name
      : `${kind === 'person' ? 'P' : 'J'}${i + 1}`
  );
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => [...word][0]!.toUpperCase())
    .slice(0, 3)
    .join('');

function modelStart(name: string): string {
  const model = [...name.slice(providerOf(name).length).replace(/@.*$/, '')];
  return model.length > 5 ? `${model.slice(0, 4).join('')}.` : model.join('');
}
