/** What a server and the processes that work for it say to each other: plain data, errors as codes with what fills their messages. */
import type { AtWork, CrawlMessage } from '../../crawl/index.ts';
import type { ClusterPlace } from '../cluster/cluster-place.ts';
import type { CollectSettings } from '../collect.ts';
import type { ForgetPlan, ForgetStage } from '../forget.ts';

/** What a process is asked to do, in the one argument of its command. */
export type ChildTask =
  | {
      readonly kind: 'collect';
      readonly folder: string;
      readonly settings: CollectSettings;
      /** Port of the sample web, when names lead there. */
      readonly sampleWeb: number | null;
      /** Its files are made again from its archive first. */
      readonly mend?: boolean | undefined;
    }
  | {
      readonly kind: 'analyse';
      readonly inputs: readonly string[];
      /** File of the catalogue, when it is not beside the archive. */
      readonly catalogue?: string | undefined;
      /** What people added, when it is not beside that. */
      readonly kept?: string | undefined;
    }
  | {
      /** Asks the links of a geographic collection again. */
      readonly kind: 'geo-check';
      readonly folder: string;
      readonly settings: CollectSettings;
      readonly sampleWeb: number | null;
    }
  | {
      /** Takes pages out of a collection, or only says what would go. */
      readonly kind: 'forget';
      readonly folder: string;
      readonly what: string;
      readonly reason: string | null;
      readonly by: string | null;
    }
  | {
      /** Analyses the archive of a worker of a shared crawl while it grows, until it is told `finish`. */
      readonly kind: 'follow';
      readonly place: ClusterPlace;
      readonly folder: string;
      readonly cache?: string | undefined;
    };

/** What it is told meanwhile: the crawl is over. */
export const FINISH = 'finish';

/** What a crawl is asked meanwhile: what it does just then. */
export const AT_WORK = 'at-work';

export type ChildMessage =
  | CrawlMessage
  | { readonly kind: 'at-work'; readonly picture: AtWork }
  /** Bytes of the archive that were read, or links that were asked, and how many there are. */
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  /** Of pages that are taken out. */
  | {
      readonly kind: 'forgetting';
      readonly stage: ForgetStage;
      readonly done: number;
      readonly total: number;
    }
  /** What would go, or is gone. */
  | { readonly kind: 'found'; readonly found: Omit<ForgetPlan, 'folder'>; readonly forgotten: boolean };
