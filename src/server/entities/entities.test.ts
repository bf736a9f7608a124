import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { StoredPages } from '../../entities/index.ts';
import { TarrafaError } from '../../errors.ts';
import { createApp } from '../app.ts';
import { collectionsOf, SmallCatalogue, smallCollection } from '../small-collection.suite.ts';
import type { EntityFinder } from './entity-finder.ts';
import { findEntities } from './find-entities.ts';

const TOKEN = 'um-token-de-teste-comprido';
const base = '/api/v1/collections/amostra/entities';
const NAMES = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'Fábio', 'Gil', 'Hugo', 'Iara', 'João', 'Lia', 'Mara'];
const ROLES = ['=1+1', 'goleiro', 'zagueiro', '@ala'];
const SITE = 'http://time.exemplo.br';

/** A site of players: a list, and a page for each. */
function site(): StoredPages {
  const pages = new StoredPages();
  const page = (title: string, body: string) =>
    `<html><head><title>${title}</title></head><body><div id="top"><a href="/">Início</a></div>${body}<p class="f">Time Exemplo</p></body></html>`;
  const list = NAMES.map((name, i) => `<li><a href="/jogador/${i}.htm">${name}</a></li>`).join('');
  pages.add({ url: `${SITE}/`, body: page('Time', `<p><a href="/jogadores">Jogadores</a></p>`) });
  pages.add({ url: `${SITE}/jogadores`, body: page('Jogadores', `<ul class="lista">${list}</ul>`) });
  NAMES.forEach((name, i) => {
    const rows = `<tr><th>Posição</th><td>${ROLES[i % 4]}</td></tr><tr><th>Altura</th><td>1,${60 + i} m</td></tr>`;
    pages.add({
      url: `${SITE}/jogador/${i}.htm`,
      body: page(name, `<h1>${name} <i>${name}</i></h1><table>${rows}</table>`),
    });
  });
  return pages;
}

let app: FastifyInstance;
let catalogue: SmallCatalogue;
let asked: string[][];
afterEach(() => app.close());

function open(find?: EntityFinder): void {
  catalogue = new SmallCatalogue();
  asked = [];
  app = createApp({
    collections: collectionsOf(smallCollection('amostra', catalogue)),
    version: '1',
    access: { token: TOKEN, everything: false, hosts: [] },
    now: () => 1_000,
    findEntities:
      find ??
      (({ examples, select, teach }) => {
        asked.push([...examples]);
        return findEntities(site(), examples, { select, teach });
      }),
  });
}

const example = `${SITE}/jogador/2.htm`;
const discover = (payload: object = { example }) =>
  app.inject({ method: 'POST', url: `${base}/discover`, payload });
const save = (payload: object) =>
  app.inject({ method: 'POST', url: base, payload, headers: { authorization: `Bearer ${TOKEN}` } });

describe('a table from an example page', () => {
  it('is proposed, chosen, kept and exported', async () => {
    open();
    const proposal = (await discover()).json();
    expect(proposal.example).toBe(example);
    expect(proposal.pageCount).toBe(NAMES.length);
    const names = proposal.columns.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['Posição', 'Altura']));
    const role = proposal.columns[names.indexOf('Posição')];
    expect(role).toMatchObject({ coverage: 1, chosen: true });
    expect(role.rules[0]).toMatch(/^MATCH /);
    expect(role.samples).toEqual(expect.arrayContaining(ROLES));
    expect(proposal.rows).toHaveLength(NAMES.length);
    expect(proposal.rows[0].cells).toHaveLength(names.length);

    const kept = await save({
      name: ' Jogadores ',
      example,
      columns: [{ name: 'Posição', rename: 'papel' }, { name: 'Altura' }],
    });
    expect(kept.statusCode).toBe(201);
    expect(kept.json()).toMatchObject({ name: 'Jogadores', rows: NAMES.length, madeAt: 1_000 });
    // What was found for the proposal was not looked for again.
    expect(asked).toEqual([[example]]);
    const rows = (await app.inject(`${base}/rows?table=Jogadores&limit=3`)).json();
    expect(rows.items).toHaveLength(3);
    expect(rows.items[0].values[0]).toMatchObject({
      attribute: 'papel',
      provenance: expect.stringMatching(/^MATCH /),
    });

    const { id } = kept.json();
    const csv = await app.inject(`${base}/${id}/export?format=csv`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toContain('filename="Jogadores.csv"');
    const lines = csv.body.split('\r\n');
    expect(lines[0]).toContain('site,page,papel,Altura');
    // No cell that a spreadsheet would run.
    expect(csv.body).toContain(",'=1+1,");
    expect(csv.body).toContain(",'@ala,");
    expect(csv.body).not.toMatch(/,[=@]/);
    const jsonl = (await app.inject(`${base}/${id}/export?format=jsonl`)).body.trim().split('\n');
    expect(jsonl).toHaveLength(NAMES.length);
    expect(JSON.parse(jsonl[0]!).values[0].attribute).toBe('papel');
    const parquet = (await app.inject(`${base}/${id}/export?format=parquet`)).rawPayload;
    expect(parquet.subarray(0, 4).toString()).toBe('PAR1');
  });

  it('has the columns that a file says: choices, what was learned, known values', async () => {
    open();
    const proposal = (await discover()).json();
    const height = proposal.columns.find(({ name }: { name: string }) => name === 'Altura');
    const by = async (way: string, ...texts: string[]) => {
      const select = { way, files: texts.map((text, i) => ({ name: `${i}.txt`, text })) };
      const answer = await discover({ example, select });
      const { columns, missing, error } = answer.json();
      return { status: answer.statusCode, columns, missing, code: error?.code };
    };
    const names = (columns: { name: string }[]) => columns.map(({ name }) => name);
    const ballot = (rule: string | null) =>
      JSON.stringify({ form: 'tarrafa-entity-choices', version: 1, site: '', choices: { estatura: rule } });
    const [yes, no] = [ballot(height.rules[0]), ballot(null)];
    expect(names((await by('expert', yes)).columns)).toEqual(['estatura']);
    expect(names((await by('votes', yes, no, yes)).columns)).toEqual(['estatura']);
    expect(await by('votes', yes, no)).toMatchObject({ status: 422, code: 'TRF_ENTITY_NO_TABLE' });

    const learned = await app.inject({
      method: 'POST',
      url: `${base}/attributes`,
      payload: { example, columns: [{ name: 'Altura', rename: 'estatura' }, { name: 'Posição' }] },
    });
    expect(learned.statusCode).toBe(200);
    const found = await by('learned', learned.body);
    expect(names(found.columns)).toEqual(['Posição', 'estatura']);
    expect(found.columns[1]).toMatchObject({ samples: height.samples, score: expect.any(Number) });

    const known = await by('knowledge', 'estatura;signo\n1,60 m;áries\n1,63 m;touro\n1,65 m;leão\n');
    expect(names(known.columns)).toEqual(['estatura']);
    expect(known.missing).toEqual(['signo']);

    expect(await by('knowledge')).toMatchObject({ status: 422, code: 'TRF_SELECTION_LACKS' });
    expect(await by('learned', '{}')).toMatchObject({ status: 422, code: 'TRF_SELECTION_FILE' });
    expect(await by('redundancy')).toMatchObject({ status: 422, code: 'TRF_SELECTION_LACKS' });
    expect(await by('sorte', 'x')).toMatchObject({ status: 400, code: 'TRF_REQUEST_INVALID' });
    const select = {
      way: 'knowledge',
      files: [{ name: 'k.csv', text: 'estatura\n1,60 m\n1,63 m\n1,65 m\n' }],
    };
    const kept = await save({ name: 'alturas', example, select, columns: [{ name: 'estatura' }] });
    expect(kept.json()).toMatchObject({ name: 'alturas', rows: NAMES.length });
  });

  it('says what does not work out', async () => {
    open();
    const failed = async (answer: ReturnType<typeof discover>) => {
      const { statusCode, json } = await answer.then((one) => ({
        statusCode: one.statusCode,
        json: one.json(),
      }));
      return [statusCode, json.error.code];
    };
    expect(await failed(discover({ example: `${SITE}/nada.htm` }))).toEqual([422, 'TRF_INPUT_MISSING']);
    expect(await failed(discover({ example: 'ftp://x' }))).toEqual([400, 'TRF_URL_MALFORMED']);
    expect(await failed(save({ name: 'x', example, columns: [{ name: 'Peso' }] }))).toEqual([
      422,
      'TRF_ATTRIBUTE_UNKNOWN',
    ]);
    expect(
      await failed(
        save({ name: 'x', example, columns: [{ name: 'Altura' }, { name: 'Posição', rename: 'Altura' }] }),
      ),
    ).toEqual([400, 'TRF_REQUEST_INVALID']);
    expect(await failed(save({ name: ' ', example, columns: [{ name: 'Altura' }] }))).toEqual([
      400,
      'TRF_REQUEST_INVALID',
    ]);
    expect((await app.inject(`${base}/7/export`)).statusCode).toBe(404);
  });

  it('runs at most two discoveries at once, and refuses more with 429', async () => {
    let release: () => void = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    open(async ({ examples }) => {
      await waiting;
      return { example: examples[0]!, columns: [], rows: [], missing: [], attributes: null };
    });
    const first = discover({ example: `${SITE}/1` });
    const second = discover({ example: `${SITE}/2` });
    await new Promise((resolve) => setImmediate(resolve));
    const third = await discover({ example: `${SITE}/3` });
    expect(third.statusCode).toBe(429);
    expect(third.json().error.code).toBe('TRF_SERVER_BUSY');
    release();
    expect((await first).statusCode).toBe(200);
    expect((await second).statusCode).toBe(200);
  });

  it('is given up when the one who asked has gone', async () => {
    let told: AbortSignal | undefined;
    open(
      (_, signal) =>
        new Promise((_resolve, reject) => {
          told = signal;
          signal.addEventListener('abort', () => reject(new TarrafaError('TRF_TIME_OUT', ['discover', 0])));
        }),
    );
    await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.server.address() as { port: number };
    const away = new AbortController();
    const answer = fetch(`http://127.0.0.1:${address.port}${base}/discover`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ example }),
      signal: away.signal,
    }).catch((error: Error) => error.name);
    while (told === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(told.aborted).toBe(false);
    away.abort();
    expect(await answer).toBe('AbortError');
    while (!told.aborted) await new Promise((resolve) => setTimeout(resolve, 5));
  });
});
