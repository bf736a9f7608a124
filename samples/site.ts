/**
 * What a sample site is: addresses, what stands there, and what is true about it. A site is data; bodies are
 * rendered only when somebody asks for them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Charset } from './charset.ts';
import type { SampleHost } from './hosts.ts';
import { Random } from './language/random.ts';

export type PageKind =
  | 'home'
  | 'section'
  | 'article'
  | 'tag'
  | 'list'
  | 'person'
  | 'team'
  | 'match'
  | 'product'
  | 'thread'
  | 'document'
  | 'place'
  | 'about'
  | 'application';

/**
 * How a collector with default settings should meet a resource:
 * `page` found by following links and archived; `orphan` named only by a sitemap or a feed; `disallowed`
 * linked but closed by robots.txt; `redirect` answers with another address; `missing` linked but 404/410;
 * `file` data linked from a page that is neither HTML nor PDF; `feed` and `sitemap` found only when asked;
 * `requisite` style, image or script of a page.
 */
export type Reach =
  | 'page'
  | 'orphan'
  | 'disallowed'
  | 'redirect'
  | 'missing'
  | 'file'
  | 'feed'
  | 'sitemap'
  | 'requisite';

/** A part of a page that speaks of one period. Values are `1939`, `1939-09` or `1939-09-01`. */
export interface Segment {
  readonly text: string;
  readonly values: readonly string[];
}

export interface WrittenPage {
  readonly kind: PageKind;
  readonly title: string;
  readonly language?: 'pt-BR' | 'pt-PT';
  readonly published?: Date;
  readonly modified?: Date;
  /** The charset the bytes are really in. */
  readonly charset?: Charset;
  /** The charset the page claims; null when it claims none. */
  readonly declared?: string | null;
  readonly noindex?: boolean;
  readonly nofollow?: boolean;
  readonly canonical?: string;
  /** Same bytes as another page. */
  readonly duplicateOf?: string;
  /** Nearly the same text as another page. */
  readonly nearDuplicateOf?: string;
  /** Label and value, for pages that describe one thing. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** The paragraphs that are the page's content, without the frame around them. */
  readonly content?: () => readonly string[];
  readonly segments?: () => readonly Segment[];
  readonly times?: () => readonly { readonly text: string; readonly value: string }[];
}

export interface Resource {
  readonly path: string;
  readonly reach: Reach;
  readonly status: number;
  readonly type: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly facts: WrittenPage | null;
  readonly render: (at: Date) => Buffer;
}

export interface SiteContext {
  readonly seed: number;
  readonly origin: (host: SampleHost) => string;
}

/** What a hand-written responder may use. */
export interface Answering {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  /** How many times this path was asked for before. */
  readonly earlier: number;
  readonly slowMs: number;
  readonly port: number;
  /** Calls back after a while, unless the server was closed meanwhile. */
  readonly later: (ms: number, then: () => void) => void;
}

export interface Trap {
  readonly kind: 'calendar' | 'repeating-path' | 'parameters' | 'session' | 'soft-404' | 'depth';
  readonly example: string;
}

export interface SampleSite {
  readonly host: SampleHost;
  readonly name: string;
  /** What is particular about it, in a few words each. */
  readonly quirks: readonly string[];
  readonly language: 'pt-BR' | 'pt-PT';
  readonly resources: ReadonlyMap<string, Resource>;
  /** Preferred content encodings; the first that the client accepts is used. */
  readonly encodings: readonly ('gzip' | 'br' | 'deflate')[];
  readonly chunked: boolean;
  readonly traps: readonly Trap[];
  /** Answers what no resource answers. Returns false to leave it to the ordinary “not found” page. */
  readonly respond?: (exchange: Answering) => boolean;
}

export type SiteMaker = (context: SiteContext) => SampleSite;

export function siteRandom(context: SiteContext, host: SampleHost): Random {
  return new Random(context.seed, host.host);
}
