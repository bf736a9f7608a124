/**
 * The two forms in which archives write a moment: `WARC-Date` (RFC 3339) and the 14-digit key of indexes and replay addresses.
 */

const FIRST = Date.UTC(0, 0, 1);
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A moment in ms as `WARC-Date`, with milliseconds as WARC 1.1 allows; a clock gone mad is held within the years 1900–9999. */
export function warcDate(at: number): string {
  const held = Number.isFinite(at) ? Math.min(Math.max(at, FIRST), LAST) : 0;
  return new Date(held).toISOString();
}

/** The 14 digits of a moment in ms. */
export function timestamp14(at: number): string {
  const iso = warcDate(at);
  return (
    iso.slice(0, 4) +
    iso.slice(5, 7) +
    iso.slice(8, 10) +
    iso.slice(11, 13) +
    iso.slice(14, 16) +
    iso.slice(17, 19)
  );
}

/** Reads `WARC-Date` in any of the precisions of WARC 1.0 and 1.1 (a year alone up to nanoseconds); null when it is none of them. */
export function parseWarcDate(text: string | null): number | null {
  if (text === null || text.length > 40) return null;
  const m =
    /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:Z|\+00:00)?)?)?)?$/.exec(
      text.trim(),
    );
  if (m === null) return parseTimestamp14(text.trim());
  const at = Date.UTC(
    Number(m[1]),
    Number(m[2] ?? 1) - 1,
    Number(m[3] ?? 1),
    Number(m[4] ?? 0),
    Number(m[5] ?? 0),
    Number(m[6] ?? 0),
    Number((m[7] ?? '0').padEnd(3, '0').slice(0, 3)),
  );
  return Number.isNaN(at) ? null : at;
}

/** Reads 4 to 17 digits (a prefix of a timestamp counts from its beginning); null when it is not one. */
export function parseTimestamp14(text: string): number | null {
  if (!/^\d{4,17}$/.test(text)) return null;
  const d = text.padEnd(17, '0');
  const month = text.length < 6 ? 1 : Number(d.slice(4, 6));
  const day = text.length < 8 ? 1 : Number(d.slice(6, 8));
  const at = Date.UTC(
    Number(d.slice(0, 4)),
    month - 1,
    day,
    Number(d.slice(8, 10)),
    Number(d.slice(10, 12)),
    Number(d.slice(12, 14)),
    Number(d.slice(14, 17)),
  );
  return Number.isNaN(at) ? null : at;
}
