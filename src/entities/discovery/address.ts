/**
 * Addresses as discovery tells them apart. `index.htm` may be a page of its own beside the root of its folder, and an identifier in
 * an address may count its capitals; only the scheme, the slash at the end and what marks a visitor are folded.
 */
import {
  createNormaliser,
  type Normaliser,
  normaliseUrl,
  type Refusal,
  URL_MODERN,
  type UrlProfile,
  type WebUrl,
} from '../../url/index.ts';

const ADDRESSES: UrlProfile = { ...URL_MODERN, name: 'entities', indexTail: 'keep', keyFoldsCase: false };

export function addressOf(raw: string): WebUrl | Refusal {
  return normaliseUrl(raw, null, ADDRESSES);
}

/** Reads the links of one page. */
export function addressReader(base: string): Normaliser {
  return createNormaliser(base, ADDRESSES);
}
