/** The flags that say where a server listens, which names it answers to and where its token is: the same for every server. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Listening } from '../../app/input/listening.ts';
import { parseCount } from '../../app/input/quantity.ts';
import { TarrafaError } from '../../errors.ts';
import { type Language, say } from '../../words/index.ts';
import { LISTENING_WORDS } from '../../words/listening.ts';
import { reason, systemFailure } from '../../words/why.ts';

export interface TokenFlags {
  readonly token?: string;
  readonly tokenFile?: string;
}

export interface ListeningFlags extends TokenFlags {
  readonly port?: string;
  readonly host: string;
  readonly publicUrl?: string;
  readonly allowHost?: readonly string[];
}

/** `port`: the one that is tried first without the flag. */
export function withListeningFlags(command: Command, language: Language, port: number): Command {
  const m = LISTENING_WORDS[language];
  return command
    .option('--port <n>', say(m.port, { port }))
    .option('--host <address>', m.host, '127.0.0.1')
    .option('--token-file <file>', m.tokenFile)
    .addOption(hiddenToken())
    .option('--public-url <address>', m.publicUrl)
    .option('--allow-host <name>', m.allowHost, (name: string, names: readonly string[] = []) => [
      ...names,
      name,
    ]);
}

/** Known so that it can be refused with a word on how to give it. */
export function hiddenToken(): Option {
  return new Option('--token <token>').hideHelp();
}

export function listeningIn(
  flags: ListeningFlags,
  env: Readonly<Record<string, string | undefined>>,
): Listening {
  return {
    host: flags.host,
    port: flags.port === undefined ? undefined : portIn(flags.port, '--port'),
    token: tokenIn(flags, env.TARRAFA_TOKEN),
    publicUrl: flags.publicUrl,
    allowHosts: flags.allowHost,
  };
}

export function portIn(text: string, flag: string): number {
  const port = /^\d+$/.test(text) ? parseCount(text) : null;
  if (port === null || port > 65_535)
    throw new TarrafaError('TRF_CONFIG_INVALID', [
      flag,
      reason('not-a-port', { value: JSON.stringify(text) }),
    ]);
  return port;
}

/** The token, from where no other user of the machine can read it; the words of a command are there for all to see. */
export function tokenIn(flags: TokenFlags, fromEnvironment: string | undefined): string | undefined {
  if (flags.token !== undefined)
    throw new TarrafaError('TRF_CONFIG_INVALID', ['--token', reason('token-in-sight')]);
  if (flags.tokenFile === undefined) return fromEnvironment;
  const path = resolve(flags.tokenFile);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new TarrafaError('TRF_INPUT_MISSING', [path, systemFailure(cause)], { cause });
  }
}
