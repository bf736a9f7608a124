/** Where a link of the page leads, as it is written: enough to tell whether two lead to the same place. */
import { attributeId, type FlatDocument } from '../html/index.ts';

const HREF = attributeId('href');
const LONGEST = 300;

/** Empty when the element has no address. */
export function linkTarget(doc: FlatDocument, link: number): string {
  const at = doc.attributeAt(link, HREF);
  if (at < 0) return '';
  const from = doc.attributes[at + 2]!;
  return doc.html.slice(from, Math.min(doc.attributes[at + 3]!, from + LONGEST));
}
