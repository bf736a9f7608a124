/** What a volunteer's machine is doing, in the eleven views that GeoDiscover's collaborators had: plain data, the last of each, nothing on disk. */

export interface PageView {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** As they stand in the page, `href` and `src`, and what they lead to. */
  readonly urls: readonly {
    readonly written: string;
    readonly url: string;
    readonly attribute: 'href' | 'src';
  }[];
  /** Of geographic links: anchor with the words around it. */
  readonly anchors: readonly { readonly url: string; readonly anchor: string; readonly extended: string }[];
  readonly files: readonly string[];
  readonly words: readonly string[];
  readonly geoWords: readonly string[];
  readonly isInteresting: boolean;
  readonly robots: string;
}

export type VolunteerMode = 'working' | 'paused' | 'busy' | 'waiting' | 'stopped';

export interface Logged {
  readonly at: number;
  readonly what: string;
  readonly url: string | null;
}

const MOST_LOGGED = 200;

export class VolunteerViews {
  mode: VolunteerMode = 'waiting';
  /** The page that was read last. */
  page: PageView | null = null;
  /** Its markup, while it is in hand: gone when it was reported. */
  html: string | null = null;
  readonly geoPages: string[] = [];
  /** URLs received from the desk. */
  readonly received: string[] = [];
  readonly actions: Logged[] = [];
  readonly errors: Logged[] = [];
  pages = 0;
  sent = 0;
  told = 0;
  bytes = 0;

  act(what: string, url: string | null = null, at = Date.now()): void {
    push(this.actions, { at, what, url });
  }

  fail(what: string, url: string | null = null, at = Date.now()): void {
    push(this.errors, { at, what, url });
    this.act(what, url, at);
  }

  gotUrl(url: string): void {
    push(this.received, url);
  }

  geoPage(url: string): void {
    push(this.geoPages, url);
  }
}

function push<T>(list: T[], entry: T): void {
  list.push(entry);
  if (list.length > MOST_LOGGED) list.splice(0, list.length - MOST_LOGGED);
}
