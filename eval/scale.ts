/**
 * Far past one machine: a crawl by up to 10,000 workers on up to 64 database servers, simulated event by event, and arithmetic on what was
 * measured. Says what breaks first, at which size, and what failures cost. The simulation is of the product's protocol with the product's
 * costs; several database servers are a plan.
 *
 *     npm run eval -- scale [--quick] [--seed 1] [--scenario ladder] [--measure] [--urls 300000] [--data <folder of realweb>]
 *
 * `--measure` starts a PostgreSQL and measures the costs again, and a crawl without a Web to lay the model beside; `--data` counts links.
 */
import type { Bar, MeasureArgs, MeasureResult, MeasureTable } from '../bench/measure.ts';
import { plan } from './scale/cluster-plan.ts';
import { simulate } from './scale/cluster-simulation.ts';
import { COSTS } from './scale/costs.ts';
import { countRealLinks } from './scale/real-links.ts';
import * as scenarios from './scale/scenarios.ts';

export const title = 'Far past one machine: what breaks first, and at which size';

const SCENARIOS: Readonly<Record<string, (play: scenarios.Play) => MeasureTable | readonly MeasureTable[]>> =
  {
    prototype: scenarios.againstPrototype,
    sizes: scenarios.sizes,
    ladder: scenarios.ladder,
    exchange: scenarios.exchange,
    'hot-sites': scenarios.hotSites,
    address: scenarios.crowdedAddress,
    zone: scenarios.zoneLost,
    'fail-over': scenarios.failOver,
    store: scenarios.storeAway,
    sizing: scenarios.sizing,
  };

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const { scenario } = args.options;
  if (scenario !== undefined && SCENARIOS[scenario] === undefined)
    throw new RangeError(`no scenario ${scenario}; there are: ${Object.keys(SCENARIOS).join(', ')}`);
  const figures: Record<string, number | string> = {};
  const play: scenarios.Play = {
    seed: args.seed ?? 1,
    quick: args.quick,
    figures,
    judged: { crawls: 0, breaches: 0, lost: 0 },
  };
  const tables: MeasureTable[] = [];
  if (args.data !== undefined) tables.push(linkTable(args.data));
  if (args.options.measure !== undefined)
    tables.push(
      ...(await measuredTables(Number(args.options.urls ?? (args.quick ? 20_000 : 300_000)), figures)),
    );
  else tables.push(costTable());
  for (const [name, table] of Object.entries(SCENARIOS)) {
    if (scenario !== undefined && name !== scenario) continue;
    // Minutes in all: somebody may be waiting.
    process.stderr.write(`${name} …\n`);
    tables.push(...[table(play)].flat());
  }
  const { crawls, breaches, lost } = play.judged;
  figures.crawls = crawls;
  const bars: Bar[] = [
    ...prototypeBars(figures),
    {
      what: 'accesses of a site or an address before its time, in all simulated crawls',
      bar: '0',
      measured: `${breaches} (${crawls} crawls)`,
      met: breaches === 0,
    },
    {
      what: 'URLs neither visited nor waiting at the end',
      bar: '0',
      measured: String(lost),
      met: lost === 0,
    },
  ];
  return { tables, figures, bars };
}

/** Only where that scenario was played. */
function prototypeBars(figures: Readonly<Record<string, number | string>>): Bar[] {
  const micros = figures['prototype.micros'];
  const faster = figures['prototype.speedup8'];
  if (typeof micros !== 'number' || typeof faster !== 'number') return [];
  return [
    {
      what: 'µs of the database a page, against the prototype at as many pages/s',
      bar: '530–610, within 15 %',
      measured: String(micros),
      met: micros >= 0.85 * 530 && micros <= 1.15 * 610,
    },
    {
      what: 'eight workers against one, against the prototype',
      bar: '7.9×, within 5 %',
      measured: `${faster}×`,
      met: Math.abs(faster / 7.9 - 1) <= 0.05,
    },
  ];
}

function costTable(): MeasureTable {
  return {
    title: 'What the simulation stands on',
    columns: ['cost', 'value', 'unit', 'evidence', 'from'],
    rows: Object.entries(COSTS).map(([name, { value, unit, evidence, from }]) => [
      name,
      String(value),
      unit,
      evidence,
      from,
    ]),
  };
}

function linkTable(folder: string): MeasureTable {
  const real = countRealLinks(folder);
  return {
    title: `Links of ${real.pages} real pages of ${real.sites} sites, a mean for each page`,
    columns: ['found', 'to other sites', 'new, same site', 'new, other sites', 'characters of an address'],
    rows: [[real.found, real.outside, real.newInside, real.newOutside, real.length]],
  };
}

/** Only with a PostgreSQL. */
async function measuredTables(
  urls: number,
  figures: Record<string, number | string>,
): Promise<MeasureTable[]> {
  const { POSTGRES_BIN } = await import('../test/postgres-server.ts');
  if (POSTGRES_BIN === null)
    return [{ title: 'Costs: no PostgreSQL was found to measure them with', columns: [], rows: [] }];
  const { measureCosts } = await import('./scale/measured-costs.ts');
  const { measureLogs } = await import('./scale/measured-log.ts');
  const { playCrawl } = await import('./scale/played-crawl.ts');
  const now = await measureCosts(urls);
  const rows: (readonly [keyof typeof COSTS, number])[] = [
    ['linkStatement', (now.newLinks.statement + now.knownLinks.statement) / 2],
    ['newLink', now.newLinks.row],
    ['knownLink', now.knownLinks.row],
    ['finishStatement', now.finish.statement],
    ['finishedVisit', now.finish.row],
    ['leaseStatement', now.lease.statement],
    ['leasedSite', now.lease.row],
    ['look', now.look],
    ['beat', now.beat],
    ['rowHeld', now.rowHeld],
    ['queuedUrl', now.queuedBytes],
    ['visitedUrl', now.visitedBytes],
    ['seenUrl', now.seenBytes],
    ['walNewUrl', now.walNewLink],
    ['walVisit', now.walVisit],
  ];
  for (const [name, value] of rows) figures[`cost.${name}`] = Number(value.toPrecision(4));
  const logs = await measureLogs(urls);
  const played: (string | number)[][] = [];
  for (const workers of [1, 4, 8]) {
    const real = await playCrawl({ workers, slots: 16, fetch: 100, seconds: 8, seed: 1 });
    const links = {
      found: real.linksAPage,
      outside: (real.linksAPage * 2) / 9,
      sent: real.linksAPage,
      newInside: (real.newAPage * 7) / 9,
      newOutside: (real.newAPage * 2) / 9,
    };
    const model = simulate(
      plan({
        workers,
        slots: 16,
        cores: 2,
        links,
        delay: 0,
        workerCpu: 0.1,
        fetchLeast: 100,
        fetchMore: 2,
        roundTrip: 0.1,
        // A visit that is over waits for half of the batch before it, on average, and for its own. What of that is not the server's CPU is,
        // on a busy machine, above all its turn.
        commit: Math.max(0, real.endMs / 1.5 - 1.5),
        resolvers: 1_000,
        window: 10_000,
      }),
    );
    played.push([
      workers,
      real.endMs,
      real.pages,
      model.pages,
      real.visitsABatch,
      model.visitsABatch,
      real.databaseMicrosAPage,
      model.databaseMicrosAPage,
    ]);
    figures[`played.${workers}.micros`] = Math.round(real.databaseMicrosAPage);
    figures[`played.${workers}.model.micros`] = Math.round(model.databaseMicrosAPage);
  }
  return [
    {
      title: `Costs of the product’s statements, measured now with ${urls.toLocaleString('en-US')} URLs`,
      columns: ['cost', 'unit', 'now', 'in the simulation'],
      rows: rows.map(([name, value]) => [name, COSTS[name].unit, value, COSTS[name].value]),
    },
    {
      title: `Write-ahead log of a link and of a visit, bytes; ${urls.toLocaleString('en-US')} URLs`,
      columns: ['settings', 'checkpoints', 'a new link', 'a visit', 'whole pages a link'],
      rows: logs.map((log) => [log.settings, log.checkpoints, log.newLink, log.visit, log.pagesALink]),
    },
    {
      title:
        'The model against the product’s frontier, played now: 16 requests a worker, a Web of 100 ms, 9 links sent',
      columns: ['workers', 'batch ms', 'pages/s', 'model', 'visits a batch', 'model', 'µs a page', 'model'],
      rows: played,
      note: 'The model is given the time that a batch took, which depends on who else is on the machine; batches and CPU follow from it.',
    },
  ];
}
