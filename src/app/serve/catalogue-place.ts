/**
 * Where the catalogue of a served collection is, and whether it may be written. Beside the archive, as a rule. A folder on a medium that
 * takes nothing, or one whose catalogue is a link to elsewhere, which somebody else may have set, is only read; when it has no catalogue
 * that can be read so, one is made in a temporary folder, for as long as the server runs.
 */
import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { keptPath } from '../../catalogue/index.ts';
import { leadsOutside } from '../../server/index.ts';

export interface CataloguePlace {
  /** The file, when it is not beside the archive. */
  readonly out: string | undefined;
  /** What people added, when the catalogue is not beside the archive: it stays there, and is not lost with what is made for this server. */
  readonly kept?: string;
  readonly readOnly: boolean;
  /** Removes what was made for this server alone. */
  readonly remove: () => void;
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** `catalogue`: the file beside the archive. */
export function cataloguePlace(catalogue: string): CataloguePlace {
  const folder = dirname(catalogue);
  const name = basename(catalogue);
  const stem = name.replace(/\.db$/i, '');
  const written = [name, `${name}-wal`, `${name}-shm`, `${name}-journal`, `${stem}-lock`, `${stem}-content`];
  const elsewhere = existsSync(folder) && leadsOutside(folder, written) !== null;
  const writable = mayWrite(folder);
  if (writable && !elsewhere) return { out: undefined, readOnly: false, remove: () => {} };
  // A log beside a catalogue has what the file itself lacks; without writing it cannot be read.
  const whole = (statSync(`${catalogue}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
  if (!elsewhere && existsSync(catalogue) && whole)
    return { out: undefined, readOnly: true, remove: () => {} };
  const temporary = mkdtempSync(join(tmpdir(), 'tarrafa-catalogue-'));
  return {
    out: join(temporary, 'catalogue.db'),
    kept: keptPath(catalogue),
    readOnly: false,
    remove: () => rmSync(temporary, { recursive: true, force: true }),
  };
}
