/** Parts of the list on `?`, in its order. */
export const keyGroups = ['answering', 'moving', 'reading', 'writing', 'help'] as const;

interface Keyed {
  /** As it is printed on the key. */
  key: string;
  group: (typeof keyGroups)[number];
}

/**
 * Actions with a key that people can change, each with its default key, in the order of the account page. An action has one key on all
 * pages, and no two actions share one.
 */
export const keyActions = {
  allKeys: { key: '?', group: 'help' },
  guideline: { key: 'H', group: 'help' },
  ask: { key: 'F', group: 'help' },
  accept: { key: 'A', group: 'answering' },
  decline: { key: 'D', group: 'answering' },
  cannotJudge: { key: 'C', group: 'answering' },
  points: { key: 'E', group: 'answering' },
  undo: { key: 'U', group: 'answering' },
  revise: { key: 'V', group: 'answering' },
  merge: { key: 'G', group: 'answering' },
  inDataset: { key: 'Y', group: 'answering' },
  note: { key: 'N', group: 'writing' },
  wording: { key: 'W', group: 'writing' },
  appendItem: { key: 'I', group: 'writing' },
  find: { key: '/', group: 'reading' },
  switchText: { key: 'S', group: 'reading' },
  nextPassage: { key: 'J', group: 'reading' },
  previousPassage: { key: 'K', group: 'reading' },
  likelyPassage: { key: 'L', group: 'reading' },
  markPassage: { key: 'M', group: 'reading' },
  pinPassage: { key: 'P', group: 'reading' },
  source: { key: 'R', group: 'reading' }
} as const satisfies Record<string, Keyed>;

export type KeyAction = keyof typeof keyActions;

/** Actions with fixed keys, by their part of the list: answers have the digits and letters of their page. */
export const fixedActions = {
  answer: 'answering',
  commit: 'answering',
  commitTyping: 'answering',
  choose: 'answering',
  items: 'moving',
  scroll: 'reading',
  leave: 'writing'
} as const satisfies Record<string, Keyed['group']>;

export type FixedAction = keyof typeof fixedActions;

/** A line of the list on `?`. */
export interface KeyHint {
  /** Says to which group of the list it belongs. */
  act: KeyAction | FixedAction;
  /** As they are printed; none if the person has removed the key. */
  keys: string[];
  does: string;
}

/** The person's key of each action, as it is printed; empty if an action has none. */
export type PageKeys = Readonly<Record<KeyAction, string>>;

export const keyActionNames = Object.keys(keyActions) as KeyAction[];

interface WorkPage {
  actions: readonly KeyAction[];
  /** Every key that may answer on the page, in lower case. */
  answers: string;
}

const digits = '0123456789';
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** The pages that answer to keys, each with its actions (`allKeys` is on all of them) and the keys of its answers. */
export const keyedPages = {
  judging: {
    actions: [
      'guideline', 'ask', 'cannotJudge', 'points', 'undo', 'note', 'find', 'switchText', 'nextPassage', 'previousPassage',
      'likelyPassage', 'markPassage', 'pinPassage', 'source'
    ], // prettier-ignore
    answers: `${digits}abtx`
  },
  reveal: { actions: ['guideline', 'note', 'find', 'revise'], answers: `${digits}abtx` },
  rating: { actions: ['guideline', 'ask', 'undo', 'note', 'wording', 'appendItem'], answers: digits },
  review: { actions: ['guideline', 'accept', 'decline', 'undo', 'note', 'wording'], answers: digits },
  adjudication: { actions: ['guideline', 'merge', 'inDataset', 'note', 'wording'], answers: digits },
  label: { actions: ['note', 'find'], answers: `${digits}abtx` },
  spotCheck: { actions: ['note'], answers: `${digits}abtx` },
  screening: { actions: ['accept', 'note'], answers: digits },
  making: { actions: ['accept', 'decline', 'wording'], answers: '' },
  questions: { actions: ['decline', 'note', 'wording'], answers: '' },
  comparing: { actions: ['undo'], answers: 'ab' },
  coding: { actions: [], answers: `${digits}${letters}-` },
  ablation: { actions: [], answers: `1234${letters}` }
} as const satisfies Record<string, WorkPage>;

export type KeyedPage = keyof typeof keyedPages;

export type ActionOf<Page extends KeyedPage> = (typeof keyedPages)[Page]['actions'][number];

/** Functions of keys: one for each of these actions, and others for fixed keys, such as arrows. */
export type KeyActs<Action extends KeyAction, Given extends readonly unknown[] = []> = Record<
  Action,
  (...given: Given) => unknown
> &
  Record<string, (...given: Given) => unknown>;
