/** The sample web as a catalogue, straight from the generator, and what is true of each of its pages. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SampleTruth, START_TIME } from '../../samples/index.ts';
import type { Resource, SampleSite } from '../../samples/site.ts';
import { chooseSites } from '../../samples/sites.ts';
import type { PageRecord } from '../../src/catalogue/index.ts';
import { EmbeddedCatalogue } from '../../src/catalogue/index.ts';
import { createDocumentReader } from '../../src/collection/page-reader.ts';
import { addressOf } from '../../src/collection/page-record.ts';
import { SiteMemories } from '../../src/content/index.ts';
import type { Fetcher } from '../../src/fetcher.ts';
import { type Gazetteer, GeoHarvester, loadGazetteer } from '../../src/geo/index.ts';
import { foldedForm, type TruePage } from './judge.ts';

export interface SampleCollection {
  readonly catalogue: EmbeddedCatalogue;
  readonly gazetteer: Gazetteer;
  readonly pages: readonly TruePage[];
  readonly documents: number;
  close(): void;
}

const LISTS = new Set(['home', 'section', 'list', 'tag']);

export async function sampleCollection(seed: number): Promise<SampleCollection> {
  const sites = chooseSites('gentle', { seed, origin: (host) => `http://${host.host}` });
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-search-'));
  const gazetteer = await loadGazetteer();
  const catalogue = EmbeddedCatalogue.open(join(folder, 'catalogue.db'), {
    gazetteer,
    now: () => START_TIME,
  });
  const close = async (): Promise<void> => {
    await catalogue.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const resources = sites.flatMap((site) =>
      [...site.resources.values()]
        .filter((resource) => resource.reach === 'page' && resource.status === 200)
        .map((resource) => taskOf(site, resource)),
    );
    // As an analysis does: a first reading for the memories of the sites, a second for the records.
    const memories = new SiteMemories(join(folder, 'memories'));
    const first = await createDocumentReader({ memories: null, places: false });
    for (const task of resources) {
      const read = await first({ want: 'facts', ...task });
      if (read.kind === 'facts' && read.facts !== null)
        memories.learn(addressOf(task.head.url).site, read.facts);
    }
    memories.save();
    const second = await createDocumentReader({ memories: join(folder, 'memories') });
    const records: PageRecord[] = [];
    for (const task of resources) {
      const read = await second({ want: 'record', ...task });
      if (read.kind !== 'record' || read.record === null) continue;
      const { page, places } = read.record;
      if ((await catalogue.known([page]))[0] !== null) {
        const { url, key, fetchedAt, digest, archive } = page;
        await catalogue.write({ same: [{ url, key, fetchedAt, digest, archive }] });
      } else await catalogue.write({ pages: [page], places });
      records.push(page);
    }
    const files = await geoFiles(sites, records, gazetteer);
    await catalogue.write({ geo: files.map((file) => ({ file, thumbnail: null, preview: null })) });
    await catalogue.settle();
    return { catalogue, gazetteer, pages: truePages(sites), documents: records.length + files.length, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function bytesOf(resource: Resource): Buffer {
  return resource.render(new Date(START_TIME));
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex');
}

function taskOf(site: SampleSite, resource: Resource) {
  const body = bytesOf(resource);
  return {
    head: {
      url: `http://${site.host.host}${resource.path}`,
      status: 200,
      contentType: resource.type,
      contentEncoding: null,
      lastModified: resource.headers['last-modified'] ?? null,
      fetchedAt: START_TIME,
      digest: `sha1:${digestOf(body)}`,
      archive: null,
    },
    body,
  };
}

/** The geographic files that pages link to, described from their bytes. */
async function geoFiles(sites: readonly SampleSite[], records: readonly PageRecord[], gazetteer: Gazetteer) {
  const files = new Map<string, Resource>();
  for (const site of sites)
    for (const resource of site.resources.values())
      if (resource.reach === 'file') files.set(`http://${site.host.host}${resource.path}`, resource);
  const fetcher: Fetcher = {
    fetch: async ({ url, method }) => {
      const resource = files.get(url);
      if (resource === undefined)
        return { kind: 'not-fetched', url, reason: 'unreachable', message: 'no such resource' };
      const body = bytesOf(resource);
      const headers = new Map(Object.entries(resource.headers));
      if (resource.type !== null) headers.set('content-type', resource.type);
      headers.set('content-length', String(body.length));
      return {
        kind: 'fetched',
        url,
        status: 200,
        header: (name) => headers.get(name.toLowerCase()) ?? null,
        body: method === 'HEAD' ? new Uint8Array() : body,
        complete: true,
        at: START_TIME,
      };
    },
  };
  const harvester = new GeoHarvester({
    fetcher,
    places: { names: gazetteer, gazetteer },
    now: () => START_TIME,
  });
  for (const page of records)
    for (const link of page.links) {
      const resource = files.get(link.url);
      if (resource === undefined) continue;
      const name = /filename="([^"]+)"/.exec(resource.headers['content-disposition'] ?? '')?.[1];
      const words = page.text.split(/\s+/).slice(-20);
      await harvester.look(
        link.url,
        { page: page.url, text: link.text, before: words, after: [] },
        'GEO_EXPLICIT',
        name,
      );
    }
  return [...harvester.report.index.files('indexed')].map(({ file }) => file);
}

/** What the generator says of its pages and files. */
function truePages(sites: readonly SampleSite[]): TruePage[] {
  const truth = new SampleTruth(sites);
  const pages: TruePage[] = [];
  for (const site of sites) {
    const host = site.host.host;
    const byUrl = new Map(truth.pages(host).map((page) => [page.url, page]));
    for (const resource of site.resources.values()) {
      const url = `http://${host}${resource.path}`;
      if (resource.reach === 'file' && /geo\+json|csv/.test(resource.type ?? '')) {
        pages.push(fileTruth(url, host, resource));
        continue;
      }
      const facts = byUrl.get(url);
      if (resource.reach !== 'page' || facts === undefined) continue;
      const segments = facts.segments?.() ?? [];
      const content = facts.content?.() ?? [];
      const attributes = Object.entries(facts.attributes ?? {}).map(([name, value]) => `${name}: ${value}`);
      const spoken = new Map(segments.map((segment) => [segment.text, segment.values]));
      const own = [...(content.length > 0 ? content : segments.map((s) => s.text)), ...attributes].filter(
        (text) => text !== facts.title,
      );
      const paragraphs = (own.length > 0 ? own : [visibleText(bytesOf(resource), facts.charset)]).map(
        (text) => ({
          text: foldedForm(text),
          years: yearsOf(text, spoken.get(text)),
        }),
      );
      pages.push({
        url,
        host,
        kind: facts.kind,
        title: facts.title,
        bytes: digestOf(bytesOf(resource)),
        published: facts.published?.toISOString().slice(0, 10) ?? '',
        paragraphs,
        isList: LISTS.has(facts.kind),
      });
    }
  }
  return pages;
}

function yearsOf(text: string, values: readonly string[] | undefined): number[] {
  if (values !== undefined) return values.map((value) => Number(value.slice(0, 4)));
  return [...text.matchAll(/(?<![\d.,])(1[0-9]{3}|20[0-9]{2})(?![\d.,]?\d)/g)].map((match) =>
    Number(match[1]),
  );
}

function fileTruth(url: string, host: string, resource: Resource): TruePage {
  const body = bytesOf(resource);
  const name = decodeURIComponent(resource.path.replace(/^.*[/=]/, '')).replaceAll('-', ' ');
  return {
    url,
    host,
    kind: 'file',
    title: name.replace(/\.(?:geojson|csv)$/, ''),
    bytes: digestOf(body),
    published: '',
    paragraphs: [{ text: foldedForm(body.toString('utf8')), years: [] }],
    isList: false,
  };
}

function visibleText(bytes: Buffer, charset: string | undefined): string {
  const html =
    charset === undefined || charset === 'utf-8' ? bytes.toString('utf8') : bytes.toString('latin1');
  return html
    .replace(/^[\s\S]*?<body[^>]*>/i, '')
    .replace(/<(header|nav|footer|aside|script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]+>/g, ' ');
}
