/**
 * A look into a remote archive before it is downloaded: its directory is asked for by ranges and the names decide. An archive with nothing
 * geographic costs some kilobytes, whatever its size.
 */
import type { Fetcher } from '../../fetcher.ts';
import { openArchive } from '../archive/archive.ts';
import { openRemote, type RemoteFile, type RemoteLimits } from '../archive/remote-source.ts';
import { Budget, type GeoLimits } from '../readers/budget.ts';
import { GeoProblem, type Problem, problemOf } from '../readers/problem.ts';
import { nameOfRemote } from './describe.ts';
import { verdictOfName } from './file-set.ts';

export interface PeekedMember {
  readonly name: string;
  readonly size: number;
}

export interface ArchivePeek {
  /** `perhaps`: only names that may or may not be geographic (`dados.csv`, `imagem.tif`); the files must be opened to know. */
  readonly verdict:
    | 'geographic'
    | 'perhaps'
    | 'nothing-geographic'
    | 'refused'
    | 'not-an-archive'
    | 'unreachable';
  readonly members: readonly PeekedMember[];
  readonly problems: readonly Problem[];
  readonly bytesFetched: number;
  readonly how: RemoteFile['how'] | null;
  readonly size: number | null;
  readonly etag: string | null;
}

export interface PeekOptions {
  readonly limits?: Partial<GeoLimits>;
  readonly remote?: Partial<RemoteLimits>;
  readonly now?: () => number;
}

export async function peekArchive(
  url: string,
  fetcher: Fetcher,
  options: PeekOptions = {},
): Promise<ArchivePeek> {
  let remote: RemoteFile | null = null;
  const answer = (
    verdict: ArchivePeek['verdict'],
    members: PeekedMember[],
    problems: Problem[],
  ): ArchivePeek => ({
    verdict,
    members,
    problems,
    bytesFetched: remote?.bytesFetched() ?? 0,
    how: remote?.how ?? null,
    size: remote?.source.size ?? null,
    etag: remote?.etag ?? null,
  });
  try {
    remote = await openRemote(url, fetcher, options.remote);
    const name = nameOfRemote(remote.url, remote.contentDisposition);
    const archive = await openArchive(
      { name, source: remote.source },
      new Budget(options.limits, options.now),
    );
    if (archive === null) return answer('not-an-archive', [], []);
    const readable = archive.members.filter((member) => member.refused === null);
    const problems = archive.members.flatMap((member) => (member.refused === null ? [] : [member.refused]));
    const verdicts = new Set(readable.map((member) => verdictOfName(member.name)));
    const members = readable.map(({ name: member, size }) => ({ name: member, size }));
    if (verdicts.has('geographic')) return answer('geographic', members, problems);
    if (verdicts.has('perhaps')) return answer('perhaps', members, problems);
    // Everything in it was refused: that is the reason, not that there was nothing.
    return answer(
      readable.length === 0 && problems.length > 0 ? 'refused' : 'nothing-geographic',
      members,
      problems,
    );
  } catch (error) {
    const unreachable = error instanceof GeoProblem && error.code === 'unreachable';
    return answer(unreachable ? 'unreachable' : 'refused', [], [problemOf(url, error)]);
  }
}
