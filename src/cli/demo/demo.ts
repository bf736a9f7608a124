/**
 * `tarrafa demo` (and `npm start`): the whole way on the sample web, on loopback, in a few seconds; then what was collected is served until
 * Ctrl-C, and the sample web with it, so that crawls can be started from the page. The address of the page is the first that is printed;
 * what was caught follows in a few lines, at length with `--report`, and a second crawl, along a period, can be watched on the page. With
 * `--once` nothing is served: it is told at length and ends there.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import type { CollectSettings } from '../../app/collect.ts';
import { requireFreePort } from '../../app/input/free-port.ts';
import { loopbackResolver } from '../../app/input/loopback-resolver.ts';
import { collectedPages, status } from '../../app/report.ts';
import { SERVE_PORT } from '../../app/serve.ts';
import type { EntityTable } from '../../entities/index.ts';
import { EXIT } from '../../errors.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import type { Language } from '../../words/index.ts';
import { amount, formatNumber, say } from '../../words/index.ts';
import { LISTENING_WORDS } from '../../words/listening.ts';
import { tellCollect } from '../crawl/tell-collect.ts';
import { reportOn } from '../report/report.ts';
import { portIn } from '../serve/listening-flags.ts';

interface Flags {
  readonly out: string;
  readonly once?: boolean;
  readonly port?: string;
  readonly report?: boolean;
}

/** What the demonstration collected and made of it. */
interface Caught {
  readonly folder: string;
  readonly table: EntityTable;
  readonly geographic: { readonly files: number; readonly producers: number };
}

/** Pages of the crawl along a period, and those that are of it by the truth of the generator. */
interface AlongPeriod {
  readonly pages: number;
  readonly relevant: number;
}

export function demoCommand(language: Language): Command {
  const m = COMMAND_WORDS[language];
  return new Command('demo')
    .description(m.demo)
    .option('--once', m.demoOnce)
    .option('--report', m.demoReport)
    .option('--port <n>', say(LISTENING_WORDS[language].port, { port: SERVE_PORT }))
    .option('--out <folder>', m.out, 'tarrafa-demo')
    .action((flags: Flags) => demonstrate(flags, language));
}

async function demonstrate(flags: Flags, language: Language): Promise<void> {
  const m = COMMAND_WORDS[language];
  const port = flags.port === undefined ? undefined : portIn(flags.port, '--port');
  if (port !== undefined && flags.once !== true) await requireFreePort(port, '127.0.0.1');
  const { startSampleWeb } = await import('../../../samples/server.ts');
  const web = await startSampleWeb({ sites: 'gentle' });
  process.stderr.write(`${say(m.demoStarted, { sites: web.hosts.length, port: web.port })}\n`);
  try {
    // The sample web is ours and on loopback: a moment of politeness is plenty, and shows that it is kept.
    const settings: CollectSettings = {
      seeds: web.seeds,
      scope: 'seeds',
      policy: 'horizontal',
      delay: 20,
      addressDelay: 0,
      sitemaps: true,
      maxTime: 45_000,
    };
    const resolver = loopbackResolver((hostname) => web.resolve(hostname));
    const brief = flags.once !== true;
    process.exitCode = await tellCollect(flags.out, settings, { fresh: true, resolver, brief }, language);
    if (process.exitCode !== EXIT.ok) return;
    if (brief) process.stderr.write(`${m.demoWorking}\n`);
    const { demoTable } = await import('./entities-demo.ts');
    const { harvest } = await import('../../app/harvest.ts');
    const table = await demoTable(flags.out);
    const geographic = await harvest(flags.out, [flags.out], { settings, resolver });
    const caught: Caught = { folder: flags.out, table, geographic };
    const crawls = join(flags.out, 'crawls');
    const alongPeriod = async (atLength: boolean): Promise<void> => {
      const n = (value: number) => amount(value, language, formatNumber(value, language));
      if (atLength) process.stdout.write(`${say(m.demoPeriod, { period: PERIOD, articles: n(ARTICLES) })}\n`);
      const period = await crawlAlongPeriod(join(crawls, PERIOD), brief, language);
      if (period === null) return;
      const { pages } = period;
      const told = { pages: n(pages), precision: precisionOf(period, language) };
      const said = atLength ? say(m.demoTruth, told) : say(m.demoCaughtPeriod, { ...told, period: PERIOD });
      process.stdout.write(`${said}\n`);
    };
    if (!brief) {
      await tellAtLength(caught, language);
      await alongPeriod(true);
      process.stdout.write(`${m.demoNext}\n`);
      return;
    }
    // That of an earlier demonstration: begun anew when the server has its folder in sight, it must not be open there.
    rmSync(join(crawls, PERIOD), { recursive: true, force: true });
    // Analyses the crawl into its catalogue, and keeps the table there.
    const { keepEntities } = await import('../../app/entities.ts');
    await keepEntities([flags.out], m.demoTableName, table);
    const { serveUntilInterrupted } = await import('../serve/serve.ts');
    await serveUntilInterrupted(
      [flags.out],
      language,
      { port, crawls, sampleWeb: web.port },
      {
        onListening: async () => {
          if (flags.report === true) await tellAtLength(caught, language);
          else await tellInShort(caught, language);
          process.stdout.write(`${m.demoNext}\n`);
          await alongPeriod(flags.report === true);
        },
      },
    );
  } finally {
    await web.close();
  }
}

async function tellInShort({ folder, table, geographic }: Caught, language: Language): Promise<void> {
  const m = COMMAND_WORDS[language];
  const n = (value: number) => amount(value, language, formatNumber(value, language));
  const found = await status(folder);
  if (found.kind === 'crawl' && found.figures !== null)
    process.stdout.write(
      `${say(m.demoCaught, {
        pages: n(found.figures.pages),
        sites: n(found.figures.sites),
        files: n(geographic.files),
        producers: n(geographic.producers),
        rows: n(table.table.rows.length),
      })}\n`,
    );
  process.stdout.write(`${m.demoMore}\n`);
}

async function tellAtLength(caught: Caught, language: Language): Promise<void> {
  const m = COMMAND_WORDS[language];
  const { folder, table, geographic } = caught;
  const n = (value: number) => amount(value, language, formatNumber(value, language));
  await reportOn(folder, { language, json: false });
  const { demoExtraction } = await import('./content-demo.ts');
  // One page of a news site, told from the template that its site repeats.
  const extraction = await demoExtraction(folder, language, CONTENT_SITE);
  if (extraction !== '') process.stdout.write(`${m.demoContent}\n\n${extraction}\n`);
  const { demoTableView } = await import('./entities-demo.ts');
  const view = demoTableView(table, language, process.stdout.columns || 100);
  process.stdout.write(`${m.demoEntities}\n\n${view}\n`);
  process.stdout.write(
    `${say(m.demoGeo, { files: n(geographic.files), producers: n(geographic.producers), asked: GEO_QUERY })}\n\n`,
  );
  const { geoSearchCommand, GEO_SEARCH_PROCESS } = await import('../geo/geo-search.ts');
  const search = geoSearchCommand(language, { ...GEO_SEARCH_PROCESS, isTerminal: true });
  await search.parseAsync([GEO_QUERY, '--in', folder, '--limit', '3'], { from: 'user' });
  process.stdout.write('\n');
}

function precisionOf({ pages, relevant }: AlongPeriod, language: Language): string {
  return formatNumber(pages === 0 ? 0 : (100 * relevant) / pages, language, 1);
}

const CONTENT_SITE = 'www.gazetadaserra-exemplo.com.br';
const GEO_QUERY = 'uso do solo em Goiás';
const ARTICLES = 3_000;
const PAGES = 120;
const [FROM, TO] = [1939, 1945] as const;
const PERIOD = `${FROM}-${TO}`;

/** A short crawl along a period over the sample encyclopaedia of invented history, whose truth judges it; null when it was interrupted. */
async function crawlAlongPeriod(
  folder: string,
  brief: boolean,
  language: Language,
): Promise<AlongPeriod | null> {
  const { historyWeb, serveHistory } = await import('../../../samples/history/index.ts');
  const web = historyWeb({ seed: 1, articles: ARTICLES });
  const server = await serveHistory(web);
  try {
    const settings: CollectSettings = {
      seeds: web.seeds(FROM, TO, 5).map(server.served),
      scope: 'seeds',
      when: `${FROM}..${TO}`,
      delay: 0,
      addressDelay: 0,
      maxPages: PAGES,
      maxTime: 20_000,
    };
    const resolver = loopbackResolver((hostname) => server.resolve(hostname));
    process.exitCode = await tellCollect(folder, settings, { fresh: true, resolver, brief }, language);
  } finally {
    await server.close();
  }
  if (process.exitCode !== EXIT.ok) return null;
  let pages = 0;
  let relevant = 0;
  for await (const { url } of collectedPages(folder)) {
    pages++;
    if (web.relevant(url.replace(/^http:/, 'https:'), FROM, TO)) relevant++;
  }
  return { pages, relevant };
}
