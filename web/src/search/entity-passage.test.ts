import { describe, expect, it } from 'vitest';
import { withPropertyNames } from './entity-passage.ts';

describe('passages of entities', () => {
  it('name their attributes as people call them', () => {
    const text = 'name: Pêra Manca description: de 2013 offers.seller.name: Del Vigor';
    const said = withPropertyNames(text, 'pt-BR');
    expect(said).toMatch(/^nome: Pêra Manca descrição: de 2013 \S.*: Del Vigor$/);
    expect(said).not.toMatch(/name|seller|description/);
    expect(withPropertyNames('name: Pêra Manca', 'en')).toBe('name: Pêra Manca');
  });

  it('keep words and addresses as they stand', () => {
    for (const text of ['https://exemplo.pt/name:1', 'Altura: 1,80', 'às 10: a missa', 'a cor: tinto'])
      expect(withPropertyNames(text, 'pt-BR')).toBe(text);
  });
});
