/**
 * The one rule of what commands print: a table for a person at a terminal, lines of JSON in a pipe or a file. `--json` gives the lines to
 * anybody; TARRAFA_OUTPUT=table gives the table to a pipe too (`| less`), TARRAFA_OUTPUT=json the lines to a terminal.
 */
export function printsTable(json: boolean | undefined = false): boolean {
  if (json) return false;
  const { TARRAFA_OUTPUT: wish } = process.env;
  return wish === 'table' || (wish !== 'json' && process.stdout.isTTY === true);
}
