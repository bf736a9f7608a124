/**
 * A knowledge base as a file: things that are known, one a row, and their attributes. CSV with the attributes in its first line, or JSON Lines
 * of an object a line; also the tables that `tarrafa entities -o` writes, in either form.
 */
import { TarrafaError } from '../../errors.ts';
import { parseJson, readCsv } from '../../formats/index.ts';
import { reason, type Why } from '../../words/why.ts';

/** Attribute → value; an attribute with several values has several rows. */
export type KnownRow = Readonly<Record<string, string>>;

const LARGEST = 64 << 20;
const MOST_ROWS = 100_000;
const MOST_ATTRIBUTES = 200;
/** Where a table of ours says what a row comes from; no attributes. */
const OF_THE_ROW = new Set(['site', 'page']);
const BETWEEN_VALUES = ' | ';

/** `name`: of the file, for messages. Throws TRF_SELECTION_FILE. */
export function parseKnownTable(text: string, name: string): KnownRow[] {
  const wrong = (why: Why) => new TarrafaError('TRF_SELECTION_FILE', [name, why]);
  if (text.length > LARGEST) throw wrong(reason('file-too-large', { megabytes: LARGEST >> 20 }));
  const rows = text.trimStart().startsWith('{') ? rowsOfLines(text, wrong) : rowsOfCsv(text, wrong);
  const attributes = new Set(rows.flatMap((row) => Object.keys(row)));
  if (attributes.size === 0) throw wrong(reason('known-empty'));
  if (attributes.size > MOST_ATTRIBUTES) throw wrong(reason('known-too-wide', { most: MOST_ATTRIBUTES }));
  return rows;
}

type Wrong = (why: Why) => TarrafaError;

function rowsOfCsv(text: string, wrong: Wrong): KnownRow[] {
  const [head, ...lines] = readCsv(text);
  if (head === undefined || lines.length === 0) throw wrong(reason('known-empty'));
  const names = head.map((cell) => cell.trim());
  const twice = names.find((one, i) => one !== '' && names.indexOf(one) < i);
  if (twice !== undefined) throw wrong(reason('attribute-twice', { name: twice }));
  return lines
    .slice(0, MOST_ROWS)
    .flatMap((cells) =>
      rowsOf(names.map((attribute, i) => [attribute, (cells[i] ?? '').split(BETWEEN_VALUES)])),
    );
}

function rowsOfLines(text: string, wrong: Wrong): KnownRow[] {
  return text
    .split('\n')
    .slice(0, MOST_ROWS)
    .flatMap((line, i) => {
      if (line.trim() === '') return [];
      let value: unknown;
      try {
        value = parseJson(line);
      } catch {
        throw wrong(reason('known-line', { line: i + 1 }));
      }
      if (!isObject(value)) throw wrong(reason('known-line', { line: i + 1 }));
      return rowsOf(
        Object.entries(isObject(value.values) ? value.values : value).map(([a, v]) => [a, textsOf(v)]),
      );
    });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Texts and numbers; what else stands in a line says nothing about values of pages. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => (Array.isArray(each) ? [] : textsOf(each)));
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** The first values of all attributes together, then the further ones. */
function rowsOf(cells: readonly (readonly [attribute: string, values: readonly string[]])[]): KnownRow[] {
  const rows: Record<string, string>[] = [];
  for (const [attribute, values] of cells) {
    if (attribute === '' || OF_THE_ROW.has(attribute)) continue;
    values
      // An apostrophe that told spreadsheets that a cell is no formula is no part of the value.
      .map((value) => value.trim().replace(/^'(?=[=+\-@])/, ''))
      .filter((value) => value !== '')
      .forEach((value, i) => {
        rows[i] ??= Object.create(null) as Record<string, string>;
        rows[i][attribute] = value;
      });
  }
  return rows;
}
