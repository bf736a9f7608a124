/**
 * A simulated national Web, for load and for the quality of wide crawls: up to a million hosts whose sizes and
 * popularity follow power laws, nothing stored, every page and link computed from hashes when asked for.
 *
 * Hosts have a *rank* of popularity. A link to another host chooses rank `N·u⁴`, so the links a host receives
 * fall as rank^-0.75 (what preferential attachment leads to); sizes have a tail of exponent 2.25 and lean
 * towards popular hosts. About four links in five stay on their host. The pages of a host form a tree with ten
 * branches, so all of them can be reached from its home page.
 */
import { mix } from './language/random.ts';
import { nationalHost, nationalIndex } from './national-hosts.ts';

export interface NationalWebOptions {
  readonly seed?: number;
  /** From 1 to 1,000,000. */
  readonly hosts: number;
  /** Pages of the largest host. Default 20,000. */
  readonly maxPages?: number;
}

export interface NationalWeb {
  readonly hosts: number;
  /** Whether a host name belongs to this web. */
  owns(hostname: string): boolean;
  /** The home pages of the `n` most popular hosts. */
  seeds(n: number): string[];
  exists(url: string): boolean;
  /** The links of a page, in order; none for a page that does not exist. */
  links(url: string): string[];
  /** The HTML of a page, a few kilobytes; null for a page that does not exist. */
  page(url: string): string | null;

  /** The same by numbers, without making a string. */
  pagesOf(host: number): number;
  hostName(host: number): string;
  urlOf(host: number, page: number): string;
  /** Host and page of an address, or null. */
  locate(url: string): { readonly host: number; readonly page: number } | null;
  /** Writes the links of a page as pairs of host and page; returns how many. `into` needs room for 64 numbers. */
  linkTargets(host: number, page: number, into: Uint32Array): number;
}

const MAX_LINKS = 24;

export function nationalWeb(options: NationalWebOptions): NationalWeb {
  const hosts = options.hosts;
  if (!Number.isInteger(hosts) || hosts < 1 || hosts > 1_000_000)
    throw new RangeError(`hosts must be from 1 to 1,000,000: ${hosts}`);
  const maxPages = options.maxPages ?? 20_000;
  const seed = mix((options.seed ?? 1) ^ 0x5bd1e995);
  const step = coprime(hosts, seed);
  const shift = seed % hosts;
  const inverse = inverseOf(step, hosts);
  const targets = new Uint32Array(64);

  const hash = (a: number, b: number, c: number) =>
    mix(mix(mix(seed ^ a) ^ Math.imul(b, 0x9e3779b1)) ^ Math.imul(c, 0x85ebca77));
  const unit = (h: number) => (h + 0.5) / 4294967296;
  const hostOfRank = (rank: number) => (rank * step + shift) % hosts;
  const rankOfHost = (host: number) => (((host - shift + hosts) % hosts) * inverse) % hosts;

  function pagesOf(host: number): number {
    // Popular hosts are larger: the more popular of two, drawn with the same luck, has more pages.
    const share = (rankOfHost(host) + 1) / hosts;
    const luck = unit(hash(1, host, 0));
    const size = Math.floor(3 * luck ** -0.6 * share ** -0.3);
    return Math.min(size, maxPages);
  }

  function linkTargets(host: number, page: number, into: Uint32Array): number {
    const size = pagesOf(host);
    let n = 0;
    const put = (h: number, p: number) => {
      into[2 * n] = h;
      into[2 * n + 1] = p;
      n++;
    };
    if (page !== 0) put(host, 0);
    for (let child = page * 10 + 1; child <= page * 10 + 10 && child < size; child++) put(host, child);
    const base = hash(2, host, page);
    const more = 3 + (base & 3);
    for (let i = 0; i < more && size > 1; i++) put(host, hash(3 + i, base, page) % size);
    // One outward link for four inward ones; the fraction that is left becomes a probability.
    const outward = n / 4 + unit(base);
    const last = Math.min(Math.max(Math.floor(outward), n === 0 ? 1 : 0), MAX_LINKS - n);
    for (let i = 0; i < last && hosts > 1; i++) {
      const h = hash(40 + i, base, page);
      const u = unit(h);
      const other = hostOfRank(Math.floor(hosts * u * u * u * u));
      const deep = mix(h);
      put(other, (deep & 7) < 5 ? 0 : (deep >>> 3) % pagesOf(other));
    }
    return n;
  }

  function locate(url: string): { host: number; page: number } | null {
    if (!url.startsWith('http://')) return null;
    const slash = url.indexOf('/', 7);
    if (slash < 0) return null;
    const host = nationalIndex(url.slice(7, slash));
    if (host < 0 || host >= hosts) return null;
    const page = pageOfPath(url.slice(slash));
    return page < 0 || page >= pagesOf(host) ? null : { host, page };
  }

  const urlOf = (host: number, page: number) => `http://${nationalHost(host)}${pathOfPage(page)}`;

  function linksAt(host: number, page: number): string[] {
    const n = linkTargets(host, page, targets);
    const own = `http://${nationalHost(host)}`;
    const out: string[] = new Array(n);
    for (let i = 0; i < n; i++) {
      const h = targets[2 * i]!;
      const path = pathOfPage(targets[2 * i + 1]!);
      out[i] = h === host ? own + path : `http://${nationalHost(h)}${path}`;
    }
    return out;
  }

  return {
    hosts,
    owns: (hostname) => {
      const index = nationalIndex(hostname);
      return index >= 0 && index < hosts;
    },
    seeds: (n) => Array.from({ length: Math.min(n, hosts) }, (_, rank) => urlOf(hostOfRank(rank), 0)),
    exists: (url) => locate(url) !== null,
    links: (url) => {
      const at = locate(url);
      return at === null ? [] : linksAt(at.host, at.page);
    },
    page: (url) => {
      const at = locate(url);
      return at === null
        ? null
        : html(nationalHost(at.host), at.page, linksAt(at.host, at.page), hash(90, at.host, at.page));
    },
    pagesOf,
    hostName: nationalHost,
    urlOf,
    locate,
    linkTargets,
  };
}

/** Page 0 is the home page; later pages lie deeper, as on real sites. */
function pathOfPage(page: number): string {
  if (page === 0) return '/';
  if (page <= 10) return `/n${page}`;
  if (page <= 200) return `/secao${page % 10}/n${page}`;
  return `/secao${page % 10}/${2000 + (page % 25)}/n${page}`;
}

function pageOfPath(path: string): number {
  if (path === '/') return 0;
  const page = Number(path.slice(path.lastIndexOf('/') + 2));
  return Number.isInteger(page) && page > 0 && pathOfPage(page) === path ? page : -1;
}

const SENTENCES = [
  'A prefeitura informou que as obras da escola serão retomadas assim que terminar o período de chuvas.',
  'O preço do café subiu pela terceira semana seguida, e os produtores esperam uma boa colheita.',
  'Muitas famílias preferem passar o domingo na praça, onde há sombra, música e comida feita na hora.',
  'A equipe venceu o jogo com dois gols no segundo tempo e continua na disputa pelo título.',
  'O museu abre de terça a domingo, e a entrada é gratuita para estudantes e professores.',
  'Quem precisa renovar o documento deve marcar o atendimento com pelo menos uma semana de antecedência.',
  'A biblioteca recebeu uma doação de livros antigos, entre eles um dicionário impresso em Lisboa.',
  'Os pescadores saem antes do amanhecer e voltam quando o vento muda de direção.',
  'O médico recomenda beber água, dormir bem e caminhar meia hora por dia.',
  'A estrada que liga as duas cidades foi interditada por causa de um deslizamento de terra.',
  'Os alunos apresentaram um trabalho sobre a história do bairro e entrevistaram os moradores mais velhos.',
  'A empresa promete entregar os pedidos em até cinco dias úteis em todo o país.',
  'O governo anunciou um programa de apoio à agricultura familiar, com crédito e assistência técnica.',
  'A receita leva farinha, ovos, leite e uma pitada de sal, e fica pronta em quarenta minutos.',
  'O rio subiu mais de dois metros durante a noite, mas nenhuma casa foi atingida.',
  'A associação procura voluntários para ensinar informática a pessoas idosas.',
] as const;

const TITLES = [
  'Notícias da semana',
  'Serviços ao cidadão',
  'Agenda cultural',
  'Nossa história',
  'Produtos e preços',
  'Dúvidas frequentes',
  'Artigos e opinião',
  'Fotos e memórias',
] as const;

function html(host: string, page: number, links: readonly string[], h: number): string {
  const title = page === 0 ? `Página inicial de ${host}` : `${TITLES[h & 7]} ${page}`;
  let state = h;
  let body = '';
  for (let p = 0; p < 5; p++) {
    body += '<p>';
    for (let s = 0; s < 4; s++) {
      state = mix(state + 0x9e3779b9);
      body += s === 0 ? SENTENCES[state & 15] : ` ${SENTENCES[state & 15]}`;
    }
    body += `</p>\n`;
  }
  const list = links.map((l, i) => `<li><a href="${l}">${TITLES[(h >>> (i % 24)) & 7]}</a></li>`).join('\n');
  return `<!DOCTYPE html>\n<html lang="pt"><head><meta charset="utf-8"><title>${title}</title></head>\n<body><h1>${title}</h1>\n${body}<ul>\n${list}\n</ul></body></html>\n`;
}

/** A multiplier without a common factor with n, so that rank → host is one to one. */
function coprime(n: number, from: number): number {
  if (n === 1) return 0;
  let candidate = 1 + (from % n);
  while (gcd(candidate % n, n) !== 1) candidate++;
  return candidate % n;
}

function gcd(a: number, b: number): number {
  let x = a;
  let y = b;
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** The inverse of a modulo n, by Euclid. */
function inverseOf(a: number, n: number): number {
  if (n === 1) return 0;
  let [r, newR, t, newT] = [n, a, 0, 1];
  while (newR !== 0) {
    const q = Math.floor(r / newR);
    [t, newT] = [newT, t - q * newT];
    [r, newR] = [newR, r - q * newR];
  }
  return (t + n) % n;
}
