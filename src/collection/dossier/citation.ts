/**
 * How a page is cited. ABNT NBR 6023:2018 for what is read on the Web (the address stands without the angle brackets of 2002), and the two forms
 * that other programs read: BibTeX and CSL-JSON. "Accessed" is when the page was fetched: that is the page that is cited.
 */
import type { PageDate } from '../../catalogue/index.ts';

export interface CitedPage {
  readonly url: string;
  readonly site: string;
  readonly title: string;
  /** Names joined with commas; '' when nobody is named. */
  readonly byline: string;
  readonly published: PageDate | null;
  /** ms since 1970. */
  readonly fetchedAt: number;
  readonly language: string | null;
}

/** Somebody, or a body that is named as a whole. */
export type Author = { readonly family: string; readonly given: string } | { readonly literal: string };

/** Part of a citation; what the standard sets apart is `strong`. */
export interface CitedRun {
  readonly text: string;
  readonly strong?: true;
}

const MONTHS = [
  'jan.',
  'fev.',
  'mar.',
  'abr.',
  'maio',
  'jun.',
  'jul.',
  'ago.',
  'set.',
  'out.',
  'nov.',
  'dez.',
];
const KIN = /^(?:filho|filha|neto|neta|sobrinho|sobrinha|j[úu]nior|jr\.?|segundo|terceiro)$/iu;
const PARTICLE = /^(?:d[aeo]s?|e|del|della|di|van|von|der|la|le)$/iu;
/** Words of which a name of a body is made, rather than that of a person. */
const BODY =
  /(?:^|\s)(?:reda[çc][ãa]o|equipe|equipa|assessoria|ag[êe]ncia|jornal|portal|prefeitura|c[âa]mara|secretaria|governo|minist[ée]rio|universidade|instituto|associa[çc][ãa]o|funda[çc][ãa]o|tribunal|comunica[çc][ãa]o|editoria|staff|team)(?:\s|$)/iu;
const MOST_AUTHORS = 3;
const MOST_NAME_WORDS = 7;
/** Below this a date is a guess, and the standard says so by brackets and a question mark. */
const SURE = 0.5;

export function authorsOf(byline: string): Author[] {
  return byline
    .split(/\s*[,;]\s*|\s+(?:e|and|&)\s+(?=\p{Lu})/u)
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '')
    .map(authorOf);
}

function authorOf(name: string): Author {
  const words = name.split(' ');
  if (words.length < 2 || words.length > MOST_NAME_WORDS || BODY.test(name)) return { literal: name };
  let first = words.length - 1;
  // "Silva Neto" is one surname.
  if (KIN.test(words[first]!) && first > 1) first--;
  const given = words.slice(0, first);
  if (given.every((word) => PARTICLE.test(word))) return { literal: name };
  return { family: words.slice(first).join(' '), given: given.join(' ') };
}

const upper = (text: string): string => text.toLocaleUpperCase('pt-BR');

function abntAuthors(authors: readonly Author[]): string {
  const named = authors.map((author) =>
    'literal' in author ? upper(author.literal) : `${upper(author.family)}, ${author.given}`,
  );
  return named.length > MOST_AUTHORS ? `${named[0]} et al` : named.join('; ');
}

/** Words with which the first word of a title is not yet said: articles and the other short ones. */
const SHORT =
  /^(?:[oa]s?|um|uma|uns|umas|em|n[oa]s?|d[aeo]s?|ao|aos|à|às|por|com|sem|que|e|é|se|não|já|só|há|the|an?)$/iu;

/** A title in the place of an author: its first word in capitals, with the short ones before it. */
export function titleEntry(title: string): string {
  const words = title.split(' ');
  let last = 0;
  while (last < words.length - 1 && SHORT.test(words[last]!)) last++;
  return [...words.slice(0, last + 1).map(upper), ...words.slice(last + 1)].join(' ');
}

/** `3 maio 2024`. */
function abntDay(year: number, month: number, day: number): string {
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

function partsOf(date: string): readonly [number, number, number] | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  return found === null ? null : [Number(found[1]), Number(found[2]), Number(found[3])];
}

function accessed(fetchedAt: number): readonly [number, number, number] {
  const date = new Date(fetchedAt);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
}

function abntDate(published: PageDate | null): string {
  const parts = published === null ? null : partsOf(published.date);
  if (parts === null) return '[s. d.]';
  return published!.confidence < SURE ? `[${parts[0]}?]` : abntDay(...parts);
}

/** A part of a citation ends with one full stop, whatever it ended with. */
function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

export function abntRuns(page: CitedPage): CitedRun[] {
  const title = page.title.replace(/\s+/g, ' ').trim();
  const authors = authorsOf(page.byline);
  const site = page.site || hostOf(page.url);
  const source: CitedRun[] = [
    { text: site, strong: true },
    { text: `, [S. l.], ${abntDate(page.published)}. ` },
  ];
  const where = `Disponível em: ${page.url}. Acesso em: ${abntDay(...accessed(page.fetchedAt))}.`;
  const entry =
    authors.length > 0
      ? `${ended(abntAuthors(authors))} ${title === '' ? '[Sem título].' : ended(title)} `
      : title === ''
        ? '[SEM título]. '
        : `${ended(titleEntry(title))} `;
  return [{ text: entry }, ...source, { text: where }];
}

export function abntText(page: CitedPage): string {
  return abntRuns(page)
    .map(({ text }) => text)
    .join('');
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url;
}

const TEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '&': '\\&',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

const tex = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\{}%&$#_~^]/g, (letter) => TEX[letter]!);
/** Inside `url` braces are taken as they come: only they must not be left open. */
const texUrl = (url: string): string => url.replace(/[{}\\\s%]/g, (letter) => encodeURIComponent(letter));

/** `silva2024`, `enchente2024`, `exemplo`: lower case, letters and digits. */
function citationKey(page: CitedPage): string {
  const [first] = authorsOf(page.byline);
  const name =
    first === undefined
      ? (page.title.split(/\s+/).find((word) => word.length > 3) ?? (page.site || hostOf(page.url)))
      : 'literal' in first
        ? first.literal
        : first.family;
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
  return `${plain || 'pagina'}${page.published === null ? '' : page.published.date.slice(0, 4)}`;
}

const iso = (date: readonly [number, number, number]): string =>
  date.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-');

/** `keys` are those that were given before: each entry gets one of its own. */
export function bibtex(page: CitedPage, keys: Set<string> = new Set()): string {
  const authors = authorsOf(page.byline).map((author) =>
    'literal' in author ? `{${tex(author.literal)}}` : `${tex(author.family)}, ${tex(author.given)}`,
  );
  const date = page.published === null ? null : partsOf(page.published.date);
  const fields: (readonly [string, string])[] = [
    ...(authors.length === 0 ? [] : [['author', authors.join(' and ')] as const]),
    ['title', `{${tex(page.title || page.url)}}`],
    ['organization', tex(page.site || hostOf(page.url))],
    ...(date === null ? [] : [['year', String(date[0])] as const, ['date', iso(date)] as const]),
    ['url', texUrl(page.url)],
    ['urldate', iso(accessed(page.fetchedAt))],
    ...(page.language === null
      ? []
      : [['langid', page.language === 'pt' ? 'portuguese' : tex(page.language)] as const]),
  ];
  const lines = fields.map(([name, value]) => `  ${name} = {${value}},`);
  return `@online{${freshKey(citationKey(page), keys)},\n${lines.join('\n')}\n}\n`;
}

function freshKey(key: string, keys: Set<string>): string {
  let fresh = key;
  for (let n = 2; keys.has(fresh); n++) fresh = `${key}-${n}`;
  keys.add(fresh);
  return fresh;
}

export function cslItem(page: CitedPage, keys: Set<string> = new Set()): Readonly<Record<string, unknown>> {
  const authors = authorsOf(page.byline);
  const date = page.published === null ? null : partsOf(page.published.date);
  return {
    id: freshKey(citationKey(page), keys),
    type: 'webpage',
    title: page.title || page.url,
    ...(authors.length === 0 ? {} : { author: authors }),
    'container-title': page.site || hostOf(page.url),
    ...(date === null ? {} : { issued: { 'date-parts': [date] } }),
    accessed: { 'date-parts': [accessed(page.fetchedAt)] },
    URL: page.url,
    ...(page.language === null ? {} : { language: page.language }),
  };
}
