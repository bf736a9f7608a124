/** Dates that a page states in JSON-LD, of the thing that the page is about: not of its comments, related items or pictures. */

import type { JsonLdScript } from '../../html/index.ts';
import type { DateCandidate, DateRole } from './candidate.ts';
import { type DateOrder, parseDateValue } from './date-text.ts';

/** Property (lower case) → role and weight. */
const PROPERTIES: ReadonlyMap<string, readonly [DateRole, number]> = new Map([
  ['datepublished', ['published', 4]],
  ['dateposted', ['published', 3.6]],
  ['datecreated', ['published', 2.6]],
  ['uploaddate', ['published', 3.4]],
  ['datemodified', ['modified', 3.5]],
  ['dateupdated', ['modified', 3]],
]);

const ARTICLE = /article|blogposting|posting|report|recipe|review|howto|qapage|question/i;
const PAGE = /webpage|itempage|aboutpage|faqpage|website/i;
const NOT_A_PAGE =
  /^(?:user)?comments?$|person|organization|event|offer|image|rating|answer|breadcrumb|product|course|dataset/i;
/** What hangs on these is another thing than the page. */
const ELSEWHERE =
  /^(?:comment|comments|review|reviews|itemlistelement|haspart|mentions|ispartof|subjectof|image|thumbnail|author|publisher|logo|offers|citation|isbasedon|blogpost|blogposts|liveblogupdate|associatedmedia|relatedlink|event|events|suggestedanswer|acceptedanswer|workexample|video|audio|track|copyrightholder|contributor|about)$/;

const MOST_NODES = 20_000;
const MOST_CANDIDATES = 48;

interface Step {
  readonly value: unknown;
  readonly path: string;
  readonly elsewhere: boolean;
}

/** Host and scheme off, final slash and query off: enough to tell another page of the site. */
function comparable(url: string): string {
  return url
    .slice(0, 2048)
    .replace(/^[a-z]+:\/\/(?:www\.)?/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
    .toLowerCase();
}

function addressOf(entity: Record<string, unknown>): string | null {
  const main = entity.mainEntityOfPage;
  const candidates = [
    typeof main === 'string'
      ? main
      : main !== null && typeof main === 'object'
        ? (main as Record<string, unknown>)['@id']
        : null,
    entity.url,
  ];
  for (const value of candidates)
    if (typeof value === 'string' && /^https?:\/\//i.test(value)) return comparable(value);
  return null;
}

/** `addresses`: the page's own, and its canonical one. */
export function jsonLdDates(
  scripts: readonly JsonLdScript[],
  addresses: readonly string[],
  order: DateOrder,
): DateCandidate[] {
  const own = addresses.map(comparable);
  const found: DateCandidate[] = [];
  let nodes = 0;
  for (const script of scripts) {
    // Most JSON-LD has no date: not worth reading.
    if (!/"?\\?date|uploaddate/i.test(script.source)) continue;
    const stack: Step[] = [];
    const { values } = script;
    for (let i = values.length - 1; i >= 0; i--)
      stack.push({ value: values[i], path: '$', elsewhere: false });
    while (stack.length > 0 && nodes++ < MOST_NODES && found.length < MOST_CANDIDATES) {
      const { value, path, elsewhere } = stack.pop()!;
      if (typeof value !== 'object' || value === null) continue;
      if (Array.isArray(value)) {
        for (let i = Math.min(value.length, 500) - 1; i >= 0; i--)
          stack.push({ value: value[i], path: `${path}[${i}]`, elsewhere });
        continue;
      }
      const entity = value as Record<string, unknown>;
      const type = typeOf(entity);
      const other = elsewhere || NOT_A_PAGE.test(type) || /comment/i.test(type);
      const keys = Object.keys(entity);
      for (let k = Math.min(keys.length, 500) - 1; k >= 0; k--) {
        const key = keys[k]!;
        const lower = key.toLowerCase();
        const property = PROPERTIES.get(lower);
        const content = entity[key];
        if (property === undefined) {
          if (typeof content === 'object' && content !== null && path.length < 200)
            stack.push({
              value: content,
              path: `${path}.${key.slice(0, 40)}`,
              elsewhere: other || ELSEWHERE.test(lower),
            });
          continue;
        }
        const written = writtenIn(content);
        const date = written === null ? null : parseDateValue(written, order);
        if (date === null) continue;
        const [role, base] = property;
        let weight = base + (ARTICLE.test(type) ? 0.4 : PAGE.test(type) ? 0 : -0.6);
        if (other) weight -= 3;
        const address = addressOf(entity);
        if (address !== null && own.length > 0) weight += own.includes(address) ? 0.4 : -0.6;
        found.push({
          source: 'json-ld',
          role,
          where: `${path}.${key}`,
          text: written!.slice(0, 80),
          day: date.day,
          precision: date.precision,
          time: date.time,
          alternative: date.alternative,
          node: -1,
          block: -1,
          weight,
        });
      }
    }
  }
  return found;
}

function typeOf(entity: Record<string, unknown>): string {
  const type = entity['@type'] ?? entity.type;
  if (typeof type === 'string') return type.slice(0, 80);
  return Array.isArray(type)
    ? type
        .filter((t) => typeof t === 'string')
        .join(' ')
        .slice(0, 80)
    : '';
}

function writtenIn(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (typeof content === 'number') return String(content);
  if (Array.isArray(content)) return content.length > 0 && typeof content[0] === 'string' ? content[0] : null;
  if (typeof content === 'object' && content !== null) {
    const value = (content as Record<string, unknown>)['@value'];
    return typeof value === 'string' ? value : null;
  }
  return null;
}
