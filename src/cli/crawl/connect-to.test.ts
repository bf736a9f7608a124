import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { spawnTarrafa } from '../../../test/tarrafa-process.ts';
import { page, type TinyWeb, tinyWeb } from '../../../test/tiny-web.ts';

const HOSTS = ['www.copia.exemplo.br', 'outra.copia.exemplo.br'] as const;
const root = mkdtempSync(join(tmpdir(), 'tarrafa-copy-'));
let web: TinyWeb | null = null;
afterEach(async () => {
  await web?.close();
  rmSync(root, { recursive: true, force: true });
});

describe('a copy of sites on one’s own machine', () => {
  it('is crawled under the names of the sites, and only where it was said that it is meant', async () => {
    web = await tinyWeb({
      [HOSTS[0]]: { '/': page([`http://${HOSTS[1]}/`, '/dois']), '/dois': page([]) },
      [HOSTS[1]]: { '/': page(['http://fora.exemplo.pt/']) },
    });
    const crawl = (...more: string[]) =>
      spawnTarrafa([
        ...['crawl', `http://${HOSTS[0]}/`, '--out', join(root, 'coleta'), '--lang', 'en', '--quiet'],
        ...['--connect-to', `*.copia.exemplo.br:80:127.0.0.1:${web!.port}`, '--connect-to', '::0.0.0.1:1'],
        ...['--delay', '0', '--address-delay', '0', '--scope', 'any', '--retries', '0', ...more],
      ]);
    const refused = await crawl('--contact', 'https://eu.exemplo.br/');
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('only with --allow-private');
    expect(web.requests).toEqual([]);

    expect(await crawl('--allow-private')).toMatchObject({ status: 0 });
    expect(web.paths(HOSTS[0]).sort()).toEqual(['/', '/dois']);
    expect(web.paths(HOSTS[1])).toEqual(['/']);
    // The second rule speaks of everybody else.
    expect(web.paths('fora.exemplo.pt')).toEqual([]);
  });
});
