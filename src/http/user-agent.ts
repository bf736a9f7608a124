/** Who is asking: one clear name, with an address where the people behind it can be reached. */
import { TarrafaError } from '../errors.ts';

export const PRODUCT_TOKEN = 'Tarrafa';

/** A web page or an e-mail address, as it may stand in a header; null for anything else. */
export function contactAddress(contact: string): string | null {
  const text = contact.trim().replace(/^mailto:/i, '');
  if (text.length === 0 || text.length > 200 || !/^[\x21-\x7e]+$/.test(text) || /[()<>"\\;,]/.test(text))
    return null;
  if (/^[^@:/]+@[^@:/]+$/.test(text)) {
    const domain = text.slice(text.indexOf('@') + 1);
    return /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i.test(domain) ? text : null;
  }
  if (!/^https?:\/\//i.test(text)) return null;
  try {
    const { hostname, username, password } = new URL(text);
    return hostname.includes('.') && username === '' && password === '' ? text : null;
  } catch {
    return null;
  }
}

/**
 * `Tarrafa/<version> (+<contact>)`.
 *
 * @throws TarrafaError TRF_CONTACT_MISSING without a contact, TRF_CONTACT_INVALID for one that is neither a web page nor an e-mail address
 */
export function userAgent(version: string, contact: string, product: string = PRODUCT_TOKEN): string {
  if (contact.trim() === '') throw new TarrafaError('TRF_CONTACT_MISSING');
  const address = contactAddress(contact);
  if (address === null) throw new TarrafaError('TRF_CONTACT_INVALID', [contact.slice(0, 100)]);
  return `${product}/${version} (+${address})`;
}
