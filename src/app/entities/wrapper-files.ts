/** Wrappers in the files in which people keep, read and edit them. */
import { readFileSync } from 'node:fs';
import type { Wrapper } from '../../entities/index.ts';
import { inputError } from '../../errors.ts';
import { writeFileWhole } from '../../files/index.ts';
import { fileOfSite } from './site-files.ts';

/** Throws TRF_INPUT_MISSING, and TRF_WRAPPER_INVALID with what is wrong with it. */
export async function readWrapper(path: string): Promise<Wrapper> {
  const { parseWrapper } = await import('../../entities/index.ts');
  return parseWrapper(readText(path), path);
}

/** Writes them, one file a site, and says which wrapper is where. */
export async function writeWrappers(
  path: string,
  wrappers: readonly Wrapper[],
): Promise<readonly { readonly file: string; readonly wrapper: Wrapper }[]> {
  const { printWrapper } = await import('../../entities/index.ts');
  return wrappers.map((wrapper) => {
    const file = fileOfSite(path, wrapper.site, wrappers.length);
    writeFileWhole(file, [printWrapper(wrapper)]);
    return { file, wrapper };
  });
}

export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw inputError(path, cause);
  }
}
