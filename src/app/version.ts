/** Name and version, as sent in the User-Agent and written into archives. */
import { readFileSync } from 'node:fs';

function version(): string {
  // dist/src/cli and src/cli stand at different depths.
  for (const path of ['../../../package.json', '../../package.json']) {
    try {
      const content = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
      if (content.name === 'tarrafa') return content.version;
    } catch {
      // Not there: the other one.
    }
  }
  return '0.0.0';
}

export const VERSION = version();
export const SOFTWARE = `Tarrafa/${VERSION}`;
