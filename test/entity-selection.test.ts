/**
 * The five ways to choose the columns of a table, as a person uses them: the built command, three sites on loopback that describe the same
 * councillors in pages of different design, and the files that each way takes.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildEntitySite,
  drawDesign,
  type EntitySite,
  KINDS,
  things,
} from '../samples/entity-sites/index.ts';
import { HOSTS } from '../samples/hosts.ts';
import { Random } from '../samples/language/random.ts';
import { spawnTarrafa } from './tarrafa-process.ts';
import { type TinyWeb, tinyWeb } from './tiny-web.ts';

const random = new Random(7, 'selection');
const POOL = things(KINDS[0]!, random, 24);
const PLAIN = {
  address: 'slug-last',
  index: 'one-list',
  listing: 'ul',
  frame: 'portal',
  back: 'breadcrumb',
  news: 'own-folder',
  twins: false,
  subPages: false,
  strangersInList: false,
  structured: 'none',
  omission: 0.1,
  variant: 0,
} as const;

function site(host: string, number: number, details: 'dl' | 'table' | 'divs'): EntitySite {
  const design = { ...drawDesign(random, number), ...PLAIN, details };
  return buildEntitySite({ name: host, origin: `http://${host}`, kind: KINDS[0]!, things: POOL, design }, 7);
}

const SITES = [
  site(HOSTS.councilBr.host, 1, 'dl'),
  site(HOSTS.championship.host, 2, 'table'),
  site(HOSTS.shop.host, 3, 'divs'),
] as const;
const [first, second, third] = SITES;

let web: TinyWeb;
let folder: string;
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tarrafa-selection-'));
  web = await tinyWeb(
    Object.fromEntries(
      SITES.map(({ origin, pages }) => [
        new URL(origin).host,
        Object.fromEntries(
          [...pages].map(([url, body]) => [
            new URL(url).pathname + new URL(url).search,
            { headers: { 'Content-Type': 'text/html; charset=utf-8' }, body },
          ]),
        ),
      ]),
    ),
  );
});
afterAll(async () => {
  await web?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function entities(...words: string[]) {
  const ended = await spawnTarrafa(
    [
      'entities',
      ...words,
      '--sample-web',
      String(web.port),
      '--crawl',
      at('coleta'),
      '--delay',
      '0',
      '--lang',
      'en',
    ],
    { cwd: folder },
  );
  return {
    ...ended,
    rows: ended.stdout.trim() === '' || !ended.stdout.startsWith('{') ? [] : lines(ended.stdout),
  };
}

interface Row {
  readonly site: string;
  readonly page: string;
  readonly values: Readonly<Record<string, string | readonly string[]>>;
}
const lines = (text: string): Row[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

/** Share of the pages on which the table says of an attribute what the site does. */
function right(
  { entities: truth }: EntitySite,
  rows: readonly Row[],
  attribute: string,
  column = attribute,
): number {
  const having = truth.filter(({ values }) => values.has(attribute));
  const byPage = new Map(rows.map((row) => [row.page, row]));
  return (
    having.filter(({ url, values }) => byPage.get(url)?.values[column] === values.get(attribute)).length /
    having.length
  );
}

const ATTRIBUTES = ['nome', 'partido', 'telefone', 'votos'] as const;
const wants = ({ entities: truth, sample }: EntitySite): string[] => {
  const { values } = truth.find(({ url }) => url === sample)!;
  return ATTRIBUTES.filter((name) => values.has(name)).flatMap((name) => [
    '--want',
    `${name}=${values.get(name)}`,
  ]);
};

describe('columns chosen by the built command', () => {
  it('by an expert: the values wanted of the example page, or a file of choices', async () => {
    const { status, rows, stderr } = await entities(
      first.sample,
      '--select',
      'expert',
      ...wants(first),
      '-o',
      'primeiro.csv',
    );
    expect([status, stderr]).toEqual([0, expect.stringContaining('primeiro.csv: 24 rows')]);
    expect(rows).toEqual([]);
    expect(readFileSync(at('primeiro.csv'), 'utf8')).toContain(POOL[0]!.name);
  });

  it('[O-AC-49] by a knowledge base: the columns that have known values are found, and an attribute that fits nothing is declined', async () => {
    // What is known are nine of the things of the first site; the second is a stranger.
    const csv = readFileSync(at('primeiro.csv'), 'utf8').trimEnd().split('\r\n').slice(0, 10);
    const known = csv.map((line, i) => `${line},${i === 0 ? 'tipo sanguíneo' : 'AB+'}`).join('\r\n');
    writeFileSync(at('conhecidos.csv'), known);
    const { status, rows, stderr } = await entities(
      second.sample,
      '--select',
      'knowledge',
      '--known',
      'conhecidos.csv',
    );
    expect(status).toBe(0);
    for (const attribute of ATTRIBUTES) expect(right(second, rows, attribute)).toBe(1);
    expect(stderr).toMatch(/telefone ← .*\((?:0\.\d\d|1\.00)\)/);
    expect(stderr).toContain('the attribute tipo sanguíneo was not found');
    expect(Object.keys(rows[0]!.values)).not.toContain('tipo sanguíneo');
    writeFileSync(at('sangue.csv'), 'tipo sanguíneo\nAB+\nO-\n');
    const strict = await entities(third.sample, '--known', 'sangue.csv');
    expect([strict.status, strict.stderr]).toEqual([2, expect.stringContaining('TRF_ENTITY_NO_TABLE')]);
  });

  it('[O-AC-50] by redundancy: what sites say alike of the same things, one column of each site', async () => {
    const { status, rows, stderr } = await entities(first.sample, second.sample, '--select', 'redundancy');
    expect([status, stderr]).toEqual([0, expect.stringContaining('Nome ← ')]);
    const columns = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
    for (const attribute of ATTRIBUTES)
      for (const one of [first, second])
        expect(Math.max(...columns.map((column) => right(one, rows, attribute, column)))).toBe(1);
    // Every attribute has a column of each of the two sites, and no rule serves two.
    const notes = [...stderr.matchAll(/^(\S+): (.+) ← (.+) \([\d.]+\)$/gm)].map(([, host, name, label]) => ({
      host,
      name,
      label,
    }));
    for (const name of columns)
      expect(
        notes
          .filter((note) => note.name === name)
          .map(({ host }) => host)
          .sort(),
      ).toHaveLength(2);
    const alone = await entities(first.sample, '--select', 'redundancy');
    expect([alone.status, alone.stderr]).toEqual([2, expect.stringContaining('two sites or more')]);
  });

  it('by what was learned on other sites', async () => {
    const learned = await entities('learn-attributes', first.sample, ...wants(first), '-o', 'atributos.json');
    expect([learned.status, learned.stderr]).toEqual([
      0,
      expect.stringContaining('atributos.json: 4 columns of 1 site'),
    ]);
    const { status, rows, stderr } = await entities(
      second.sample,
      third.sample,
      '--select',
      'learned',
      '--attributes',
      'atributos.json',
    );
    expect([status, stderr]).toEqual([0, expect.stringContaining('telefone ← ')]);
    for (const one of [second, third])
      for (const attribute of ATTRIBUTES) expect(right(one, rows, attribute)).toBe(1);
  });

  it('[O-AC-48] by votes: the majority decides, and an even vote is told', async () => {
    await entities(first.sample, '--choice-page', 'escolha.html');
    const html = readFileSync(at('escolha.html'), 'utf8');
    const ids = Object.fromEntries(
      ['partido', 'telefone'].map((name) => [
        name,
        new RegExp(`data-rule="(r[0-9a-f]+)" value="${first.labels.get(name)}"`).exec(html)![1]!,
      ]),
    );
    const ballots = [ids.partido, ids.partido, ids.telefone].map((partido, i) => {
      const choices = { partido, telefone: i === 0 ? ids.telefone : i === 1 ? null : ids.partido };
      writeFileSync(
        at(`voto${i}.json`),
        JSON.stringify({ form: 'tarrafa-entity-choices', version: 1, site: '', choices }),
      );
      return `voto${i}.json`;
    });
    const { status, rows, stderr } = await entities(first.sample, '--select', 'votes', '--votes', ...ballots);
    expect([status, stderr]).toEqual([0, expect.stringContaining('no majority for telefone')]);
    expect(right(first, rows, 'partido')).toBe(1);
    expect(Object.keys(rows[0]!.values)).toEqual(['partido']);
  });

  it('says what a way lacks, and leaves nothing behind', async () => {
    writeFileSync(at('quebrado.json'), '{"form":"tarrafa-entity-attributes","version":1,"attributes":[]}');
    writeFileSync(at('vazio.csv'), 'nome,partido\r\n');
    writeFileSync(at('torto.jsonl'), '{"nome":"Ana"}\n[1]\n');
    const asked = web.requests.length;
    for (const [words, said] of [
      [['--select', 'sorte'], 'expert, votes, learned, knowledge, redundancy'],
      [['--select', 'knowledge'], 'TRF_SELECTION_LACKS'],
      [['--select', 'learned', '--known', 'conhecidos.csv'], '--known belongs to another way'],
      [['--select', 'votes'], 'TRF_SELECTION_LACKS'],
      [['--select', 'expert'], '--want, --ask'],
      [['--attributes', 'quebrado.json'], 'TRF_SELECTION_FILE'],
      [['--attributes', 'nenhum.json'], 'TRF_INPUT_MISSING'],
      [['--known', 'vazio.csv'], 'it has no value'],
      [['--known', 'torto.jsonl'], 'line 2 is not a JSON object'],
      [['--known', 'conhecidos.csv', '--least', '7'], '--least'],
    ] as const) {
      const { status, stderr } = await entities(first.sample, ...words, '-o', 'nada.csv');
      expect([words.join(' '), status, stderr]).toEqual([words.join(' '), 2, expect.stringContaining(said)]);
    }
    expect(existsSync(at('nada.csv'))).toBe(false);
    // What is wrong is said before any page is asked for.
    expect(web.requests.length).toBe(asked);
  });
});
