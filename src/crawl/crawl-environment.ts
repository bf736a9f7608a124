/** What a crawl is handed beside its settings: ports, and who looks on. */
import type { Disk } from '../files/index.ts';
import type { OpenFrontier } from '../frontier/index.ts';
import type { Access, Resolver } from '../http/index.ts';
import type { AnalyserModule } from '../page/index.ts';
import type { Carrier } from './carrier.ts';
import type { AccessKind } from './crawl-folder.ts';
import type { CrawlStatus } from './crawl-status.ts';
import type { LinkPolicy } from './link-policy.ts';
import type { PageObserver } from './page-observer.ts';
import type { RobotsExchange } from './robots-exchange.ts';

export interface CrawlEnvironment {
  /** Name and version, as in `Tarrafa/0.1.0`. */
  readonly software?: string;
  /** The frontier it works on; by default the one embedded in its folder. */
  readonly frontier?: OpenFrontier | undefined;
  /** Those who share it, and have robots files that need not be asked for. */
  readonly robots?: RobotsExchange | undefined;
  readonly resolver?: Resolver | undefined;
  /** With what a person gets to the pages; of its kinds, and nothing else, the manifest says that they were there. */
  readonly access?: Access | undefined;
  readonly accessKinds?: readonly AccessKind[] | undefined;
  /** Makes the requests for pages; by default the crawl itself. */
  readonly carrier?: Carrier | undefined;
  readonly now?: () => number;
  /** Starts over: whatever crawl the folder holds is removed. */
  readonly fresh?: boolean | undefined;
  /** Called when the folder is held, before anything in it is read. */
  readonly prepare?: (() => Promise<void>) | undefined;
  readonly analysers?: readonly AnalyserModule[];
  /** Decides which links are followed; made from `settings.linkPolicy`. */
  readonly linkPolicy?: LinkPolicy;
  readonly observer?: PageObserver;
  /** Its archive files are given away when they are full, or ended (`Crawl.archive`): what an earlier session wrote grows no more. */
  readonly givesFilesAway?: boolean | undefined;
  /** Called about once a second. */
  readonly onProgress?: (status: CrawlStatus) => void;
  /** The calls that what it promises to keep is written by; for tests. */
  readonly disk?: Disk;
  /** Start of the machine; for tests. */
  readonly boot?: string;
  /** Somebody who asks (`ask`) beside the visits that the crawl makes by itself; it does not end before he is through. Alone in its frontier. */
  readonly asker?: Asker | undefined;
  /** Visits what it is asked for (`ask`) and follows no link; it ends when it is stopped. */
  readonly asked?: boolean;
}

export interface Asker {
  /** Has more to ask, or is making something of the answers. When that ends, the crawl is to be told (`Crawl.look`). */
  readonly busy: boolean;
}
