/**
 * The captures of one address as Memento tells them (RFC 7089): which comes first, last, before and after, the nearest to a moment, and
 * the TimeMap in both its forms. Pure functions over a list of moments.
 */
import { asciiUrl, replayPath, timeGatePath, timeMapPath } from '../replay/archive-url.ts';
import { httpDate } from './http-date.ts';

/** One capture: a moment and the address as it was then written. */
export interface Memento {
  /** 14 digits. */
  readonly timestamp: string;
  /** ms since 1970. */
  readonly at: number;
  readonly url: string;
}

export interface MementoContext {
  /** `http://127.0.0.1:8730`. */
  readonly origin: string;
  readonly collection: string;
  /** The address that was asked for. */
  readonly url: string;
}

/** More captures than this are told in several pages. */
const TIMEMAP_PAGE = 1000;

/** Index lines → mementos, oldest first; two captures of the same second have one address and are one memento. */
export function mementosOf(
  captures: readonly { readonly timestamp: string; readonly url: string }[],
): Memento[] {
  const found = new Map<string, Memento>();
  for (const { timestamp, url } of captures) {
    const at = momentOf(timestamp);
    if (at !== null) found.set(timestamp, { timestamp, at, url });
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}

/** ms of a timestamp of 4 to 14 digits (a prefix counts from its beginning); null when it is none. */
export function momentOf(timestamp: string): number | null {
  if (!/^\d{4,14}$/.test(timestamp)) return null;
  const part = (from: number, to: number, absent: number): number =>
    timestamp.length >= to ? Number(timestamp.slice(from, to)) : absent;
  const month = part(4, 6, 1);
  const day = part(6, 8, 1);
  const [hour, minute, second] = [part(8, 10, 0), part(10, 12, 0), part(12, 14, 0)];
  const at = new Date(0);
  at.setUTCFullYear(part(0, 4, 0), month - 1, day);
  at.setUTCHours(hour, minute, second);
  const valid =
    at.getUTCMonth() === month - 1 && at.getUTCDate() === day && hour < 24 && minute < 60 && second < 61;
  return valid ? at.getTime() : null;
}

/** The memento nearest to a moment; of two at the same distance the earlier, which is sure to have been so then. Null in an empty list. */
export function nearestMemento(mementos: readonly Memento[], at: number): Memento | null {
  let best: Memento | null = null;
  for (const memento of mementos)
    if (best === null || Math.abs(memento.at - at) < Math.abs(best.at - at)) best = memento;
  return best;
}

function uriOf(memento: Memento, context: MementoContext): string {
  return context.origin + replayPath(context.collection, memento.timestamp, memento.url);
}

/** Links between a memento (or, without one, a TimeGate) and everything around it: the value of the `Link` header. */
export function mementoLinks(
  mementos: readonly Memento[],
  current: Memento | null,
  context: MementoContext,
): string {
  const { origin, collection, url } = context;
  const links = [`<${asciiUrl(url)}>; rel="original"`];
  if (current !== null) links.push(`<${origin}${timeGatePath(collection, url)}>; rel="timegate"`);
  links.push(timeMapLink(context, 'link', 1), timeMapLink(context, 'json', 1));
  const at = current === null ? -1 : mementos.findIndex((m) => m.timestamp === current.timestamp);
  const related = new Map<Memento, string[]>();
  const relate = (memento: Memento | undefined, rel: string): void => {
    if (memento === undefined) return;
    related.set(memento, [...(related.get(memento) ?? []), rel]);
  };
  relate(mementos[0], 'first');
  relate(mementos[mementos.length - 1], 'last');
  if (at >= 0) {
    relate(mementos[at - 1], 'prev');
    relate(mementos[at + 1], 'next');
    if (!related.has(mementos[at]!)) related.set(mementos[at]!, []);
  }
  for (const memento of [...related.keys()].sort((a, b) => a.at - b.at))
    links.push(mementoLink(memento, related.get(memento)!, context));
  return links.join(', ');
}

function mementoLink(memento: Memento, relations: readonly string[], context: MementoContext): string {
  return `<${uriOf(memento, context)}>; rel="${[...relations, 'memento'].join(' ')}"; datetime="${httpDate(memento.at)}"`;
}

const FORMS = { link: 'application/link-format', json: 'application/json' } as const;

function timeMapLink(
  context: MementoContext,
  form: 'link' | 'json',
  page: number,
  span: readonly [Memento, Memento] | null = null,
  rel = 'timemap',
): string {
  const path = context.origin + timeMapPath(context.collection, form, context.url, page);
  const range = span === null ? '' : `; from="${httpDate(span[0].at)}"; until="${httpDate(span[1].at)}"`;
  return `<${path}>; rel="${rel}"; type="${FORMS[form]}"${range}`;
}

interface TimeMapPart {
  readonly page: number;
  readonly mementos: readonly Memento[];
}

function partsOf(mementos: readonly Memento[], size: number): TimeMapPart[] {
  const parts: TimeMapPart[] = [];
  for (let from = 0; from < mementos.length; from += size)
    parts.push({ page: parts.length + 1, mementos: mementos.slice(from, from + size) });
  return parts;
}

const spanOf = ({ mementos }: TimeMapPart): readonly [Memento, Memento] => [
  mementos[0]!,
  mementos[mementos.length - 1]!,
];

/** The TimeMap in link format (RFC 7089 §5); null when there is no such page. */
export function linkTimeMap(
  mementos: readonly Memento[],
  context: MementoContext,
  page = 1,
  size = TIMEMAP_PAGE,
): string | null {
  const parts = partsOf(mementos, size);
  const part = parts[page - 1];
  if (part === undefined) return null;
  const { origin, collection, url } = context;
  const lines = [
    `<${asciiUrl(url)}>; rel="original"`,
    timeMapLink(context, 'link', page, spanOf(part), 'self'),
    `<${origin}${timeGatePath(collection, url)}>; rel="timegate"`,
  ];
  for (const other of parts)
    if (other !== part) lines.push(timeMapLink(context, 'link', other.page, spanOf(other)));
  for (const memento of part.mementos) {
    const relations: string[] = [];
    if (memento === mementos[0]) relations.push('first');
    if (memento === mementos[mementos.length - 1]) relations.push('last');
    lines.push(mementoLink(memento, relations, context));
  }
  return `${lines.join(',\n')}\n`;
}

/** The same as JSON, in the form that aggregators of archives share. */
export function jsonTimeMap(
  mementos: readonly Memento[],
  context: MementoContext,
  page = 1,
  size = TIMEMAP_PAGE,
): object | null {
  const parts = partsOf(mementos, size);
  const part = parts[page - 1];
  if (part === undefined) return null;
  const { origin, collection, url } = context;
  const map = (form: 'link' | 'json', n: number): string => origin + timeMapPath(collection, form, url, n);
  const told = (memento: Memento): object => ({
    datetime: new Date(memento.at).toISOString().replace('.000Z', 'Z'),
    uri: uriOf(memento, context),
  });
  return {
    original_uri: url,
    self: map('json', page),
    timegate_uri: origin + timeGatePath(collection, url),
    timemap_uri: { link_format: map('link', 1), json_format: map('json', 1) },
    ...(parts.length === 1
      ? {}
      : {
          timemap_index: parts.map((other) => ({
            uri: map('json', other.page),
            from: new Date(spanOf(other)[0].at).toISOString(),
            until: new Date(spanOf(other)[1].at).toISOString(),
          })),
        }),
    mementos: {
      list: part.mementos.map(told),
      first: told(mementos[0]!),
      last: told(mementos[mementos.length - 1]!),
    },
  };
}
