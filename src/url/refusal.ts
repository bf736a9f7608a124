/**
 * Why a link did not become a URL to collect. Every refusal has one of these names, so that a crawl can count them and a person
 * can ask which rule decided (`tarrafa explain`).
 */

export const REFUSAL_REASONS = {
  empty: 'the link is empty or only white space',
  malformed: 'no URL can be read from it',
  relative: 'a relative link, with no page to resolve it against',
  scheme: 'a scheme other than http and https (mailto, tel, data, ftp …)',
  script: 'a script, not an address (javascript:, vbscript:)',
  'no-host': 'http or https without a host',
  'host-invalid': 'a host name that cannot exist',
  'port-invalid': 'a port that cannot exist',
  'no-domain': 'no registrable domain can be taken from the host (compat)',
  credentials: 'carries a user name or a password',
  'too-long': 'longer than the limit of the profile',
  template: 'made by a template that was never filled in ({{…}}, <%…%>, [object Object], undefined …)',
  shortener: 'a link shortener: the address behind it is not known',
  'share-button': 'a share button of a social network',
  validator: 'a CSS or HTML validator',
  'wiki-special': 'a special, talk, user, file, edit or history page of a wiki',
  extension: 'its file name extension says that it is of an unwanted kind',
  'out-of-scope': 'its host is outside the scope of the crawl',
  trap: 'the evidence that it is part of a crawler trap is too strong',
} as const satisfies Record<string, string>;

export type RefusalReason = keyof typeof REFUSAL_REASONS;

export interface Refusal {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
  /** The link as given, cut to 300 characters: a refused `data:` link may hold megabytes. */
  readonly input: string;
}

const INPUT_SHOWN = 300;

export function refusal(reason: RefusalReason, input: string): Refusal {
  return { kind: 'refused', reason, input: input.length > INPUT_SHOWN ? input.slice(0, INPUT_SHOWN) : input };
}
