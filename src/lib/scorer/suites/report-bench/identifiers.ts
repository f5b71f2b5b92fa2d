/**
 * arXiv ids and DOIs in what people write: fields of bibliographies, addresses, references of reports. Nothing is looked up; an
 * id that is written with a space in it, or a DOI whose last characters a line break took, is not found.
 */

const NEW_ID = String.raw`\d{4}\.\d{4,5}`;
const OLD_ID = String.raw`[a-z-]+(?:\.[a-z]{2})?\/\d{7}`;

/** After the word arXiv or an address's `abs/` or `pdf/`; bare numbers of that form may be pages or years. */
const ARXIV = new RegExp(
  String.raw`(?:arxiv(?:\.org)?[^\sa-z0-9]{0,3}\s*(?:(?:abs|pdf|html)\/|preprint\s*)?(?:arxiv)?\s*[:./]*\s*|\b(?:abs|pdf)\/)(${NEW_ID}|${OLD_ID})(?:v\d+)?(?!\d)`,
  'i'
);
const BARE = new RegExp(String.raw`^(${NEW_ID}|${OLD_ID})(?:v\d+)?$`, 'i');
const DOI = /\b10\.\d{4,9}\/[^\s"<>{}\\]+/;

/** The first arXiv id of a text, without its version and in lower case; null if there is none. */
export const arxivIdIn = (text: string): string | null => ARXIV.exec(text)?.[1]?.toLowerCase() ?? null;

/** The arXiv id that a field made for it holds, also without the word arXiv. */
export const arxivIdOf = (field: string): string | null =>
  BARE.exec(field.trim())?.[1]?.toLowerCase() ?? arxivIdIn(field);

/**
 * The qid of a task made of a survey, and the name of its files without their ending: its arXiv id, with `_` for the slash of ids
 * of before April 2007, which neither of them may have.
 */
export const surveyName = (arxiv: string): string => arxiv.replaceAll('/', '_');

/** The first DOI of a text, as written but without the punctuation after it; null if there is none. */
export const doiIn = (text: string): string | null => {
  const found = DOI.exec(text)?.[0];
  if (found === undefined) return null;
  const plain = found.replace(/[.,;:'\])]+$/, '');
  const opened = plain.split('(').length - plain.split(')').length;
  return opened > 0 ? plain + ')'.repeat(found.slice(plain.length).startsWith(')') ? opened : 0) : plain;
};

/** One form of a DOI: DOIs are the same whatever the case of their letters. */
export const doiKey = (doi: string): string => (doiIn(doi) ?? doi.trim()).toLowerCase();
