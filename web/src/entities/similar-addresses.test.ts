import { describe, expect, it } from 'vitest';
import { linesNear, nearestFirst } from './similar-addresses.ts';

describe('pages like one that is not in the collection', () => {
  it('are looked for by the words of its address, fewer and fewer of them, then on its site', () => {
    expect(linesNear('https://www.receitas.exemplo.br/doces/bolo-de-fubá/index.html')).toEqual([
      'site:receitas.exemplo.br doces bolo fubá',
      'site:receitas.exemplo.br doces bolo',
      'site:receitas.exemplo.br doces',
      'site:receitas.exemplo.br',
      'doces bolo fubá',
    ]);
    expect(linesNear('a.exemplo.br')).toEqual(['site:a.exemplo.br']);
    expect(linesNear('http://a.exemplo.br/%E3')).toEqual(['site:a.exemplo.br']);
    expect(linesNear('isto não é')).toEqual([]);
  });

  it('stand in the order of how much of the address they share', () => {
    const found = ['http://a.br/x', 'https://www.a.br/bolo-de-milho', 'https://a.br/bolo'].map((url) => ({
      url,
    }));
    expect(nearestFirst('https://a.br/bolo-de-mi', found).map(({ url }) => url)).toEqual([
      'https://www.a.br/bolo-de-milho',
      'https://a.br/bolo',
      'http://a.br/x',
    ]);
  });
});
