import { describe, expect, it } from 'vitest';
import { hitAddress } from './hit-address.ts';

const hit = { collection: 'c', id: 7, kind: 'page' as const, url: 'https://x.br/a b' };

describe('where a result leads', () => {
  it('says the question, its order, and which result it is', () => {
    const asked = { line: 'cheia em 1941', order: 'newest', collections: 'c' };
    expect(hitAddress(hit, asked, 3)).toBe('/pagina/c/7?q=cheia+em+1941&ordem=newest&n=3');
    expect(hitAddress(hit, { ...asked, order: '' }, null)).toBe('/pagina/c/7?q=cheia+em+1941');
    expect(hitAddress(hit, { ...asked, collections: 'a,c' }, 3)).toBe(
      '/pagina/c/7?q=cheia+em+1941&ordem=newest&em=a,c&n=3',
    );
    expect(hitAddress(hit, null, null)).toBe('/pagina/c/7');
  });

  it('says it of entities too, and not of what is no page', () => {
    const asked = { line: 'cheia', order: '', collections: 'c' };
    expect(hitAddress({ ...hit, kind: 'entity' }, asked, 2)).toBe(
      '/pagina/c/0?url=https%3A%2F%2Fx.br%2Fa+b&ver=dados&q=cheia&n=2',
    );
    expect(hitAddress({ ...hit, kind: 'geo-file' }, asked, 2)).toBe('/mapa?c=c&arquivo=7');
  });
});
