/** A URL that can be collected: plain data, made by `normaliseUrl` and by nothing else. */
export interface WebUrl {
  readonly kind: 'url';
  /** What is sent to the server. */
  readonly fetch: string;
  /** Comparison form: two URLs with one key are one URL. */
  readonly key: string;
  /** hostname[:port], lower-case, punycode; the port only when it is not the scheme's own. */
  readonly host: string;
  readonly hostname: string;
  /** Registrable domain, or the host name (or address) itself when there is none. */
  readonly site: string;
  /** Slashes of the comparison form's path. */
  readonly depth: number;
}
