/**
 * Verifies archives: gzip members and their checksums, lengths, digests, required fields, ids used twice, requests without their
 * response, and the index of a folder against its records, both ways. Every finding has the file and the byte offset of the record.
 */
import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type Reason, reason, type Why, whyForPrograms } from '../words/why.ts';
import { archivePaths } from './archive.ts';
import { type IndexFinding, WantedLines } from './check-index.ts';
import { type ProblemCode, type RangedBytes, readWarc } from './reader.ts';
import type { WarcRecord } from './record.ts';
import { parseWarcDate } from './timestamp.ts';

export interface CheckFinding {
  readonly file: string;
  readonly offset: number;
  /** An error means that something is lost or wrong; a warning, that a tool may stumble; an orphan is whole, and counts for nobody. */
  readonly severity: 'error' | 'warning' | 'orphan';
  readonly code:
    | ProblemCode
    | 'field-missing'
    | 'field-invalid'
    | 'block-digest'
    | 'payload-digest'
    | 'duplicate-id'
    | 'concurrent-missing'
    | 'no-warcinfo'
    | 'orphan'
    | IndexFinding['code']
    | 'http';
  /** In English, for programs and logs. */
  readonly message: string;
  /** The same, for people of every language. */
  readonly why: Why;
}

export interface CheckResult {
  readonly files: number;
  readonly records: number;
  /** Records by type. */
  readonly types: Readonly<Record<string, number>>;
  readonly digests: number;
  /** Lines of indexes that were compared with their records. */
  readonly indexed: number;
  readonly errors: number;
  readonly warnings: number;
  readonly orphans: number;
  /** False when there were more record ids than are remembered, so that later duplicates went unseen. */
  readonly idsComplete: boolean;
}

const REMEMBERED_IDS = 4_000_000;
const REQUIRED = ['WARC-Type', 'WARC-Record-ID', 'WARC-Date', 'Content-Length'];
const KNOWN_TYPES = new Set([
  'warcinfo',
  'response',
  'resource',
  'request',
  'metadata',
  'revisit',
  'conversion',
  'continuation',
]);

/** Archives as a person names them: files, folders of them, folders of crawls. Folders are checked with their index. */
export function checkArchives(
  paths: readonly string[],
  onFinding: (finding: CheckFinding) => void,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<CheckResult> {
  const folders = paths.filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
  const indexed = new Set(folders.flatMap((folder) => archivePaths([folder]).map((path) => dirname(path))));
  return checkWarc(archivePaths(paths), onFinding, { ...options, indexed: [...indexed] });
}

/** Files, and what is kept elsewhere and asked for by places. */
export async function checkWarc(
  sources: readonly (string | RangedBytes)[],
  onFinding: (finding: CheckFinding) => void,
  options: {
    readonly signal?: AbortSignal | undefined;
    /** Folders all of whose archives are among the paths, and whose index is compared with them. */
    readonly indexed?: readonly string[];
    /** What findings call a source; by default the name of its file. */
    readonly nameOf?: ((source: string | RangedBytes) => string) | undefined;
    /** Of a source as findings call it: why a record of it counts for nobody, or null when it does. */
    readonly orphans?: ((file: string) => Promise<(record: WarcRecord) => Reason | null>) | undefined;
  } = {},
): Promise<CheckResult> {
  const { indexed = [], nameOf = usualName } = options;
  const wanted = new Map(indexed.map((folder) => [resolve(folder), new WantedLines(folder)]));
  const ids = new Set<string>();
  const awaited = new Map<string, { file: string; offset: number }>();
  const types: Record<string, number> = {};
  let records = 0;
  let digests = 0;
  let errors = 0;
  let warnings = 0;
  let orphans = 0;
  let idsComplete = true;
  const find = (finding: Omit<CheckFinding, 'message'>) => {
    if (finding.severity === 'error') errors++;
    else if (finding.severity === 'warning') warnings++;
    else orphans++;
    const { file, offset, severity, code, why } = finding;
    onFinding({ file, offset, severity, code, message: whyForPrograms(why), why });
  };
  for (const source of sources) {
    const file = nameOf(source);
    const whyOrphan = await options.orphans?.(file);
    const folder = typeof source === 'string' ? dirname(resolve(source)) : null;
    let first = true;
    const reading = readWarc(source, {
      verify: true,
      maxBlockBytes: 4 << 20,
      onProblem: (p) =>
        find({
          file,
          offset: p.offset,
          severity: p.code === 'shared-member' ? 'warning' : 'error',
          code: p.code,
          why: p.why,
        }),
    });
    for await (const record of reading) {
      options.signal?.throwIfAborted();
      records++;
      if (folder !== null) wanted.get(folder)?.add(record, usualName(source));
      types[record.type || '?'] = (types[record.type || '?'] ?? 0) + 1;
      const { offset } = record;
      const tell: Tell = (severity, code, why) => find({ file, offset, severity, code, why });
      if (first && record.type !== 'warcinfo') tell('warning', 'no-warcinfo', reason('no-warcinfo'));
      first = false;
      if (record.verdicts?.block === 'match') digests++;
      if (record.verdicts?.payload === 'match') digests++;
      judge(record, tell);
      const orphan = whyOrphan?.(record) ?? null;
      if (orphan !== null) tell('orphan', 'orphan', orphan);
      const id = record.id;
      if (id === null || record.version.startsWith('ARC')) continue;
      // Nothing is lost by it: some tools write so, and archives that overlap hold the same records.
      if (ids.has(id)) tell('warning', 'duplicate-id', reason('id-used-before', { id }));
      else if (ids.size < REMEMBERED_IDS) ids.add(id);
      else idsComplete = false;
      awaited.delete(id);
      if (record.type === 'request') {
        for (const other of record.fields.all('WARC-Concurrent-To')) {
          if (!ids.has(other) && awaited.size < REMEMBERED_IDS) awaited.set(other, { file, offset });
        }
      }
    }
  }
  if (idsComplete) {
    for (const [id, { file, offset }] of awaited) {
      const why = reason('request-names-absent', { id });
      find({ file, offset, severity: 'warning', code: 'concurrent-missing', why });
    }
  }
  let lines = 0;
  // One that was ended early has not seen every record.
  for (const each of options.signal?.aborted ? [] : wanted.values())
    lines += each.compare((finding) => find({ ...finding, severity: 'error' })) ?? 0;
  return {
    files: sources.length,
    records,
    types,
    digests,
    indexed: lines,
    errors,
    warnings,
    orphans,
    idsComplete,
  };
}

const usualName = (source: string | RangedBytes): string =>
  typeof source === 'string' ? basename(source) : source.name;

type Tell = (severity: CheckFinding['severity'], code: CheckFinding['code'], why: Reason) => void;

function judge(record: WarcRecord, tell: Tell): void {
  if (record.verdicts?.block === 'mismatch') tell('error', 'block-digest', reason('block-digest'));
  if (record.verdicts?.payload === 'mismatch') tell('error', 'payload-digest', reason('payload-digest'));
  const missing = (severity: CheckFinding['severity'], name: string) =>
    tell(severity, 'field-missing', reason('field-missing', { name }));
  const type = record.type;
  if (!record.version.startsWith('ARC')) {
    for (const name of REQUIRED) if (record.field(name) === null) missing('error', name);
    const id = record.id;
    if (id !== null && !/^<[a-z][a-z0-9+.-]*:[^\s<>]+>$/i.test(id))
      tell('warning', 'field-invalid', reason('record-id-no-uri', { id }));
    const date = record.field('WARC-Date');
    if (date !== null && parseWarcDate(date) === null)
      tell('error', 'field-invalid', reason('warc-date-unreadable', { date }));
    if (type !== '' && !KNOWN_TYPES.has(type))
      tell('warning', 'field-invalid', reason('warc-type-unknown', { type }));
    if (
      record.url === null &&
      type !== 'warcinfo' &&
      (type !== 'metadata' || record.field('WARC-Refers-To') === null)
    )
      missing('error', 'WARC-Target-URI');
    if (type === 'revisit' && record.field('WARC-Profile') === null) missing('error', 'WARC-Profile');
    if (record.blockLength > 0 && type !== 'continuation' && record.contentType === null)
      missing('warning', 'Content-Type');
  }
  const isHttp = /^application\/http\b/i.test(record.contentType ?? '');
  if (isHttp && record.blockLength > 0) {
    if (record.http === null) tell('warning', 'http', reason('no-http-message'));
    else if (type === 'response' && record.http.status === null)
      tell('warning', 'http', reason('no-http-status'));
  }
}
