/** The store that an address names: `s3://…` a bucket, `file://…` or a path a folder. */
import { fileURLToPath } from 'node:url';
import { TarrafaError } from '../errors.ts';
import { type Reason, reason } from '../words/why.ts';
import type { ArchiveStore } from './archive-store.ts';
import { FolderStore } from './folder-store.ts';
import { isS3Address } from './s3/s3-address.ts';
import { S3Store } from './s3/s3-store.ts';

/** Asks nobody yet: `probe` does. Throws TRF_STORE_INVALID, TRF_STORE_SECRET or TRF_STORE_KEYS. */
export function openStore(address: string, environment: NodeJS.ProcessEnv = process.env): ArchiveStore {
  if (isS3Address(address)) return S3Store.open(address, environment);
  const invalid = (why: Reason) => new TarrafaError('TRF_STORE_INVALID', [withoutUser(address), why]);
  if (address.trim() === '') throw invalid(reason('store-address-empty'));
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(address)) return new FolderStore(address);
  let path: string;
  try {
    path = fileURLToPath(address);
  } catch {
    throw invalid(reason('store-scheme'));
  }
  return new FolderStore(path);
}

const withoutUser = (address: string): string => address.replace(/^([^:]*:\/\/).*@/, '$1…@');
