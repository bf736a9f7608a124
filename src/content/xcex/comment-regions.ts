/** Where readers wrote: elements whose id or class says so, in the languages of the sites that X-CEX was published with. */
import { attributeId, type FlatDocument, tagId } from '../../html/index.ts';

const NAMES =
  /(?:^|[^a-z])(?:user|fb|post|disqus|wp)?[-_]?(?:comments?|coment[aá]rios?|commentaires?|commenti|commento|disqus|respond)(?:$|[^a-z])/i;
const CAMEL = /[a-z](?:Comments?|Comentarios?|Commentaires?)(?:$|[^a-z])/;
/** Whole pages and articles carry such words as settings (`comments-open`). */
const TOO_LARGE = new Set(['html', 'body', 'main', 'article'].map(tagId));
const ID = attributeId('id');
const CLASS = attributeId('class');
const LONGEST_NAME = 512;

/** 1 for every row inside a region of comments. */
export function commentRows(doc: FlatDocument): Uint8Array {
  const inside = new Uint8Array(doc.count);
  for (let row = 1; row < doc.count; row++) {
    if (doc.tag[row]! <= 1 || TOO_LARGE.has(doc.tag[row]!)) continue;
    if (!isNamed(doc.value(row, ID)) && !isNamed(doc.value(row, CLASS))) continue;
    inside.fill(1, row, doc.end[row]!);
    row = doc.end[row]! - 1;
  }
  return inside;
}

function isNamed(value: string | null): boolean {
  if (value === null) return false;
  const name = value.slice(0, LONGEST_NAME);
  return NAMES.test(name) || CAMEL.test(name);
}
