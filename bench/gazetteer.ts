/** The gazetteer: how fast names are looked up and places found in text, and whether municipalities are resolved with their state given. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Gazetteer, loadGazetteer, placesInText } from '../src/geo/gazetteer/index.ts';
import { PackedPlaces } from '../src/geo/gazetteer/packed-places.ts';
import { type Bar, cpuMs, type MeasureArgs, type MeasureResult } from './measure.ts';

export const title = 'Gazetteer';

/** Names as a person writes them, from the gazetteer itself or from a table given with `--data`. */
interface Municipality {
  readonly name: string;
  readonly uf: string;
  readonly code: string;
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const beforeMaking = cpuMs();
  const gazetteer = await loadGazetteer();
  const making = cpuMs() - beforeMaking;
  const built = new URL('../dist/data/towns.bin', import.meta.url);
  const beforeLoad = cpuMs();
  const read = new Gazetteer(PackedPlaces.of(readFileSync(built))!);
  const loading = cpuMs() - beforeLoad;
  if (read.size !== gazetteer.size) throw new Error('the built gazetteer is another: npm run build');
  const municipalities: Municipality[] = [];
  const table =
    args.data === undefined
      ? null
      : [
          args.data,
          join(args.data, 'br-municipalities.tsv'),
          join(args.data, 'gazetteer', 'br-municipalities.tsv'),
        ].find((path) => path.endsWith('.tsv') && existsSync(path));
  if (table)
    for (const line of readFileSync(table, 'utf8').trim().split('\n').slice(1)) {
      const [code, name, uf] = line.split('\t');
      municipalities.push({ code: code!, name: name!, uf: uf! });
    }
  else
    for (let id = 0; id < gazetteer.size; id++) {
      if (gazetteer.countryOf(id) !== 'BR' || gazetteer.kindOf(id) !== 'municipality') continue;
      const { name, state, code } = gazetteer.place(id);
      municipalities.push({ name, uf: state, code });
    }
  const names = municipalities.map((m) => m.name);
  const rounds = args.quick ? 40 : 400;
  // Warm: what is measured is the table, not the compiler.
  for (const name of names) gazetteer.rows(name);
  const start = cpuMs();
  let hits = 0;
  for (let round = 0; round < rounds; round++)
    for (const name of names) if (gazetteer.rows(name).length > 0) hits++;
  const perSecond = (rounds * names.length) / ((cpuMs() - start) / 1000);
  const misses = names.map((name) => `${name}x`);
  const startMisses = cpuMs();
  for (let round = 0; round < rounds / 4; round++) for (const name of misses) gazetteer.rows(name);
  const missesPerSecond = ((rounds / 4) * names.length) / ((cpuMs() - startMisses) / 1000);

  const forms: readonly (readonly [string, (m: Municipality) => string])[] = [
    ['Name, UF', (m) => `${m.name}, ${m.uf}`],
    ['NAME - UF', (m) => `${m.name.toUpperCase()} - ${m.uf}`],
    [
      'name/uf without accents',
      (m) => `${m.name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()}/${m.uf}`,
    ],
    ['Name (State)', (m) => `${m.name} (${gazetteer.byCode('state', 'BR', m.uf)?.name ?? m.uf})`],
  ];
  const resolved = forms.map(([form, write]) => {
    const from = cpuMs();
    const right = municipalities.filter((m) => gazetteer.resolve(write(m))?.code === m.code).length;
    return { form, right, perSecond: municipalities.length / Math.max(1e-9, (cpuMs() - from) / 1000) };
  });
  const worst = Math.min(...resolved.map((r) => r.right)) / Math.max(1, municipalities.length);

  // Running text: sentences around the municipalities, one in four with its state.
  const sentences = municipalities.map((m, i) =>
    i % 4 === 0
      ? `A obra em ${m.name} (${m.uf}) foi entregue ontem pela manhã.`
      : `Segundo a prefeitura de ${m.name}, o prazo foi prorrogado outra vez.`,
  );
  const text = sentences.join(' ').slice(0, args.quick ? 50_000 : 400_000);
  const startText = cpuMs();
  const mentions = placesInText(gazetteer, text).length;
  const textSeconds = (cpuMs() - startText) / 1000;

  const bars: Bar[] = [
    {
      what: 'gazetteer lookups',
      bar: '≥ 1 M/s',
      measured: `${(perSecond / 1e6).toFixed(2)} M/s`,
      met: perSecond >= 1e6,
    },
    {
      what: 'municipalities resolved with their state given',
      bar: '≥ 99.5 %',
      measured: `${(100 * worst).toFixed(2)} % of ${municipalities.length}`,
      met: worst >= 0.995,
    },
    {
      what: 'the gazetteer with the towns of the world, read by a process',
      bar: '≤ 30 ms of CPU',
      measured: `${loading.toFixed(1)} ms`,
      met: loading <= 30,
    },
  ];
  return {
    tables: [
      {
        title: 'Lookup by name, accents and case folded',
        columns: ['what', 'names', 'per second'],
        rows: [
          ['municipalities', hits / rounds, Math.round(perSecond)],
          ['names that are not there', misses.length, Math.round(missesPerSecond)],
        ],
        note: `${gazetteer.size} places, ${gazetteer.nameCount} names, read in ${loading.toFixed(1)} ms of CPU as built, made of its packs in ${Math.round(making)}.`,
      },
      {
        title: 'Municipalities with their state',
        columns: ['written as', 'resolved', 'of', 'per second'],
        rows: resolved.map((r) => [r.form, r.right, municipalities.length, Math.round(r.perSecond)]),
      },
      {
        title: 'Places in running text',
        columns: ['characters', 'places', 'million characters per second'],
        rows: [[text.length, mentions, text.length / 1e6 / textSeconds]],
      },
    ],
    figures: {
      'lookups.per.second': Math.round(perSecond),
      'resolved.share': worst,
      'load.ms': Number(loading.toFixed(1)),
    },
    bars,
  };
}
