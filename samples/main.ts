/**
 * The sample web as a program: `node dist/samples/main.js [--port n] [--seed n] [--sites gentle|hostile|all]
 * [--national hosts]`. Prints one JSON line with the port and the seeds, then a table of hosts, and serves
 * until it is interrupted.
 */
import { parseArgs } from 'node:util';
import { nationalWeb } from './national-web.ts';
import { startSampleWeb } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    sites: { type: 'string', default: 'gentle' },
    national: { type: 'string' },
  },
});
if (!['gentle', 'hostile', 'all'].includes(values.sites))
  throw new Error(`--sites must be gentle, hostile or all, not ${values.sites}`);
const seed = Number(values.seed);
const national =
  values.national === undefined ? undefined : nationalWeb({ seed, hosts: Number(values.national) });
const web = await startSampleWeb({
  port: Number(values.port),
  seed,
  sites: values.sites as 'gentle' | 'hostile' | 'all',
  ...(national === undefined ? {} : { national }),
});
console.log(JSON.stringify({ port: web.port, seeds: [...web.seeds, ...(national?.seeds(10) ?? [])] }));
for (const site of web.truth.sites) {
  console.log(
    `${site.address}\t127.0.0.1:${web.port}\t${site.host}\t${web.truth.reachable(site.host).length} pages\t${site.name}`,
  );
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void web.close());
