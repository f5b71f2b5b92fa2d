import { expect, it } from 'vitest';
import { sayIn } from '../messages/say-in.ts';
import { type OwnSetting, ownSettingOf, ownSettingsIn, readOwnSetting, typedOwnSettings } from './own-settings.ts';

const rounds: OwnSetting = {
  ...{ name: 'rounds', title: 'Rounds', about: 'How many.', values: { least: 1, most: 10 }, usual: 3 }
};
const side: OwnSetting = {
  ...{ name: 'side', title: 'Side', about: 'Which.', usual: 'left' },
  values: [
    { value: 'left', title: 'Left' },
    { value: 'right', title: 'Right' }
  ]
};
const metric = (own?: Record<string, number | string>) => ({
  ...{ name: 'm', title: 'M', ownSettings: [rounds, side] },
  settings: own ? { own } : {}
});

/** A typed value, or the fault in English. */
const read = (setting: OwnSetting, text: string) => {
  const reading = readOwnSetting(setting, text);
  return 'fault' in reading ? sayIn('en', reading.fault) : reading.value;
};

it('a typed value is a whole number in its range or one of the words, and nothing else', () => {
  expect(['1', ' 10 '].map((text) => read(rounds, text))).toEqual([1, 10]);
  for (const text of ['0', '11', '2.5', '-1', 'many', '1e1'])
    expect(read(rounds, text)).toBe('Write a whole number from 1 to 10 for rounds.');
  expect(read(side, 'right')).toBe('right');
  expect(read(side, 'Right')).toBe('Choose one of left, right for side.');
});

it('the usual value and an empty one are not recorded, faults are named, other names are left alone', () => {
  expect(typedOwnSettings(metric(), { rounds: '3', side: '' })).toEqual({ own: {}, faults: [] });
  const { own, faults } = typedOwnSettings(metric(), { rounds: '5', side: 'up', other: '1' });
  expect(own).toEqual({ rounds: 5 });
  expect(faults.map(({ name, fault }) => [name, sayIn('en', fault)])).toEqual([
    ['side', 'Choose one of left, right for side.']
  ]);
  expect(typedOwnSettings({}, { rounds: '5' })).toEqual({ own: {}, faults: [] });
});

it('a run has what it recorded, else the usual; metrics of one suite share a setting', () => {
  expect([ownSettingOf(metric(), 'rounds'), ownSettingOf(metric({ rounds: 5 }), 'rounds')]).toEqual([3, 5]);
  expect(() => ownSettingOf(metric(), 'pace')).toThrow('the metric m has no setting pace');
  expect(ownSettingsIn([metric(), metric(), { title: 'N' }]).map(({ name, metrics }) => [name, metrics])).toEqual([
    ['rounds', ['M', 'M']],
    ['side', ['M', 'M']]
  ]);
});
