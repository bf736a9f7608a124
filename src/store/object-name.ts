/**
 * Names in a store: `worker-1/tarrafa-20240506120000-00000.warc.gz`. They become keys of buckets, paths of folders and parts of addresses, so
 * they are made of what is itself in all of these.
 */
import { TarrafaError } from '../errors.ts';

const PART = '[A-Za-z0-9_-][A-Za-z0-9._-]*';
const NAME = new RegExp(`^${PART}(?:/${PART})*$`);
/** The beginning of a name, cut anywhere. */
const PREFIX = new RegExp(`^(?:${PART}/)*(?:${PART})?$`);
const LONGEST = 512;
/** What a file is called in a folder while it is being written (src/files). */
const UNFINISHED = /\.parts?$/;

export function isObjectName(name: string): boolean {
  return name.length <= LONGEST && NAME.test(name) && !UNFINISHED.test(name);
}

/** Throws TRF_STORE_NAME. */
export function mustBeName(name: string): void {
  if (!isObjectName(name)) throw new TarrafaError('TRF_STORE_NAME', [name.slice(0, LONGEST)]);
}

export function mustBePrefix(prefix: string): void {
  if (prefix.length > LONGEST || !PREFIX.test(prefix))
    throw new TarrafaError('TRF_STORE_NAME', [prefix.slice(0, LONGEST)]);
}
