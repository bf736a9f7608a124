/**
 * Where a bucket is: `s3://bucket/prefix?endpoint=https://minio.local:9000&region=us-east-1&style=path&profile=arquivo`. The address is said on
 * command lines, kept in settings and shown to people, so no key stands in it: those come from the environment or from a file (aws-keys.ts).
 */
import { TarrafaError } from '../../errors.ts';
import { type Reason, reason } from '../../words/why.ts';

export interface S3Address {
  readonly bucket: string;
  /** Before every name: empty, or ending in a slash. */
  readonly prefix: string;
  readonly region: string;
  /** Scheme, server and port; the name of the bucket is part of it in the style of hosts. */
  readonly origin: string;
  /** What stands before a key: `/bucket/` in the style of paths, `/` in that of hosts. */
  readonly path: string;
  /** Of the file of keys; null leaves it to the environment. */
  readonly profile: string | null;
  readonly shown: string;
}

const DEFAULT_REGION = 'us-east-1';
/** Buckets of old and of other makers have capitals and underscores. */
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]$/;
/** One that can be part of the name of a server, also under a certificate for all names of one level. */
const HOST_BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
const PREFIX = /^[A-Za-z0-9_=-][A-Za-z0-9._=-]*(?:\/[A-Za-z0-9_=-][A-Za-z0-9._=-]*)*$/;
const REGION = /^[A-Za-z0-9-]{1,64}$/;
const PROFILE = /^[^\s[\]@]{1,128}$/;
const PARAMETERS = ['endpoint', 'region', 'style', 'profile'];
/** What people call keys when they put them where they do not belong. */
const SECRET = /key|secret|token|password|passwd|credential|signature/i;

export function isS3Address(text: string): boolean {
  return /^s3:/i.test(text);
}

/** Throws TRF_STORE_INVALID, and TRF_STORE_SECRET when there is a key in it, which is not repeated. */
export function s3Address(text: string, environment: NodeJS.ProcessEnv = process.env): S3Address {
  const match = /^s3:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i.exec(text);
  if (match === null) throw invalid(withoutSecrets(text), reason('store-scheme'));
  const [, bucket = '', path = '', query = ''] = match;
  const parameters = new URLSearchParams(query);
  const names = [...parameters.keys()];
  // Of what is allowed nothing has an `@`, and of a bucket nothing a colon; of keys that slipped in, much has.
  const mayHold = /@|%40/.test(text) || bucket.includes(':') || names.some((name) => SECRET.test(name));
  if (mayHold) throw new TarrafaError('TRF_STORE_SECRET', [withoutSecrets(text)]);
  const wrong = (why: Reason) => invalid(withoutSecrets(text), why);
  for (const name of names) if (!PARAMETERS.includes(name)) throw wrong(reason('store-parameter', { name }));
  if (!BUCKET.test(bucket)) throw wrong(reason('store-bucket', { bucket }));
  const prefix = path.replace(/\/+$/, '');
  if (prefix !== '' && !PREFIX.test(prefix)) throw wrong(reason('store-prefix'));
  const region =
    parameters.get('region') ?? (environment.AWS_REGION || environment.AWS_DEFAULT_REGION || DEFAULT_REGION);
  if (!REGION.test(region)) throw wrong(reason('store-region', { region }));
  const profile = parameters.get('profile');
  if (profile !== null && !PROFILE.test(profile)) throw wrong(reason('store-parameter', { name: 'profile' }));
  const style = parameters.get('style');
  if (style !== null && style !== 'path' && style !== 'host') throw wrong(reason('store-style'));

  const named =
    parameters.get('endpoint') ?? (environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL || null);
  const endpoint = readEndpoint(named ?? `https://s3.${region}.amazonaws.com`, text);
  const mayBeHost = HOST_BUCKET.test(bucket);
  if (style === 'host' && !mayBeHost) throw wrong(reason('store-no-host-style'));
  // Whoever runs a store of their own seldom has a name for each bucket; Amazon wants it.
  const inHost = style === null ? named === null && mayBeHost : style === 'host';
  const shownQuery = PARAMETERS.flatMap((name) =>
    parameters.has(name) ? [`${name}=${parameters.get(name)}`] : [],
  ).join('&');
  return {
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    origin: inHost ? `${endpoint.protocol}//${bucket}.${endpoint.host}` : endpoint.origin,
    path: inHost ? '/' : `/${bucket}/`,
    profile,
    shown: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}${shownQuery === '' ? '' : `?${shownQuery}`}`,
  };
}

function readEndpoint(text: string, address: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw invalid(withoutSecrets(address), reason('store-endpoint', { endpoint: withoutSecrets(text) }));
  }
  // From the environment: in the address an `@` is refused before.
  if (url.username !== '' || url.password !== '')
    throw new TarrafaError('TRF_STORE_SECRET', [withoutSecrets(address)]);
  const isServer = (url.protocol === 'http:' || url.protocol === 'https:') && /^\/?$/.test(url.pathname);
  if (!isServer || url.search !== '' || url.hash !== '')
    throw invalid(withoutSecrets(address), reason('store-endpoint', { endpoint: withoutSecrets(text) }));
  return url;
}

/** As it may be shown: without what stands before the last `@` or in the place of the bucket with a colon, and without values of parameters. */
function withoutSecrets(text: string): string {
  return text
    .replace(/^([^:]*:\/\/).*(?:@|%40)/i, '$1…@')
    .replace(/^(s3:\/\/)[^/?#]*:[^?#]*/i, '$1…')
    .replace(/([?&])([^=&]*)=([^&]*)/g, (whole, mark: string, name: string) =>
      SECRET.test(name) ? `${mark}${name}=…` : whole,
    );
}

const invalid = (shown: string, why: Reason): TarrafaError =>
  new TarrafaError('TRF_STORE_INVALID', [shown, why]);
