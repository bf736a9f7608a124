/**
 * The tags that the tree construction rules name, and those that the views ask for, as small integers; and, for each, the
 * categories of the HTML standard as bits in a table. A tag outside this list gets an id of its own in each document,
 * from `FIRST_OTHER_TAG` up.
 */
import { NameTable } from './name-table.ts';

/** Pseudo-tags of nodes that are not elements. */
export const TEXT = 0;
export const DOCUMENT = 1;

const NAMES = [
  'a address annotation-xml applet area article aside b base basefont bgsound big blockquote body br button caption center',
  'code col colgroup dd desc details dialog dir div dl dt em embed fieldset figcaption figure font footer foreignobject form',
  'frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i img image input iframe keygen label li link listing main',
  'malignmark marquee math menu meta mglyph mi mo mn ms mtext nav nobr noframes noembed noscript object ol optgroup option',
  'p param plaintext pre rb rp rt rtc ruby s script search section select source small span strike strong style sub summary',
  'sup table tbody template textarea tfoot td th thead title tr track tt u ul svg var wbr xmp',
  // No rule of tree construction names these; the views do, or they are frequent.
  'abbr acronym audio bdi bdo canvas cite data datalist del dfn g ins kbd legend map mark meter output path picture progress',
  'q rect samp slot time use video circle line polygon polyline defs symbol',
]
  .join(' ')
  .split(' ');

const FIRST = 2;
/** Names by id; the pseudo-tags have none. */
export const TAG_NAMES: readonly string[] = ['#text', '#document', ...NAMES];
export const FIRST_OTHER_TAG: number = TAG_NAMES.length;

const ids = new Map<string, number>(NAMES.map((name, i) => [name, FIRST + i]));
export const TAG_TABLE: NameTable = new NameTable([...ids]);

/** The id of a known tag name in lower case, or 0. */
export function tagId(name: string): number {
  return ids.get(name) ?? 0;
}

function id(name: string): number {
  const found = ids.get(name);
  if (found === undefined) throw new Error(`not a known tag: ${name}`);
  return found;
}

export const A = id('a');
export const ADDRESS = id('address');
export const ANNOTATION_XML = id('annotation-xml');
export const AREA = id('area');
export const ARTICLE = id('article');
export const ASIDE = id('aside');
export const B = id('b');
export const BASE = id('base');
export const BASEFONT = id('basefont');
export const BGSOUND = id('bgsound');
export const BLOCKQUOTE = id('blockquote');
export const BODY = id('body');
export const BR = id('br');
export const BUTTON = id('button');
export const CAPTION = id('caption');
export const COL = id('col');
export const COLGROUP = id('colgroup');
export const DD = id('dd');
export const DESC = id('desc');
export const DIV = id('div');
export const DT = id('dt');
export const EMBED = id('embed');
export const FIGCAPTION = id('figcaption');
export const FONT = id('font');
export const FOOTER = id('footer');
export const FOREIGN_OBJECT = id('foreignobject');
export const FORM = id('form');
export const FRAME = id('frame');
export const FRAMESET = id('frameset');
export const H1 = id('h1');
export const H2 = id('h2');
export const H3 = id('h3');
export const H4 = id('h4');
export const H5 = id('h5');
export const H6 = id('h6');
export const HEAD = id('head');
export const HEADER = id('header');
export const HR = id('hr');
export const HTML = id('html');
export const IFRAME = id('iframe');
export const IMG = id('img');
export const INPUT = id('input');
export const KEYGEN = id('keygen');
export const LI = id('li');
export const LINK = id('link');
export const MAIN = id('main');
export const MALIGNMARK = id('malignmark');
export const META = id('meta');
export const MGLYPH = id('mglyph');
export const MI = id('mi');
export const MN = id('mn');
export const MO = id('mo');
export const MS = id('ms');
export const MTEXT = id('mtext');
export const NAV = id('nav');
export const NOBR = id('nobr');
export const NOFRAMES = id('noframes');
export const NOSCRIPT = id('noscript');
export const OBJECT = id('object');
export const OL = id('ol');
export const OPTGROUP = id('optgroup');
export const OPTION = id('option');
export const P = id('p');
export const PLAINTEXT = id('plaintext');
export const PRE = id('pre');
export const RTC = id('rtc');
export const RUBY = id('ruby');
export const SCRIPT = id('script');
export const SECTION = id('section');
export const SELECT = id('select');
export const SOURCE = id('source');
export const STYLE = id('style');
export const SUMMARY = id('summary');
export const SVG = id('svg');
export const TABLE = id('table');
export const TBODY = id('tbody');
export const TD = id('td');
export const TEMPLATE = id('template');
export const TEXTAREA = id('textarea');
export const TFOOT = id('tfoot');
export const TH = id('th');
export const THEAD = id('thead');
export const TITLE = id('title');
export const TR = id('tr');
export const TRACK = id('track');
export const UL = id('ul');
export const VIDEO = id('video');
export const AUDIO = id('audio');
export const XMP = id('xmp');

// Categories of HTML elements.
export const SPECIAL = 1;
/** Special and neither `address`, `div` nor `p`: ends the search for a list item to close. */
export const LIST_BOUNDARY = 2;
export const SCOPE_BOUNDARY = 4;
export const IMPLIED_END = 8;
export const IMPLIED_END_THOROUGH = 16;
export const FORMATTING = 32;
/** Text inside goes before the table: `table`, `tbody`, `tfoot`, `thead`, `tr`. */
export const FOSTERS = 64;
/** A start tag that ends SVG and MathML content. */
export const LEAVES_FOREIGN = 128;
/** Table parts that close a cell or a caption. */
export const TABLE_PART = 256;

/** Category bits by tag id; tags of a document's own (id ≥ `FIRST_OTHER_TAG`) have none. */
export const CATEGORY: Uint16Array = new Uint16Array(65536);

function mark(bit: number, names: string): void {
  for (const name of names.split(' ')) CATEGORY[id(name)]! |= bit;
}
const special =
  'applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir dl ' +
  'dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img ' +
  'input li link listing main marquee menu meta nav noembed noframes noscript object ol param plaintext pre script section ' +
  'select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp';
mark(SPECIAL, `${special} address div p`);
mark(LIST_BOUNDARY, special);
mark(SCOPE_BOUNDARY, 'applet caption html marquee object select table td template th');
mark(IMPLIED_END, 'dd dt li optgroup option p rb rp rt rtc');
mark(
  IMPLIED_END_THOROUGH,
  'dd dt li optgroup option p rb rp rt rtc caption colgroup tbody td tfoot th thead tr',
);
mark(FORMATTING, 'a b big code em font i nobr s small strike strong tt u');
mark(FOSTERS, 'table tbody tfoot thead tr');
mark(
  LEAVES_FOREIGN,
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p ' +
    'pre ruby s small span strong strike sub sup table tt u ul var',
);
mark(TABLE_PART, 'caption col colgroup tbody td tfoot th thead tr');

/** SVG writes some names in mixed case; the source may write them in any. */
export const SVG_NAMES: ReadonlyMap<string, string> = new Map(
  (
    'altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix ' +
    'feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feFlood feFuncA ' +
    'feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight ' +
    'feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient radialGradient textPath'
  )
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);
