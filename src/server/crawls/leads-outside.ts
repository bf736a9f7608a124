/** Whether writing into a folder could write elsewhere: a folder that somebody sent may hold links to anywhere. */
import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';

/** The first of these names of a folder, or of all that it holds, that leads outside of it or nowhere yet; null when none does. */
export function leadsOutside(folder: string, names?: readonly string[]): string | null {
  const root = realpathSync(folder);
  const outside = (path: string): boolean => {
    try {
      const target = realpathSync(path);
      return target !== root && !target.startsWith(root + sep);
    } catch {
      // A link to what is not there is made true by writing to it.
      return true;
    }
  };
  const look = (path: string): string | null => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    if (stats.isSymbolicLink()) return outside(path) ? path : null;
    if (!stats.isDirectory()) return null;
    for (const name of readdirSync(path)) {
      const found = look(join(path, name));
      if (found !== null) return found;
    }
    return null;
  };
  for (const name of names ?? readdirSync(root)) {
    const found = look(join(root, name));
    if (found !== null) return found;
  }
  return null;
}
