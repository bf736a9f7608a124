/** `tarrafa volunteer`: lends this machine to a crawl of somebody else. */
import { Command } from 'commander';
import { sampleResolver } from '../../app/input/loopback-resolver.ts';
import { parseBytes, parseCount } from '../../app/input/quantity.ts';
import { volunteer } from '../../app/volunteer.ts';
import { EXIT, TarrafaError } from '../../errors.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import { formatBytes, formatNumber, type Language, say } from '../../words/index.ts';
import { VOLUNTEER_WORDS } from '../../words/volunteer.ts';
import { reason } from '../../words/why.ts';
import { hiddenToken, portIn, type TokenFlags, tokenIn } from '../serve/listening-flags.ts';
import { Interruption } from '../terminal/interruption.ts';

interface Flags extends TokenFlags {
  readonly concurrency: string;
  readonly maxBandwidth?: string;
  readonly maxLoad: string;
  readonly statusPort: string;
  readonly paused?: boolean;
  readonly json?: boolean;
  readonly sampleWeb?: string;
}

export function volunteerCommand(language: Language): Command {
  const [m, c] = [VOLUNTEER_WORDS[language], COMMAND_WORDS[language]];
  return new Command('volunteer')
    .description(m.about)
    .argument('<desk>', m.desk)
    .option('--token-file <file>', m.tokenFile)
    .addOption(hiddenToken())
    .option('--concurrency <n>', m.concurrency, '4')
    .option('--max-bandwidth <bytes>', m.maxBandwidth)
    .option('--max-load <n>', m.maxLoad, '0.75')
    .option('--status-port <n>', m.statusPort, '0')
    .option('--paused', m.paused)
    .option('--json', c.json)
    .option('--sample-web <port>', c.sampleWeb)
    .action(async (desk: string, flags: Flags) => {
      const token = tokenIn(flags, process.env.TARRAFA_VOLUNTEER_TOKEN);
      if (token === undefined) throw new TarrafaError('TRF_DESK_REFUSED', [desk, reason('token-not-given')]);
      const event = (name: string, data: object): void =>
        void process.stdout.write(`${JSON.stringify({ event: name, ...data })}\n`);
      const line = (text: string): void => void (flags.json || process.stderr.write(`${text}\n`));
      const interruption = new Interruption(() => {});
      interruption.begin();
      const done = await volunteer(desk, {
        token,
        language,
        signal: interruption.signal,
        concurrency: numberIn('--concurrency', flags.concurrency, parseCount),
        maxLoad: numberIn('--max-load', flags.maxLoad, Number),
        statusPort: portIn(flags.statusPort, '--status-port'),
        paused: flags.paused,
        ...(flags.maxBandwidth === undefined
          ? {}
          : { maxBandwidth: numberIn('--max-bandwidth', flags.maxBandwidth, parseBytes) }),
        ...(flags.sampleWeb === undefined
          ? {}
          : { resolver: await sampleResolver(portIn(flags.sampleWeb, '--sample-web')) }),
        onStatusPage: (address) => {
          if (flags.json) event('status-page', { address });
          line(say(m.statusAt, { address }));
          line(say(m.working, { desk }));
        },
      }).finally(() => interruption.end());
      if (flags.json) event('end', done);
      if (done.stop !== null) line(m.stops[done.stop]);
      const n = (value: number): string => formatNumber(value, language);
      line(
        say(m.ended, {
          pages: n(done.pages),
          sent: n(done.sent),
          told: n(done.told),
          bytes: formatBytes(done.bytes, language),
        }),
      );
      if (interruption.interrupted) process.exitCode = EXIT.interrupted;
      else if (done.stop === 'barred') process.exitCode = EXIT.failure;
    });
}

function numberIn(flag: string, text: string, read: (text: string) => number | null): number {
  const value = read(text);
  if (value === null || Number.isNaN(value) || value < 0)
    throw new TarrafaError('TRF_CONFIG_INVALID', [
      flag,
      reason('not-a-count', { value: JSON.stringify(text) }),
    ]);
  return value;
}
