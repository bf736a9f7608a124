/**
 * The text file that some producers pack with a shapefile under the same name: `* Título: …` lines and a list of columns. A README
 * is read by the same rules, and gives at least its licence.
 */
import { fold } from '../../text/index.ts';
import { decodeUndeclared } from './code-pages.ts';
import type { FileMetadata } from './metadata-xml.ts';

export interface SidecarText {
  readonly group: string | null;
  readonly title: string | null;
  readonly description: string | null;
  /** As written: `2000.2`. */
  readonly revision: string | null;
  /** ISO 8601. */
  readonly updated: string | null;
  readonly source: string | null;
  readonly content: string | null;
  readonly licence: string | null;
  readonly columns: ReadonlyMap<string, string>;
}

const KEYS: Readonly<Record<string, keyof Omit<SidecarText, 'columns'>>> = {
  grupo: 'group',
  group: 'group',
  titulo: 'title',
  title: 'title',
  descricao: 'description',
  description: 'description',
  resumo: 'description',
  abstract: 'description',
  'ano/revisao': 'revision',
  'year/revision': 'revision',
  revisao: 'revision',
  'data de atualizacao': 'updated',
  'data da atualizacao': 'updated',
  'last update': 'updated',
  updated: 'updated',
  fonte: 'source',
  source: 'source',
  conteudo: 'content',
  content: 'content',
  licenca: 'licence',
  licence: 'licence',
  license: 'licence',
};

const LONGEST = 1 << 20;
const LICENCE =
  /\b(CC[ -]?0|CC[ -]BY(?:[ -](?:SA|NC|ND))*(?:[ -]\d(?:\.\d)?)?|Creative Commons[^\n.]{0,60}|ODbL|ODC[ -]BY|Open Data Commons[^\n.]{0,40}|dom[íi]nio p[úu]blico|public domain)/i;

/** `21/06/2005` → `2005-06-21`. */
function isoDate(text: string): string | null {
  const day = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})/.exec(text);
  if (day !== null) return `${day[3]}-${day[2]!.padStart(2, '0')}-${day[1]!.padStart(2, '0')}`;
  return /^\d{4}(?:-\d{2}(?:-\d{2})?)?/.exec(text)?.[0] ?? null;
}

export function parseSidecarText(bytes: Uint8Array): SidecarText {
  const text = decodeUndeclared(bytes.subarray(0, LONGEST)).replace(/^\ufeff/, '');
  const found: Partial<Record<keyof Omit<SidecarText, 'columns'>, string>> = {};
  const columns = new Map<string, string>();
  let inColumns = false;
  for (const line of text.split(/\r\n|\r|\n/).slice(0, 20_000)) {
    // Rules close a list of columns and mean nothing else: what stands after them only looks like one.
    if (/^\s*(?:={3,}|-{3,}|_{3,})\s*$/.test(line)) {
      inColumns = false;
      continue;
    }
    if (/^\*{3,}\s*\S.*\.dbf\s*\*{3,}\s*$/i.test(line)) {
      inColumns = true;
      continue;
    }
    const pair =
      /^\*\s*([^:*]{1,60}?)\s*:\s*(.*)$/.exec(line) ?? /^([A-Za-zÀ-ÿ/ ]{3,40}?)\s*:\s+(\S.*)$/.exec(line);
    const key = pair === null ? undefined : KEYS[fold(pair[1]!).trim()];
    if (key !== undefined) {
      inColumns = false;
      const value = pair![2]!.trim();
      if (value !== '') found[key] ??= value.slice(0, 2000);
      continue;
    }
    const column = inColumns ? /^([A-Z0-9_]{1,10})\s+-\s*(.*)$/.exec(line) : null;
    if (column !== null && columns.size < 2000) columns.set(column[1]!, column[2]!.trim().slice(0, 500));
  }
  return {
    group: found.group ?? null,
    title: found.title ?? null,
    description: found.description ?? null,
    revision: found.revision ?? null,
    updated: found.updated === undefined ? null : isoDate(found.updated),
    source: found.source ?? null,
    content: found.content ?? null,
    licence: found.licence ?? LICENCE.exec(text)?.[1]?.trim() ?? null,
    columns,
  };
}

export function metadataOfText(text: SidecarText): FileMetadata {
  return {
    standard: 'text',
    title: text.title,
    abstract: text.description,
    keywords: text.group === null ? [] : [text.group],
    licence: text.licence,
    box: null,
    temporal: null,
    updated: text.updated,
    revision: text.revision,
    source: text.source,
    columns: text.columns,
  };
}
