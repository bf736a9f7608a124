/**
 * The keys of a bucket, from where the tools of Amazon look for them: the environment (`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`,
 * `AWS_SESSION_TOKEN`), or a profile of the shared file of keys.
 */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { TarrafaError } from '../../errors.ts';
import { reason, systemFailure, type Why } from '../../words/why.ts';
import type { S3Address } from './s3-address.ts';

export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
}

/** Throws TRF_STORE_KEYS. A profile that the address names is asked before the environment. */
export function awsKeys(
  address: Pick<S3Address, 'profile' | 'shown'>,
  environment: NodeJS.ProcessEnv = process.env,
): AwsKeys {
  const missing = (why: Why, cause?: unknown) =>
    new TarrafaError('TRF_STORE_KEYS', [address.shown, why], { cause });
  if (address.profile === null) {
    const accessKeyId = environment.AWS_ACCESS_KEY_ID?.trim() ?? '';
    const secretAccessKey = environment.AWS_SECRET_ACCESS_KEY?.trim() ?? '';
    if (accessKeyId !== '' && secretAccessKey !== '')
      return { accessKeyId, secretAccessKey, sessionToken: environment.AWS_SESSION_TOKEN?.trim() || null };
    if (accessKeyId !== '' || secretAccessKey !== '') {
      const name = accessKeyId === '' ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY';
      throw missing(reason('keys-half', { name }));
    }
  }
  const path =
    environment.AWS_SHARED_CREDENTIALS_FILE || join(environment.HOME ?? homedir(), '.aws', 'credentials');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const isAbsent = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw missing(isAbsent ? reason('keys-nowhere', { path }) : systemFailure(cause), cause);
  }
  const profile = address.profile ?? (environment.AWS_PROFILE || 'default');
  const values = profileOf(text, profile);
  const accessKeyId = values?.get('aws_access_key_id') ?? '';
  const secretAccessKey = values?.get('aws_secret_access_key') ?? '';
  if (accessKeyId === '' || secretAccessKey === '')
    throw missing(reason('keys-no-profile', { path, profile }));
  return { accessKeyId, secretAccessKey, sessionToken: values?.get('aws_session_token') || null };
}

/** The values of one section of the file; null when it has no such section. */
function profileOf(text: string, profile: string): ReadonlyMap<string, string> | null {
  let values: Map<string, string> | null = null;
  let inside = false;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const [, section] = /^\s*\[\s*(.*?)\s*\]/.exec(line) ?? [];
    if (section !== undefined) {
      inside = section === profile;
      if (inside) values ??= new Map();
      continue;
    }
    const [, name, value] = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (inside && name !== undefined && value !== undefined) values?.set(name.toLowerCase(), value);
  }
  return values;
}
