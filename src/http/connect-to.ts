/**
 * Hosts reached elsewhere than DNS says, as `curl --connect-to` has it: a copy of a site on one's own machine is crawled under the site's own
 * names. `HOST:PORT:ADDR:PORT`; an empty first HOST or PORT stands for any, an empty last PORT for the one of the address; `*.dominio.br`
 * stands for the domain and all below it.
 */
import { isIP } from 'node:net';
import { TarrafaError } from '../errors.ts';
import { reason } from '../words/why.ts';
import { isPrivateAddress } from './private-address.ts';
import type { Resolution, Resolver } from './resolution.ts';

export interface ConnectRule {
  /** In lower case; `*` for any, `*.` before a domain for it and all below. */
  readonly host: string;
  /** Null for any. */
  readonly port: number | null;
  readonly address: string;
  /** Null for the port of the address that is asked for. */
  readonly toPort: number | null;
}

const FORM = /^(\[[0-9a-f:.]+\]|[^:[\]]*):(\d*):(\[[0-9a-f:.]+\]|[^:[\]]*):(\d*)$/i;
const HOST = /^(?:\*|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)$/;

/** Throws TRF_CONFIG_INVALID, also for an address of one's own machine or network when `allowPrivate` does not say that it is meant. */
export function connectRule(text: string, allowPrivate: boolean): ConnectRule {
  const invalid = (why: Parameters<typeof reason>[0]) =>
    new TarrafaError('TRF_CONFIG_INVALID', [`--connect-to ${text}`, reason(why)]);
  const [, host = '', port = '', to = '', toPort = ''] = FORM.exec(text) ?? [];
  if (to === '') throw invalid('connect-to-form');
  const from = (host === '' ? '*' : bare(host)).toLowerCase();
  if (isIP(from) === 0 && !HOST.test(from)) throw invalid('connect-to-form');
  const address = to.toLowerCase() === 'localhost' ? '127.0.0.1' : bare(to);
  // A name would have to be asked for again and again, and could lead elsewhere each time.
  if (isIP(address) === 0) throw invalid('connect-to-address');
  if (!allowPrivate && isPrivateAddress(address)) throw invalid('connect-to-private');
  return { host: from, port: portOf(port), address, toPort: portOf(toPort) };

  function portOf(digits: string): number | null {
    if (digits === '') return null;
    const value = Number(digits);
    if (value < 1 || value > 65_535) throw invalid('connect-to-form');
    return value;
  }
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, '');

/** The first rule that speaks of a host answers for it; of others `usual` is asked. */
export class ConnectToResolver implements Resolver {
  readonly #rules: readonly ConnectRule[];
  readonly #usual: Resolver;

  constructor(rules: readonly ConnectRule[], usual: Resolver) {
    this.#rules = rules;
    this.#usual = usual;
  }

  resolve(hostname: string, port: number): Promise<Resolution> {
    const name = bare(hostname).toLowerCase();
    const rule = this.#rules.find(
      (each) => (each.port === null || each.port === port) && covers(each.host, name),
    );
    if (rule === undefined) return this.#usual.resolve(hostname, port);
    const { address, toPort } = rule;
    return Promise.resolve({
      address,
      connect: { host: address, port: toPort ?? port },
      expires: Number.POSITIVE_INFINITY,
    });
  }
}

function covers(pattern: string, name: string): boolean {
  if (pattern === '*' || pattern === name) return true;
  return pattern.startsWith('*.') && (name === pattern.slice(2) || name.endsWith(pattern.slice(1)));
}
