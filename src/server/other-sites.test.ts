/** What pages of other sites may make somebody's browser ask of us. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { askOver, opened } from './over-sockets.suite.ts';
import { collectionsOf, SmallCatalogue, smallCollection } from './small-collection.suite.ts';

class CountedSearches extends SmallCatalogue {
  searches = 0;
  override search(...asked: Parameters<SmallCatalogue['search']>) {
    this.searches++;
    return super.search(...asked);
  }
}

const catalogue = new CountedSearches();
const app = createApp({ collections: collectionsOf(smallCollection('amostra', catalogue)), version: '1' });
let port = 0;
beforeAll(async () => {
  port = await opened(app);
});
afterAll(() => app.close());

/** How a browser describes what asks. */
const from = (site: string, mode: string, dest: string) => ({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': dest,
});

const ASKED = ['/simples?q=x', '/api/v1/collections/amostra/search?q=x', '/replay/amostra/2020/http://a.br/'];

describe.each(ASKED)('%s', (path) => {
  it.each([
    ['a picture', from('cross-site', 'no-cors', 'image')],
    ['a script', from('cross-site', 'no-cors', 'script')],
    ['a frame', from('cross-site', 'navigate', 'iframe')],
    ['an object', from('cross-site', 'navigate', 'object')],
    ['a call', from('cross-site', 'cors', 'empty')],
    ['a picture on another port of this machine', from('same-site', 'no-cors', 'image')],
    ['something without a kind', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused to %s of another site’s page, before anything is done for it', async (_, headers) => {
    const before = catalogue.searches;
    const { status, body } = await askOver(port, path, { headers });
    expect([status, JSON.parse(body).error.code]).toEqual([403, 'TRF_ORIGIN_REFUSED']);
    expect(catalogue.searches).toBe(before);
  });

  it.each([
    ['a link that is followed from another site', from('cross-site', 'navigate', 'document')],
    ['an address that a person writes', from('none', 'navigate', 'document')],
    ['a frame of our own page', from('same-origin', 'navigate', 'iframe')],
    ['a call of our own page', from('same-origin', 'cors', 'empty')],
    ['a program, which says nothing', {}],
  ])('is answered to %s', async (_, headers) => {
    // There is no archive behind the replay here: what matters is that its route was reached.
    expect((await askOver(port, path, { headers })).status).not.toBe(403);
  });
});

it('a post of another site’s page is refused even where it looks like a followed link', async () => {
  const headers = from('cross-site', 'navigate', 'document');
  expect((await askOver(port, '/api/v1/crawls', { method: 'POST', headers })).status).toBe(403);
});
