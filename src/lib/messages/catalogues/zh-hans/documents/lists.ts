export default {
  documentLists: {
    comma: '{before}、{next}',
    semicolon: '{before}；{next}'
  }
} as const;
