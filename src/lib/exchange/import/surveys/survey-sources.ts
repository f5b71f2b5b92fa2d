import { sayingsOf } from '../../../messages/sayings.ts';
import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import { goldOfSource, type SourceGold } from '../../../scorer/suites/report-bench/surveys/gold-of-source.ts';
import type { PaperMetadata } from '../../../scorer/suites/report-bench/surveys/metadata.ts';
import { wholeOf, type FileContent } from '../../format/file-content.ts';
import { ProblemList } from '../../format/problem-list.ts';
import { isTar, readTar } from '../../format/tar.ts';
import { isHidden, openZip } from '../../format/zip.ts';

const say = sayingsOf('importProblems');

/** LaTeX sources as arXiv gives them: a gzipped tar, a gzipped single file, or, packed by people, a zip, a tar or files. */
export interface SourceFile {
  /** Path below the folder or archive that was named. */
  name: string;
  bytes: FileContent;
}

const MB = 1024 * 1024;
export interface SourceLimits {
  /** Bytes to which an archive may unpack, pictures included. */
  unpacked: number;
  /** Bytes of one .tex, .bib or .bbl, and of all. */
  text: number;
  texts: number;
}
const defaultLimits: SourceLimits = { unpacked: 300 * MB, text: 20 * MB, texts: 60 * MB };
const MOST_ENTRIES = 20_000;

const isText = (path: string): boolean => /\.(?:tex|ltx|latex|bib|bbl)$/i.test(path);

/** A text in UTF-8, or in the Windows encoding that older sources have. */
const decoded = (bytes: Uint8Array): string => new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);

/**
 * The arXiv id that a path names: of the file itself ("arXiv-2301.00001v2.tar.gz") or of a folder above it, the nearest first; null
 * if it names none.
 */
export function arxivIdOfPath(path: string): string | null {
  const steps = path.replaceAll('\\', '/').split('/').reverse();
  for (const [k, step] of steps.entries()) {
    const id = /(?<!\d)(\d{4}\.\d{4,5})(?:v\d+)?(?!\d)/.exec(step)?.[1];
    if (id !== undefined) return id;
    const old = OLD_NAME.exec(step)?.groups ?? OLD_NAME.exec(`${steps[k + 1] ?? ''}_${step}`)?.groups;
    if (old) return `${old['archive']!.toLowerCase()}/${old['number']!}`;
  }
  return null;
}

/** An id of before April 2007 without its slash, as files have it: "cs_0301001", "math.GT_0309136", "hep-th0101001v2". */
const OLD_NAME = /^(?:arxiv-)?(?<archive>[a-z]+(?:-[a-z]+)?)(?:\.[A-Z]{2})?[_-]?(?<number>\d{7})(?:v\d+)?(?!\d)/i;

/** Gold references of one survey from its files, or why there are none. Archives among the files are taken apart. */
export function readSurveySource(
  files: readonly SourceFile[],
  survey: Pick<PaperMetadata, 'arxiv' | 'title' | 'versions'>,
  limits = defaultLimits
): SourceGold | { reason: string } {
  const problems = new ProblemList();
  const texts = new Map<string, string>();
  let total = 0;
  for (const { path, bytes } of files.flatMap((file) => unpacked(file, limits.unpacked, problems))) {
    if (!isText(path) || isHidden(path)) continue;
    total += bytes.length;
    if (bytes.length > limits.text || total > limits.texts) {
      const limit = bytes.length > limits.text ? `${limits.text / MB} MB a file` : `${limits.texts / MB} MB in all`;
      return { reason: `${path}: the text is too long; at most ${limit} are allowed` };
    }
    texts.set(path, decoded(bytes));
  }
  const [problem] = problems.all;
  if (problem) return { reason: `${problem.column}: ${problem.reason}` };
  return goldOfSource(texts, survey);
}

const startsWith = (bytes: Uint8Array, ...head: number[]): boolean => head.every((byte, at) => bytes[at] === byte);

function unpacked(
  { name, bytes: content }: SourceFile,
  most: number,
  problems: ProblemList
): { path: string; bytes: Uint8Array }[] {
  const bytes = wholeOf(content);
  if (startsWith(bytes, 0x1f, 0x8b)) {
    let plain: Uint8Array;
    try {
      plain = gunzipSync(bytes, { maxOutputLength: most });
    } catch {
      problems.add(null, name, say('sourceUnpacked', { most: most / MB }));
      return [];
    }
    if (isTar(plain)) return readTar(plain, MOST_ENTRIES, problems);
    // A submission of one file comes without its name.
    const single = name.replace(/\.gz$/i, '');
    return unpacked({ name: isText(single) ? single : `${single}.tex`, bytes: plain }, most, problems);
  }
  if (startsWith(bytes, 0x50, 0x4b)) {
    const limits = { entries: MOST_ENTRIES, bytesPerFile: most, bytesInAll: most };
    return openZip(bytes, limits, problems)
      .filter(({ path }) => isText(path))
      .map((entry) => ({ path: entry.path, bytes: entry.read() ?? new Uint8Array() }));
  }
  if (isTar(bytes)) return readTar(bytes, MOST_ENTRIES, problems);
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) {
    problems.add(null, name, say('sourcePdf'));
    return [];
  }
  return [{ path: name.replaceAll('\\', '/'), bytes }];
}
