import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tinyWeb } from '../../../test/tiny-web.ts';
import { EXIT } from '../../errors.ts';
import { tellCollect, waitingFor } from './tell-collect.ts';

describe('a crawl in which nothing moves', () => {
  it('says what it waits for, in each language', () => {
    const answer = { ms: 61_000, on: 'answer', url: 'http://a.br/x', visits: 1, until: null } as const;
    expect(waitingFor(answer, 'en')).toBe(
      'Nothing has moved for 1min01s. Waiting for the answer of a.br (1 visit under way).',
    );
    expect(waitingFor({ ...answer, on: 'name', visits: 2 }, 'pt-BR')).toBe(
      'Nada se moveu em 1min01s. Espera-se: o endereço de a.br (2 visitas em curso).',
    );
    expect(waitingFor({ ...answer, on: 'robots' }, 'pt-PT')).toContain('À espera: o robots.txt de a.br');
    const nothing = { ms: 60_000, url: null, visits: 0 } as const;
    expect(waitingFor({ ...nothing, on: 'rest', until: Date.now() + 600_400 }, 'en')).toContain(
      'the rest of the known servers, for another 10min00s',
    );
    expect(waitingFor({ ...nothing, on: 'frontier', until: null }, 'pt-BR')).toContain('o que há a visitar');
  });
});

describe('Ctrl-C while a crawl looks into what it found', () => {
  it('ends it with what there is, says so, and the same command looks into the rest', async () => {
    const host = 'www.mapas-exemplo.gov.br';
    const file = (lon: number) =>
      JSON.stringify({ type: 'Point', coordinates: [lon, -30.03], properties: { nome: 'estação' } });
    let interrupt = true;
    const shown = (path: string) => `<a href="${path}">Mapa das estações (GeoJSON)</a>`;
    const web = await tinyWeb({
      [host]: {
        '/': `<html lang="pt"><title>Dados geográficos</title><p>Mapas e shapefiles. ${shown('/um.geojson')} <a href="/mais">Mais mapas</a></p></html>`,
        '/mais': `<html lang="pt"><title>Mais mapas</title><p>Dados geográficos. ${shown('/dois.geojson')}</p></html>`,
        '/um.geojson': (_, response) => {
          if (interrupt) process.emit('SIGINT');
          interrupt = false;
          response.writeHead(200, { 'Content-Type': 'application/geo+json' }).end(file(-51.2));
        },
        '/dois.geojson': { headers: { 'Content-Type': 'application/geo+json' }, body: file(-51.3) },
      },
    });
    const out = mkdtempSync(join(tmpdir(), 'tarrafa-geo-stop-'));
    const settings = { seeds: [`http://${host}/`], geo: true, delay: 0, addressDelay: 0, workers: 0 };
    const { resolver } = web;
    const listeners = process.listenerCount('SIGINT');
    const asked = () => web.requests.filter(({ path }) => path === '/dois.geojson').length;
    const run = () => tellCollect(out, settings, { quiet: true, resolver }, 'en');
    try {
      expect(await run()).toBe(EXIT.interrupted);
      expect(asked()).toBe(0);
      expect(existsSync(join(out, 'geo-index.jsonl'))).toBe(true);
      expect(await run()).toBe(EXIT.ok);
      expect(asked()).toBeGreaterThan(0);
      expect(readFileSync(join(out, 'geo-index.jsonl'), 'utf8')).toContain('dois.geojson');
      expect(process.listenerCount('SIGINT')).toBe(listeners);
    } finally {
      await web.close();
      rmSync(out, { recursive: true, force: true });
    }
  });
});
