/** A form in which people write material of a suite. What it holds leaves it as JSON in a hidden field `content`. */
export interface MaterialFormProps {
  content: unknown;
  /** Choices of its fields, by the field. */
  choices: Readonly<Record<string, readonly { value: string; label: string }[]>>;
}
