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
      (({ examples, select, teach, want }) => {
        asked.push([...examples]);
        return findEntities(site(), examples, { select, teach, want });
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
    // One way to a file: the address of before leads to it.
    const before = await app.inject(`${base}/${id}/export?format=parquet`);
    expect(before.statusCode).toBe(308);
    const { pathname, search } = new URL(String(before.headers.location), `http://a${base}/${id}/export`);
    expect(pathname + search).toBe('/api/v1/collections/amostra/download?table=Jogadores&as=parquet');
  });

  it('has columns by the values that somebody shows, beside the others or in the place of one', async () => {
    open();
    const columnsOf = async (want: object[]) => {
      const { columns, exampleValues } = (await discover({ example, want })).json();
      return Object.fromEntries(
        columns.map(({ name }: { name: string }, c: number) => [name, exampleValues[c].join('|')]),
      );
    };
    const plain = await columnsOf([]);
    expect(plain).toMatchObject({ Posição: 'zagueiro', Altura: '1,62 m' });
    // The same rule under another name is the same column; a name that is there is mended.
    expect(await columnsOf([{ name: 'estatura', value: '1,62 m' }])).toEqual(
      Object.fromEntries(Object.entries(plain).map(([k, v]) => [k === 'Altura' ? 'estatura' : k, v])),
    );
    const mended = await columnsOf([{ name: 'Posição', value: '1,62 m' }]);
    expect(mended.Posição).toBe('1,62 m');
    expect((await discover({ example, want: [{ name: 'x', value: 'não está lá' }] })).json().error.code).toBe(
      'TRF_WANTED_MISSING',
    );
    expect((await discover({ example, want: [{ name: ' ', value: 'x' }] })).statusCode).toBe(400);
  });

  it('marks what is unlike the other values of its column', async () => {
    open();
    const { rows, oddRows, columns } = (await discover()).json();
    const role = columns.findIndex(({ name }: { name: string }) => name === 'Posição');
    expect(oddRows.length).toBeLessThan(rows.length);
    expect(
      oddRows.filter(({ odd }: { odd: { column: number }[] }) => odd.some(({ column }) => column === role)),
    ).toEqual([]);
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
    expect((await app.inject(`${base}/7`)).statusCode).toBe(404);
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

describe('a table that is kept', () => {
  const made = async () => {
    open();
    const answer = await save({
      name: 'Jogadores',
      example,
      columns: [{ name: 'Posição' }, { name: 'Altura' }],
    });
    return answer.json() as { id: number; version: number; columns: { name: string; rules: string[] }[] };
  };
  const post = (path: string, payload: object, token = TOKEN) =>
    app.inject({ method: 'POST', url: base + path, payload, headers: { authorization: `Bearer ${token}` } });
  const rows = async (query = '') =>
    (await app.inject(`${base}/view?table=Jogadores${query}`)).json() as {
      total: number;
      odd: number;
      items: { name: string; values: { attribute: string; value: string }[] }[];
    };

  it('is renamed, its columns renamed, ordered, taken out and added by a value that is shown', async () => {
    const { id, version } = await made();
    const changed = await post(`/${id}`, {
      version,
      name: ' Elenco ',
      columns: [
        { name: 'nome', shown: 'Caio' },
        { from: 'Altura', name: 'estatura' },
      ],
    });
    expect(changed.json()).toMatchObject({
      id,
      name: 'Elenco',
      rows: NAMES.length,
      columns: [{ name: 'nome' }, { name: 'estatura', kind: 'quantity' }],
      madeAt: 1_000,
    });
    const { items } = (await app.inject(`${base}/view?table=Elenco&sort=estatura&descending=true`)).json();
    expect(items[0].values.map(({ value }: { value: string }) => value)).toEqual(['Mara', '1,71 m']);
    expect(items[0]).toMatchObject({ table: 'Elenco', type: 'Elenco' });
    expect((await rows()).total).toBe(0);
  });

  it('shows rows by words, in an order, and says what is odd', async () => {
    await made();
    const view = await rows('&words=GOLEIRO&sort=Altura&descending=true');
    expect(view.total).toBe(3);
    expect(view.items.map(({ name }) => name)).toEqual(['João', 'Fábio', 'Bia']);
    expect((await app.inject(`${base}/view?table=Jogadores&cursor=x`)).json().error.code).toBe(
      'TRF_CURSOR_INVALID',
    );
  });

  it('has rules that are looked at and switched off one by one', async () => {
    const { id, version, columns } = await made();
    const [role] = columns;
    const details = (await app.inject(`${base}/${id}`)).json();
    expect(details.columns[0]).toMatchObject({
      name: 'Posição',
      rules: [{ rule: role!.rules[0], label: 'Posição', values: NAMES.length, off: false }],
    });
    const off = await post(`/${id}`, {
      version,
      columns: [{ from: 'Posição', name: 'Posição', off: role!.rules }, { name: 'Altura' }],
    });
    expect(off.json().columns[0].off).toEqual(role!.rules);
    expect((await rows()).items[0]!.values.map(({ attribute }) => attribute)).toEqual(['Altura']);
    // What it gave is kept, also when something else is changed.
    const renamed = await post(`/${id}`, {
      version: off.json().version,
      columns: [{ from: 'Posição', name: 'papel' }, { name: 'Altura' }],
    });
    expect(renamed.json().columns[0]).toMatchObject({ name: 'papel', off: role!.rules });
    const on = await post(`/${id}`, {
      version: renamed.json().version,
      columns: [{ from: 'papel', name: 'papel', off: [] }, { name: 'Altura' }],
    });
    expect(on.json().columns[0].off).toBeUndefined();
    expect((await rows()).items[0]!.values[0]!.attribute).toBe('papel');
    const wrong = await post(`/${id}`, {
      version: on.json().version,
      columns: [{ from: 'papel', name: 'papel', off: ['MATCH (n)'] }],
    });
    expect(wrong.json().error.code).toBe('TRF_REQUEST_INVALID');
  });

  it('is changed by one of two; the other is told, and nothing is removed without the token', async () => {
    const { id, version } = await made();
    const one = { version, name: 'Um' };
    expect((await post(`/${id}`, { ...one, columns: [{ name: 'Altura' }] })).statusCode).toBe(200);
    const late = await post(`/${id}`, { version, name: 'Dois', columns: [{ name: 'Altura' }] });
    expect([late.statusCode, late.json().error.code]).toEqual([409, 'TRF_KEPT_STALE']);
    expect((await post(`/${id}/remove`, { version })).statusCode).toBe(409);
    expect((await post(`/${id}/remove`, { version }, 'outro')).statusCode).toBe(401);
    const now = (await app.inject(`${base}/${id}`)).json().table;
    expect((await post(`/${id}/remove`, { version: now.version })).json()).toEqual({ removed: true });
    expect((await app.inject(base)).json().tables).toEqual([]);
    expect((await post(`/${id}/remove`, { version })).statusCode).toBe(404);
  });

  it('refuses what makes no table', async () => {
    const { id, version } = await made();
    const code = async (change: object) => (await post(`/${id}`, { version, ...change })).json().error.code;
    expect(await code({ columns: [{ name: 'Peso' }] })).toBe('TRF_ATTRIBUTE_UNKNOWN');
    expect(await code({ columns: [{ name: 'Altura' }, { from: 'Posição', name: 'Altura' }] })).toBe(
      'TRF_REQUEST_INVALID',
    );
    expect(await code({ columns: [] })).toBe('TRF_REQUEST_INVALID');
    expect(await code({ columns: [{ name: 'x', shown: 'não está lá' }] })).toBe('TRF_WANTED_MISSING');
    await save({ name: 'outra', example, columns: [{ name: 'Altura' }] });
    expect(await code({ name: 'outra', columns: [{ name: 'Altura' }] })).toBe('TRF_REQUEST_INVALID');
  });
});
