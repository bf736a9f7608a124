/** `tarrafa desk`: the desk at which volunteers work for a shared crawl, and the volunteers. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import {
  deskVolunteers,
  inviteVolunteer,
  openDesk,
  pardonVolunteer,
  revokeVolunteer,
  stopVolunteers,
} from '../../app/desk.ts';
import { sampleResolver } from '../../app/input/loopback-resolver.ts';
import { parseDuration } from '../../app/input/quantity.ts';
import { storageError, TarrafaError } from '../../errors.ts';
import { printable } from '../../formats/index.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import { DESK_WORDS } from '../../words/desk.ts';
import { amount, formatNumber, type Language, say } from '../../words/index.ts';
import { reason } from '../../words/why.ts';
import { type ClusterFlags, requireClusterPlace, withClusterFlags } from '../cluster/cluster-flags.ts';
import { columns } from '../cluster/status-table.ts';
import { tellCrawl } from '../crawl/tell-collect.ts';
import { portIn, tokenIn } from '../serve/serve.ts';

interface Flags extends ClusterFlags {
  readonly out: string;
  readonly port?: string;
  readonly host: string;
  readonly tokenFile?: string;
  readonly token?: string;
  readonly publicUrl?: string;
  readonly allowHost?: readonly string[];
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly sampleWeb?: string;
  readonly itemTime?: string;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

export function deskCommand(language: Language): Command {
  const [m, c] = [DESK_WORDS[language], COMMAND_WORDS[language]];
  const command = withClusterFlags(new Command('desk').description(m.about), language)
    .option('--out <folder>', m.out, 'tarrafa-desk')
    .option('--port <n>', m.port)
    .option('--host <address>', m.host, '127.0.0.1')
    .option('--token-file <file>', m.tokenFile)
    .addOption(new Option('--token <token>').hideHelp())
    .option('--public-url <address>', m.publicUrl)
    .option('--allow-host <name>', m.allowHost, (name: string, names: readonly string[] = []) => [
      ...names,
      name,
    ])
    .option('--item-time <duration>', m.itemTime)
    .option('--json', c.json)
    .option('-q, --quiet', c.quiet)
    .option('--sample-web <port>', c.sampleWeb)
    .action(async (flags: Flags) => {
      const token = tokenIn(flags, process.env);
      process.exitCode = await tellCrawl(
        flags.out,
        async (watching) => {
          const desk = await openDesk(flags.out, {
            ...watching,
            place: requireClusterPlace(flags),
            language,
            host: flags.host,
            port: flags.port === undefined ? undefined : portIn(flags.port, '--port'),
            token,
            itemTime: flags.itemTime === undefined ? undefined : durationIn(flags.itemTime),
            publicUrl: flags.publicUrl,
            allowHosts: flags.allowHost,
          });
          if (flags.json) print(JSON.stringify({ event: 'listening', port: desk.port }));
          else
            process.stderr.write(
              `${say(m.listening, { port: String(desk.port), token: token === undefined ? desk.token : '…' })}\n`,
            );
          return desk.ended;
        },
        {
          json: flags.json === true,
          quiet: flags.quiet === true,
          resolver: flags.sampleWeb === undefined ? undefined : await sampleResolver(Number(flags.sampleWeb)),
        },
        language,
      );
    });
  const sub = (name: string, about: string): Command =>
    withClusterFlags(command.command(name).description(about), language);
  // The flags before the name of the subcommand are the parent's, and mean the same.
  const place = (flags: ClusterFlags) => requireClusterPlace({ ...command.opts<ClusterFlags>(), ...flags });

  sub('invite', m.invite)
    .argument('<name>', m.name)
    .option('--save <file>', m.save)
    .action(async (name: string, flags: ClusterFlags & { readonly save?: string }) => {
      const token = await inviteVolunteer(place(flags), name);
      if (flags.save === undefined) return print(token);
      const file = resolve(flags.save);
      try {
        writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
      } catch (error) {
        throw storageError(file, error);
      }
      print(say(m.saved, { name, file }));
    });
  sub('revoke', m.revoke)
    .argument('<who>', m.who)
    .action(async (who: string, flags: ClusterFlags) => {
      print(
        say(m.revoked, { count: amount(found(await revokeVolunteer(place(flags), who), who), language) }),
      );
    });
  sub('pardon', m.pardon)
    .argument('<who>', m.who)
    .action(async (who: string, flags: ClusterFlags) => {
      print(
        say(m.pardoned, { count: amount(found(await pardonVolunteer(place(flags), who), who), language) }),
      );
    });
  sub('stop', m.stop).action(async (flags: ClusterFlags) => {
    await stopVolunteers(place(flags), true);
    print(m.stopped);
  });
  sub('resume', m.resume).action(async (flags: ClusterFlags) => {
    await stopVolunteers(place(flags), false);
    print(m.resumed);
  });
  sub('list', m.list)
    .option('--json', m.json)
    .action(async (flags: ClusterFlags & { readonly json?: boolean }) => {
      const state = await deskVolunteers(place(flags));
      if (flags.json ?? command.opts<Flags>().json) return print(JSON.stringify(state));
      const n = (value: number): string => formatNumber(value, language);
      const rows = state.volunteers.map((one) => [
        String(one.id),
        printable(one.name),
        one.isRevoked ? m.isRevoked : m.standings[one.standing],
        n(one.pages),
        n(one.failures),
        n(one.unverified),
        n(one.quarantined),
      ]);
      if (rows.length === 0) print(m.none);
      else for (const row of columns([m.columns, ...rows])) print(row);
      print(say(m.waiting, { links: amount(state.waitingLinks, language) }));
      if (state.isStopped) print(m.stopped);
    });
  return command;
}

function durationIn(text: string): number {
  const duration = parseDuration(text);
  if (duration === null || duration <= 0)
    throw new TarrafaError('TRF_CONFIG_INVALID', [
      '--item-time',
      reason('not-a-duration', { value: JSON.stringify(text) }),
    ]);
  return duration;
}

function found(count: number, who: string): number {
  if (count === 0) throw new TarrafaError('TRF_NOT_FOUND', [who]);
  return count;
}
