/** Speed of the annotator with resolution, one core, and of chrono-node on the same text. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { HOSTILE_TEXTS } from '../src/time/hostile-texts.suite.ts';
import { Annotator, annotateText, parseDct } from '../src/time/index.ts';
import { type Bar, cpuMs, foundIn, type MeasureArgs, type MeasureResult } from './measure.ts';

export const title = 'Annotation and resolution of Portuguese time expressions';

const SENTENCES = [
  'A câmara municipal aprovou ontem o orçamento para 2014, que entra em vigor a 1 de janeiro e será revisto no segundo semestre.',
  'O escritor nasceu em Lisboa, filho de um comerciante e de uma professora, e cedo mostrou gosto pelas letras e pela música.',
  'Entre 1939 e 1945 o país manteve-se neutral; no ano seguinte aderiu a novas organizações internacionais.',
  'Segundo o relatório, as obras devem durar dois anos e meio e custar mais de 20 milhões de euros aos cofres públicos.',
  'O concerto começa às 21h30 de sexta-feira, dia 13, no auditório da cidade, com entrada livre para estudantes.',
  'Há três semanas a empresa anunciou que fecharia a fábrica, mas os trabalhadores esperam ainda uma solução do governo.',
  'A igreja, construída em meados do século XVIII e restaurada na década de 1930, guarda um retábulo de talha dourada.',
  'Não se conhecem os autores do projeto, embora a documentação do arquivo mencione dois mestres da região norte.',
];

/** Running text of the wanted size, the same for every seed unless one is given. */
function sample(bytes: number, seed: number): string[] {
  let state = seed >>> 0 || 1;
  const next = (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const docs: string[] = [];
  let total = 0;
  while (total < bytes) {
    let text = '';
    for (let p = 0; p < 12; p++) {
      for (let s = 0; s < 5; s++) text += `${SENTENCES[next(SENTENCES.length)]} `;
      text += '\n\n';
    }
    docs.push(text);
    total += Buffer.byteLength(text);
  }
  return docs;
}

function corpus(folder: string | undefined): string[] {
  if (!folder || !existsSync(folder)) return [];
  const out: string[] = [];
  for (const name of readdirSync(folder)
    .filter((n) => n.endsWith('.timex.jsonl.gz'))
    .sort()) {
    for (const line of gunzipSync(readFileSync(join(folder, name)))
      .toString('utf8')
      .split('\n')) {
      if (line.trim() !== '') out.push((JSON.parse(line) as { text: string }).text);
    }
  }
  return out;
}

interface Speed {
  readonly mbPerSecond: number;
  readonly found: number;
}

/** Best of the rounds: the machine is shared, and a pause of somebody else's is not ours. */
function measure(docs: readonly string[], rounds: number, work: (text: string) => number): Speed {
  const bytes = docs.reduce((sum, d) => sum + Buffer.byteLength(d), 0);
  let best = Number.POSITIVE_INFINITY;
  let found = 0;
  for (let round = 0; round < rounds; round++) {
    const from = cpuMs();
    found = 0;
    for (const doc of docs) found += work(doc);
    best = Math.min(best, cpuMs() - from);
  }
  return { mbPerSecond: bytes / 1e6 / (best / 1000), found };
}

async function chronoPt(): Promise<((text: string) => number) | null> {
  try {
    const name = 'chrono-node';
    const chrono = (await import(name)) as { pt: { parse(text: string, reference: Date): unknown[] } };
    const reference = new Date(Date.UTC(2013, 5, 1, 12));
    return (text) => chrono.pt.parse(text, reference).length;
  } catch {
    return null;
  }
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const dct = parseDct('2013-06-01');
  const sets: [string, string[]][] = [
    ['generated news', sample(args.quick ? 500_000 : 4_000_000, args.seed ?? 7)],
  ];
  const real = foundIn(args.data, corpus(args.data), 'corpora of Portuguese texts');
  if (real.length > 0) sets.push(['corpora of --data', [...real]]);
  const peer = await chronoPt();
  const rows: (string | number)[][] = [];
  const figures: Record<string, number | string> = {};
  const bars: Bar[] = [];
  for (const [name, docs] of sets) {
    const ours = measure(docs, args.quick ? 3 : 6, (text) => annotateText(text, { dct }).length);
    rows.push([name, 'tarrafa', ours.mbPerSecond.toFixed(2), ours.found]);
    figures[`${name}.mbPerSecond`] = Number(ours.mbPerSecond.toFixed(2));
    bars.push({
      what: `annotate and resolve, ${name}`,
      bar: '≥ 5 MB/s',
      measured: `${ours.mbPerSecond.toFixed(2)} MB/s`,
      met: ours.mbPerSecond >= 5,
    });
    if (!peer) {
      rows.push([name, 'chrono-node pt', 'not installed', '']);
      continue;
    }
    // The same texts for both: the speed of either depends on how many expressions it meets.
    const theirs = measure(docs, args.quick ? 2 : 3, peer);
    rows.push([name, 'chrono-node pt', theirs.mbPerSecond.toFixed(3), theirs.found]);
    const times = ours.mbPerSecond / theirs.mbPerSecond;
    figures[`${name}.timesChrono`] = Number(times.toFixed(1));
    bars.push({
      what: `times chrono-node pt, ${name}`,
      bar: '≥ 10×',
      measured: `${times.toFixed(1)}×`,
      met: times >= 10,
    });
  }
  const hostile = HOSTILE_TEXTS.map(([name, text]) => {
    const times = Array.from({ length: 3 }, () => {
      const from = cpuMs();
      annotateText(text, { dct });
      return cpuMs() - from;
    });
    return { name, megabytes: Buffer.byteLength(text) / 1e6, ms: Math.min(...times) };
  });
  const slowest = Math.max(...hostile.map(({ megabytes, ms }) => ms / megabytes));
  figures['hostile.msPerMegabyte'] = Number(slowest.toFixed(0));
  bars.push({
    what: 'a megabyte of hostile text, the slowest kind',
    bar: '< 1 s',
    measured: `${(slowest / 1000).toFixed(2)} s`,
    met: slowest < 1000,
  });
  const start = cpuMs();
  const fresh = new Annotator();
  figures.compileMs = Number((cpuMs() - start).toFixed(1));
  const before = fresh.steps;
  const text = sets[0]![1].slice(0, 20).join('\n');
  fresh.annotate(text);
  figures.stepsPerCharacter = Number(((fresh.steps - before) / text.length).toFixed(2));
  return {
    tables: [
      {
        title,
        columns: ['text', 'system', 'MB/s of one core', 'expressions'],
        rows,
        note: 'CPU time, best round',
      },
      {
        title: 'Hostile texts',
        columns: ['text', 'MB', 'ms', 'ms a MB'],
        rows: hostile.map(({ name, megabytes, ms }) => [
          name,
          megabytes.toFixed(2),
          ms.toFixed(0),
          (ms / megabytes).toFixed(0),
        ]),
        note: 'CPU time, best of three',
      },
    ],
    figures,
    bars,
  };
}
