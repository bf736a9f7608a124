import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityTypeName, isTechnicalName, propertyName } from './entity-names.ts';
import { LANGUAGES } from './index.ts';

describe('names of schema.org, as people call them', () => {
  it('are words in each language', () => {
    expect(entityTypeName('Recipe', 'pt-BR')).toBe('receita');
    expect(entityTypeName('TVEpisode', 'en')).toBe('TV episode');
    expect(entityTypeName('SportsTeam', 'pt-PT')).toBe('equipa desportiva');
    expect(propertyName('offers.priceCurrency', 'pt-BR')).toBe('moeda do preço');
    expect(propertyName('postalCode', 'pt-PT')).toBe('código postal');
    expect(propertyName('datePublished', 'en')).toBe('published');
  });

  it('say what a part is of, where that is not plain', () => {
    expect(propertyName('author.name', 'pt-BR')).toBe('autor');
    expect(propertyName('location.address.addressLocality', 'pt-BR')).toBe('cidade');
    expect(propertyName('offers.seller.name', 'pt-BR')).toBe('vendedor');
    expect(propertyName('location.name', 'pt-BR')).toBe('lugar');
    expect(propertyName('director.birthDate', 'pt-BR')).toBe('nascimento (direção)');
  });

  it('are the words of the name where no table has it', () => {
    expect(entityTypeName('HyperToroidalThing', 'pt-BR')).toBe('hyper toroidal thing');
    expect(propertyName('og:site_name', 'pt-BR')).toBe('site name');
    expect(propertyName('constructor', 'pt-BR')).toBe('constructor');
  });

  it('are always something', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.constantFrom(...LANGUAGES), (name, language) => {
        expect(entityTypeName(name, language).length).toBeGreaterThan(0);
        expect(propertyName(name, language).length).toBeGreaterThan(0);
      }),
    );
  });

  it('are told from names that people give', () => {
    for (const name of ['recipeYield', 'offers.price', 'og:title'])
      expect(isTechnicalName(name), name).toBe(true);
    for (const name of ['Nome', 'preço', 'Data de nascimento', 'iPhone 12', 'Preço: R$'])
      expect(isTechnicalName(name), name).toBe(false);
  });
});
