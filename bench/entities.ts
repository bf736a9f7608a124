/**
 * Rules of a site: learned and executed in process, for 2,000 pages of 60 KB with the parse; against the embedded graph
 * database with an index on `value`; and how the time grows with the number of pages.
 */

import { GrafeoEngine } from '../src/entities/engine/grafeo-engine.ts';
import { InProcessEngine } from '../src/entities/engine/in-process-engine.ts';
import type { RuleEngine } from '../src/entities/engine/port.ts';
import { buildGraph } from '../src/entities/graph/build-graph.ts';
import { execute } from '../src/entities/rules/execute.ts';
import { learnRules } from '../src/entities/rules/learn.ts';
import { proposeColumns } from '../src/entities/selection/propose-columns.ts';
import { type Bar, cpuMs, type MeasureArgs, type MeasureResult, type MeasureTable } from './measure.ts';

export const title = 'Entities: rules learned and executed';

const LABELS =
  'Nome;Partido;Telefone;Endereço;E-mail;Mandato;Gabinete;Comissão;Profissão;Naturalidade;Nascimento;Escolaridade;Votos;Bairro;Bancada'.split(
    ';',
  );
const WORDS =
  'projeto lei câmara sessão plenário emenda cidade escola saúde obra avenida praça bairro conselho audiência pública relatório parecer votação aprovado'.split(
    ' ',
  );

class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(n: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return (this.#state >>> 8) % n;
  }

  words(n: number): string {
    return Array.from({ length: n }, () => WORDS[this.below(WORDS.length)]).join(' ');
  }
}

/** A councillor's page of about `kilobytes`: menu, sheet of labels and values with some rows missing, news, footer. */
export function entityPage(index: number, kilobytes: number, seed: number): string {
  const random = new Random(seed * 7919 + index);
  const menu = Array.from(
    { length: 40 },
    (_, i) => `<li class="item"><a href="/secao/${i}">Seção ${i}</a></li>`,
  ).join('');
  const rows = LABELS.filter(() => random.below(12) > 0)
    .map(
      (label) =>
        `<tr class="linha"><th scope="row">${label}:</th><td>${random.words(2)} ${random.below(10_000)}</td></tr>`,
    )
    .join('\n');
  const head = `<!doctype html><html lang="pt-BR"><head><title>Vereador ${index}</title></head><body><nav><ul>${menu}</ul></nav><main><h1>Vereador ${random.words(1)} ${index}</h1><table>${rows}</table><section><h2>Notícias</h2>`;
  const foot = `</section></main><footer><p>Câmara Municipal</p><p>Atendimento</p></footer></body></html>`;
  let news = '';
  while (head.length + news.length + foot.length < kilobytes * 1024)
    news += `<article class="noticia"><h3><a href="/n/${random.below(99_999)}">${random.words(6)}</a></h3><p class="data">${1 + random.below(28)}/0${1 + random.below(9)}/20${10 + random.below(14)}</p><p class="resumo">${random.words(18)}</p></article>\n`;
  return head + news + foot;
}

function* pages(count: number, kilobytes: number, seed: number) {
  for (let i = 0; i < count; i++)
    yield { url: `https://camara.exemplo.br/v/${i}`, html: entityPage(i, kilobytes, seed) };
}

interface Timing {
  readonly pages: number;
  readonly nodes: number;
  readonly rules: number;
  readonly rows: number;
  readonly buildMs: number;
  readonly learnMs: number;
  readonly executeMs: number;
}

function measure(count: number, kilobytes: number, seed: number): Timing {
  const start = cpuMs();
  const graph = buildGraph(pages(count, kilobytes, seed));
  const built = cpuMs();
  const set = learnRules(graph);
  const learned = cpuMs();
  const columns = proposeColumns(set);
  let rows = 0;
  for (const { rule } of columns) rows += execute(rule, graph).length;
  const executed = cpuMs();
  return {
    pages: count,
    nodes: graph.count,
    rules: set.rules.length,
    rows,
    buildMs: built - start,
    learnMs: learned - built,
    executeMs: executed - learned,
  };
}

const total = (t: Timing): number => t.buildMs + t.learnMs + t.executeMs;
const seconds = (ms: number): string => (ms / 1000).toFixed(2);

async function againstDatabase(
  count: number,
  seed: number,
): Promise<{ table: MeasureTable; ratio: number | null }> {
  const heading = `In process against @grafeo-db/js with an index on value, ${count} pages`;
  if (!(await GrafeoEngine.isInstalled()))
    return {
      ratio: null,
      table: { title: heading, columns: ['what'], rows: [['@grafeo-db/js is not installed: not measured']] },
    };
  const graph = buildGraph(pages(count, 12, seed));
  const rules = proposeColumns(learnRules(graph))
    .slice(0, 12)
    .map(({ rule }) => rule);
  const here = new InProcessEngine();
  await here.load(graph);
  graph.occurrences;
  graph.children;
  const database = await GrafeoEngine.open();
  const beforeLoad = performance.now();
  await database.load(graph);
  const loadMs = performance.now() - beforeLoad;
  // Both warm: compiled code here, parsed queries and cached pages there.
  let rows = 0;
  let same = 0;
  for (const rule of rules) {
    rows += (await here.run(rule)).length;
    same += (await database.run(rule)).length;
  }
  // The fastest of several rounds: what else runs on the machine only ever adds.
  const timed = async (engine: RuleEngine, rounds: number): Promise<number> => {
    let fastest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < rounds; i++) {
      const start = performance.now();
      for (const rule of rules) await engine.run(rule);
      fastest = Math.min(fastest, performance.now() - start);
    }
    return fastest;
  };
  await timed(here, 200);
  const hereMs = await timed(here, 200);
  const thereMs = await timed(database, 8);
  await database.close();
  const ratio = thereMs / hereMs;
  return {
    ratio,
    table: {
      title: heading,
      columns: ['engine', 'load ms', 'rules', 'rows', 'run ms'],
      rows: [
        ['in process', 0, rules.length, rows, hereMs.toFixed(2)],
        ['grafeo', loadMs.toFixed(0), rules.length, same, thereMs.toFixed(1)],
        ['ratio', '', '', '', `${ratio.toFixed(0)} ×`],
      ],
      note: `${graph.count} nodes; the same Cypher text, texts as parameters`,
    },
  };
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const seed = args.seed ?? 1;
  const count = args.quick ? 200 : 2000;
  const main = measure(count, 60, seed);
  const memory = process.resourceUsage().maxRSS / 1024;
  const half = measure(count / 2, 60, seed);
  const twice = total(main) / total(half);
  const growth = (args.quick ? [100, 200, 400] : [200, 2000, 20_000]).map((n) => measure(n, 6, seed));
  const database = await againstDatabase(args.quick ? 100 : 200, seed);
  const [small, large] = [growth[0]!, growth.at(-1)!];
  const factor = large.pages / small.pages;
  // n log n from the smallest to the largest.
  const allowed = (factor * Math.log(large.pages)) / Math.log(small.pages);
  const measured = total(large) / total(small);
  const bars: Bar[] = [
    {
      what: `${count} pages of 60 KB, parse included`,
      bar: '≤ 30 s of one core',
      measured: `${seconds(total(main))} s`,
      met: total(main) <= 30_000,
    },
    { what: 'peak memory', bar: '≤ 600 MB', measured: `${memory.toFixed(0)} MB`, met: memory <= 600 },
    {
      what: `${count} pages against ${count / 2}`,
      bar: '≤ 2.5 × the time',
      measured: `${twice.toFixed(2)} ×`,
      met: twice <= 2.5,
    },
    {
      what: `growth from ${small.pages} to ${large.pages} pages`,
      bar: `at most n log n (${allowed.toFixed(0)} ×)`,
      measured: `${measured.toFixed(0)} ×`,
      met: measured <= allowed,
    },
    {
      what: 'in process against the embedded database, same rules',
      bar: '≥ 50 ×',
      measured: database.ratio === null ? 'not installed' : `${database.ratio.toFixed(0)} ×`,
      met: database.ratio !== null && database.ratio >= 50,
    },
  ];
  const row = (t: Timing) => [
    t.pages,
    t.nodes,
    t.rules,
    t.rows,
    seconds(t.buildMs),
    seconds(t.learnMs),
    seconds(t.executeMs),
  ];
  const columns = ['pages', 'nodes', 'rules', 'rows', 'parse and graph s', 'learn s', 'execute s'];
  return {
    tables: [
      { title: 'A site of pages of 60 KB (CPU time)', columns, rows: [row(half), row(main)] },
      { title: 'Growth, pages of 6 KB (CPU time)', columns, rows: growth.map(row) },
      database.table,
    ],
    figures: {
      seconds: Number(seconds(total(main))),
      memoryMb: Math.round(memory),
      twiceThePages: Number(twice.toFixed(2)),
      growth: Number(measured.toFixed(2)),
      ...(database.ratio === null ? {} : { databaseRatio: Math.round(database.ratio) }),
    },
    bars,
  };
}
