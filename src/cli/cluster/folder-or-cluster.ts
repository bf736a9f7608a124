/** Commands that are about the crawl of a folder, or of a database that several machines share. */
import type { Command } from 'commander';
import type { ClusterPlace } from '../../app/cluster/cluster-place.ts';
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import { type ClusterFlags, clusterPlace } from './cluster-flags.ts';

/**
 * A folder that is named is meant, whatever the surroundings say of a database; without one it is the database. Throws when both are named, or
 * neither.
 */
export function folderOrCluster(
  folder: string | undefined,
  flags: ClusterFlags,
  command: Command,
): string | ClusterPlace {
  if (folder !== undefined && isClusterNamed(command))
    throw new TarrafaError('TRF_CONFIG_INVALID', [folder, reason('folder-and-cluster')]);
  if (folder !== undefined) return folder;
  const place = clusterPlace(flags);
  return place ?? missing('folder', command);
}

/** Whether the command names a database; its surroundings may. */
export function isClusterNamed(command: Command): boolean {
  return ['cluster', 'clusterFile'].some((name) => command.getOptionValueSource(name) === 'cli');
}

/** As the command line itself tells of an argument that is not there. */
export function missing(argument: string, command: Command): never {
  return command.error(`error: missing required argument '${argument}'`, {
    code: 'commander.missingArgument',
  });
}
