/** A page of the Web for a command: who asks, and of which network, is said in the environment. */
import { type FetchedPage, type FetchPageOptions, fetchPage as fetch } from '../../app/input/fetch-page.ts';

export function fetchPage(address: string, options: FetchPageOptions = {}): Promise<FetchedPage> {
  return fetch(address, {
    contact: process.env.TARRAFA_CONTACT,
    allowPrivate: process.env.TARRAFA_ALLOW_PRIVATE === '1',
    ...options,
  });
}
