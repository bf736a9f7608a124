/** Concordances over real sockets, from a real catalogue. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedCatalogue } from '../catalogue/index.ts';
import { ask, page } from '../catalogue/records.suite.ts';
import { createApp } from './app.ts';
import { askOver, opened } from './over-sockets.suite.ts';
import { collectionsOf, smallCollection } from './small-collection.suite.ts';

const LINES = 2_400;
const catalogue = EmbeddedCatalogue.open(':memory:');
const app = createApp({
  collections: collectionsOf({ ...smallCollection(), catalogue, parseLine: async (line) => ask(line) }),
  version: '1',
});
let port: number;

beforeAll(async () => {
  await catalogue.write({
    pages: Array.from({ length: LINES / 8 }, (_, i) =>
      page(`https://s${i % 3}.br/${i}`, {
        title: `=1+1 página ${i}`,
        text: 'Não gosto de "chuva", nem da chuva de ontem. '.repeat(4),
      }),
    ),
  });
  port = await opened(app);
});
afterAll(async () => {
  await app.close();
  await catalogue.close();
});

const from = (path: string) => askOver(port, `/api/v1/collections/amostra/concordance${path}`);

describe('concordances of a server', () => {
  it('are answered line by line, in the order and the pages that are asked for', async () => {
    const asked = `?words=${encodeURIComponent('não * de')}&sort=right&q=site:s1.br&limit=2`;
    const { status, body } = await from(asked);
    expect(status).toBe(200);
    const answer = JSON.parse(body);
    expect([answer.hits, answer.pages, answer.lines.length]).toEqual([LINES / 6, LINES / 24, 2]);
    expect(answer.lines[0]).toMatchObject({ key: 'Não gosto de', site: 's1.br', left: '', start: 0 });
    const next = JSON.parse((await from(`${asked}&cursor=${answer.next}`)).body);
    expect(next.lines).toHaveLength(2);
    expect(next.lines).not.toEqual(answer.lines);
    expect(JSON.parse((await from('?words=*')).body).error.code).toBe('TRF_CONCORDANCE_WORDS');
  });

  it('come whole as a table, part after part, with nothing that a spreadsheet would run', async () => {
    const { status, headers, body } = await from('.csv?words=chuva&sort=site');
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['content-disposition']).toContain('attachment');
    const rows = body.trimEnd().split('\r\n');
    expect(rows).toHaveLength(1 + LINES);
    expect(new Set(rows).size).toBe(1 + LINES);
    expect(rows.slice(1).every((row) => row.includes(",'=1+1 "))).toBe(true);
    expect((await from('.csv?words=*')).status).toBe(400);
  });
});
