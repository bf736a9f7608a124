/** Lines of a stream of bytes, each in UTF-8 or, when it is not that, in Windows-1252: old collections mix both. A line of absurd length is cut. */

const LONGEST_LINE = 1 << 20;

const STRICT = new TextDecoder('utf-8', { fatal: true });
const WESTERN = new TextDecoder('windows-1252');

function textOf(bytes: Uint8Array): string {
  const end = bytes.length > 0 && bytes[bytes.length - 1] === 13 ? bytes.length - 1 : bytes.length;
  const line = bytes.subarray(0, end);
  try {
    return STRICT.decode(line);
  } catch {
    return WESTERN.decode(line);
  }
}

export async function* byteLines(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  let rest: Uint8Array[] = [];
  let length = 0;
  const flush = (tail: Uint8Array): string => {
    const all = length === 0 ? tail : Buffer.concat([...rest, tail]);
    rest = [];
    length = 0;
    return textOf(all.length > LONGEST_LINE ? all.subarray(0, LONGEST_LINE) : all);
  };
  for await (const chunk of source) {
    let from = 0;
    for (let to = chunk.indexOf(10); to >= 0; to = chunk.indexOf(10, from)) {
      yield flush(chunk.subarray(from, to));
      from = to + 1;
    }
    if (from < chunk.length && length < LONGEST_LINE) {
      const piece = chunk.slice(from);
      rest.push(piece);
      length += piece.length;
    }
  }
  if (length > 0) yield flush(new Uint8Array(0));
}
