/** `tarrafa demo` (and `npm start`): the whole way on the sample web, on loopback, in a few seconds. */
import { Command } from 'commander';
import { completeSettings } from '../crawl/index.ts';
import { EXIT } from '../errors.ts';
import { collect, loopbackResolver } from './crawl.ts';
import type { Language } from './language.ts';
import { messages, say } from './messages.ts';
import { reportOn } from './report.ts';

export function demoCommand(language: Language): Command {
  const m = messages(language);
  return new Command('demo')
    .description(m.demo)
    .option('--once')
    .option('--out <folder>', m.out, 'tarrafa-demo')
    .action(async (flags: { out: string }) => {
      const { startSampleWeb } = await import('../../samples/server.ts');
      const web = await startSampleWeb({ sites: 'gentle' });
      process.stderr.write(`${say(m.demoStarted, web.hosts.length, web.port)}\n`);
      try {
        // The sample web is ours and on loopback: a moment of politeness is plenty, and shows that it is kept.
        const settings = completeSettings({
          seeds: web.seeds,
          scope: 'seeds',
          policy: 'horizontal',
          delay: 20,
          addressDelay: 0,
          sitemaps: true,
          maxTime: 45_000,
        });
        const resolver = loopbackResolver((hostname) => web.resolve(hostname));
        process.exitCode = await collect(
          flags.out,
          settings,
          { fresh: true, resumed: false, resolver },
          language,
        );
      } finally {
        await web.close();
      }
      if (process.exitCode !== EXIT.ok) return;
      await reportOn(flags.out, { language });
      process.stdout.write(`${m.demoNext}\n`);
    });
}
