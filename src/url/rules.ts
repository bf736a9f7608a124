/**
 * Links that are addresses but no pages worth collecting (docs/methods.md, "Horizontal collector"), each kind a named rule held as data,
 * so that a crawl can switch rules, count what each refused, and say which one decided.
 */
import { type FileKind, kindByExtension } from './file-kind.ts';
import type { RefusalReason } from './refusal.ts';
import type { WebUrl } from './web-url.ts';

/** Hosts that only forward to somewhere else. Those of one publisher for its own pages (g1's `glo.bo`) count too. */
const SHORTENERS =
  'bit.ly bitly.com j.mp goo.gl t.co tinyurl.com ow.ly is.gd v.gd buff.ly adf.ly migre.me cutt.ly rebrand.ly encurtador.com.br dlvr.it ' +
  'lnkd.in fb.me wp.me tiny.cc shorturl.at rb.gy t.ly bl.ink soo.gd s2r.co clicky.me budurl.com bc.vc ouo.io bit.do ' +
  'snip.ly shorte.st po.st trib.al ift.tt hubs.ly spr.ly glo.bo abr.ai nyti.ms bbc.in cnn.it wapo.st reut.rs econ.st ' +
  'on.ft.com amzn.to ebay.us g.co goo.su qr.ae t1p.de tr.im su.pr cli.gs snurl.com short.io tcrn.ch vk.cc url.ie x.co ur1.ca yep.it ' +
  'post.ly kl.am urlzs.com curt.link l1nk.dev abre.ai bityl.co bityli.com acesse.one acesse.dev encr.pw mla.bs shope.ee goo.by n9.cl ' +
  'ln.run surl.li tny.im app.link onelink.me page.link ffm.to lnk.to umkt.me mzl.la flip.it disq.us feedproxy.google.com red.ht aka.ms wa.link';

/** Share, send-to and follow buttons: host, then the beginning of the path (and, behind `?`, a parameter that must be there). */
const SHARE_BUTTONS: readonly (readonly [host: string, paths: string])[] = [
  ['facebook.com', '/sharer /share.php /dialog/ /plugins/'],
  ['fb.com', '/sharer /share.php'],
  ['twitter.com', '/share /intent/ /home?status /widgets'],
  ['x.com', '/share /intent/ /home?status'],
  ['whatsapp.com', '/send'],
  ['wa.me', '/'],
  ['pinterest.com', '/pin/create/ /pin/find/'],
  ['pinterest.pt', '/pin/create/'],
  ['linkedin.com', '/shareArticle /sharing/ /share /cws/share /feed/?shareActive'],
  ['t.me', '/share'],
  ['telegram.me', '/share'],
  ['telegram.org', '/share'],
  ['reddit.com', '/submit'],
  ['tumblr.com', '/share /widgets/share'],
  ['plus.google.com', '/share /+1 /_/+1'],
  ['google.com', '/bookmarks/mark /bookmarks/api /buzz/post /calendar/event /calendar/render /reader/link'],
  ['delicious.com', '/save /post'],
  ['del.icio.us', '/post /save'],
  ['digg.com', '/submit /remote-submit'],
  ['stumbleupon.com', '/submit /refer.php'],
  ['orkut.com', '/share'],
  ['orkut.com.br', '/share'],
  ['getpocket.com', '/save /edit'],
  ['instapaper.com', '/hello2 /edit'],
  ['bufferapp.com', '/add'],
  ['buffer.com', '/add'],
  ['addthis.com', '/'],
  ['addtoany.com', '/'],
  ['sharethis.com', '/'],
  ['shareaholic.com', '/'],
  ['vk.com', '/share.php'],
  ['ok.ru', '/dk'],
  ['odnoklassniki.ru', '/dk'],
  ['line.me', '/R/msg /R/share'],
  ['lineit.line.me', '/share'],
  ['threads.net', '/intent/'],
  ['bsky.app', '/intent/'],
  ['mix.com', '/add /mixit'],
  ['flipboard.com', '/bookmarklet'],
  ['evernote.com', '/clip.action /noteit'],
  ['xing.com', '/spi/shares /app/user'],
  ['myspace.com', '/post /Modules/PostTo'],
  ['technorati.com', '/faves'],
  ['meneame.net', '/submit.php'],
  ['newsvine.com', '/_tools /_wine'],
  ['blogger.com', '/blog-this /share-post.g /email-post.g /rearrange /comment.g /navbar.g'],
  ['printfriendly.com', '/print'],
  ['news.ycombinator.com', '/submitlink'],
  ['skype.com', '/share'],
  ['kooapp.com', '/create'],
  ['gettr.com', '/share'],
  ['dihitt.com', '/submit'],
  ['dihitt.com.br', '/submit'],
  ['linkk.com.br', '/submit'],
  ['rec6.com.br', '/submit'],
];

const VALIDATORS: readonly (readonly [host: string, paths: string])[] = [
  ['validator.w3.org', '/'],
  ['jigsaw.w3.org', '/'],
  ['validator.nu', '/'],
  ['html5.validator.nu', '/'],
  ['feedvalidator.org', '/'],
  ['validatorbrowser.w3.org', '/'],
  ['wave.webaim.org', '/'],
  ['dasilva.org.br', '/'],
  ['hera.org.br', '/'],
  ['acesso.umic.pt', '/webax'],
  ['accessmonitor.acessibilidade.gov.pt', '/'],
  ['cynthiasays.com', '/'],
  ['achecker.ca', '/'],
  ['asesweb.governoeletronico.gov.br', '/'],
  ['validome.org', '/'],
  ['totalvalidator.com', '/'],
  ['contentquality.com', '/'],
  ['css-validator.org', '/'],
  ['search.google.com', '/test/'],
  ['pagespeed.web.dev', '/'],
  ['gtmetrix.com', '/'],
  ['developers.google.com', '/speed/pagespeed'],
];

/** Name spaces of MediaWiki that hold no articles, in Portuguese and English, folded as in a key. */
const WIKI_SPACES =
  'especial special discussão discussao talk usuário usuario usuária usuaria usuário(a) usuario(a) utilizador utilizadora user ficheiro arquivo imagem file image media ' +
  'predefinição predefinicao template módulo modulo module mediawiki';

const WIKI_SPACE_SET: ReadonlySet<string> = new Set(WIKI_SPACES.split(' '));
/** Every name space has its talk pages: `Wikipédia_Discussão`, `Usuário_Discussão`, `File_talk`. */
const WIKI_TALK = /_(?:discussão|discussao|talk)$/;
/** Parameters of a wiki's script that ask for something else than the article. */
const WIKI_PARAMETERS =
  /[?&](?:action|oldid|diff|veaction|curid|printable|redlink|returnto|mobileaction|useskin|hidelinks|feed)=/i;
const WIKI_SCRIPT = /\/(?:w\/|wiki\/|mediawiki\/)?(?:index|api|load|thumb)\.php(?:[/?]|$)/i;

/** Marks of a template, as they look in the raw link; the escaped forms are looked for in the normalised one. */
const TEMPLATE_MARKS = ['{{', '}}', '${', '{%', '#{', '@{', '<%', '<?', '<#', '[object'];
const TEMPLATE_ESCAPED = [
  '%7B%7B',
  '%7D%7D',
  '$%7B',
  '%24%7B',
  '%7B%25',
  '%3C%25',
  '%3C?',
  '%3C%3F',
  '%5Bobject',
  '[object%20',
];
/** What a script writes when it had no value. As a whole segment or value only, and in this very case: `NaN` is not `nan`. */
const EMPTY_VALUE = /[/=-](?:undefined|NaN)(?:$|[/?&.])/;
/** `%%CLICK_URL%%` of advertising servers. */
const MACRO = /%%[A-Z_]{2,40}(?:%%|:)/;
/** `' + url + '`: the source of a script that writes links. */
const CONCATENATION = /['"] *\+[^'"]{1,200}\+ *['"]/;
const EMPTY_HOSTS: ReadonlySet<string> = new Set(['undefined', 'nan', 'null']);

function isTemplate(url: WebUrl, raw: string): boolean {
  const { fetch } = url;
  // One look for each first character decides nearly always.
  if (raw.includes('{') || raw.includes('}') || raw.includes('<') || raw.includes('[o')) {
    for (const mark of TEMPLATE_MARKS) if (raw.includes(mark)) return true;
  }
  if (fetch.includes('%')) for (const mark of TEMPLATE_ESCAPED) if (fetch.includes(mark)) return true;
  if (
    (raw.includes('%%') && MACRO.test(raw)) ||
    ((raw.includes("'") || raw.includes('"')) && CONCATENATION.test(raw))
  )
    return true;
  if (url.site === url.hostname && EMPTY_HOSTS.has(url.hostname)) return true;
  if (!fetch.includes('undefined') && !fetch.includes('NaN')) return false;
  const path = fetch.indexOf('/', 8);
  // A wiki has articles on both.
  return path !== -1 && !fetch.startsWith('/wiki/', path) && EMPTY_VALUE.test(fetch.slice(path));
}

function isWikiSpecial(url: WebUrl): boolean {
  // The fetch form: the key of `/w/index.php?title=X` has lost its `index.php`.
  const { fetch } = url;
  const wiki = fetch.indexOf('/wiki/');
  const query = fetch.indexOf('?');
  if (wiki === -1 && query === -1) return false;
  const script = query !== -1 && WIKI_SCRIPT.test(fetch);
  if (query !== -1 && (wiki !== -1 || script) && WIKI_PARAMETERS.test(fetch.slice(query))) return true;
  let title = '';
  if (wiki !== -1) title = fetch.slice(wiki + 6, query === -1 ? undefined : query);
  else if (script) title = /[?&]title=([^&]*)/i.exec(fetch)?.[1] ?? '';
  const colon = title.search(/:|%3A/);
  if (colon <= 0 || colon > 80) return false;
  const space = spaceName(title.slice(0, colon));
  return WIKI_SPACE_SET.has(space) || WIKI_TALK.test(space);
}

function spaceName(escaped: string): string {
  let name = escaped;
  try {
    name = decodeURIComponent(escaped);
  } catch {
    // Not UTF-8: compared as it is.
  }
  return name.toLowerCase().replaceAll(' ', '_').replaceAll('+', '_');
}

type HostRule = readonly [reason: RefusalReason, paths: readonly string[] | null];

/** By host or by any domain above it. */
const HOST_RULES = new Map<string, HostRule>();
for (const host of SHORTENERS.split(' ')) HOST_RULES.set(host, ['shortener', null]);
for (const [host, paths] of SHARE_BUTTONS)
  HOST_RULES.set(host, ['share-button', paths === '/' ? null : paths.split(' ').map((p) => p.toLowerCase())]);
for (const [host, paths] of VALIDATORS)
  HOST_RULES.set(host, ['validator', paths === '/' ? null : paths.split(' ')]);

function hostRule(url: WebUrl): RefusalReason | null {
  const { hostname, key } = url;
  let at = 0;
  for (;;) {
    const rule = HOST_RULES.get(at === 0 ? hostname : hostname.slice(at));
    if (rule !== undefined) {
      const paths = rule[1];
      if (paths === null) return rule[0];
      const slash = key.indexOf('/', 8);
      const path = slash === -1 ? '/' : key.slice(slash);
      for (const begin of paths) if (path.startsWith(begin) && endsThere(path, begin)) return rule[0];
    }
    const dot = hostname.indexOf('.', at);
    if (dot === -1) return null;
    at = dot + 1;
    // A bare top-level domain is in no list.
    if (hostname.indexOf('.', at) === -1) return null;
  }
}

/** `/share` is not `/shareholders`. (Behind the end of the path there is no character code, and no comparison holds.) */
function endsThere(path: string, begin: string): boolean {
  const next = path.charCodeAt(begin.length);
  return begin.endsWith('/') || !((next >= 0x61 && next <= 0x7a) || (next >= 0x30 && next <= 0x39));
}

export interface ExclusionRule {
  readonly reason: RefusalReason;
  readonly description: string;
  /** On unless switched off. */
  readonly byDefault: boolean;
}

/** The rules in the order in which they are asked. */
export const EXCLUSION_RULES: readonly ExclusionRule[] = [
  {
    reason: 'template',
    description: 'run-time templates: {{…}}, <%…%>, [object Object], undefined, NaN …',
    byDefault: true,
  },
  { reason: 'shortener', description: 'link shorteners (bit.ly, t.co, migre.me …)', byDefault: true },
  {
    reason: 'share-button',
    description: 'share buttons of social networks (sharer.php, intent/tweet, shareArticle …)',
    byDefault: true,
  },
  { reason: 'validator', description: 'CSS, HTML and accessibility validators', byDefault: true },
  {
    reason: 'extension',
    description: 'file kinds that are not collected (pictures, sound, programs …)',
    byDefault: true,
  },
  {
    reason: 'wiki-special',
    description:
      'wiki pages that are no articles (action=, oldid=, Especial:, Discussão:, Usuário:, Ficheiro: …)',
    byDefault: true,
  },
];

export interface RuleOptions {
  /** Rules that are not asked. */
  readonly off?: ReadonlySet<RefusalReason>;
  /** Kinds of file that are wanted; what has no telling extension always is. */
  readonly kinds?: ReadonlySet<FileKind>;
}

/** Pages, and what is read like them. */
export const PAGE_KINDS: ReadonlySet<FileKind> = new Set<FileKind>([
  'page',
  'text',
  'feed',
  'pdf',
  'unknown',
]);

const NO_OPTIONS: RuleOptions = {};

/** The first exclusion rule that speaks against a URL, or null. `raw` is the link as it stood in the page. */
export function refuseByRule(
  url: WebUrl,
  raw: string,
  options: RuleOptions = NO_OPTIONS,
): RefusalReason | null {
  const { off } = options;
  if (isTemplate(url, raw) && !off?.has('template')) return 'template';
  const byHost = hostRule(url);
  if (byHost !== null && !off?.has(byHost)) return byHost;
  if (
    url.depth > 0 &&
    !off?.has('extension') &&
    !(options.kinds ?? PAGE_KINDS).has(kindByExtension(url.fetch))
  )
    return 'extension';
  if (!off?.has('wiki-special') && isWikiSpecial(url)) return 'wiki-special';
  return null;
}
