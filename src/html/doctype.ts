/** Which layout mode a document type asks for; in quirks mode a table does not close a paragraph. */

export type DocumentMode = 'no-quirks' | 'limited-quirks' | 'quirks';

const QUIRKS_SYSTEM_ID = 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd';
const QUIRKS_PUBLIC_IDS = new Set([
  '-//w3o//dtd w3 html strict 3.0//en//',
  '-/w3c/dtd html 4.0 transitional/en',
  'html',
]);
/** Prefixes of public identifiers, as the HTML standard lists them. */
const QUIRKS_PREFIXES = [
  '+//silmaril//dtd html pro v0r11 19970101//',
  '-//as//dtd html 3.0 aswedit + extensions//',
  '-//advasoft ltd//dtd html 3.0 aswedit + extensions//',
  ...[
    '2.0 level 1',
    '2.0 level 2',
    '2.0 strict level 1',
    '2.0 strict level 2',
    '2.0 strict',
    '2.0',
    '2.1e',
    '3.0',
  ]
    .concat([
      '3.2 final',
      '3.2',
      '3',
      'level 0',
      'level 1',
      'level 2',
      'level 3',
      'strict level 0',
      'strict level 1',
    ])
    .concat(['strict level 2', 'strict level 3', 'strict'])
    .map((version) => `-//ietf//dtd html ${version}//`),
  '-//ietf//dtd html//',
  '-//metrius//dtd metrius presentational//',
  ...['2.0', '3.0'].flatMap((version) =>
    ['html strict', 'html', 'tables'].map(
      (kind) => `-//microsoft//dtd internet explorer ${version} ${kind}//`,
    ),
  ),
  '-//netscape comm. corp.//dtd html//',
  '-//netscape comm. corp.//dtd strict html//',
  "-//o'reilly and associates//dtd html 2.0//",
  "-//o'reilly and associates//dtd html extended 1.0//",
  "-//o'reilly and associates//dtd html extended relaxed 1.0//",
  '-//sq//dtd html 2.0 hotmetal + extensions//',
  '-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//',
  '-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//',
  '-//spyglass//dtd html 2.0 extended//',
  '-//sun microsystems corp.//dtd hotjava html//',
  '-//sun microsystems corp.//dtd hotjava strict html//',
  ...['3 1995-03-24', '3.2 draft', '3.2 final', '3.2', '3.2s draft', '4.0 frameset', '4.0 transitional']
    .concat(['experimental 19960712', 'experimental 970421'])
    .map((version) => `-//w3c//dtd html ${version}//`),
  '-//w3c//dtd w3 html//',
  '-//w3o//dtd w3 html 3.0//',
  '-//webtechs//dtd mozilla html 2.0//',
  '-//webtechs//dtd mozilla html//',
];
const HTML4_PREFIXES = ['-//w3c//dtd html 4.01 frameset//', '-//w3c//dtd html 4.01 transitional//'];
const XHTML_PREFIXES = ['-//w3c//dtd xhtml 1.0 frameset//', '-//w3c//dtd xhtml 1.0 transitional//'];

/**
 * The mode for a doctype whose text between `<!doctype` and `>` is `text`; `closed` is false when the input ended
 * before `>`.
 */
export function documentMode(text: string, closed: boolean): DocumentMode {
  const { name, publicId, systemId, forceQuirks } = parseDoctype(text, closed);
  if (forceQuirks || name !== 'html') return 'quirks';
  if (systemId?.toLowerCase() === QUIRKS_SYSTEM_ID) return 'quirks';
  if (publicId === null) return 'no-quirks';
  const lower = publicId.toLowerCase();
  const starts = (prefix: string): boolean => lower.startsWith(prefix);
  if (QUIRKS_PUBLIC_IDS.has(lower) || QUIRKS_PREFIXES.some(starts)) return 'quirks';
  if (HTML4_PREFIXES.some(starts)) return systemId === null ? 'quirks' : 'limited-quirks';
  return XHTML_PREFIXES.some(starts) ? 'limited-quirks' : 'no-quirks';
}

interface Doctype {
  readonly name: string;
  readonly publicId: string | null;
  readonly systemId: string | null;
  readonly forceQuirks: boolean;
}

const NAME = /^[\t\n\f\r ]*([^\t\n\f\r ]+)[\t\n\f\r ]*/;
const KEYWORD = /^(public|system)[\t\n\f\r ]*/i;
const BETWEEN = /^[\t\n\f\r ]*/;

function parseDoctype(text: string, closed: boolean): Doctype {
  const head = NAME.exec(text);
  const name = head === null ? '' : head[1]!.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let publicId: string | null = null;
  let systemId: string | null = null;
  const result = (forceQuirks: boolean): Doctype => ({
    name,
    publicId,
    systemId,
    forceQuirks: forceQuirks || !closed,
  });
  if (head === null) return result(true);
  let rest = text.slice(head[0].length);
  if (rest === '') return result(false);
  const keyword = KEYWORD.exec(rest);
  if (keyword === null) return result(true);
  rest = rest.slice(keyword[0].length);
  /** The quoted string at the start of `rest`, which is taken off; undefined when there is no quote. */
  const quoted = (): { value: string; closed: boolean } | undefined => {
    const quote = rest[0];
    if (quote !== '"' && quote !== "'") return undefined;
    const end = rest.indexOf(quote, 1);
    const value = end === -1 ? rest.slice(1) : rest.slice(1, end);
    rest = end === -1 ? '' : rest.slice(end + 1);
    return { value, closed: end !== -1 };
  };
  const first = quoted();
  if (keyword[1]!.toLowerCase() === 'system') {
    if (first === undefined) return result(true);
    systemId = first.value;
    return result(!first.closed);
  }
  if (first === undefined) return result(true);
  publicId = first.value;
  if (!first.closed) return result(true);
  rest = rest.replace(BETWEEN, '');
  if (rest === '') return result(false);
  const second = quoted();
  if (second === undefined) return result(true);
  systemId = second.value;
  return result(!second.closed);
}
