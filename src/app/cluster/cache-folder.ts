/** Where copies of search indexes stand, and what was learned of sites: it may be deleted while nobody has it open. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export function cacheFolder(given: string | undefined, environment: NodeJS.ProcessEnv = process.env): string {
  if (given !== undefined) return resolve(given);
  const { XDG_CACHE_HOME, LOCALAPPDATA } = environment;
  if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, 'tarrafa');
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'tarrafa', 'cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'tarrafa');
  return join(homedir(), '.cache', 'tarrafa');
}
