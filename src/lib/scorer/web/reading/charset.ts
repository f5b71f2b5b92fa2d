/** Bytes in which a page may name its own character set. */
const HEAD = 4096;

const decoder = (label: string | null, fatal: boolean): TextDecoder | null => {
  if (label === null) return null;
  try {
    return new TextDecoder(label, { fatal });
  } catch {
    return null;
  }
};

/** Charset that a page declares: `<meta charset>`, `http-equiv` or an XML declaration. */
const declaredInside = (bytes: Uint8Array): string | null => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD)).toString('latin1');
  const found =
    /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w:.-]+)/i.exec(head)?.[1] ??
    null;
  // Read as bytes, so it cannot be what such a declaration claims (HTML standard).
  return found !== null && /^utf-?16/i.test(found) ? 'utf-8' : found;
};

const byteOrderMark = (bytes: Uint8Array): string | null => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
};

/**
 * Bytes as text: a byte order mark decides, then the header, then what the page says of itself, then UTF-8 if it is
 * valid, else windows-1252. A label that is unknown, or that the bytes contradict, gives way to the next.
 */
export const decode = (bytes: Uint8Array, header: string | null): string => {
  const mark = byteOrderMark(bytes);
  const labels = mark === null ? [header, declaredInside(bytes), 'utf-8', 'windows-1252'] : [mark];
  for (const label of labels) {
    try {
      const text = decoder(label, true)?.decode(bytes);
      if (text !== undefined) return text;
    } catch {
      // The bytes are not in that character set.
    }
  }
  const first = labels.map((label) => decoder(label, false)).find((found) => found !== null);
  return (first ?? new TextDecoder()).decode(bytes);
};
