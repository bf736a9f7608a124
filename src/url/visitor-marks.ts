/**
 * The parts of an address that name a visitor or a campaign and not a page: session identifiers and tracking parameters. As long as
 * they stay, one page has endless addresses.
 */

/** Session parameters whose name leaves no doubt. */
const SESSION_NAMES =
  'jsessionid phpsessid phpsessionid sessionid session_id sess_id sessid aspsessionid asp.net_sessionid cfid cftoken zenid oscsid osadminsid ' +
  'viewstate __viewstate ssessionid bv_sessionid bv_engineid wosid sesskey csrf_token csrftoken xtcsid oxsid';

/**
 * Names that mean a session in one program and an article in another (`modules.php?name=News&sid=123` of PHP-Nuke): dropped only when
 * the value looks drawn by lot.
 */
const SESSION_NAMES_IN_DOUBT = 'sid session ses sessao psid nsid wsid';

const TRACKING_NAMES =
  'fbclid gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid msclkid mc_cid mc_eid yclid ymclid ysclid _openstat igshid igsh twclid ttclid ' +
  'li_fat_id vero_id vero_conv _hsenc _hsmi __hstc __hssc __hsfp hsctatracking mkt_tok oly_anon_id oly_enc_id wickedid wickedsource ' +
  's_cid s_kwcid ml_subscriber ml_subscriber_hash rb_clickid _ga _gl _gac ga_source ga_medium ga_campaign ga_content ga_term zanpid cmpid epik srsltid ' +
  'fb_action_ids fb_action_types fb_source fb_ref fb_comment_id action_object_map action_type_map action_ref_map gs_l xtor wt_mc wt_zmc ncid ' +
  '__twitter_impression __tn__ __xts__ __cft__ _branch_match_id irclickid irgwc cjevent cjdata dm_i elqtrackid elqtrack sc_campaign sc_channel ' +
  'sc_content sc_medium sc_outcome sc_geo sc_country trk_contact trk_msg trk_module trk_sid twsrc ref_src ref_url guccounter guce_referrer ' +
  'guce_referrer_sig mibextid sfnsn wprov spjobid spmailingid spreportid spuserid _ke _kx';

/** Whole families, by their beginning. */
const TRACKING_PREFIXES = [
  'utm_',
  'mtm_',
  'pk_',
  'piwik_',
  'matomo_',
  'hsa_',
  'at_custom',
  'at_campaign',
  'at_medium',
  'pf_rd_',
];
const SESSION_PREFIXES = ['aspsessionid'];

const MARK = { session: 1, sessionIfOpaque: 2, tracking: 3 } as const;

const MARKS = new Map<string, number>();
for (const name of SESSION_NAMES.split(' ')) MARKS.set(name, MARK.session);
for (const name of SESSION_NAMES_IN_DOUBT.split(' ')) MARKS.set(name, MARK.sessionIfOpaque);
for (const name of TRACKING_NAMES.split(' ')) MARKS.set(name, MARK.tracking);

/** For the first letter of a name: bit n is set when some mark of n letters begins so. Spares nearly every look-up. */
const LENGTHS = new Int32Array(128);
for (const name of MARKS.keys()) {
  const first = name.charCodeAt(0);
  LENGTHS[first] = LENGTHS[first]! | (1 << name.length);
}
const PREFIXES: readonly (readonly [string, number])[] = [
  ...TRACKING_PREFIXES.map((p) => [p, MARK.tracking] as const),
  ...SESSION_PREFIXES.map((p) => [p, MARK.session] as const),
];
const PREFIX_FIRST = new Uint8Array(128);
for (const [prefix] of PREFIXES) PREFIX_FIRST[prefix.charCodeAt(0)] = 1;

/** Letters and digits mixed, or very long: nobody numbers articles so. */
function looksOpaque(text: string, from: number, to: number): boolean {
  const length = to - from;
  if (length < 6) return false;
  let digits = 0;
  let letters = 0;
  for (let i = from; i < to; i++) {
    const c = text.charCodeAt(i);
    if (c >= 0x30 && c <= 0x39) digits++;
    else if ((c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a)) letters++;
    else if (c !== 0x2d && c !== 0x5f && c !== 0x2c && c !== 0x2e) return false;
  }
  return (digits > 0 && letters > 0) || length >= 20;
}

export interface DroppedMarks {
  readonly dropSessionIds: boolean;
  readonly dropTracking: boolean;
}

function markOf(text: string, from: number, nameEnd: number): number {
  const length = nameEnd - from;
  if (length < 1) return 0;
  let first = text.charCodeAt(from);
  if (first >= 0x41 && first <= 0x5a) first += 32;
  if (first > 127) return 0;
  if (length < 32 && (LENGTHS[first]! & (1 << length)) !== 0) {
    const mark = MARKS.get(text.slice(from, nameEnd).toLowerCase());
    if (mark !== undefined) return mark;
  }
  if (PREFIX_FIRST[first] === 1 && length < 64) {
    const name = text.slice(from, nameEnd).toLowerCase();
    for (const [prefix, mark] of PREFIXES) if (name.startsWith(prefix)) return mark;
  }
  return 0;
}

function isDropped(text: string, from: number, nameEnd: number, end: number, what: DroppedMarks): boolean {
  const mark = markOf(text, from, nameEnd);
  if (mark === 0) return false;
  if (mark === MARK.tracking) return what.dropTracking;
  if (!what.dropSessionIds) return false;
  return mark === MARK.session || looksOpaque(text, nameEnd + 1, end);
}

/** The text without the parameters, from `queryFrom` on, that name a visitor. Order and spelling of the others are kept. */
export function dropVisitorParameters(text: string, queryFrom: number, what: DroppedMarks): string {
  const { length } = text;
  let out = '';
  let keptFrom = 0;
  let from = queryFrom;
  while (from <= length) {
    let nameEnd = -1;
    let end = from;
    for (; end < length; end++) {
      const c = text.charCodeAt(end);
      if (c === 0x26 || c === 0x3b) break;
      if (c === 0x3d && nameEnd === -1) nameEnd = end;
    }
    if (isDropped(text, from, nameEnd === -1 ? end : nameEnd, end, what)) {
      // A parameter goes with the separator behind it; the last one with the separator before it, below.
      out += text.slice(keptFrom, from);
      keptFrom = Math.min(length, end + 1);
    }
    from = end + 1;
  }
  if (keptFrom === 0) return text;
  out += text.slice(keptFrom);
  if (keptFrom !== length || out.length <= queryFrom) return out;
  // What was last is gone: the separator that stood before it separates nothing.
  const last = out.charCodeAt(out.length - 1);
  return (last === 0x26 || last === 0x3b) && text.charCodeAt(length - 1) !== last ? out.slice(0, -1) : out;
}

/** `(S(abc))`, `(A(x)S(y)F(z))`: the cookieless session of ASP.NET, a segment of its own. */
const ASP_SEGMENT = /^\((?:[A-Za-z]\([^()]*\))+\)$/;

/** The path without `;jsessionid=…` and its like. Takes and gives a path that begins with a slash. */
export function dropPathSession(path: string): string {
  let out = '';
  let changed = false;
  let from = 1;
  const length = path.length;
  while (from <= length) {
    let end = path.indexOf('/', from);
    if (end === -1) end = length;
    const found = path.slice(from, end);
    const segment = found.includes(';') ? dropSegmentSession(found) : found;
    if (segment !== found) changed = true;
    if (segment.charCodeAt(0) === 0x28 && ASP_SEGMENT.test(segment)) changed = true;
    else out += `/${segment}`;
    from = end + 1;
  }
  return changed ? (out === '' ? '/' : out) : path;
}

function dropSegmentSession(segment: string): string {
  const parts = segment.split(';');
  let out = parts[0]!;
  for (let i = 1; i < parts.length; i++) {
    const part = parts[i]!;
    const equals = part.indexOf('=');
    const nameEnd = equals === -1 ? part.length : equals;
    const mark = markOf(part, 0, nameEnd);
    const session =
      mark === MARK.session || (mark === MARK.sessionIfOpaque && looksOpaque(part, nameEnd + 1, part.length));
    if (!session) out += `;${part}`;
  }
  return out;
}

/** Whether a parameter name is one of a session; for the evidence of traps. */
export function isSessionName(name: string): boolean {
  const mark = markOf(name, 0, name.length);
  return mark === MARK.session || mark === MARK.sessionIfOpaque;
}
