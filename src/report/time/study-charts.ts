/** The plots of a study: decades of the content, creation dates, granularity, and where expressions, segments and links stand. */

import type { Language } from '../../words/index.ts';
import type { BarChart, Chart, ColumnChart } from '../chart.ts';
import { quantitiesIn } from '../quantities.ts';
import { rowLabel, type StudyMessageKey, sayStudyIn } from './say-study.ts';
import type { StudyTable } from './study-tables.ts';
import type { TimeStudyResult } from './time-study.ts';

export function studyCharts(study: TimeStudyResult, language: Language): Chart[] {
  const say = sayStudyIn(language);
  const { count } = quantitiesIn(language);
  const tables = new Map(study.tables.map((table) => [table.number, table]));
  const points = (table: StudyTable, column: number): { label: string; value: number }[] =>
    table.rows.map(({ name, values }) => ({ label: rowLabel(say, name), value: values[column] ?? 0 }));
  const texts = (
    name: string,
    table: StudyTable,
    list: readonly { label: string; value: number }[],
  ): Pick<Chart, 'name' | 'title' | 'description' | 'empty'> => {
    const title = say(`table-${table.number}` as StudyMessageKey);
    const top = list.reduce((most, point) => (point.value > most.value ? point : most), {
      label: '–',
      value: 0,
    });
    const base = count(list.reduce((sum, { value }) => sum + value, 0));
    return {
      name,
      title,
      description: say('chartDescription', { title, base, greatest: count(top.value), label: top.label }),
      empty: say('nothing'),
    };
  };
  const columns = (
    name: string,
    number: string,
    x: StudyMessageKey,
    y: StudyMessageKey,
    column = 0,
  ): ColumnChart => {
    const table = tables.get(number)!;
    const list = points(table, column);
    return {
      kind: 'columns',
      ...texts(name, table, list),
      x: { label: say(x) },
      y: { label: say(y), format: count },
      columns: list,
    };
  };
  const granularity = tables.get('6.8')!;
  const parts = points(granularity, 0);
  const bars: BarChart = {
    kind: 'bars',
    ...texts('granularity', granularity, parts),
    format: count,
    bars: parts,
  };
  return [
    columns('content-time', '6.15', 'period', 'documents'),
    columns('creation-dates', '6.16', 'period', 'documents'),
    bars,
    columns('expressions-per-document', '6.6', 'number', 'documents'),
    columns('expression-quartiles', '6.7', 'quartiles', 'expressions', 2),
    columns('segment-quartiles', '6.10', 'quartiles', 'segments'),
    columns('link-quartiles', '6.14', 'quartiles', 'links'),
  ];
}
