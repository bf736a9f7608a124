/** `tarrafa sample`: serves the sample web on loopback, so that any command can be tried on it. */
import { Command, Option } from 'commander';
import { TarrafaError } from '../../errors.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import { type Language, say } from '../../words/index.ts';
import { ownValue } from '../crawl/crawl-options.ts';
import { portIn } from '../serve/listening-flags.ts';

export function sampleCommand(language: Language): Command {
  const m = COMMAND_WORDS[language];
  return new Command('sample')
    .description(m.sample)
    .option('--port <n>', m.samplePort, '0')
    .option('--seed <n>', m.sampleSeed, '1')
    .addOption(
      new Option('--sites <group>', m.sampleSites).choices(['gentle', 'hostile', 'all']).default('gentle'),
    )
    .action(async (flags: { port: string; seed: string; sites: 'gentle' | 'hostile' | 'all' }) => {
      const { startSampleWeb } = await import('../../../samples/server.ts');
      const web = await startSampleWeb({
        port: portIn(flags.port, '--port'),
        seed: ownValue('count', flags.seed, '--seed') ?? 1,
        sites: flags.sites,
      }).catch((cause: NodeJS.ErrnoException) => {
        throw cause.code === 'EADDRINUSE'
          ? new TarrafaError('TRF_PORT_TAKEN', [flags.port, '127.0.0.1'], { cause })
          : cause;
      });
      process.stdout.write(`${say(m.sampleRunning, { port: web.port })}\n\n`);
      process.stdout.write(
        `  tarrafa crawl --sample-web ${web.port} --delay 0 --address-delay 0 ${web.seeds.join(' ')}\n\n`,
      );
      await new Promise<void>((resolve) => {
        process.once('SIGINT', resolve);
        process.once('SIGTERM', resolve);
      });
      await web.close();
    });
}
