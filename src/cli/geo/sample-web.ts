/** `--sample-web` of the commands that ask again for what a crawl of it found. */
import { servedSampleResolver } from '../../app/input/loopback-resolver.ts';
import type { Resolver } from '../../http/index.ts';
import { portIn } from '../serve/listening-flags.ts';

export async function sampleWebOf(port: string | undefined): Promise<Resolver | undefined> {
  return port === undefined ? undefined : servedSampleResolver(portIn(port, '--sample-web'));
}
