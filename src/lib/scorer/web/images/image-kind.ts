/** Raster images that browsers show; SVG is a document, which can hold scripts and load things. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif';

interface ImageKind {
  type: ImageType;
  /** In pixels, as its first bytes say. */
  width: number;
  height: number;
}

const has = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));
const fits = (bytes: Buffer, length: number): boolean => bytes.length >= length;

const SIZE: Record<ImageType, (bytes: Buffer) => { width: number; height: number } | null> = {
  'image/png': (bytes) =>
    fits(bytes, 24) && has(bytes, 12, 'IHDR')
      ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
      : null,
  'image/gif': (bytes) => (fits(bytes, 10) ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) } : null),
  'image/jpeg': sizeOfJpeg,
  'image/webp': sizeOfWebp,
  'image/avif': sizeOfAvif
};

/** Type of an image by its first bytes, whatever its server calls it. */
function typeOf(bytes: Buffer): ImageType | null {
  if (has(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (has(bytes, 0, 'GIF87a') || has(bytes, 0, 'GIF89a')) return 'image/gif';
  if (has(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg';
  if (has(bytes, 0, 'RIFF') && has(bytes, 8, 'WEBP')) return 'image/webp';
  return has(bytes, 4, 'ftyp') && /^(?:avif|avis)/.test(bytes.toString('latin1', 8, 12)) ? 'image/avif' : null;
}

/** Kind of an image by its content; null for everything else, also for an image that does not say its size. */
export function imageKind(bytes: Buffer): ImageKind | null {
  const type = typeOf(bytes);
  const size = type && SIZE[type](bytes);
  return size && size.width > 0 && size.height > 0 ? { type, ...size } : null;
}

/** Segments are walked to the frame header; what is compressed is never read. */
function sizeOfJpeg(bytes: Buffer): { width: number; height: number } | null {
  let at = 2;
  while (fits(bytes, at + 9) && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    if (marker === 0xff) at += 1;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function sizeOfWebp(bytes: Buffer): { width: number; height: number } | null {
  if (!fits(bytes, 30)) return null;
  const chunk = bytes.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (chunk !== 'VP8L') return null;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** The largest size that its properties name: thumbnails and tiles have their own sizes. */
function sizeOfAvif(bytes: Buffer): { width: number; height: number } | null {
  const head = bytes.subarray(0, 65_536);
  let [width, height] = [0, 0];
  for (let at = head.indexOf('ispe'); at >= 0 && fits(head, at + 16); at = head.indexOf('ispe', at + 4)) {
    width = Math.max(width, head.readUInt32BE(at + 8));
    height = Math.max(height, head.readUInt32BE(at + 12));
  }
  return { width, height };
}
