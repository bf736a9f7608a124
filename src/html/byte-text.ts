/** Bytes made text by what the platform has: the same everywhere, but what is fastest under Node is nowhere else. */
export interface ByteText {
  isAscii(bytes: Uint8Array): boolean;
  isUtf8(bytes: Uint8Array): boolean;
  /** Bytes from 0x80 to 0x9F as control characters, or as the letters of Windows-1252. */
  latin1(bytes: Uint8Array): string;
  /** A broken sequence becomes U+FFFD; a byte order mark stays. */
  utf8(bytes: Uint8Array): string;
  /** Halves of surrogate pairs stay as they are; an odd last byte is left out. */
  utf16le(bytes: Uint8Array): string;
}

/** By what every platform has. */
export const PORTABLE_BYTE_TEXT: ByteText = {
  isAscii(bytes) {
    for (let i = 0; i < bytes.length; i++) if (bytes[i]! >= 0x80) return false;
    return true;
  },
  isUtf8(bytes) {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      return true;
    } catch {
      return false;
    }
  },
  latin1: (bytes) => new TextDecoder('windows-1252').decode(bytes),
  utf8: (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  utf16le(bytes) {
    let text = '';
    for (let from = 0; from + 1 < bytes.length; from += 2 * AT_ONCE) {
      const units: number[] = [];
      const to = Math.min(bytes.length - 1, from + 2 * AT_ONCE);
      for (let i = from; i < to; i += 2) units.push(bytes[i]! | (bytes[i + 1]! << 8));
      text += String.fromCharCode(...units);
    }
    return text;
  },
};

/** Arguments of one call: engines have a limit. */
const AT_ONCE = 4_096;
