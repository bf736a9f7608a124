/** Parquet with the types that columns have, a row group at a time: memory holds one group, however long the table. */
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { WholeFile } from '../../files/index.ts';
import type { Cell, Column, ColumnType } from './columns.ts';
import type { Batches } from './selection.ts';

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

function stored(value: Cell, type: ColumnType): unknown {
  if (value === null) return null;
  switch (type) {
    case 'integer':
    case 'time':
      return typeof value === 'number' && Number.isSafeInteger(Math.round(value))
        ? BigInt(Math.round(value))
        : null;
    case 'day':
      return typeof value === 'number' && Math.abs(value) < 2 ** 31 ? Math.round(value) : null;
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

export async function writeParquet<Row>(
  file: WholeFile,
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
    ...columns.map(
      ({ name, type }): SchemaElement => ({ ...ELEMENTS[type], name, repetition_type: 'OPTIONAL' }),
    ),
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
      columns.forEach(({ type, cell }, i) => {
        const value = stored(cell(row), type);
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
