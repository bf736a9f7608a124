/** Parquet with the types that columns have, a row group at a time: memory holds one group, however long the table. */
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Cell, Column, ColumnType, ListOfCells } from './columns.ts';
import type { Batches } from './selection.ts';
import type { Sink } from './sink.ts';

const GROUP_ROWS = 20_000;
/** Characters of texts in one group. */
const GROUP_CHARS = 16 << 20;

const ELEMENTS: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  real: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  day: { type: 'INT32', converted_type: 'DATE' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

const MS_PER_DAY = 86_400_000;
/** The years 1 to 9999, ms: one date before or behind them, and programs that know no other refuse the file. */
const FIRST_TIME = Date.parse('0001-01-01T00:00:00Z');
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

function isReadable(time: number): boolean {
  return time >= FIRST_TIME && time <= LAST_TIME;
}

function stored(value: Cell, type: ColumnType): unknown {
  if (value === null) return null;
  switch (type) {
    case 'integer':
      return typeof value === 'number' && Number.isSafeInteger(Math.round(value))
        ? BigInt(Math.round(value))
        : null;
    case 'time':
      return typeof value === 'number' && isReadable(value) ? BigInt(Math.round(value)) : null;
    case 'day':
      return typeof value === 'number' && isReadable(value * MS_PER_DAY) ? Math.round(value) : null;
    case 'real':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return value === true;
    case 'text':
      // A lone half of a surrogate pair is no text in UTF-8.
      return String(value).replace(
        /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
        '\ufffd',
      );
  }
}

/** The elements of a column: one, or for a list the three levels that its specification wants, with the fields of what is in it. */
function elementsOf<Row>({ name, type, list }: Column<Row>): SchemaElement[] {
  if (list === undefined) return [{ ...ELEMENTS[type], name, repetition_type: 'OPTIONAL' }];
  return [
    { name, repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', num_children: list.fields.length },
    ...list.fields.map(
      (field): SchemaElement => ({ ...ELEMENTS[field.type], name: field.name, repetition_type: 'OPTIONAL' }),
    ),
  ];
}

function storedList<Row>({ fields, items }: ListOfCells<Row>, row: Row): object[] {
  return items(row).map((cells) =>
    Object.fromEntries(fields.map(({ name, type }, i) => [name, stored(cells[i] ?? null, type)])),
  );
}

export async function writeParquet<Row>(
  file: Sink,
  columns: readonly Column<Row>[],
  rows: Batches<Row>,
  onRow: () => void,
): Promise<void> {
  const bytes = new ByteWriter();
  const take = async (): Promise<void> => {
    const piece = new Uint8Array(bytes.buffer.slice(0, bytes.index));
    bytes.index = 0;
    await file.write(piece);
  };
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.flatMap(elementsOf),
  ];
  const writer = new ParquetWriter({ writer: bytes, schema });
  let group: unknown[][] = columns.map(() => []);
  let count = 0;
  let chars = 0;
  const flush = async (): Promise<void> => {
    if (count === 0) return;
    await writer.write({
      columnData: columns.map(({ name }, i) => ({ name, data: group[i]! })),
      rowGroupSize: count,
    });
    await take();
    group = columns.map(() => []);
    count = 0;
    chars = 0;
  };
  for await (const batch of rows)
    for (const row of batch) {
      columns.forEach(({ type, cell, list }, i) => {
        const value = list === undefined ? stored(cell(row), type) : storedList(list, row);
        if (typeof value === 'string') chars += value.length;
        group[i]!.push(value);
      });
      count++;
      onRow();
      if (count >= GROUP_ROWS || chars >= GROUP_CHARS) await flush();
    }
  await flush();
  await writer.finish();
  await take();
}
