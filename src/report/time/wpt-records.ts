/**
 * The record form of the WPT collections: a line of dashes, the address, the dashes again, `(name, value)` lines, an empty line, and the
 * text until the dashes of the next record. Read line by line; a record that is damaged costs no other.
 */
import { type CollectionDocument, paragraphBlocks, parseDay } from './collection-document.ts';

/** Text of one record that is kept; what is longer is no page. */
const LONGEST_TEXT = 16 << 20;
const MOST_FIELDS = 1000;

export interface WptRecord {
  readonly url: string;
  readonly fields: ReadonlyMap<string, string>;
  /** Lines of the text, the empty line that ends the fields not among them. */
  readonly lines: readonly string[];
}

const SEPARATOR = /^-{5,}\s*$/;
const ADDRESS = /^URL:\s?(.*)$/;

/** Reads records. A line of dashes that no `URL:` follows belongs to the text. */
export async function* readWptRecords(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<WptRecord, void, undefined> {
  type State = 'outside' | 'separator' | 'address' | 'fields' | 'text';
  let state: State = 'outside';
  let separator = '';
  let pending = '';
  let url = '';
  let fields = new Map<string, string>();
  let text: string[] = [];
  let size = 0;
  let open = false;
  const keep = (line: string): void => {
    size += line.length + 1;
    if (size <= LONGEST_TEXT) text.push(line);
  };
  for await (const line of lines) {
    // A record that was cut after its second line of dashes is followed by the next one at once.
    if (state === 'separator' || (state === 'fields' && fields.size === 0)) {
      const address = ADDRESS.exec(line);
      if (address) {
        if (open) yield { url, fields, lines: text };
        url = address[1]!.trim();
        fields = new Map();
        text = [];
        size = 0;
        open = true;
        state = 'address';
        continue;
      }
      if (state === 'separator') {
        // The dashes were a rule in the text.
        if (open) keep(pending);
        state = open ? 'text' : 'outside';
      }
    }
    if (state === 'address') {
      state = 'fields';
      if (line === separator) continue;
    }
    if (state === 'fields') {
      const field = /^\(([^,]*),(.*)\)\s*$/.exec(line);
      if (field) {
        // Values may hold commas: only the first parts name and value.
        if (fields.size < MOST_FIELDS) fields.set(field[1]!.trim(), field[2]!.trim());
        continue;
      }
      state = 'text';
      if (line.trim() === '') continue;
    }
    if (separator === '' ? SEPARATOR.test(line) : line === separator) {
      separator = line;
      pending = line;
      state = 'separator';
      continue;
    }
    if (state === 'text') keep(line);
  }
  if (open) yield { url, fields, lines: text };
}

const LANGUAGES: Readonly<Record<string, string>> = {
  portuguese: 'pt',
  english: 'en',
  spanish: 'es',
  french: 'fr',
  german: 'de',
  italian: 'it',
};

/** A record as a document. The empty line that ends the fields is its first paragraph, as in the XML form. */
export function documentOfRecord(record: WptRecord): CollectionDocument {
  const { fields } = record;
  const language = LANGUAGES[fields.get('language')?.toLowerCase() ?? ''];
  return {
    url: record.url === '' ? null : canonicalAddress(record.url),
    blocks: paragraphBlocks(['', ...record.lines]),
    created: parseDay(fields.get('Last-Modified') ?? ''),
    harvested: parseDay(fields.get('dataRec') ?? ''),
    ...(language === undefined ? {} : { language }),
  };
}

function canonicalAddress(address: string): string {
  return URL.canParse(address) ? new URL(address).href : address;
}
