/** Something that is due for a lead. */
export interface Attention {
  /** One word for it, as the badge before it says: `changed`, `ends`, `re-opened`. */
  kind: string;
  /** The fact, as a sentence without a full stop. */
  fact: string;
  /** Why it matters, or what follows from it. */
  reason: string;
  /** Metric whose adopted judges it is about; absent if it is about something else. */
  metric?: string;
  /** Where to act: `href` follows the address of the project. */
  action: { label: string; href: string };
}
