/**
 * `tarrafa demo` (and `npm start`): the whole way on the sample web, on loopback, in a few seconds; then what was collected is served until
 * Ctrl-C, and the sample web with it, so that crawls can be started from the page. With `--once` it ends there.
 */
import { join } from 'node:path';
import { Command } from 'commander';
import type { CollectSettings } from '../../app/collect.ts';
import { loopbackResolver } from '../../app/input/loopback-resolver.ts';
import { collectedPages } from '../../app/report.ts';
import type { EntityTable } from '../../entities/index.ts';
import { EXIT } from '../../errors.ts';
import type { Resolver } from '../../http/index.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import type { Language } from '../../words/index.ts';
import { formatNumber, say } from '../../words/index.ts';
import { tellCollect } from '../crawl/tell-collect.ts';
import { reportOn } from '../report/report.ts';

export function demoCommand(language: Language): Command {
  const m = COMMAND_WORDS[language];
  return new Command('demo')
    .description(m.demo)
    .option('--once', m.demoOnce)
    .option('--out <folder>', m.out, 'tarrafa-demo')
    .action(async (flags: { out: string; once?: boolean }) => {
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
        process.exitCode = await tellCollect(flags.out, settings, { fresh: true, resolver }, language);
        if (process.exitCode !== EXIT.ok) return;
        await reportOn(flags.out, { language });
        await showContent(flags.out, language);
        const players = await showEntities(flags.out, language);
        await showGeographic(flags.out, settings, resolver, language);
        const period = join(flags.out, '1939-1945');
        await crawlAlongPeriod(period, language);
        process.stdout.write(`${m.demoNext}\n`);
        if (flags.once === true) return;
        await keepTable(flags.out, players, language);
        const { serveUntilInterrupted } = await import('../serve/serve.ts');
        await serveUntilInterrupted([flags.out, period], language, {
          crawls: join(flags.out, 'crawls'),
          sampleWeb: web.port,
        });
      } finally {
        await web.close();
      }
    });
}

/** One page of a news site, told from the template that its site repeats. */
async function showContent(out: string, language: Language): Promise<void> {
  const { demoExtraction } = await import('./content-demo.ts');
  const text = await demoExtraction(out, language, CONTENT_SITE);
  if (text !== '') process.stdout.write(`${COMMAND_WORDS[language].demoContent}\n\n${text}\n`);
}

/** From the page of one player to a table of all. */
async function showEntities(out: string, language: Language): Promise<EntityTable> {
  const { demoTable, demoTableView } = await import('./entities-demo.ts');
  const table = await demoTable(out);
  const view = demoTableView(table, language, process.stdout.columns ?? 100);
  process.stdout.write(`${COMMAND_WORDS[language].demoEntities}\n\n${view}\n`);
  return table;
}

/** Analyses the crawl into its catalogue, and keeps the table there. */
async function keepTable(out: string, table: EntityTable, language: Language): Promise<void> {
  const { keepEntities } = await import('../../app/entities.ts');
  await keepEntities([out], COMMAND_WORDS[language].demoTableName, table);
}

/** Files that pages link to, looked into, and searched. */
async function showGeographic(
  out: string,
  settings: CollectSettings,
  resolver: Resolver,
  language: Language,
): Promise<void> {
  const m = COMMAND_WORDS[language];
  const { harvest } = await import('../../app/harvest.ts');
  const { geoSearchCommand, GEO_SEARCH_PROCESS } = await import('../geo/geo-search.ts');
  const { files, producers } = await harvest(out, [out], { settings, resolver });
  process.stdout.write(
    `${say(m.demoGeo, { files: formatNumber(files, language), producers: formatNumber(producers, language), asked: GEO_QUERY })}\n\n`,
  );
  const search = geoSearchCommand(language, { ...GEO_SEARCH_PROCESS, isTerminal: true });
  await search.parseAsync([GEO_QUERY, '--in', out, '--limit', '3'], { from: 'user' });
  process.stdout.write('\n');
}

const CONTENT_SITE = 'www.gazetadaserra-exemplo.com.br';
const GEO_QUERY = 'uso do solo em Goiás';
const ARTICLES = 3_000;
const PAGES = 120;

/** A short crawl along a period over the sample encyclopaedia of invented history, whose truth judges it. */
async function crawlAlongPeriod(out: string, language: Language): Promise<void> {
  const m = COMMAND_WORDS[language];
  const [from, to] = [1939, 1945] as const;
  const { historyWeb, serveHistory } = await import('../../../samples/history/index.ts');
  const web = historyWeb({ seed: 1, articles: ARTICLES });
  const server = await serveHistory(web);
  process.stdout.write(
    `${say(m.demoPeriod, { period: `${from}..${to}`, articles: formatNumber(ARTICLES, language) })}\n`,
  );
  try {
    const settings: CollectSettings = {
      seeds: web.seeds(from, to, 5).map(server.served),
      scope: 'seeds',
      when: `${from}..${to}`,
      delay: 0,
      addressDelay: 0,
      maxPages: PAGES,
      maxTime: 20_000,
    };
    const resolver = loopbackResolver((hostname) => server.resolve(hostname));
    process.exitCode = await tellCollect(out, settings, { fresh: true, resolver }, language);
  } finally {
    await server.close();
  }
  let pages = 0;
  let relevant = 0;
  for await (const { url } of collectedPages(out)) {
    pages++;
    if (web.relevant(url.replace(/^http:/, 'https:'), from, to)) relevant++;
  }
  if (pages > 0)
    process.stdout.write(
      `${say(m.demoTruth, { precision: formatNumber((100 * relevant) / pages, language, 1), pages: formatNumber(pages, language) })}\n`,
    );
}
