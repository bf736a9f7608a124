/** Very many short texts as bytes, up to a limit: they are put together a piece at a time, so that few of them are held at once. */

/** Letters of a piece. */
const PIECE = 1 << 16;

/** Null when the parts are more bytes than `most`; what comes after is then not asked for. */
export function writtenParts(
  parts: Iterable<string>,
  encoding: 'latin1' | 'utf8',
  most: number,
): Buffer | null {
  const pieces: Buffer[] = [];
  let length = 0;
  let waiting: string[] = [];
  let letters = 0;
  const write = () => {
    const piece = Buffer.from(waiting.join(''), encoding);
    pieces.push(piece);
    length += piece.length;
    waiting = [];
    letters = 0;
  };
  for (const part of parts) {
    waiting.push(part);
    letters += part.length;
    if (letters < PIECE) continue;
    write();
    if (length > most) return null;
  }
  write();
  return length > most ? null : Buffer.concat(pieces, length);
}
