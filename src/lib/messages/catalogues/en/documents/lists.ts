/** Lists of values in cells and facts of documents, part after part: `A, B` and `A; B`. */
export default {
  documentLists: {
    comma: '{before}, {next}',
    semicolon: '{before}; {next}'
  }
} as const;
