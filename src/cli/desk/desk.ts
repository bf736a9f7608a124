/** `tarrafa desk`: the desk at which volunteers work for a shared crawl, and the volunteers. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import {
  DESK_PORT,
  deskVolunteers,
  inviteVolunteer,
  openDesk,
  pardonVolunteer,
  revokeVolunteer,
  stopVolunteers,
} from '../../app/desk.ts';
import { sampleResolver } from '../../app/input/loopback-resolver.ts';
import { storageError } from '../../errors.ts';
import { printable } from '../../formats/index.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import { DESK_WORDS } from '../../words/desk.ts';
import { amount, formatNumber, type Language, say } from '../../words/index.ts';
import {
  type ClusterFlags,
  requireClusterPlace,
  type StoreFlags,
  whetherToAnalyse,
  withAnalysisFlags,
  withClusterFlags,
  withStoreFlags,
} from '../cluster/cluster-flags.ts';
import { columns } from '../cluster/status-table.ts';
import { ownValue } from '../crawl/crawl-options.ts';
import { tellCrawl } from '../crawl/tell-collect.ts';
import { type ListeningFlags, listeningIn, portIn, withListeningFlags } from '../serve/listening-flags.ts';
import { printsTable } from '../terminal/printed-form.ts';
import { itemTimeIn, withDeskFlags } from './desk-flags.ts';

interface Flags extends ClusterFlags, ListeningFlags, StoreFlags {
  readonly out: string;
  readonly analyse?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly sampleWeb?: string;
  readonly itemTime?: string;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

export function deskCommand(language: Language): Command {
  const [m, c] = [DESK_WORDS[language], COMMAND_WORDS[language]];
  const command = withClusterFlags(new Command('desk').description(m.about), language)
    .option('--json', c.json)
    .option('-q, --quiet', c.quiet)
    .option('--sample-web <port>', c.sampleWeb)
    .action(async (flags: Flags) => {
      const listening = listeningIn(flags, process.env);
      const place = requireClusterPlace(flags);
      const storeEvery = ownValue('duration', flags.storeEvery, '--store-every');
      process.exitCode = await tellCrawl(
        flags.out,
        async ({ clusterWatch, ...watching }) => {
          const desk = await openDesk(flags.out, {
            ...watching,
            ...clusterWatch,
            ...listening,
            place,
            language,
            storeEvery,
            analyse: whetherToAnalyse(flags),
            itemTime: itemTimeIn(flags),
          });
          const token = listening.token === undefined ? desk.token : '…';
          if (flags.json) print(JSON.stringify({ event: 'listening', port: desk.port }));
          else process.stderr.write(`${say(m.listening, { port: String(desk.port), token })}\n`);
          return desk.ended;
        },
        {
          json: flags.json === true,
          quiet: flags.quiet === true,
          resolver:
            flags.sampleWeb === undefined
              ? undefined
              : await sampleResolver(portIn(flags.sampleWeb, '--sample-web')),
        },
        language,
      );
    });
  withDeskFlags(command, language);
  withListeningFlags(command, language, DESK_PORT);
  withStoreFlags(command, language);
  withAnalysisFlags(command, language);
  const sub = (name: string, about: string): Command =>
    withClusterFlags(command.command(name).description(about), language);
  // What is written is the parent's, before the name of the command below and behind it.
  const place = (flags: ClusterFlags) => requireClusterPlace({ ...flags, ...command.opts<ClusterFlags>() });

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
      print(say(m.revoked, { count: amount(await revokeVolunteer(place(flags), who), language) }));
    });
  sub('pardon', m.pardon)
    .argument('<who>', m.who)
    .action(async (who: string, flags: ClusterFlags) => {
      print(say(m.pardoned, { count: amount(await pardonVolunteer(place(flags), who), language) }));
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
      if (!printsTable(flags.json ?? command.opts<Flags>().json)) return print(JSON.stringify(state));
      const n = (value: number): string => formatNumber(value, language);
      const rows = state.volunteers.map((one) => [
        String(one.id),
        printable(one.name),
        one.revoked ? m.isRevoked : m.standings[one.standing],
        n(one.pages),
        n(one.failures),
        n(one.unverified),
        n(one.quarantined),
      ]);
      if (rows.length === 0) print(m.none);
      else for (const row of columns([m.columns, ...rows])) print(row);
      print(say(m.waiting, { links: amount(state.waitingLinks, language) }));
      if (state.stopped) print(m.stopped);
    });
  return command;
}
