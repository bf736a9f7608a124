/**
 * Which bodies a crawl of pages reads at all. A link without an extension may lead to a film; its head says so, and the rest is not
 * asked for.
 */
import { isNeverAPage } from '../page/index.ts';

/** Bytes of the body wanted, for `FetchRequest.bodyLimit`. */
export function wantedBytes(status: number, contentType: string | null): number {
  // What an error page is made of does not matter; redirects have small bodies.
  if (contentType === null || status >= 300) return Number.POSITIVE_INFINITY;
  return isNeverAPage(contentType) ? 0 : Number.POSITIVE_INFINITY;
}
