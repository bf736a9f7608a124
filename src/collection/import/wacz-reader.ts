/**
 * The archives inside a WACZ of anybody's: its directory is read within limits (no paths that climb out, no links, nothing that unpacks to
 * more than it says), and only what lies under `archive/` is ever opened.
 */

import { createHash } from 'node:crypto';
import { inputError, TarrafaError } from '../../errors.ts';
import { parseJson } from '../../formats/index.ts';
import { Budget, FileSource, GeoProblem, openArchive } from '../../geo/index.ts';
import { reason, type Why } from '../../words/why.ts';

export interface WaczArchive {
  /** Name of the archive file, without its folder. */
  readonly name: string;
  readonly size: number;
  /** The bytes, once. Throws when they are not what the ZIP says. */
  bytes(): AsyncIterable<Uint8Array>;
  /** As the package states it, `sha256:…`; null when it does not. */
  readonly hash: string | null;
}

export interface WaczContents {
  readonly title: string | null;
  readonly archives: readonly WaczArchive[];
  /** What was left out, and why. */
  readonly problems: readonly { readonly where: string; readonly reason: Why }[];
  close(): void;
}

/** Archives are large; their number and what they unpack to is not without end. */
const LIMITS = {
  maxEntries: 100_000,
  maxUnpackedBytes: 2 ** 42,
  maxRatio: 1000,
  maxMs: 24 * 3_600_000,
  maxHeldBytes: 64 << 20,
};
const ARCHIVE_MEMBER = /^archive\/(?:[^/]+\/)*([^/]+\.w?arc(?:\.gz)?)$/i;
const LARGEST_PACKAGE = 32 << 20;

/** Whether a file begins as a ZIP does. */
export async function openWacz(path: string): Promise<WaczContents> {
  let source: FileSource;
  try {
    source = new FileSource(path);
  } catch (cause) {
    throw inputError(path, cause);
  }
  try {
    const zip = await openArchive({ name: path, source }, new Budget(LIMITS));
    if (zip === null || zip.kind !== 'zip')
      throw new TarrafaError('TRF_IMPORT_REFUSED', [path, reason('not-a-zip')]);
    const problems: { where: string; reason: Why }[] = [];
    const { title, hashes } = await packageOf(zip.members, problems);
    const archives: WaczArchive[] = [];
    const taken = new Set<string>();
    for (const member of zip.members) {
      const found = ARCHIVE_MEMBER.exec(member.name);
      if (found === null) continue;
      if (member.refused !== null) {
        problems.push({ where: member.name, reason: member.refused.why });
        continue;
      }
      // Folders under archive/ are made flat; a name that comes twice gets a number.
      let name = found[1]!;
      for (let n = 2; taken.has(name); n++) name = `${n}-${found[1]}`;
      taken.add(name);
      archives.push({
        name,
        size: member.size,
        hash: hashes.get(member.name) ?? null,
        async *bytes() {
          yield* (await member.open()).stream();
        },
      });
    }
    if (archives.length === 0)
      throw new TarrafaError('TRF_IMPORT_REFUSED', [
        path,
        problems[0] === undefined
          ? reason('package-without-archive')
          : reason('of-member', { member: problems[0].where, why: problems[0].reason }),
      ]);
    return { title, archives, problems, close: () => source.close() };
  } catch (error) {
    source.close();
    throw error instanceof GeoProblem
      ? new TarrafaError('TRF_IMPORT_REFUSED', [path, error.why], { cause: error })
      : error;
  }
}

type Members = NonNullable<Awaited<ReturnType<typeof openArchive>>>['members'];

async function packageOf(
  members: Members,
  problems: { where: string; reason: Why }[],
): Promise<{ readonly title: string | null; readonly hashes: ReadonlyMap<string, string> }> {
  const hashes = new Map<string, string>();
  const member = members.find(({ name, refused }) => name === 'datapackage.json' && refused === null);
  if (member === undefined || member.size > LARGEST_PACKAGE) {
    problems.push({ where: 'datapackage.json', reason: reason('package-absent') });
    return { title: null, hashes };
  }
  try {
    const source = await member.open();
    const bytes = await source.read(0, member.size);
    await checkDigest(members, bytes, problems);
    const json = parseJson(Buffer.from(bytes).toString('utf8')) as Record<string, unknown>;
    for (const resource of Array.isArray(json.resources) ? json.resources.slice(0, 100_000) : []) {
      const { path, hash } = (resource ?? {}) as Record<string, unknown>;
      if (typeof path === 'string' && typeof hash === 'string' && /^sha256:[0-9a-f]{64}$/i.test(hash))
        hashes.set(path, hash.toLowerCase());
    }
    return { title: typeof json.title === 'string' ? json.title.slice(0, 300) : null, hashes };
  } catch (error) {
    problems.push({ where: 'datapackage.json', reason: (error as Error).message });
    return { title: null, hashes };
  }
}

async function checkDigest(
  members: Members,
  datapackage: Uint8Array,
  problems: { where: string; reason: Why }[],
): Promise<void> {
  const member = members.find(({ name, refused }) => name === 'datapackage-digest.json' && refused === null);
  if (member === undefined || member.size > LARGEST_PACKAGE) return;
  const source = await member.open();
  const { hash } = parseJson(Buffer.from(await source.read(0, member.size)).toString('utf8')) as {
    hash?: unknown;
  };
  const own = `sha256:${createHash('sha256').update(datapackage).digest('hex')}`;
  if (typeof hash === 'string' && hash.startsWith('sha256:') && hash.toLowerCase() !== own)
    problems.push({ where: 'datapackage.json', reason: reason('package-differs') });
}
