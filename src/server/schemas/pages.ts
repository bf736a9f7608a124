/** Collections, their pages, links and sites. */
import { Type } from 'typebox';
import { StoredEntitySchema } from './entities.ts';
import { Place } from './places.ts';
import { Count, Milliseconds, nullable, Period, record, Share, slice } from './shapes.ts';

export const Summary = record('CatalogueSummary', {
  pages: Count,
  versions: Count,
  sites: Count,
  entities: Count,
  geoFiles: Count,
  services: Count,
  links: Count,
  producers: Count,
  firstFetched: nullable(Milliseconds),
  lastFetched: nullable(Milliseconds),
  bytes: Count,
  textBytes: Count,
  schemaVersion: Count,
});

export const CollectionInfo = record('CollectionInfo', {
  name: Type.String(),
  title: Type.String(),
  summary: Summary,
  analysing: nullable(Type.Object({ done: Count, total: Count })),
  crawl: nullable(Type.String()),
});

export const CollectionList = record('CollectionList', { collections: Type.Array(CollectionInfo) });

const ArchivePlaceSchema = record('ArchivePlace', { file: Type.String(), offset: Count, length: Count });

export const PageDateSchema = record('PageDate', {
  date: Type.String(),
  confidence: Share,
  source: Type.String(),
  where: Type.String(),
  text: Type.String(),
});

const Version = record('PageVersion', {
  id: Type.Integer(),
  url: Type.String(),
  fetchedAt: Milliseconds,
  digest: Type.String(),
  archive: nullable(ArchivePlaceSchema),
});

export const PageView = record('PageView', {
  id: Type.Integer(),
  current: Type.Boolean(),
  url: Type.String(),
  key: Type.String(),
  site: Type.String(),
  fetchedAt: Milliseconds,
  digest: Type.String(),
  status: Type.Integer(),
  mime: Type.String(),
  charset: nullable(Type.String()),
  language: nullable(Type.String()),
  type: Type.String(),
  title: Type.String(),
  byline: Type.String(),
  published: nullable(PageDateSchema),
  modified: nullable(PageDateSchema),
  text: Type.String(),
  html: Type.String(),
  marks: Type.Array(
    record('TimeMark', {
      start: Count,
      end: Count,
      type: Type.Enum(['DATE', 'TIME', 'DURATION', 'SET']),
      value: Type.String(),
      period: nullable(Period),
    }),
  ),
  segments: Type.Array(record('TimeSegment', { start: Count, end: Count, periods: Type.Array(Period) })),
  places: Type.Array(
    record('PlaceMark', { start: Count, end: Count, place: Type.String(), confidence: Type.Number() }),
  ),
  placeNames: Type.Array(Place),
  entities: Type.Array(StoredEntitySchema),
  archive: nullable(ArchivePlaceSchema),
  versions: Type.Array(Version),
  replay: Type.String({ description: 'address of the archived original on this server' }),
  linksFrom: Count,
  linksTo: Count,
});

export const Blocks = record('Blocks', {
  blocks: Type.Array(
    record('Block', {
      text: Type.String(),
      verdict: Type.Enum(['content', 'headline', 'comment', 'boilerplate']),
      score: Type.Number(),
      reason: Type.String(),
      path: Type.String(),
      repeated: Type.Optional(
        Type.Number({ description: 'share of the other pages of its template that have this text' }),
      ),
    }),
  ),
});

export const Link = record('PageLink', {
  url: Type.String(),
  text: Type.String(),
  id: nullable(Type.Integer()),
  title: nullable(Type.String()),
});
export const Links = slice('Links', Link);

const Site = record('SiteSummary', {
  site: Type.String(),
  pages: Count,
  entities: Count,
  geoFiles: Count,
  firstFetched: Milliseconds,
  lastFetched: Milliseconds,
});
export const Sites = slice('Sites', Site);

export const ScriptsAnswer = Type.Object({
  address: Type.String({ description: 'where the archived original is shown with its scripts, in a frame' }),
  until: Type.Integer({ description: 'ms since 1970: no longer than this' }),
});
