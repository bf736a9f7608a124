/**
 * Dates that elements state for machines: metas, microdata and RDFa properties, `time datetime`, microformats (`abbr title`,
 * `dt-published`), `data-` attributes of elements whose class says date, and values in scripts. One walk over the rows.
 */
import { attributeId, type FlatDocument, isHidden, isJsonLd, tagId } from '../../html/index.ts';
import type { DateCandidate, DateRole, DateSource } from './candidate.ts';
import { cueBefore } from './date-cues.ts';
import { DATE_ITSELF, MODIFIED_CLASS, PUBLISHED_CLASS, roleOfName } from './date-names.ts';
import { type DateOrder, parseDateValue } from './date-text.ts';

const META = tagId('meta');
const SCRIPT = tagId('script');
const TIME = tagId('time');
const ABBR = tagId('abbr');
const SPAN = tagId('span');
const CLASS = attributeId('class');
const NAME = attributeId('name');
const CONTENT = attributeId('content');
const PROPERTY = attributeId('property');
const ITEMPROP = attributeId('itemprop');
const HTTP_EQUIV = attributeId('http-equiv');
const DATETIME = attributeId('datetime');
const TITLE = attributeId('title');

const BLOCKS = new Set(
  ['p', 'div', 'li', 'td', 'th', 'dd', 'section', 'article', 'header', 'footer', 'main', 'body'].map(tagId),
);
/** What holds the whole page, and says of it by an attribute of its own when it was published. */
const HOLDS_PAGE = new Set(['article', 'main', 'body'].map(tagId));
const OF_PAGE = /^data-.{0,30}(?:publi|pubdate|posted|created|updated|modified)/;
/** How long a label is looked at, and how many rows back it is looked for. */
const LONGEST_LABEL = 60;
const FARTHEST_LABEL = 12;
const MOST = 200;
/** Rows below an element that may still be one date. */
const LARGEST_DATE = 40;
const MOST_SCRIPT = 400_000;
const MOST_SCRIPT_DATES = 400;
const SCRIPT_DATE = /(?:19|20)\d\d-[01]\d-[0-3]\d/g;
/** The key before a date in a script: `"datePublished":"`, `publish_date = '`. */
const SCRIPT_KEY =
  /(?:date_?published|data_?(?:de_?)?publica[cç][aã]o|publish(?:ed|ing)?_?(?:date|time|at|on)|publication_?date|pub_?date|first_?publish\w{0,12}|date_?created|created_?(?:at|on)|post_?date|display_?date)\\?["']?\s?[:=,]\s?\\?["']$/i;

export function statedDates(doc: FlatDocument, order: DateOrder): readonly DateCandidate[] {
  const reader = new StatedReader(doc, order);
  reader.read();
  return reader.candidates;
}

class StatedReader {
  readonly #doc: FlatDocument;
  readonly #order: DateOrder;
  readonly candidates: DateCandidate[] = [];
  readonly #dateClasses = new Map<string, boolean>();
  #scriptRead = 0;

  constructor(doc: FlatDocument, order: DateOrder) {
    this.#doc = doc;
    this.#order = order;
  }

  read(): void {
    const doc = this.#doc;
    const { tag, count } = doc;
    for (let row = 1; row < count && this.candidates.length < MOST; row++) {
      const kind = tag[row]!;
      if (kind <= 1) continue;
      if (kind === META) this.#meta(row);
      else if (kind === SCRIPT) this.#script(row);
      else if (kind === TIME) this.#time(row);
      else this.#element(row, kind);
    }
  }

  #add(
    source: DateSource,
    role: DateRole,
    where: string,
    text: string,
    row: number,
    weight: number,
  ): boolean {
    const date = parseDateValue(text, this.#order);
    if (date === null) return false;
    this.candidates.push({
      source,
      role,
      where: where.slice(0, 80),
      text: text.slice(0, 80),
      day: date.day,
      precision: date.precision,
      time: date.time,
      alternative: date.alternative,
      node: row,
      block: -1,
      weight,
    });
    return true;
  }

  #meta(row: number): void {
    const doc = this.#doc;
    const content = doc.value(row, CONTENT);
    // A date has a digit, and is not a description.
    if (content === null || content.length > 4000 || !/\d/.test(content)) return;
    const property = doc.value(row, ITEMPROP);
    const written =
      property ?? doc.value(row, PROPERTY) ?? doc.value(row, NAME) ?? doc.value(row, HTTP_EQUIV);
    if (written === null) return;
    const name = written.trim().toLowerCase();
    if (name === 'parsely-page') {
      const date = /"pub_date"\s*:\s*"([^"]{8,40})"/.exec(content);
      if (date !== null) this.#add('meta', 'published', name, date[1]!, row, 3.8);
      return;
    }
    if (name === 'og:image') {
      // A picture that stands under a day was put there on it; hardly before the page.
      const path = /(?<!\d)(?:19|20)\d\d\/[01]\d\/[0-3]\d(?=\/)/.exec(content.slice(0, 500));
      if (path !== null) this.#add('meta', 'unknown', name, path[0].replaceAll('/', '-'), row, -1);
      return;
    }
    if (content.length > 100) return;
    const role = roleOfName(name);
    if (role === null) return;
    // Headers copied into a meta are the server's, not the author's.
    const weight = doc.attributeAt(row, HTTP_EQUIV) >= 0 ? 1.5 : role[1];
    this.#add(property === null ? 'meta' : 'microdata', role[0], name, content, row, weight);
  }

  #script(row: number): void {
    const doc = this.#doc;
    if (doc.end[row]! <= row + 1) return;
    // Read as what it is, in json-ld-dates.
    if (isJsonLd(doc, row)) return;
    const from = doc.start[row + 1]!;
    const length = Math.min(doc.stop[row + 1]! - from, MOST_SCRIPT - this.#scriptRead);
    if (length <= 0) return;
    this.#scriptRead += length;
    const text = doc.html.slice(from, from + length);
    SCRIPT_DATE.lastIndex = 0;
    let found = 0;
    for (let i = 0; i < MOST_SCRIPT_DATES && found < 3; i++) {
      const m = SCRIPT_DATE.exec(text);
      if (m === null) return;
      const key = SCRIPT_KEY.exec(text.slice(Math.max(0, m.index - 40), m.index));
      if (key === null) continue;
      const value = text.slice(m.index, m.index + 30).match(/^[\d:TZ.+ -]+/)![0];
      const weight = (/creat/i.test(key[0]) ? 0.4 : 1.6) - (found === 0 ? 0 : 0.6);
      if (this.#add('script', 'published', key[0].replace(/\W+$/, ''), value, row, weight)) found++;
    }
  }

  #time(row: number): void {
    const doc = this.#doc;
    const property = (doc.value(row, ITEMPROP) ?? doc.value(row, PROPERTY) ?? '').toLowerCase();
    const names = `${doc.value(row, CLASS) ?? ''} ${property}`;
    const named = property === '' ? null : roleOfName(property);
    const pubdate = doc.attribute(row, 'pubdate') !== null;
    const called: DateRole =
      MODIFIED_CLASS.test(names) && !PUBLISHED_CLASS.test(names)
        ? 'modified'
        : pubdate || PUBLISHED_CLASS.test(names)
          ? 'published'
          : 'unknown';
    // What the reader reads before it says more than a class: "Last updated on <time>".
    const cue = cueBefore(this.#textBefore(row));
    const role = named?.[0] ?? (cue.role === 'unknown' ? called : cue.role);
    const weight =
      (named !== null ? 2.6 : role === 'unknown' ? 1.2 : 2) + (cue.role === 'unknown' ? cue.weight * 0.6 : 0);
    const written = doc.value(row, DATETIME) ?? doc.value(row, CONTENT) ?? doc.value(row, TITLE);
    const where = property === '' ? 'time' : `time ${property}`;
    if (written !== null && this.#add('time-element', role, where, written, row, weight)) return;
    this.#add('time-element', role, where, this.#shortText(row), row, weight - 0.2);
  }

  /** The text that leads up to an element within its block's few rows; '' when it begins a block of its own. */
  #textBefore(row: number): string {
    const doc = this.#doc;
    const { parent } = doc;
    let above = parent[row]!;
    // `<em>Updated on <b><time>`: up as long as nothing stands before.
    for (let i = 0; i < 3 && above > 0; i++, above = parent[above]!) {
      for (let at = row - 1; at > Math.max(above, row - FARTHEST_LABEL); at--)
        if (doc.isText(at) && doc.stop[at]! - doc.start[at]! > 1) {
          const text = doc.html.slice(Math.max(doc.start[at]!, doc.stop[at]! - LONGEST_LABEL), doc.stop[at]!);
          if (/\S/.test(text)) return text.replaceAll('&nbsp;', ' ').replace(/\s+/g, ' ');
        }
      if (BLOCKS.has(doc.tag[above]!)) return '';
    }
    return '';
  }

  /** The text of a small element; '' of a large one, which is no date. */
  #shortText(row: number): string {
    const doc = this.#doc;
    if (doc.end[row]! - row > LARGEST_DATE) return '';
    return doc.textContent(row).slice(0, 400).replace(/\s+/g, ' ').slice(0, 120);
  }

  #element(row: number, kind: number): void {
    const doc = this.#doc;
    const property = doc.value(row, ITEMPROP) ?? doc.value(row, PROPERTY);
    if (property !== null) {
      const role = roleOfName(property.trim().toLowerCase().replace(/^\w+:/, ''));
      if (role !== null) {
        const written = doc.value(row, CONTENT) ?? doc.value(row, DATETIME) ?? doc.value(row, TITLE);
        const text = written ?? this.#shortText(row);
        if (this.#add('microdata', role[0], property, text, row, written === null ? 2.4 : 2.8)) return;
      }
    }
    const datetime = doc.value(row, DATETIME);
    if (
      datetime !== null &&
      this.#add('element', 'unknown', `${doc.tagName(row)} datetime`, datetime, row, 1.2)
    )
      return;
    if (HOLDS_PAGE.has(kind) && this.#ofPage(row)) return;
    const titled = doc.attributeAt(row, TITLE) >= 0;
    const hasClass = doc.attributeAt(row, CLASS) >= 0;
    if (!hasClass) {
      if (titled && (kind === ABBR || kind === SPAN)) this.#titled(row, '');
      return;
    }
    const cls = doc.value(row, CLASS)!;
    if (!this.#isDateClass(cls)) {
      if (titled && (kind === ABBR || kind === SPAN)) this.#titled(row, cls);
      return;
    }
    if (isHidden(doc, row) && doc.end[row]! - row > 8) return;
    if (titled && this.#titled(row, cls)) return;
    for (const [name, value] of doc.attributeList(row)) {
      if (
        !name.startsWith('data-') ||
        value.length > 40 ||
        value.length < 8 ||
        !/date|time|publi|stamp/.test(name)
      )
        continue;
      if (this.#add('element', 'unknown', name, value, row, 1)) return;
    }
  }

  /** `<article data-publish-date="2019-03-12">`. */
  #ofPage(row: number): boolean {
    for (const [name, value] of this.#doc.attributeList(row)) {
      if (!OF_PAGE.test(name) || value.length > 40 || value.length < 8) continue;
      const role = roleOfName(name.slice('data-'.length));
      if (role !== null && this.#add('element', role[0], name, value, row, 2.2)) return true;
    }
    return false;
  }

  /** A page writes few classes, many times each. */
  #isDateClass(cls: string): boolean {
    let is = this.#dateClasses.get(cls);
    if (is === undefined) {
      is = cls.length <= 200 && DATE_ITSELF.test(cls);
      this.#dateClasses.set(cls, is);
    }
    return is;
  }

  #titled(row: number, cls: string): boolean {
    const text = this.#doc.value(row, TITLE)!;
    if (text.length > 60 || !/\d{4}/.test(text)) return false;
    const role: DateRole = PUBLISHED_CLASS.test(cls)
      ? 'published'
      : MODIFIED_CLASS.test(cls)
        ? 'modified'
        : 'unknown';
    return this.#add(
      'element',
      role,
      `${this.#doc.tagName(row)} title`,
      text,
      row,
      role === 'unknown' ? 1.2 : 2.2,
    );
  }
}
