/** The tables of a study in words: for the terminal, and as cells for the page. */
import { formatFixed, type Language } from '../../words/index.ts';
import type { TextStyle } from '../text-columns.ts';
import { rowLabel, type SayStudy, type StudyMessageKey, sayStudyIn } from './say-study.ts';
import type { ColumnName, StudyTable } from './study-tables.ts';
import type { TimeStudyResult } from './time-study.ts';

const PLAIN: TextStyle = { heading: (text) => text, faint: (text) => text };

function cellText(value: number | null, column: ColumnName, language: Language): string {
  if (value === null) return '–';
  if (column === 'share' || column === 'expressionShare') return formatFixed(value * 100, language, 2);
  return formatFixed(value, language, column === 'mean' ? 2 : 0);
}

export interface TableInWords {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly note: string;
}

export function tableInWords(
  table: StudyTable,
  language: Language,
  say: SayStudy = sayStudyIn(language),
): TableInWords {
  return {
    title: say(`table-${table.number}` as StudyMessageKey),
    header: ['', ...table.columns.map((column) => say(column))],
    rows: table.rows.map(({ name, values }) => [
      rowLabel(say, name),
      ...values.map((value, i) => cellText(value, table.columns[i]!, language)),
    ]),
    note: table.base === null ? '' : say('base', { count: cellText(table.base, 'documents', language) }),
  };
}

const PROFILES: Readonly<Record<string, StudyMessageKey>> = {
  modern: 'profile-modern',
  thesis: 'profile-thesis',
};

/** One that was handed to the library is itself. */
function profileInWords(say: SayStudy, profile: string): string {
  return Object.hasOwn(PROFILES, profile) ? say(PROFILES[profile]!) : `${profile}.`;
}

/** What the study was made of, in sentences. */
export function studyNotes(study: TimeStudyResult, language: Language): string[] {
  const say = sayStudyIn(language);
  const count = (value: number): string => cellText(value, 'documents', language);
  const { documents, unique, analysed, otherLanguage } = study.collection;
  const notes = [
    say('about', {
      documents: count(documents),
      unique: count(unique),
      analysed: count(analysed),
      profile: profileInWords(say, study.profile),
    }),
  ];
  if (otherLanguage > 0) notes.push(say('otherLanguage', { count: count(otherLanguage) }));
  if (study.links.sampledOneIn > 1) notes.push(say('sampled', { count: count(study.links.sampledOneIn) }));
  return notes;
}

/** The whole study for a terminal. */
export function studyText(study: TimeStudyResult, language: Language, style: TextStyle = PLAIN): string {
  const say = sayStudyIn(language);
  const lines: string[] = [
    style.heading(say('title')),
    ...studyNotes(study, language).map((note) => `  ${note}`),
    '',
  ];
  for (const table of study.tables) {
    const { title, header, rows, note } = tableInWords(table, language, say);
    const widths = header.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]!.length)));
    const line = (cells: readonly string[]): string =>
      `  ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')}`.trimEnd();
    lines.push(style.heading(title), style.faint(line(header)), ...rows.map(line));
    if (note !== '') lines.push(style.faint(`  ${note}`));
    lines.push('');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
