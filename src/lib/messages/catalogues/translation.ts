/** The same messages in another language: of a catalogue, or of one room. */
export type Translation<English> = {
  readonly [Section in keyof English]: { readonly [Key in keyof English[Section]]: string };
};
