/** The folder of a data set: for each site the archive of its pages, the page to mark on, and the gold. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inputError } from '../../../errors.ts';

const GOLD_NAME = /\.gold\.jsonl$/;
const LONGEST_NAME = 100;

/** A site's name as that of a file: nothing in it leads elsewhere. */
function fileNameOf(site: string): string {
  return (
    site
      .replace(/[^\p{L}\p{N}.-]+/gu, '_')
      .replace(/^\.+/, '_')
      .slice(-LONGEST_NAME) || '_'
  );
}

export const archiveOf = (folder: string, site: string): string => join(folder, `${fileNameOf(site)}.pages`);
export const markingPageOf = (folder: string, site: string): string =>
  join(folder, `${fileNameOf(site)}.html`);
export const goldOf = (folder: string, site: string): string =>
  join(folder, `${fileNameOf(site)}.gold.jsonl`);

/** The files of gold that an input is or holds, sorted. Throws TRF_INPUT_MISSING. */
export function goldFiles(input: string): string[] {
  try {
    if (!statSync(input).isDirectory()) return [input];
    return readdirSync(input)
      .filter((name) => GOLD_NAME.test(name))
      .sort()
      .map((name) => join(input, name));
  } catch (cause) {
    throw inputError(input, cause);
  }
}
