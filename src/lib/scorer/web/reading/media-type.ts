type Format = 'html' | 'pdf' | 'text';

interface MediaType {
  /** In lower case without parameters; empty if the server names none. */
  type: string;
  charset: string | null;
}

export const mediaType = (header: string | undefined): MediaType => {
  const [type = '', ...parameters] = (header ?? '').split(';');
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?\s*([^\s";]+)/i.exec(one)?.[1]).find(Boolean);
  return { type: type.trim().toLowerCase(), charset: charset ?? null };
};

const opening = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');

const isText = (type: string): boolean =>
  /^text\//.test(type) ||
  /[/+](json|xml)$/.test(type) ||
  /^application\/(json5|x-ndjson|jsonl|jsonlines|markdown|x-markdown|yaml|x-yaml|x-tex|x-latex|x-bibtex)$/.test(type);

/** How a body is to be read, by its named type and its first bytes; null if it holds no text that we can read. */
export const formatOf = (type: string, bytes: Uint8Array): Format | null => {
  const start = opening(bytes);
  if (/^\s{0,16}%PDF-/.test(start)) return 'pdf';
  const unnamed = type === '' || type === 'application/octet-stream' || type === 'binary/octet-stream';
  const html = /^(?:\xef\xbb\xbf)?\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html[\s>])/is.test(start);
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if ((unnamed || type === 'text/plain') && html) return 'html';
  // A text has no NUL, but for UTF-16, which begins with its mark.
  const binary = start.includes('\0') && !/^(?:\xff\xfe|\xfe\xff)/.test(start);
  return isText(type) && !binary ? 'text' : null;
};
