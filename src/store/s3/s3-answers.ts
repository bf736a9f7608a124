/** What a store answers in XML: why it does not do something, what it holds, which uploads in parts were begun. */
import { child, children, parseXml, type XmlElement } from '../../formats/index.ts';

export interface S3Refusal {
  /** `NoSuchKey`, `SlowDown` …; empty when the answer names none. */
  readonly code: string;
}

/** The error that an answer tells of; null when it is another document. */
export function readRefusal(xml: string): S3Refusal | null {
  const root = parseXml(xml).root;
  if (root?.name !== 'Error') return null;
  // Told to people: a word, or nothing.
  return { code: /^[A-Za-z0-9.]{1,64}$/.exec(shortText(root, 'Code'))?.[0] ?? '' };
}

export interface ListedKey {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
}

export interface Listing {
  readonly keys: readonly ListedKey[];
  /** What to ask for the next page with; null on the last. */
  readonly next: string | null;
}

/** A page of ListObjectsV2; null when the answer is none. */
export function readListing(xml: string): Listing | null {
  const root = rootOf(xml, 'ListBucketResult');
  if (root === null) return null;
  const keys: ListedKey[] = [];
  for (const entry of children(root, 'Contents')) {
    const size = shortText(entry, 'Size');
    if (!/^\d{1,15}$/.test(size)) continue;
    keys.push({ key: text(entry, 'Key'), size: Number(size), etag: shortText(entry, 'ETag') });
  }
  const more = shortText(root, 'IsTruncated') === 'true';
  const next = text(root, 'NextContinuationToken');
  return { keys, next: more && next !== '' ? next : null };
}

/** The number of an upload in parts that was begun; null when the answer is none. */
export function readUploadId(xml: string): string | null {
  return text(rootOf(xml, 'InitiateMultipartUploadResult'), 'UploadId') || null;
}

/** Whether the answer says that the parts were put together: it may say the contrary with a status of success. */
export function isCompleted(xml: string): boolean {
  return rootOf(xml, 'CompleteMultipartUploadResult') !== null;
}

/** Uploads in parts of exactly this key that were begun and not ended. */
export function readUploads(xml: string, key: string): string[] {
  return children(rootOf(xml, 'ListMultipartUploadsResult'), 'Upload')
    .filter((upload) => text(upload, 'Key') === key)
    .map((upload) => text(upload, 'UploadId'))
    .filter((id) => id !== '');
}

/** The root of a whole document of that name. */
function rootOf(xml: string, name: string): XmlElement | null {
  const { root, problems } = parseXml(xml);
  return root?.name === name && problems.length === 0 ? root : null;
}

const text = (element: XmlElement | null, name: string): string => child(element, name)?.text ?? '';
const shortText = (element: XmlElement | null, name: string): string =>
  text(element, name).trim().slice(0, 200);
