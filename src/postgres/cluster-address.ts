/**
 * Where the database of a cluster is. It is said on command lines, kept in settings and shown to people, so there is no password in it: that
 * comes from the environment (`PGPASSWORD`), from a passfile as `psql` reads it, or in an address that stands in a file.
 */
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { inputError, TarrafaError } from '../errors.ts';

export interface ClusterAddress {
  /** The servers; one of them writes. */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly database: string;
  readonly user: string;
  /** The schema that all tables stand in. */
  readonly schema: string;
  /** `disable`, `require`, `verify-full` …, as in every address of PostgreSQL; null leaves it to the server. */
  readonly ssl: string | null;
  readonly password: string | null;
  /** The address as it may be shown: without the password. */
  readonly shown: string;
}

const DEFAULT_PORT = 5432;
const DEFAULT_SCHEMA = 'tarrafa';
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const PARAMETERS = ['schema', 'sslmode'];

/** Reads an address that somebody gave in the open. Throws TRF_CLUSTER_PASSWORD when there is a password in it. */
export function clusterAddress(text: string, environment: NodeJS.ProcessEnv = process.env): ClusterAddress {
  const address = readAddress(text, environment);
  if (address.password !== null) throw new TarrafaError('TRF_CLUSTER_PASSWORD', [address.shown]);
  return { ...address, password: environment.PGPASSWORD ?? passfileEntry(address, environment) };
}

/** Reads an address, with or without a password, from a file that only its owner may read. */
export function readClusterFile(path: string, environment: NodeJS.ProcessEnv = process.env): ClusterAddress {
  let text: string;
  let open: boolean;
  try {
    text = readFileSync(path, 'utf8').trim();
    open = process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
  } catch (error) {
    throw inputError(path, error);
  }
  const address = readAddress(text, environment);
  if (address.password === null) return clusterAddress(text, environment);
  if (open) throw new TarrafaError('TRF_CLUSTER_FILE_OPEN', [path]);
  return address;
}

function readAddress(text: string, environment: NodeJS.ProcessEnv): ClusterAddress {
  // Several hosts are no URL.
  const match = /^postgres(?:ql)?:\/\/(?:([^@/:]*)(?::([^@/]*))?@)?([^/?@]*)(?:\/([^?/]*))?(?:\?(.*))?$/.exec(
    text,
  );
  if (match === null) throw invalid(text);
  const [, user = '', password, servers = '', database = '', query = ''] = match;
  const parameters = new URLSearchParams(query);
  for (const name of parameters.keys()) {
    if (name === 'password') throw new TarrafaError('TRF_CLUSTER_PASSWORD', [withoutPassword(text)]);
    if (!PARAMETERS.includes(name)) throw invalid(text);
  }
  const schema = parameters.get('schema') ?? DEFAULT_SCHEMA;
  const ssl = parameters.get('sslmode') ?? environment.PGSSLMODE ?? null;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema) || (ssl !== null && !SSL_MODES.includes(ssl)))
    throw invalid(text);
  const hosts = servers.split(',').map((server) => {
    const parts = /^(\[[0-9a-f:.]+\]|[^:[\]]*)(?::(\d{1,5}))?$/i.exec(server);
    const port = Number(parts?.[2] ?? environment.PGPORT ?? DEFAULT_PORT);
    if (parts === null || port < 1 || port > 65_535) throw invalid(text);
    return { host: parts[1]!.replace(/^\[|\]$/g, '') || (environment.PGHOST ?? 'localhost'), port };
  });
  let name: string;
  let role: string;
  try {
    role = decodeURIComponent(user) || (environment.PGUSER ?? environment.USER ?? 'postgres');
    name = decodeURIComponent(database) || (environment.PGDATABASE ?? role);
  } catch {
    throw invalid(text);
  }
  return {
    hosts,
    database: name,
    user: role,
    schema,
    ssl,
    password: password === undefined ? null : decodeURIComponent(password),
    shown: withoutPassword(text),
  };
}

const invalid = (text: string): TarrafaError =>
  new TarrafaError('TRF_CLUSTER_ADDRESS', [withoutPassword(text)]);

function withoutPassword(text: string): string {
  return text.replace(/^([a-z]+:\/\/[^@/:]*):[^@]*@/i, '$1@').replace(/([?&]password=)[^&]*/gi, '$1…');
}

/** The password that the passfile has for this address, by the rules of libpq: the first line that fits, `*` fits all. */
function passfileEntry(address: ClusterAddress, environment: NodeJS.ProcessEnv): string | null {
  const path = environment.PGPASSFILE ?? join(environment.HOME ?? homedir(), '.pgpass');
  let text: string;
  try {
    // libpq ignores one that others may read.
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) return null;
    text = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) continue;
    const fields = [...line.matchAll(/((?:\\.|[^:\\])*)(?::|$)/g)].map(([, field]) =>
      field!.replace(/\\(.)/g, '$1'),
    );
    const [host, port, database, user, password] = fields;
    if (password === undefined) continue;
    const fits = (field: string | undefined, value: string): boolean => field === '*' || field === value;
    const at = address.hosts.some((one) => fits(host, one.host) && fits(port, String(one.port)));
    if (at && fits(database, address.database) && fits(user, address.user)) return password;
  }
  return null;
}
