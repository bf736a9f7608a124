/** Captures of a page and what changed between them, over sockets, on a collection on disk that is asked in threads. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionPlace, type OpenCollection, openCollection } from '../collection/index.ts';
import { addPages, crawlFolder, NOON, type SmallPage } from '../collection/small-archive.suite.ts';
import { createApp } from './app.ts';
import { opened } from './over-sockets.suite.ts';
import { askedApart } from './questions/asked-apart.ts';
import { QuestionThreads } from './questions/question-threads.ts';
import { collectionsOf } from './small-collection.suite.ts';

/** The built thread: this process reads TypeScript by means that its threads have not. */
const BUILT = new URL('../../dist/src/server/questions/question-thread.js', import.meta.url);
const DAY = 86_400_000;
const PAGE = 'http://www.jornal-exemplo.com.br/obras/ponte.html';

const STAYS = [
  'A ponte sobre o rio foi inaugurada pela prefeitura depois de dez anos de obras que muita gente acompanhou de perto.',
  'Os moradores das duas margens contam que a travessia de barco demorava uma hora inteira nos dias de vento.',
];

function version(
  day: number,
  title: string,
  paragraphs: readonly string[],
  links: readonly string[],
): SmallPage {
  return {
    url: PAGE,
    date: NOON + day * DAY,
    html: `<html lang="pt"><head><title>${title}</title></head><body><article><h1>${title}</h1>
      ${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}
      <p>Leia também: ${links.map((link) => `<a href="/${link}">${link}</a>`).join(', ')}, e as outras notícias da semana na cidade.</p>
      </article></body></html>`,
  };
}

let app: FastifyInstance;
let collection: OpenCollection;
let threads: QuestionThreads;
let root: string;

beforeAll(async () => {
  const first = version(
    0,
    'A ponte',
    [...STAYS, 'A obra custou dez milhões de reais, segundo a nota da prefeitura.'],
    ['barco', 'rio'],
  );
  const folder = crawlFolder([
    first,
    { ...first, date: NOON + DAY },
    version(
      2,
      'A ponte nova',
      [...STAYS, 'A obra custou doze milhões de reais, segundo a nota da prefeitura.'],
      ['rio', 'feira'],
    ),
  ]);
  collection = await openCollection(folder, { name: 'jornal', threads: 0, now: () => NOON });
  // What comes into the archive now is not in the catalogue.
  addPages(folder, [version(9, 'A ponte nova', STAYS, ['rio'])]);
  await collection.refreshArchive();
  threads = new QuestionThreads({ threads: 1, module: BUILT });
  app = createApp({
    collections: collectionsOf(askedApart(collection, threads, collectionPlace([folder]))),
    version: '0',
    now: () => NOON,
  });
  root = `http://127.0.0.1:${await opened(app)}/api/v1/collections/jornal`;
}, 60_000);
afterAll(async () => {
  await app.close();
  await threads.close();
  await collection.close();
});

const address = encodeURIComponent(PAGE);
async function ask(path: string) {
  const answer = await fetch(`${root}${path}`);
  return { status: answer.status, body: (await answer.json()) as never };
}
const rowsOf = (body: { readonly rows: readonly { readonly kind: string }[] }): string =>
  body.rows.map(({ kind }) => kind).join(' ');

describe('the captures of a page', () => {
  it('are those of the catalogue and those that only the archive has, oldest first', async () => {
    const { status, body } = await ask(`/versions?url=${address}`);
    expect(status).toBe(200);
    const { versions } = body as { versions: { at: number; id: number | null; changed: boolean }[] };
    expect(versions.map(({ at, changed }) => [(at - NOON) / DAY, changed])).toEqual([
      [0, false],
      [1, false],
      [2, true],
      [9, true],
    ]);
    expect(versions[0]!.id).toBe(versions[1]!.id);
    expect(versions[3]!.id).toBeNull();
    expect((await ask('/versions?url=http%3A%2F%2Fnada.example%2F')).status).toBe(404);
  });
});

describe('what changed in a page', () => {
  it('is told by words inside paragraphs, with title and links', async () => {
    const { body } = await ask(`/difference?url=${address}&from=${NOON}&to=${NOON + 2 * DAY}`);
    expect(body).toMatchObject({
      from: { title: 'A ponte', fetchedAt: NOON },
      to: { title: 'A ponte nova', fetchedAt: NOON + 2 * DAY },
      changed: ['title'],
      links: {
        added: 1,
        removed: 1,
        addedLinks: [{ url: 'http://www.jornal-exemplo.com.br/feira', text: 'feira' }],
        removedLinks: [{ url: 'http://www.jornal-exemplo.com.br/barco', text: 'barco' }],
      },
      shortened: false,
      coarse: false,
      rowsLeft: 0,
    });
    const { rows } = body as { rows: { kind: string; pieces?: object[] }[] };
    expect(rows.find(({ kind }) => kind === 'changed')!.pieces).toEqual(
      expect.arrayContaining([
        { kind: 'removed', text: 'dez' },
        { kind: 'added', text: 'doze' },
      ]),
    );
  });

  it('is told of what only the archive has, and by default of the newest since it last changed', async () => {
    const { body } = await ask(`/difference?url=${address}`);
    expect(body).toMatchObject({
      from: { fetchedAt: NOON + 2 * DAY },
      to: { fetchedAt: NOON + 9 * DAY, id: null, title: 'A ponte nova' },
    });
    expect(rowsOf(body)).toContain('removed');
    // Of two captures that are the same the one before both is meant.
    expect((await ask(`/difference?url=${address}&to=${NOON + DAY}`)).body).toMatchObject({
      from: { fetchedAt: NOON },
      words: { added: 0, removed: 0 },
    });
  });

  it('folds what is the same when asked', async () => {
    const { body } = await ask(`/difference?url=${address}&from=${NOON}&to=${NOON + 2 * DAY}&context=0`);
    expect(rowsOf(body)).toMatch(/^folded /);
  });

  it('refuses moments that are none, and knows no other page', async () => {
    expect((await ask(`/difference?url=${address}&from=ontem`)).status).toBe(400);
    expect((await ask('/difference?url=http%3A%2F%2Fnada.example%2F')).status).toBe(404);
    expect((await ask(`/difference?url=${address}&context=-1`)).status).toBe(400);
  });
});

describe('the words of a line in a page', () => {
  it('are found by their stems, where passages would mark them', async () => {
    const page = (await collection.catalogue.pageAt(PAGE))!;
    const { body } = await ask(
      `/pages/${page.id}/matches?q=${encodeURIComponent('"obra" moradoras quando:1974')}`,
    );
    const { matches } = body as { matches: { start: number; end: number }[] };
    expect(matches.map(({ start, end }) => page.text.slice(start, end))).toEqual(['moradores', 'obra']);
    expect(((await ask(`/pages/${page.id}/matches?q=`)).body as { matches: [] }).matches).toEqual([]);
    expect((await ask('/pages/99999/matches?q=obra')).status).toBe(404);
  });
});
