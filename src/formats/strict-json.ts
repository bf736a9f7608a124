/** JSON of strangers, parsed by the platform. That builds something for every bracket: 60 MB of `[` take it 2.7 GB, so their depth is looked at first. */

const DEEPEST = 512;
/** Shorter texts cannot nest so much that it costs. */
const SHORT = 65_536;

/** As `JSON.parse`, which it is; a text of more than 512 levels is refused with a SyntaxError before anything is built. */
export function parseJson(text: string): unknown {
  if (text.length > SHORT && isTooDeep(text))
    throw new SyntaxError(`more than ${DEEPEST} levels of brackets`);
  return JSON.parse(text);
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) {
      i = endOfString(text, i + 1);
    } else if (c === 0x5b || c === 0x7b) {
      if (++depth > DEEPEST) return true;
    } else if (c === 0x5d || c === 0x7d) depth--;
  }
  return false;
}

/** Where the string that begins at `from` has its closing quote. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
