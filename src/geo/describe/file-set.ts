/** Files that belong together: the parts of a shapefile or a MapInfo table, a picture with its world file, data with its metadata. */
import { ARCHIVE_FORMATS } from '../archive/archive-table.ts';
import type { ByteSource } from '../readers/byte-source.ts';
import { extensionOf } from '../readers/format-reader.ts';
import {
  DOUBTFUL,
  GEO_ARCHIVES,
  PICTURES,
  TELLING,
  TELLING_INSIDE,
  WORLD_FILE_EXTENSIONS,
} from '../readers/format-table.ts';

/** A file of a folder, an archive or a server, before it is opened. */
export interface Entry {
  /** Path within its container, with `/`. */
  readonly name: string;
  readonly size: number;
  open(): Promise<ByteSource>;
}

/** Extensions that may hold geographic data by themselves. */
const DATA_EXTENSIONS: ReadonlySet<string> = new Set(
  [...TELLING, ...TELLING_INSIDE, ...DOUBTFUL].filter((extension) => !GEO_ARCHIVES.has(extension)),
);
export const ARCHIVE_EXTENSIONS: ReadonlySet<string> = new Set([
  ...GEO_ARCHIVES,
  ...ARCHIVE_FORMATS.flatMap(({ extensions, linkedOnly }) => (linkedOnly === true ? [] : extensions)),
]);
/** Extensions that say by themselves that data is geographic; world files and tables of a geodatabase say it of what they belong to. */
const TELLING_EXTENSIONS: ReadonlySet<string> = new Set([
  ...TELLING,
  ...TELLING_INSIDE,
  ...WORLD_FILE_EXTENSIONS,
  'gdbtable',
]);

export type NameVerdict = 'geographic' | 'perhaps' | 'no';

/** What a name alone promises. */
export function verdictOfName(name: string): NameVerdict {
  const extension = extensionOf(name);
  if (TELLING_EXTENSIONS.has(extension)) return 'geographic';
  return DATA_EXTENSIONS.has(extension) || ARCHIVE_EXTENSIONS.has(extension) ? 'perhaps' : 'no';
}

export interface FileSet {
  /** The file to be read. */
  readonly main: Entry;
  /** The others of the same stem, by extension in lower case (`shp.xml` among them). */
  readonly parts: ReadonlyMap<string, Entry>;
}

export interface Grouping {
  readonly sets: readonly FileSet[];
  readonly archives: readonly Entry[];
  /** `.dbf` and `.shx` that no `.shp` claims. */
  readonly orphans: readonly Entry[];
  /** READMEs, licences and metadata that concern everything in their folder, by folder. */
  readonly documents: readonly Entry[];
  /** Names of file geodatabases: folders, which are not read. */
  readonly geodatabases: readonly string[];
}

function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}

/** Folder and stem in lower case: names of one set differ in case on many servers. */
function stemKey(name: string): string {
  const folder = folderOf(name);
  const base = name.slice(folder.length);
  const dot = base.lastIndexOf('.');
  return (folder + (dot <= 0 ? base : base.slice(0, dot))).toLowerCase();
}

const DOCUMENT = /^(?:readme|leia-?me|licen[cs]e|licen[cç]a|copying|metadados?|metadata)/i;
const MAC_RUBBISH = /(?:^|\/)(?:__MACOSX\/|\._)/;

export function groupFiles(entries: readonly Entry[]): Grouping {
  const stems = new Map<string, Map<string, Entry>>();
  const geodatabases = new Set<string>();
  const documents: Entry[] = [];
  const archives: Entry[] = [];
  const files: Entry[] = [];
  for (const entry of entries) {
    if (MAC_RUBBISH.test(entry.name)) continue;
    const geodatabase = /^(.*?\.gdb)\//i.exec(entry.name);
    if (geodatabase !== null) {
      if (extensionOf(entry.name) === 'gdbtable') geodatabases.add(geodatabase[1]!);
      continue;
    }
    files.push(entry);
    const extension = extensionOf(entry.name);
    if (ARCHIVE_EXTENSIONS.has(extension)) archives.push(entry);
    const base = entry.name.slice(folderOf(entry.name).length);
    if (DOCUMENT.test(base) && /^(?:txt|md|xml|)$/.test(extension)) documents.push(entry);
    const key = stemKey(entry.name);
    const add = (stem: string, part: string) => {
      let parts = stems.get(stem);
      if (parts === undefined) {
        parts = new Map();
        stems.set(stem, parts);
      }
      if (!parts.has(part)) parts.set(part, entry);
    };
    add(key, extension);
    // `rios.shp.xml` and `rios.tif.aux.xml` belong to `rios`.
    if (extension === 'xml') {
      const inner = extensionOf(key);
      if (inner !== '' && (DATA_EXTENSIONS.has(inner) || PICTURES.has(inner)))
        add(key.slice(0, key.length - inner.length - 1), `${inner}.xml`);
    }
  }
  const sets: FileSet[] = [];
  const orphans: Entry[] = [];
  for (const entry of files) {
    const extension = extensionOf(entry.name);
    const parts = stems.get(stemKey(entry.name))!;
    if (extension === 'shx' || extension === 'dbf') {
      if (!parts.has('shp') && !parts.has('tab')) orphans.push(entry);
      continue;
    }
    const isWorldPicture =
      PICTURES.has(extension) &&
      [...parts.keys()].some((part) => part === 'wld' || (part.endsWith('w') && part[0] === extension[0]));
    if (!DATA_EXTENSIONS.has(extension) && !isWorldPicture) continue;
    // Metadata of something else.
    if (
      extension === 'xml' &&
      parts.size > 1 &&
      [...parts.keys()].some((p) => p !== 'xml' && DATA_EXTENSIONS.has(p))
    )
      continue;
    if (extension === 'xml' && /\.(?:shp|tif|tiff|aux|gpkg|jpg|png|dbf)\.xml$/i.test(entry.name)) continue;
    sets.push({ main: entry, parts });
  }
  return { sets, archives, orphans, documents, geodatabases: [...geodatabases] };
}
