/**
 * Who wrote a page: the author of the object that its JSON-LD says the page is, then its metas, then the byline that a reader sees beside
 * the headline. Commenters, reviewers and the authors of other pages are not asked.
 */
import {
  attributeId,
  canonical,
  type FlatDocument,
  type Meta,
  metas as readMetas,
  TEXT,
  tagId,
} from '../html/index.ts';
import { foldWords } from '../text/index.ts';
import { authorName, isLabel, LONGEST_NAME } from './author-name.ts';
import {
  BYLINE,
  CARD,
  COMMENTS,
  CONSENT,
  FOOTER,
  FORM,
  NAVIGATION,
  POPUP,
  RATING,
  RELATED,
  SEARCH,
  SUBSCRIBE,
  TEASER,
} from './element-evidence.ts';
import type { PageJudgement } from './extract-page.ts';
import { isOf, jsonLdObjects, type LinkedData, type LinkedObject, plainText } from './json-ld-objects.ts';
import { blockText, rowsText } from './page-blocks.ts';
import type { PageTitle } from './page-title.ts';
import { SiteName } from './site-name.ts';

const MOST_AUTHORS = 12;
const MOST_OBJECTS = 60;
const WRITTEN = /(?:Article|Posting|Report|Recipe|HowTo|Question|LearningResource|Thesis|Chapter)$/;
const PAGE = /(?:WebPage|CreativeWork|VideoObject|PodcastEpisode|AboutPage|MedicalWebPage)$/;
const ORGANISATION = /(?:Organization|Corporation|Business|WebSite|Brand)$/;

/** A name, and whether it is rather the site's than a person's. */
interface Author {
  readonly name: string;
  readonly weak: boolean;
}

/** `title` helps to tell the page's object from others, and where its header is. '' when nobody is named. */
export function pageByline(
  doc: FlatDocument,
  page: PageJudgement,
  title: PageTitle,
  url = '',
  metas: readonly Meta[] = readMetas(doc),
): string {
  const site = new SiteName(doc, url, metas);
  const user = page.type === 'forum';
  const stated = statedAuthor(doc, page, title, url, site);
  if (stated !== null && !stated.weak) return stated.name;
  const meta = metaAuthor(metas, site);
  const article = metas.some(({ name, content }) => name === 'og:type' && /article|blog/i.test(content));
  if (SHOWS_NO_BYLINE.has(page.type) && !article) return '';
  if (meta !== null && !meta.weak) return meta.name;
  if (SHOWS_NO_BYLINE.has(page.type)) return '';
  const seen = seenAuthor(page, title, user);
  if (seen !== '') return seen;
  // A product is not written by the shop that sells it.
  return page.type === 'service' ? '' : (stated?.name ?? meta?.name ?? '');
}

/** Names on these pages are those of buyers, of sellers, and of the authors of what they list. */
const SHOWS_NO_BYLINE: ReadonlySet<string> = new Set(['product', 'listing', 'front']);

/* What the page states. */

/** Host and scheme off, final slash and query off. */
function comparable(address: string): string {
  return address
    .slice(0, 1024)
    .replace(/^[a-z]+:\/\/(?:www\.)?/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '')
    .toLowerCase();
}

function addressesOf(object: LinkedObject): string[] {
  const main = object.mainEntityOfPage;
  return [
    main,
    typeof main === 'object' && main !== null ? (main as LinkedObject)['@id'] : null,
    object.url,
    object['@id'],
  ].filter((value): value is string => typeof value === 'string' && /^https?:/i.test(value));
}

function statedAuthor(
  doc: FlatDocument,
  page: PageJudgement,
  title: PageTitle,
  url: string,
  site: SiteName,
): Author | null {
  const data = jsonLdObjects(doc);
  let own: readonly string[] | null = null;
  const called = foldWords(title.text);
  let best: Author | null = null;
  let bestScore = Number.NEGATIVE_INFINITY;
  let written = 0;
  let authored = 0;
  for (const object of data.objects) {
    const article = isOf(object, WRITTEN);
    if (!article && !isOf(object, PAGE)) continue;
    const author = authorsOf(object.author ?? object.creator, data, site, page.type === 'forum');
    if (author === null) continue;
    if (++authored > MOST_OBJECTS) break;
    if (article) written++;
    own ??= [url, canonical(doc) ?? ''].filter((address) => address !== '').map(comparable);
    const addresses = addressesOf(object);
    const here = addresses.map(comparable).some((address) => own?.includes(address));
    const headline = typeof object.headline === 'string' ? object.headline : object.name;
    const named = typeof headline === 'string' ? foldWords(plainText(headline.slice(0, 400))) : '';
    const same = named !== '' && called !== '' && (named.includes(called) || called.includes(named));
    const elsewhere = !here && !same && addresses.length > 0 && own.length > 0 && named !== '';
    const score =
      (article ? 2 : 0) + (same ? 3 : 0) + (here ? 4 : 0) - (elsewhere ? 2 : 0) - (author.weak ? 0.5 : 0);
    if (score > bestScore) {
      best = author;
      bestScore = score;
    }
  }
  // Several articles of which none is this page are a list of others.
  return bestScore < 2 && (written > 1 || SHOWS_NO_BYLINE.has(page.type)) ? null : best;
}

function authorsOf(value: unknown, data: LinkedData, site: SiteName, user: boolean): Author | null {
  const people: string[] = [];
  const others: string[] = [];
  for (const one of Array.isArray(value) ? value.slice(0, MOST_AUTHORS) : [value]) {
    const { name, organisation } = nameOf(one, data);
    const clean = authorName(plainText(name.slice(0, 400)), user && !organisation);
    if (clean === '') continue;
    const list = organisation || site.is(clean) ? others : people;
    if (!list.includes(clean)) list.push(clean);
  }
  const names = people.length > 0 ? people : others;
  return names.length === 0 ? null : { name: joined(names), weak: people.length === 0 };
}

function nameOf(value: unknown, data: LinkedData): { readonly name: string; readonly organisation: boolean } {
  if (typeof value === 'string') {
    const meant = data.byId(value);
    return meant === undefined ? { name: value, organisation: false } : nameIn(meant);
  }
  if (typeof value !== 'object' || value === null) return { name: '', organisation: false };
  const object = value as LinkedObject;
  const id = object['@id'];
  if (object.name === undefined && typeof id === 'string') {
    const meant = data.byId(id);
    if (meant !== undefined) return nameIn(meant);
  }
  return nameIn(object);
}

function nameIn(object: LinkedObject): { readonly name: string; readonly organisation: boolean } {
  const organisation = isOf(object, ORGANISATION);
  const name: unknown = Array.isArray(object.name)
    ? object.name.slice(0, MOST_AUTHORS).join(', ')
    : object.name;
  if (typeof name === 'string' && name.trim() !== '') return { name, organisation };
  const parts = [object.givenName, object.familyName].filter((part) => typeof part === 'string');
  return { name: parts.join(' '), organisation };
}

function joined(names: readonly string[]): string {
  let text = names[0] ?? '';
  for (const name of names.slice(1)) if (text.length + name.length + 2 <= LONGEST_NAME) text += `, ${name}`;
  return text;
}

/** By how much they are to be believed. */
const META_NAMES: readonly (readonly string[])[] = [
  ['citation_author', 'citation_authors'],
  [
    'author',
    'article:author',
    'article:author_name',
    'article.author',
    'og:article:author',
    'parsely-author',
    'sailthru.author',
    'cxenseparse:author',
    'autor',
  ],
  ['dc.creator', 'dcterms.creator', 'dc:creator', 'byl', 'twitter:creator:name'],
];
const WRITTEN_BY =
  /^(?:written by|escrito por|autor|author|por|by|geschrieben von|verfasst von|escrito por|ecrit par|scritto da)$/;

function metaAuthor(metas: readonly Meta[], site: SiteName): Author | null {
  let weak: Author | null = null;
  const labelled = metas.find(
    ({ name, content }) => name === 'twitter:label1' && WRITTEN_BY.test(foldWords(content)),
  );
  for (const group of [...META_NAMES, ['twitter:data1']]) {
    if (group[0] === 'twitter:data1' && labelled === undefined) continue;
    const names: string[] = [];
    for (const { name, content } of metas) {
      if (!group.includes(name) || content.length > 400) continue;
      // Libraries write the family name first.
      const turned = name.startsWith('citation')
        ? content.replace(/^([^,;]{1,40}), ([^,;]{1,40})$/, '$2 $1')
        : content;
      const clean = /^https?:/i.test(content) ? '' : authorName(plainText(turned));
      if (clean === '' || names.length >= MOST_AUTHORS || names.some((other) => other.includes(clean)))
        continue;
      if (site.is(clean)) weak ??= { name: clean, weak: true };
      else names.push(clean);
    }
    if (names.length > 0) return { name: joined(names), weak: false };
  }
  return weak;
}

/* What a reader sees. */

const REL = attributeId('rel');
const HREF = attributeId('href');
const ITEMPROP = attributeId('itemprop');
const CLASS = attributeId('class');
const A = tagId('a');
const ELSEWHERE =
  COMMENTS | RELATED | NAVIGATION | FOOTER | CONSENT | SUBSCRIBE | POPUP | SEARCH | TEASER | RATING | FORM;
/** Between a headline and its text stand no comments, though their number does, and no foot. */
const NOT_IN_HEADERS = COMMENTS | FOOTER | FORM | RATING;
/** On forums the first posting is the page, whatever it is called. */
const ELSEWHERE_ON_FORUMS = NAVIGATION | FOOTER | CONSENT | SUBSCRIBE | POPUP | SEARCH | FORM | RELATED;
const AUTHOR_ADDRESS =
  /\/(?:authors?|autor(?:es|a)?|colunistas?|blogueiros?|profiles?|people|pessoas?|staff|contributors?|writers?|journalists?|jornalistas?|reporter(?:es)?|redator(?:es)?|equipe|team|u|users?|members?|perfil)\/(?!(?:sign|log|regist|new|password|account|edit|settings)[^/]*)[^/?#]{2,}/i;
/** `byline`, `post-author`, `authorName`; not `author-bio`, `authors-picks`. */
const AUTHOR_CLASS =
  /(?:^|[\s_-])(?:by-?line|autor[ae]?s?|authors?|assinatura|writer|writtenby|username|poster|p-author|submitter|(?:posted|written|published|submitted)-?by)(?=$|[\s_-])|[a-z](?:Author|Autor|ByLine|Byline)(?=$|[\s_A-Z-])|(?:^|[\s_-])(?:author|byline|autor)[A-Z]/;
const NOT_A_NAME =
  /avatar|image|img|photo|foto|picture|desc|cargo|role|job|date|time|data(?=$|[\s_-])|count|follow|comment|tag|categor|topic|signature|rank|badge/i;
/** The name itself. */
const NAME_CLASS =
  /(?:author|autor|byline|writer|user)[_-]{0,2}(?:full|display)?[_-]{0,2}(?:name|nome)(?=$|[\s_-])|nome[_-]{0,2}(?:do[_-]{0,2})?autor/i;
/** What stands around the name. */
const AROUND_NAMES = /bio|about|sobre|social|title|label|link-list|section/i;
/** Blocks between the headline and the byline, before and after. */
const ABOVE = 8;
const BELOW = 14;
/** Words of text after which the header of an article is over. */
const HEADER_WORDS = 160;
/** A container with more is no byline. */
const LONGEST_CONTAINER = 60;
const LONGEST_LINE = 30;
/** The line after "Por". */
const LONGEST_NAMES = 14;
const PROSE_WORDS = 20;
const MOST_ELEMENTS = 4000;
/** Elements that name nobody though they say they do, before a page is believed to have no byline. */
const MOST_ASKED = 60;
const MOST_ROWS = 200;
const LONGEST_TEXT = 2000;
const MOST_STEPS = 16;

interface Zone {
  /** Blocks of the header: from, to (excluded). */
  readonly from: number;
  readonly to: number;
  /** The first block of the text. */
  readonly body: number;
  /** Block after the last one of content. */
  readonly last: number;
}

function zoneOf(page: PageJudgement, title: PageTitle): Zone {
  const { blocks, labels, headline } = page;
  let start = title.block >= 0 ? title.block : headline;
  let last = 0;
  for (let i = 0; i < blocks.count; i++) {
    if (labels[i] !== 1) continue;
    if (start < 0) start = i;
    last = i + 1;
  }
  if (start < 0) return { from: 0, to: 0, body: 0, last: 0 };
  let to = start + 1;
  let words = 0;
  let body = to;
  while (
    body < blocks.count &&
    body < start + 3 * BELOW &&
    (labels[body] !== 1 || blocks.words[body]! < PROSE_WORDS)
  )
    body++;
  // The header goes on until the text is under way.
  for (; to < blocks.count && words < HEADER_WORDS; to++) {
    if (labels[to] === 1) words += blocks.words[to]!;
    if (to > start + BELOW && words > 0 && blocks.words[to]! > LONGEST_LINE) break;
    if (to > start + 3 * BELOW) break;
  }
  return { from: Math.max(0, start - ABOVE), to, body, last: Math.max(last, to) };
}

function seenAuthor(page: PageJudgement, title: PageTitle, user: boolean): string {
  const { blocks, regions } = page;
  const { doc } = blocks;
  const zone = zoneOf(page, title);
  if (zone.to === 0) return '';
  const elsewhere = user ? ELSEWHERE_ON_FORUMS : ELSEWHERE;
  // What holds the headline as well says nothing against a byline.
  const shared = title.block < 0 ? 0 : regions.above[blocks.node[title.block]!]!;
  const notInHeader = elsewhere & ~NOT_IN_HEADERS & ~shared;
  const first = blocks.from[zone.from]!;
  const end = blocks.to[zone.to - 1]!;
  const stop = zone.last > 0 ? blocks.to[Math.min(blocks.count, zone.last + BELOW) - 1]! : end;
  let best = '';
  let bestWeight = 0;
  const offer = (weight: number, name: string): void => {
    if (weight > bestWeight && name !== '') {
      best = name;
      bestWeight = weight;
    }
  };
  let looked = 0;
  let asked = 0;
  const body = zone.body < blocks.count ? blocks.from[zone.body]! : end;
  for (let row = outermostStart(doc, first); row < stop && looked < MOST_ELEMENTS; row++) {
    if (doc.tag[row] === TEXT || doc.end[row]! <= first) continue;
    looked++;
    // Of postings the first is the page, and its author may stand below it.
    const bonus = row >= end ? 0 : user ? 1.5 : 3;
    const flags = regions.above[row]!;
    if ((flags & (row < body ? notInHeader : elsewhere)) !== 0) continue;
    if (bonus === 0 && !user && (flags & CARD) !== 0 && inCard(page, row)) continue;
    const weight = weightOf(doc, row);
    if (weight === 0 || weight + bonus <= bestWeight) continue;
    if (++asked > MOST_ASKED) break;
    offer(weight + bonus, namesAt(page, row, user));
  }
  if (bestWeight >= 6 || page.type === 'service') return bestWeight >= 6 ? best : '';
  const lastLine = Math.min(blocks.count, zone.last + BELOW);
  for (let i = zone.from; i < lastLine && bestWeight < 5.5; i++) {
    const size = blocks.words[i]!;
    if (size === 0 || size > LONGEST_LINE) continue;
    const flags = regions.above[blocks.node[i]!]!;
    if ((flags & (i < zone.body ? notInHeader : elsewhere)) !== 0) continue;
    const header = i < zone.to;
    if (!header && (size > 3 || i < zone.last - BELOW)) continue;
    const line = blockText(blocks, i, 200);
    if (
      isLabel(line) &&
      (header || SURE_LABEL.test(line)) &&
      i + 1 < lastLine &&
      blocks.words[i + 1]! <= LONGEST_NAMES
    )
      offer(header ? 5.5 : 3.5, authorName(blockText(blocks, i + 1, 200), user));
    else if (header && size <= 16 && LINE.test(line)) offer(5, authorName(line, user));
  }
  return best;
}
const SURE_LABEL =
  /^(?:author|autor|written by|escrito por|posted by|publicado por|texto de|words by|story by)/iu;
/** A line that begins as bylines do. */
const LINE =
  /^(?:[Pp]or|POR|[Bb]y|BY|[Ww]ritten [Bb]y|WRITTEN BY|[Ee]scrito por|[Pp]ublicado por|[Pp]osted [Bb]y|[Tt]exto(?: de|:)|[Rr]eportagem:?)[:\s]+\p{Lu}|^[Dd]a [Rr]eda[çc][ãa]o(?:\s|$)|^(?:By|Por)(?=\p{Lu}\p{Ll})/u;

/** Whether the nearest card above is one of another page, and not the `meta-item` of this one. */
function inCard(page: PageJudgement, row: number): boolean {
  const { own } = page.regions;
  for (let at = row, steps = 0; at > 0 && steps < MOST_STEPS; at = page.blocks.doc.parent[at]!, steps++)
    if ((own[at]! & CARD) !== 0) return (own[at]! & BYLINE) === 0;
  return true;
}

/** The row where the element that begins with this one begins. */
function outermostStart(doc: FlatDocument, row: number): number {
  let at = row;
  for (let steps = 0; at > 1 && doc.parent[at]! === at - 1 && steps < MOST_STEPS; steps++) at--;
  return at;
}

/** How much an element says that it names the author, 0 for nothing. */
function weightOf(doc: FlatDocument, row: number): number {
  const property =
    doc.attributeAt(row, ITEMPROP) >= 0 ? (doc.value(row, ITEMPROP) ?? '').trim().toLowerCase() : '';
  if (property === 'author' || property === 'creator') return 5;
  let weight = 0;
  if (doc.tag[row] === A) {
    if (doc.attributeAt(row, REL) >= 0 && /(?:^|\s)author(?:\s|$)/i.test(doc.value(row, REL) ?? '')) return 5;
    if (AUTHOR_ADDRESS.test((doc.value(row, HREF) ?? '').slice(0, 300))) weight = 3;
  }
  if (doc.attributeAt(row, CLASS) < 0) return weight;
  const name = (doc.value(row, CLASS) ?? '').slice(0, 200);
  if (!AUTHOR_CLASS.test(name)) return weight;
  return NOT_A_NAME.test(name) ? weight : Math.max(weight, AROUND_NAMES.test(name) ? 1 : 4);
}

/** The names in an element: those of the links to authors in it, else what its first lines say. */
function namesAt(page: PageJudgement, row: number, user: boolean): string {
  const { blocks, regions } = page;
  const { doc } = blocks;
  if (regions.words[row]! > LONGEST_CONTAINER) return '';
  const end = doc.end[row]!;
  const names: string[] = [];
  const add = (text: string): void => {
    const name = authorName(text, user);
    if (name !== '' && names.length < MOST_AUTHORS && !names.some((other) => other.includes(name)))
      names.push(name);
  };
  let tried = 0;
  for (let at = row; at < end && at < row + MOST_ROWS && tried < MOST_AUTHORS; at++) {
    if (doc.tag[at] === TEXT) continue;
    const property =
      doc.attributeAt(at, ITEMPROP) >= 0 ? (doc.value(at, ITEMPROP) ?? '').trim().toLowerCase() : '';
    const link =
      doc.tag[at] === A &&
      (/(?:^|\s)author(?:\s|$)/i.test(doc.value(at, REL) ?? '') ||
        AUTHOR_ADDRESS.test((doc.value(at, HREF) ?? '').slice(0, 300)));
    const named =
      doc.attributeAt(at, CLASS) >= 0 && NAME_CLASS.test((doc.value(at, CLASS) ?? '').slice(0, 200));
    if (property !== 'name' && !link && !named) continue;
    tried++;
    add(shortText(doc, at));
  }
  if (names.length > 0) return user ? names[0]! : joined(names);
  // Lines of the element; an inline one is a piece of a line.
  let lines = 0;
  for (
    let i = regions.firstBlock[row]!;
    i >= 0 && i < blocks.count && blocks.node[i]! < end && lines < 4;
    i++, lines++
  ) {
    if (blocks.node[i]! < row) continue;
    const name = authorName(blockText(blocks, i, 200), user);
    if (name !== '') return name;
  }
  return lines > 0 ? '' : authorName(shortText(doc, row), user);
}

/** The text of a small element; '' of one that is none. */
function shortText(doc: FlatDocument, row: number): string {
  const end = doc.end[row]!;
  if (end - row > MOST_ROWS) return '';
  for (let at = row + 1; at < end; at++)
    if (doc.tag[at] === TEXT && doc.stop[at]! - doc.start[at]! > LONGEST_TEXT) return '';
  return rowsText(doc, row + 1, end, 200);
}
