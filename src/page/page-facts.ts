/** The facts of a page alone: the same for whoever reads it. Plain data, which crosses between threads and is kept. */
import type { Media } from './media.ts';

export interface PageFacts {
  readonly media: Media;
  readonly charset: string | null;
  /** As the page states it. */
  readonly title: string | null;
  readonly language: string | null;
  /** 16 hexadecimal digits; null when there is too little text to compare. */
  readonly simhash: string | null;
  readonly textLength: number;
  /** Empty without its scripts. */
  readonly scriptOnly: boolean;
  /** An error page served as 200. */
  readonly softNotFound: boolean;
}
