/**
 * From a file, a folder, an archive or an address to what it holds. Everything that can go wrong with it is in the answer; nothing is
 * thrown, nothing is written, nothing is run.
 */
import { opendirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Fetcher } from '../../fetcher.ts';
import { reason } from '../../words/why.ts';
import { openArchive } from '../archive/archive.ts';
import type { RemoteFile, RemoteLimits } from '../archive/remote-source.ts';
import { Budget, type GeoLimits } from '../readers/budget.ts';
import { type ByteSource, FileSource, MemorySource, type NamedSource } from '../readers/byte-source.ts';
import { type DatasetInfo, emptyDataset } from '../readers/dataset.ts';
import { extensionOf, stemOf } from '../readers/format-reader.ts';
import type { FileMetadata } from '../readers/metadata-xml.ts';
import { GeoProblem, type Problem, problemOf, told } from '../readers/problem.ts';
import { readDatasets } from '../readers/readers.ts';
import {
  ARCHIVE_EXTENSIONS,
  type Entry,
  type FileSet,
  type Grouping,
  groupFiles,
  verdictOfName,
} from './file-set.ts';

/** `compat` is the system of 2006: shapefiles only, and only whole ones. */
export interface DescribeProfile {
  readonly name: 'compat' | 'modern';
  readonly shapefilesOnly: boolean;
  /** A shapefile without one of these is rejected. */
  readonly requiredParts: readonly string[];
}

export const COMPAT_FILES: DescribeProfile = {
  name: 'compat',
  shapefilesOnly: true,
  requiredParts: ['shx', 'dbf'],
};
export const MODERN_FILES: DescribeProfile = { name: 'modern', shapefilesOnly: false, requiredParts: [] };

export interface DescribeOptions {
  readonly limits?: Partial<GeoLimits>;
  readonly remote?: Partial<RemoteLimits>;
  readonly profile?: DescribeProfile;
  readonly now?: () => number;
}

/** A dataset and the file that holds it. */
export interface DescribedDataset extends DatasetInfo {
  /** Path within what was given: a member of an archive, a file of a folder. */
  readonly file: string;
}

export interface Description {
  readonly name: string;
  readonly kind: 'file' | 'archive' | 'folder' | 'service';
  /** `indexed`: at least one dataset is sound; `rejected`: none is, and `problems` says why. */
  readonly state: 'indexed' | 'rejected';
  readonly datasets: readonly DescribedDataset[];
  readonly problems: readonly Problem[];
  /** Size of what was given, in bytes. */
  readonly size: number;
  /** Members of archives that were seen. */
  readonly members: number;
  /** Bytes that came over the wire, for an address. */
  readonly bytesFetched: number | null;
  readonly how: 'ranges' | 'download' | null;
  readonly etag: string | null;
  /** Gives back what the description holds open; its rows and shapes can still be read. */
  close(): void;
}

/** One description under way. */
class Describer {
  readonly budget: Budget;
  readonly datasets: DescribedDataset[] = [];
  readonly problems: Problem[] = [];
  members = 0;
  readonly #profile: DescribeProfile;
  readonly #sources: ByteSource[] = [];

  constructor(options: DescribeOptions) {
    this.budget = new Budget(options.limits, options.now);
    this.#profile = options.profile ?? MODERN_FILES;
  }

  fail(file: string, cause: unknown): void {
    this.problems.push(problemOf(file, cause));
  }

  #keep(source: ByteSource): ByteSource {
    this.#sources.push(source);
    return source;
  }

  async open(entry: Entry): Promise<NamedSource> {
    return { name: entry.name, source: this.#keep(await entry.open()) };
  }

  close(): void {
    for (const source of this.#sources) source.close();
  }

  /** All of a container: its sets, and the archives in it as deep as allowed. */
  async container(entries: readonly Entry[], depth: number, prefix: string): Promise<void> {
    const groups = groupFiles(entries);
    const shared = await this.#documents(groups);
    for (const set of groups.sets) {
      if (this.#profile.shapefilesOnly && extensionOf(set.main.name) !== 'shp') continue;
      await this.set(set, prefix, shared);
    }
    for (const orphan of groups.orphans)
      this.problems.push({
        code: 'missing-part',
        severity: 'error',
        file: prefix + orphan.name,
        ...told('.shp'),
      });
    for (const name of groups.geodatabases)
      this.#add(prefix + name, [
        {
          ...emptyDataset('file-geodatabase', 'vector', stemOf(name)),
          problems: [
            { code: 'named-only', severity: 'warning', file: prefix + name, ...told('file-geodatabase') },
          ],
        },
      ]);
    for (const archive of groups.archives) await this.archive(archive, depth + 1, prefix);
  }

  async archive(entry: Entry, depth: number, prefix: string): Promise<void> {
    const name = prefix + entry.name;
    try {
      if (depth > this.budget.limits.maxNesting)
        throw new GeoProblem(
          'too-deep',
          reason('archive-too-deep', { depth, most: this.budget.limits.maxNesting }),
        );
      const file = await this.open(entry);
      const archive = await openArchive(file, this.budget);
      if (archive === null) throw new GeoProblem('corrupt', reason('archive-by-name-only'));
      await this.opened(archive.members, depth, `${name}/`);
    } catch (error) {
      this.fail(name, error);
    }
  }

  async opened(
    members: readonly (Entry & { readonly refused: Problem | null })[],
    depth: number,
    prefix: string,
  ): Promise<void> {
    this.members += members.length;
    for (const { refused } of members)
      if (refused !== null) this.problems.push({ ...refused, file: prefix + refused.file });
    await this.container(
      members.filter((member) => member.refused === null),
      depth,
      prefix,
    );
  }

  /** Metadata that lies beside the data without naming it. */
  async #documents(groups: Grouping): Promise<FileMetadata[]> {
    const found: FileMetadata[] = [];
    for (const document of groups.documents.slice(0, 20)) {
      try {
        const file = await this.open(document);
        if (extensionOf(document.name) === 'xml') {
          const { readMetadataXml } = await import('../readers/metadata-xml.ts');
          const metadata = await readMetadataXml(file, this.budget);
          if (metadata !== null) found.push(metadata);
        } else found.push(await metadataOfWords(file));
      } catch (error) {
        this.problems.push(problemOf(document.name, error, 'warning'));
      }
    }
    return found;
  }

  async set(set: FileSet, prefix: string, shared: readonly FileMetadata[]): Promise<void> {
    const name = prefix + set.main.name;
    try {
      const missing = this.#profile.requiredParts.filter((part) => !set.parts.has(part));
      if (missing.length > 0 && extensionOf(set.main.name) === 'shp')
        throw new GeoProblem('missing-part', missing.map((part) => `.${part}`).join(', '));
      const file = await this.open(set.main);
      const parts = new Map<string, NamedSource>();
      for (const [extension, entry] of set.parts) {
        if (entry === set.main || ARCHIVE_EXTENSIONS.has(extension)) continue;
        if (!PART_EXTENSIONS.has(extension) && !extension.endsWith('w')) continue;
        try {
          parts.set(extension, await this.open(entry));
        } catch (error) {
          this.problems.push(problemOf(prefix + entry.name, error, 'warning'));
        }
      }
      const datasets = await readDatasets(file, {
        budget: this.budget,
        part: (extension) => parts.get(extension) ?? null,
      });
      const own = await this.#metadata(set);
      this.#add(
        name,
        datasets.map((dataset) => enriched(dataset, own, shared)),
      );
    } catch (error) {
      if (error instanceof GeoProblem && error.code === 'named-only') {
        this.#add(name, [
          {
            ...emptyDataset(error.message, 'vector', stemOf(set.main.name)),
            problems: [{ code: 'named-only', severity: 'warning', file: name, ...told(error.why) }],
          },
        ]);
        return;
      }
      this.fail(name, error);
    }
  }

  /** The layers of a service, when the file is a document of one (capabilities, a catalogue, a collection). */
  async service(name: string, file: NamedSource, url: string, contentType: string | null): Promise<boolean> {
    if (this.#profile.shapefilesOnly || file.source.size > this.budget.limits.maxHeldBytes) return false;
    if (!looksLikeService(await file.source.read(0, 2048), contentType)) return false;
    // Loaded when a document looks like one: most descriptions are of files.
    const { describeService, serviceDatasets } = await import('../services/index.ts');
    const description = describeService(await file.source.read(0, file.source.size), contentType, url);
    if (description === null) return false;
    this.#add(name, serviceDatasets(description));
    return description.layers.length > 0;
  }

  #add(file: string, datasets: readonly DatasetInfo[]): void {
    for (const dataset of datasets) this.datasets.push({ ...dataset, file });
  }

  /** Metadata under the name of the data: `.shp.xml`, `.xml`, `.txt`. */
  async #metadata(set: FileSet): Promise<FileMetadata[]> {
    const found: FileMetadata[] = [];
    const main = extensionOf(set.main.name);
    for (const extension of [`${main}.xml`, 'xml', 'txt']) {
      const entry = set.parts.get(extension);
      if (entry === undefined || entry === set.main) continue;
      try {
        const file = await this.open(entry);
        if (extension === 'txt') {
          found.push(await metadataOfWords(file));
          continue;
        }
        const { isMetadataXml, readMetadataXml } = await import('../readers/metadata-xml.ts');
        if (isMetadataXml(await file.source.read(0, 4096))) {
          const metadata = await readMetadataXml(file, this.budget);
          if (metadata !== null) found.push(metadata);
        }
      } catch (error) {
        this.problems.push(problemOf(entry.name, error, 'warning'));
      }
    }
    return found;
  }

  finish(
    name: string,
    kind: Description['kind'],
    size: number,
    remote: RemoteFile | null = null,
  ): Description {
    const sound = this.datasets.some(
      (dataset) =>
        dataset.kind !== 'table' && dataset.problems.every((problem) => problem.severity !== 'error'),
    );
    const problems = [...this.problems, ...this.datasets.flatMap((dataset) => dataset.problems)];
    if (!sound && problems.length === 0)
      problems.push({
        code: 'not-geographic',
        severity: 'error',
        file: name,
        ...told(reason('nothing-geographic')),
      });
    this.close();
    return {
      name,
      kind,
      state: sound ? 'indexed' : 'rejected',
      datasets: this.datasets,
      problems: problems.filter(
        (problem, i) =>
          problems.findIndex(
            (other) =>
              other.code === problem.code && other.file === problem.file && other.detail === problem.detail,
          ) === i,
      ),
      size,
      members: this.members,
      bytesFetched: remote?.bytesFetched() ?? null,
      how: remote?.how ?? null,
      etag: remote?.etag ?? null,
      close: () => this.close(),
    };
  }
}

/** What a README says. Side files are rare, and so is loading what reads them. */
async function metadataOfWords(file: NamedSource): Promise<FileMetadata> {
  const { metadataOfText, parseSidecarText } = await import('../readers/sidecar-text.ts');
  return metadataOfText(parseSidecarText(await file.source.read(0, 1 << 20)));
}

const PART_EXTENSIONS = new Set(['shx', 'dbf', 'prj', 'cpg', 'mid', 'map', 'dat', 'id', 'wld']);

/** What metadata adds: it never overrules what the data says of itself. */
function enriched(
  dataset: DatasetInfo,
  own: readonly FileMetadata[],
  shared: readonly FileMetadata[],
): DatasetInfo {
  const all = [...own, ...shared];
  if (all.length === 0) return dataset;
  const columns = new Map(own.flatMap((metadata) => [...metadata.columns]));
  const first = <T>(pick: (metadata: FileMetadata) => T | null, from: readonly FileMetadata[]): T | null => {
    for (const metadata of from) {
      const value = pick(metadata);
      if (value !== null) return value;
    }
    return null;
  };
  return {
    ...dataset,
    title: dataset.title ?? first((metadata) => metadata.title, all),
    abstract: dataset.abstract ?? first((metadata) => metadata.abstract, all),
    licence: dataset.licence ?? first((metadata) => metadata.licence, all),
    source: dataset.source ?? first((metadata) => metadata.source, all),
    revision: dataset.revision ?? first((metadata) => metadata.revision ?? null, own),
    updated: dataset.updated ?? first((metadata) => metadata.updated, own),
    temporal: dataset.temporal ?? first((metadata) => metadata.temporal, all),
    keywords: [...new Set([...dataset.keywords, ...own.flatMap((metadata) => metadata.keywords)])],
    extent: dataset.extent ?? (dataset.nativeExtent === null ? first((metadata) => metadata.box, own) : null),
    fields:
      columns.size === 0
        ? dataset.fields
        : dataset.fields.map((field) => {
            const meaning = columns.get(field.name);
            return meaning === undefined ? field : { ...field, meaning };
          }),
  };
}

const MOST_FOLDER_FILES = 100_000;

function entryOfFile(path: string, name: string): Entry {
  return { name, size: statSync(path).size, open: async () => new FileSource(path) };
}

/** The files below a folder, links not followed, in order of name. */
function* filesBelow(folder: string): Generator<Entry> {
  const open = [''];
  let given = 0;
  while (open.length > 0) {
    const below = open.pop()!;
    const names: { name: string; isFolder: boolean }[] = [];
    const handle = opendirSync(join(folder, below));
    try {
      for (let entry = handle.readSync(); entry !== null; entry = handle.readSync())
        if (entry.isDirectory() || entry.isFile())
          names.push({ name: entry.name, isFolder: entry.isDirectory() });
    } finally {
      handle.closeSync();
    }
    names.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name, isFolder } of names) {
      const path = below === '' ? name : `${below}/${name}`;
      if (isFolder) open.push(path);
      else {
        if (++given > MOST_FOLDER_FILES) return;
        yield entryOfFile(join(folder, path), path);
      }
    }
  }
}

async function describeEntry(
  describer: Describer,
  entry: Entry,
  siblings: readonly Entry[],
  source: NamedSource,
): Promise<Description['kind']> {
  try {
    const archive = await openArchive(source, describer.budget);
    if (archive !== null) {
      await describer.opened(archive.members, 1, '');
      return 'archive';
    }
  } catch (error) {
    describer.fail(source.name, error);
    return 'archive';
  }
  const extension = extensionOf(entry.name);
  if ((extension === 'dbf' || extension === 'shx') && !siblings.some((s) => extensionOf(s.name) === 'shp')) {
    describer.problems.push({ code: 'missing-part', severity: 'error', file: entry.name, ...told('.shp') });
    return 'file';
  }
  if (await describer.service(entry.name, source, entry.name, null)) return 'service';
  const groups = groupFiles([entry, ...siblings]);
  const set = groups.sets.find((candidate) => candidate.main === entry) ?? {
    main: entry,
    parts: new Map(siblings.map((sibling) => [extensionOf(sibling.name), sibling])),
  };
  await describer.set(set, '', []);
  return 'file';
}

/** Describes a file or a folder of this machine. */
export async function describePath(path: string, options: DescribeOptions = {}): Promise<Description> {
  const describer = new Describer(options);
  const name = path;
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) {
      await describer.container([...filesBelow(path)], 0, '');
      return describer.finish(name, 'folder', 0);
    }
    const base = basename(path);
    const folder = path.slice(0, path.length - base.length) || '.';
    const stem = stemOf(base).toLowerCase();
    const siblings: Entry[] = [];
    const handle = opendirSync(folder);
    try {
      for (let entry = handle.readSync(); entry !== null; entry = handle.readSync())
        if (entry.isFile() && entry.name !== base && entry.name.toLowerCase().startsWith(`${stem}.`))
          siblings.push(entryOfFile(join(folder, entry.name), entry.name));
    } finally {
      handle.closeSync();
    }
    siblings.sort((a, b) => (a.name < b.name ? -1 : 1));
    const entry = entryOfFile(path, base);
    const source = await describer.open(entry);
    const kind = await describeEntry(describer, entry, siblings, source);
    return describer.finish(name, kind, source.source.size);
  } catch (error) {
    describer.fail(name, error);
    return describer.finish(name, 'file', 0);
  }
}

/** Describes bytes that are already here; `parts` are the files that came with them (`.dbf`, `.prj`…). */
export async function describeBytes(
  name: string,
  bytes: Uint8Array,
  options: DescribeOptions & { readonly parts?: ReadonlyMap<string, Uint8Array> } = {},
): Promise<Description> {
  const describer = new Describer(options);
  const entryOf = (file: string, content: Uint8Array): Entry => ({
    name: file,
    size: content.length,
    open: async () => new MemorySource(content),
  });
  const entry = entryOf(name, bytes);
  const siblings = [...(options.parts ?? [])].map(([file, content]) => entryOf(file, content));
  try {
    const source = await describer.open(entry);
    const kind = await describeEntry(describer, entry, siblings, source);
    return describer.finish(name, kind, bytes.length);
  } catch (error) {
    describer.fail(name, error);
    return describer.finish(name, 'file', bytes.length);
  }
}

/** The name under which a server gives a file: what it says, else what the address says. */
export function nameOfRemote(url: string, contentDisposition: string | null): string {
  const extended = /filename\*\s*=\s*(?:UTF-8|ISO-8859-1)''([^;]{1,300})/i.exec(contentDisposition ?? '');
  const plain = /filename\s*=\s*"?([^";]{1,300})"?/i.exec(contentDisposition ?? '');
  const stated = extended?.[1] ?? plain?.[1];
  const safe = (text: string) => {
    let decoded = text;
    try {
      decoded = decodeURIComponent(text);
    } catch {
      // Left as it is.
    }
    return decoded.slice(Math.max(decoded.lastIndexOf('/'), decoded.lastIndexOf('\\')) + 1);
  };
  if (stated !== undefined) return safe(stated);
  try {
    const { pathname, searchParams } = new URL(url);
    const last = safe(pathname);
    if (extensionOf(last) !== '' && verdictOfName(last) !== 'no') return last;
    for (const value of searchParams.values()) if (verdictOfName(value) !== 'no') return safe(value);
    return last === '' ? 'download' : last;
  } catch {
    return 'download';
  }
}

/** Addresses of the files that belong to a `.shp`: lower case first, then upper. */
async function siblingsOf(
  url: string,
  fetcher: Fetcher,
  options: DescribeOptions,
): Promise<[Entry[], RemoteFile[]]> {
  const entries: Entry[] = [];
  const files: RemoteFile[] = [];
  const at = new URL(url);
  const stem = at.pathname.replace(/\.shp$/i, '');
  const name = decodeName(stem.slice(stem.lastIndexOf('/') + 1));
  const { openRemote } = await import('../archive/remote-source.ts');
  for (const extension of ['dbf', 'shx', 'prj', 'cpg']) {
    for (const written of [extension, extension.toUpperCase()]) {
      const address = new URL(at);
      address.pathname = `${stem}.${written}`;
      try {
        const file = await openRemote(address.href, fetcher, options.remote);
        // A page that says in words that there is no such file.
        if (/html/i.test(file.contentType ?? '')) continue;
        files.push(file);
        entries.push({ name: `${name}.${extension}`, size: file.source.size, open: async () => file.source });
        break;
      } catch {
        // Absent: said as a missing part.
      }
    }
  }
  return [entries, files];
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Describes what lies at an address, asking for no more of it than needed. */
export async function describeAddress(
  url: string,
  fetcher: Fetcher,
  options: DescribeOptions = {},
): Promise<Description> {
  const describer = new Describer(options);
  const { openRemote } = await import('../archive/remote-source.ts');
  let remote: RemoteFile;
  try {
    remote = await openRemote(url, fetcher, options.remote);
  } catch (error) {
    describer.fail(url, error);
    return describer.finish(url, 'file', 0);
  }
  const name = nameOfRemote(remote.url, remote.contentDisposition);
  const source = { name, source: remote.source };
  try {
    if (await describer.service(url, source, remote.url, remote.contentType))
      return describer.finish(url, 'service', remote.source.size, remote);
    const entry: Entry = { name, size: remote.source.size, open: async () => remote.source };
    const [siblings, files] =
      extensionOf(name) === 'shp' ? await siblingsOf(remote.url, fetcher, options) : [[], []];
    const kind = await describeEntry(describer, entry, siblings, source);
    const all: RemoteFile = {
      ...remote,
      bytesFetched: () => [remote, ...files].reduce((sum, file) => sum + file.bytesFetched(), 0),
    };
    return describer.finish(url, kind, remote.source.size, all);
  } catch (error) {
    describer.fail(url, error);
    return describer.finish(url, 'file', remote.source.size, remote);
  }
}

function looksLikeService(head: Uint8Array, contentType: string | null): boolean {
  if (/\b(?:zip|octet-stream|image)\b/i.test(contentType ?? '')) return false;
  const text = new TextDecoder('latin1').decode(head).replace(/^(?:\u00ef\u00bb\u00bf)?\s+/, '');
  if (text.startsWith('{')) return !/"type"\s*:\s*"(?:FeatureCollection|Topology)"/.test(text);
  return text.startsWith('<') && !/<(?:kml|gpx|\w*:?FeatureCollection)\b/.test(text);
}
