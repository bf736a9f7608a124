/** A collection whose catalogue is made for the server alone: what people said of its pages is shown by its threads as by itself. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeCollection, serveFolder } from '../../../test/served-collection.ts';
import { spawnTarrafa } from '../../../test/tarrafa-process.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-temporary-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const PAGE = 'http://www.jornal0.br/noticias/0.html';

interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the API says
  readonly body: any;
}

describe('a collection whose catalogue is a link to elsewhere', () => {
  it('shows what was corrected before and what is corrected now, found, in dossiers and in exports', async () => {
    const folder = join(root, 'coleta');
    mkdirSync(folder);
    makeCollection(folder, { pages: 6 });
    expect((await spawnTarrafa(['analyse', folder])).status).toBe(0);
    const said = ['--title', 'Jubartologia corrigida', '--date', '1955-02-03', '--by', 'Ana'];
    expect((await spawnTarrafa(['correct', folder, PAGE, ...said])).status).toBe(0);
    const elsewhere = join(root, 'alheio');
    mkdirSync(elsewhere);
    for (const name of readdirSync(folder).filter((one) => /^catalogue\.db/.test(one)))
      rmSync(join(folder, name));
    symlinkSync(join(elsewhere, 'catalogue.db'), join(folder, 'catalogue.db'));
    const served = await serveFolder(folder, []);
    try {
      const ask = async (path: string, body?: unknown): Promise<Answered> => {
        const answer = await fetch(`${served.origin}/api/v1/collections/coleta${path}`, {
          ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
          headers: { Authorization: `Bearer ${served.token}`, 'Content-Type': 'application/json' },
        });
        const text = await answer.text();
        return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
      };
      const found = async (line: string): Promise<string[]> =>
        (await ask(`/search?q=${encodeURIComponent(line)}`)).body.hits.map((hit: { url: string }) => hit.url);
      expect(await found('jubartologia')).toEqual([PAGE]);
      const page = (await ask(`/page?url=${encodeURIComponent(PAGE)}`)).body;
      expect([page.title, page.published.date, page.published.source]).toEqual([
        'Jubartologia corrigida',
        '1955-02-03',
        'correction',
      ]);
      expect((await ask(`/pages/${page.id}/correction`)).body.correction).toMatchObject({ by: 'Ana' });
      // A thread reads the page again, and one writes the files.
      const { version } = (await ask(`/pages/${page.id}/correction`)).body.correction;
      const again = await ask(`/pages/${page.id}/correction`, {
        version,
        by: 'Rui',
        title: 'Ornitologia outra vez',
      });
      expect(again.status).toBe(200);
      expect(await found('ornitologia')).toEqual([PAGE]);
      expect(await found('jubartologia')).toEqual([]);
      expect((await ask('/download?q=ornitologia&what=pages&as=csv')).body).toContain(
        'Ornitologia outra vez',
      );
      const dossier = (await ask('/dossiers', { name: 'Aves' })).body.id;
      const current = (await ask(`/page?url=${encodeURIComponent(PAGE)}`)).body;
      expect((await ask(`/dossiers/${dossier}/items`, { items: [{ page: current.id }] })).status).toBe(200);
      expect((await ask(`/dossiers/${dossier}/export?format=html`)).body).toContain('Ornitologia outra vez');
      expect((await ask(`/dossiers/${dossier}/export?format=wacz`)).body.slice(0, 2)).toBe('PK');
    } finally {
      await served.stop();
    }
    // It stands beside the collection, and nothing went where the link leads.
    expect(readFileSync(join(folder, 'catalogue-kept.jsonl'), 'utf8')).toContain('Ornitologia outra vez');
    expect(readdirSync(elsewhere)).toEqual([]);
  }, 180_000);
});
