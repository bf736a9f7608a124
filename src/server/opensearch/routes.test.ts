import { describe, expect, it } from 'vitest';
import type { Catalogue, Suggestion } from '../../catalogue/index.ts';
import { strictXml } from '../../formats/strict-xml.suite.ts';
import { appOf, collectionOf, collectionsOf } from '../replay/collection.suite.ts';
import { openSearchDescription } from './description.ts';
import { openSearchRoutes } from './routes.ts';

const suggestions: readonly Suggestion[] = [
  { line: 'enchentes em Porto Alegre', text: 'enchentes em Porto Alegre', kind: 'title' },
  { line: 'enchentes', text: 'enchentes', kind: 'word' },
];
const catalogue = { suggest: async () => suggestions } as unknown as Catalogue;
const app = appOf(
  collectionsOf(
    collectionOf({ name: 'um', title: 'Notícias & "mapas" <b>', catalogue }),
    collectionOf({ name: 'dois', title: 'Dois', catalogue }),
  ),
  openSearchRoutes,
);
const ask = (url: string) => app.inject({ url, headers: { host: '127.0.0.1:8730' } });

/** Elements with their attributes and texts; throws on what is no XML. */
function parse(xml: string): { name: string; attributes: Record<string, string>; text: string }[] {
  return [...strictXml(xml).getElementsByTagName('*')].map((element) => ({
    name: element.tagName,
    attributes: Object.fromEntries([...element.attributes].map((one) => [one.name, one.value])),
    text: [...element.childNodes].map((node) => node.nodeValue ?? '').join(''),
  }));
}

describe('OpenSearch', () => {
  it('describes all collections, or one of them', async () => {
    const answer = await ask('/opensearch.xml');
    expect(answer.headers['content-type']).toBe('application/opensearchdescription+xml; charset=utf-8');
    const elements = parse(answer.body);
    expect(elements[0]).toMatchObject({
      name: 'OpenSearchDescription',
      attributes: { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
    });
    const urls = elements.filter((one) => one.name === 'Url').map((one) => one.attributes);
    expect(urls.find((one) => one.type === 'text/html')!.template).toBe(
      'http://127.0.0.1:8730/busca?q={searchTerms}',
    );
    expect(urls.find((one) => one.rel === 'suggestions')).toMatchObject({
      type: 'application/x-suggestions+json',
      template: 'http://127.0.0.1:8730/opensearch/suggest?q={searchTerms}',
    });
    const one = parse((await ask('/opensearch.xml?c=um')).body);
    expect(one.find((element) => element.attributes.type === 'text/html')!.attributes.template).toBe(
      'http://127.0.0.1:8730/busca?q={searchTerms}&c=um',
    );
    expect((await ask('/opensearch.xml?c=tres')).statusCode).toBe(404);
  });

  it('keeps to the lengths of the specification, and is XML whatever a collection is called', () => {
    for (const title of ['<b>&"\'', 'á'.repeat(100), '\u0000\u001f\ud800x', '']) {
      const elements = parse(openSearchDescription('http://a', { name: 'x', title }));
      expect([...elements.find((one) => one.name === 'ShortName')!.text.trim()].length).toBeLessThanOrEqual(
        16,
      );
      expect([...elements.find((one) => one.name === 'LongName')!.text.trim()].length).toBeLessThanOrEqual(
        48,
      );
    }
  });

  it('suggests in the form that browsers read, each line once', async () => {
    const answer = await ask('/opensearch/suggest?q=ench');
    expect(answer.headers['content-type']).toBe('application/x-suggestions+json; charset=utf-8');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.json()).toEqual([
      'ench',
      ['enchentes em Porto Alegre', 'enchentes'],
      ['enchentes em Porto Alegre', 'enchentes'],
      ['http://127.0.0.1:8730/busca?q=enchentes+em+Porto+Alegre', 'http://127.0.0.1:8730/busca?q=enchentes'],
    ]);
    expect((await ask('/opensearch/suggest?q=')).json()).toEqual(['', [], [], []]);
    expect((await ask('/opensearch/suggest?q=a&c=tres')).statusCode).toBe(404);
  });
});
