/** Which archived responses are documents that a person reads. */
import { mayBeDocument } from '../page/index.ts';

/** Files that speak to machines. */
const FOR_MACHINES = /^\/(?:robots|ads|app-ads|sellers|llms|security)\.txt$|^\/\.well-known\//i;

/** Redirects and errors say nothing of their own. */
export function isWholeAnswer(status: number): boolean {
  return status === 200 || status === 203;
}

/** By head alone: whether the body is worth looking at. */
export function mayHoldDocument(status: number, contentType: string | null, url: string): boolean {
  if (!isWholeAnswer(status)) return false;
  const path = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? '';
  return mayBeDocument(contentType) && !FOR_MACHINES.test(path);
}
