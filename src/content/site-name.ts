/**
 * The name of the site in the titles of its pages: "Ponte nova fica pronta - Jornal da Cidade". A part of a title is the site's name when
 * the page says so (`og:site_name`, the publisher of its JSON-LD) or when it is in the name of the host.
 */
import { canonical, type FlatDocument, type Meta, title } from '../html/index.ts';
import { foldWords } from '../text/index.ts';
import { isOf, jsonLdObjects, type LinkedObject } from './json-ld-objects.ts';

const SITE_NAME = 'og:site_name';
const STATED = new Set([SITE_NAME, 'application-name', 'apple-mobile-web-app-title', 'al:android:app_name']);
const TITLES = new Set(['og:title', 'twitter:title', 'title']);
const LONGEST_NAME = 100;
/** Labels of hosts that name a part of any site, or no site at all. */
const ANYBODY = new Set(
  (
    'www www2 ww2 com org net gov edu jus leg mil art ind inf adv blog blogs news noticia noticias forum forums community discuss docs doc help support ajuda shop ' +
    'store loja mobile app apps web wiki api developer developers learn about portal site pages info home amp blogspot wordpress medium substack github gitbook wixsite'
  ).split(' '),
);
/** A longer part of a title is a sentence that speaks of the site. */
const MOST_WORDS = 7;
/** Shorter pieces are in many names by chance. */
const LEAST_PIECE = 4;
const MOST_CUTS = 3;
const LONGEST_TITLE = 600;

const SEPARATOR = / ?(?:\||»|«|·|•|::) ?| (?:-|–|—|>|~|\/) /g;
/** What a page may be part of without being of that name: "Kubernetes" is part of the page "Kubernetes", says many a blog. */
const PAGE = /Page$/;
const SITE = /^(?:WebSite|Organization|NewsMediaOrganization|Corporation|LocalBusiness)$/;

/** Letters and digits alone: `Folha de S.Paulo` is `folhadespaulo`. */
function compact(text: string): string {
  return foldWords(text.slice(0, LONGEST_TITLE)).replaceAll(' ', '');
}

/** Whether one name begins or ends with the other. */
function isPiece(part: string, whole: string): boolean {
  return part.length >= LEAST_PIECE && (whole.startsWith(part) || whole.endsWith(part));
}

function nameOf(value: unknown): string {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  const name =
    typeof one === 'object' && one !== null
      ? ((one as LinkedObject).name ?? (one as LinkedObject).alternateName)
      : one;
  return typeof name === 'string' && name.length <= LONGEST_NAME && !/^https?:/i.test(name) ? name : '';
}

/** The parts that the separators of a title leave; one for a title without any. */
export function partsOf(title: string): string[] {
  return title.slice(0, LONGEST_TITLE).split(SEPARATOR);
}

/** What the first page of any site is called. */
const FIRST_PAGE =
  /^(?:home ?page|home|index|inicio|pagina inicial|principal|main page|welcome|bem vindo|untitled(?: document)?)$/;

export class SiteName {
  /** Compact. */
  readonly #names = new Set<string>();
  readonly #labels: readonly string[];
  readonly #doc: FlatDocument;
  #asked = false;

  /** `learned`: parts of titles that the site's pages have in common. */
  constructor(doc: FlatDocument, url: string, metas: readonly Meta[], learned: readonly string[] = []) {
    this.#doc = doc;
    for (const name of learned) this.#add(name);
    // Some say the title of the page where the name of the site belongs; few say more than one name.
    let titles: Set<string> | null = null;
    const isTitle = (content: string): boolean => {
      titles ??= new Set(
        [title(doc), ...metas.flatMap((one) => (TITLES.has(one.name) ? one.content : []))].map(compact),
      );
      return titles.has(compact(content));
    };
    for (const { name, content } of metas)
      if (STATED.has(name) && content.length <= LONGEST_NAME && (name === SITE_NAME || !isTitle(content)))
        this.#add(content);
    const stated = (): string => canonical(doc) ?? metas.find(({ name }) => name === 'og:url')?.content ?? '';
    const address = /^https?:\/\//i.test(url) ? url : stated();
    const host =
      /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(address.slice(0, 512))?.[1]?.toLowerCase() ?? '';
    const labels = host.split('.').slice(0, -1);
    this.#labels = labels.map(compact).filter((label) => label.length > 1 && !ANYBODY.has(label));
    if (labels.length > 0) this.#add(host.replace(/^www\d?\./, ''));
  }

  #add(name: string): void {
    const key = compact(name);
    if (key.length > 1) this.#names.add(key);
  }

  /** Publishers of the JSON-LD, which is not read before it is needed. */
  #ask(): void {
    if (this.#asked) return;
    this.#asked = true;
    const { objects, byId } = jsonLdObjects(this.#doc);
    for (const object of objects) {
      if (isOf(object, SITE)) this.#add(nameOf(object));
      for (const value of [object.publisher, object.isPartOf]) {
        if (typeof value !== 'object' || value === null) {
          this.#add(nameOf(value));
          continue;
        }
        const one = value as LinkedObject;
        const referred = typeof one['@id'] === 'string' ? byId(one['@id']) : undefined;
        for (const named of [one, referred])
          if (named !== undefined && !isOf(named, PAGE)) this.#add(nameOf(named));
      }
    }
  }

  /**
   * Whether a text is the name of the site or a piece of it. `widely`: or the name with some words more ("Aura Official Site"), as the
   * end of a title has it; the beginning is rather something that the site makes.
   */
  is(text: string, widely = false): boolean {
    const folded = foldWords(text.slice(0, LONGEST_TITLE));
    const words = folded === '' ? 0 : folded.split(' ').length;
    if (words === 0 || words > MOST_WORDS) return false;
    const key = folded.replaceAll(' ', '');
    if (this.#known(key, widely && words > 1)) return true;
    if (this.#asked) return false;
    this.#ask();
    return this.#known(key, widely && words > 1);
  }

  #known(key: string, widely: boolean): boolean {
    if (this.#names.has(key)) return true;
    for (const label of this.#labels) {
      if (label === key || isPiece(key, label)) return true;
      if (widely && label.length >= LEAST_PIECE && key.includes(label)) return true;
    }
    for (const name of this.#names) if (isPiece(key, name) || (widely && isPiece(name, key))) return true;
    return false;
  }

  /** Whether a text is just the name. */
  equals(text: string): boolean {
    const key = compact(text);
    if (this.#names.has(key) || this.#labels.includes(key)) return true;
    this.#ask();
    return this.#names.has(key);
  }

  /** The title without a first or last part that is the site's. */
  cut(title: string): string {
    let left = title.slice(0, LONGEST_TITLE);
    for (let cuts = 0; cuts < MOST_CUTS; cuts++) {
      const found = [...left.matchAll(SEPARATOR)];
      const last = found.at(-1);
      const first = found[0];
      if (last === undefined || first === undefined) break;
      // "PCI - Concursos" of pciconcursos.com.br is the name itself.
      if (this.equals(left)) break;
      const head = left.slice(0, last.index).trim();
      const tail = left.slice(first.index + first[0].length).trim();
      if (FIRST_PAGE.test(foldWords(left.slice(0, first.index)))) left = tail;
      else if (FIRST_PAGE.test(foldWords(left.slice(last.index + last[0].length)))) left = head;
      else if (head !== '' && this.is(left.slice(last.index + last[0].length), true) && !this.equals(head))
        left = head;
      else if (tail !== '' && this.is(left.slice(0, first.index)) && !this.equals(tail)) left = tail;
      else break;
    }
    return left;
  }
}
