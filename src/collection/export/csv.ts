/** The columns of an export as CSV. */
import { CSV_BEGIN, type CsvForm, csvLine as lineOf } from '../../formats/index.ts';
import { type Cell, type Column, type ColumnType, dayText, timeText } from './columns.ts';

/** Days and moments as people write them; all else as it is. */
function written(value: Cell, type: ColumnType): Cell {
  if (typeof value !== 'number' || !Number.isFinite(value)) return value;
  return type === 'day' ? dayText(value) : type === 'time' ? timeText(value) : value;
}

export function csvHead<Row>(columns: readonly Column<Row>[], form: CsvForm = 'plain'): string {
  return (
    CSV_BEGIN[form] +
    lineOf(
      columns.map(({ name }) => name),
      form,
    )
  );
}

export function csvLine<Row>(columns: readonly Column<Row>[], row: Row, form: CsvForm = 'plain'): string {
  return lineOf(
    columns.map(({ type, cell }) => written(cell(row), type)),
    form,
  );
}
