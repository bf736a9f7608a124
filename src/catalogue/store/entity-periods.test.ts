import { expect, it } from 'vitest';
import { dateOfValue } from './entity-periods.ts';

it('takes a number for a year where its property is one of time, and a code for no date', () => {
  const is = (attribute: string, normal: string | null) => dateOfValue({ attribute, normal });
  for (const attribute of [
    'sku',
    'gtin13',
    'mpn',
    'productID',
    'number',
    'offers.sku',
    'Código',
    'flightNumber',
  ])
    expect([is(attribute, '1884'), is(attribute, '2015-03-01')], attribute).toEqual([null, null]);
  for (const attribute of ['price', 'offers.price', 'Área', 'numberOfPages', 'name', 'alcance'])
    expect(is(attribute, '1990'), attribute).toBeNull();
  for (const attribute of [
    'birthDate',
    'copyrightYear',
    'Ano',
    'Data de nascimento',
    'Fundação',
    'safra',
    'offers.priceValidUntil',
  ])
    expect(is(attribute, '1990'), attribute).toBe('1990');
  // A date that is written as one needs no property to say so.
  expect([is('Nota', '1990-05-02'), is('Nota', '1990-05')]).toEqual(['1990-05-02', '1990-05']);
  expect([is('Data', 'BRL 1990'), is('Data', '19905'), is('Data', null)]).toEqual([null, null, null]);
});
