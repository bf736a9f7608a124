/** CSV as people and their spreadsheets write it: commas, semicolons or tabs, quotes, a byte-order mark, any ends of lines. */

/** What parts the cells: the one of these that the first line has most of, outside quotes. A first line with none is of one column, in which `1,60 m` is one value. */
const SEPARATORS = [',', ';', '\t'] as const;

function separatorOf(text: string): string | null {
  const count = new Map<string, number>();
  let quoted = false;
  for (const c of text.slice(0, 65_536)) {
    if (c === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (c === '\n' || c === '\r') break;
    else count.set(c, (count.get(c) ?? 0) + 1);
  }
  const best = SEPARATORS.reduce((most, one) =>
    (count.get(one) ?? 0) > (count.get(most) ?? 0) ? one : most,
  );
  return count.has(best) ? best : null;
}

/** The lines that are not empty, cell by cell. A quote that is never closed ends with the text. */
export function readCsv(text: string): string[][] {
  const source = text.replace(/^\ufeff/, '');
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let at = 0;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  while (at < source.length) {
    const c = source[at]!;
    if (c === '"' && cell === '') {
      for (at++; at < source.length; at++) {
        if (source[at] !== '"') cell += source[at];
        else if (source[at + 1] === '"') cell += source[at++];
        else break;
      }
      at++;
      // What follows a closing quote up to the next cell belongs to it.
      while (at < source.length && source[at] !== separator && source[at] !== '\n' && source[at] !== '\r')
        cell += source[at++];
      continue;
    }
    if (c === separator) endCell();
    else if (c === '\n' || c === '\r') {
      endRow();
      if (c === '\r' && source[at + 1] === '\n') at++;
    } else cell += c;
    at++;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}
