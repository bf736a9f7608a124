/** What the baselines share: pages in, each block of them judged. Methods that look at one page are run page by page. */
import type { FlatDocument } from '../../../src/html/index.ts';

export interface BaselinePage {
  readonly id: string;
  readonly doc: FlatDocument;
}

export interface BaselineResult {
  readonly id: string;
  readonly blocks: readonly { readonly text: string; readonly verdict: 'content' | 'non-content' }[];
}

export type Baseline = (pages: readonly BaselinePage[]) => BaselineResult[];
