/** Whether a language is written from right to left. Apart from `language-of.ts`: a page of a report needs no more script than this. */
export const isRightToLeft = (language: string): boolean => /^(?:ar|fa|he|ur)\b/.test(language);
