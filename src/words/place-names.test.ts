import { expect, it } from 'vitest';
import { exonyms, placeForLine, placeLabel, placeName } from './place-names.ts';

it('calls places abroad as Portuguese does, each of its two in its way, and those of its own as they are', () => {
  const said = (name: string, country: string) =>
    (['pt-BR', 'pt-PT', 'en'] as const).map((language) => placeName({ name, country }, language));
  expect(said('England', 'GB')).toEqual(['Inglaterra', 'Inglaterra', 'England']);
  expect(said('New York', 'US')).toEqual(['Nova York', 'Nova Iorque', 'New York']);
  expect(said('Moscow', 'RU')).toEqual(['Moscou', 'Moscovo', 'Moscow']);
  expect(said('Beijing', 'CN')).toEqual(['Pequim', 'Pequim', 'Beijing']);
  expect(said('Saxony', 'DE')).toEqual(['Saxônia', 'Saxónia', 'Saxony']);
  expect(said('Alto Paraná Department', 'PY')).toEqual([
    'Alto Paraná',
    'Alto Paraná',
    'Alto Paraná Department',
  ]);
  expect(said('Lisboa', 'PT')).toEqual(['Lisboa', 'Lisboa', 'Lisboa']);
  // No name of a stranger is taken for a property of an object.
  expect(said('constructor', '__proto__')).toEqual(Array(3).fill('constructor'));
  expect(exonyms()).toContainEqual({ country: 'US', of: 'New York', name: 'Nova Iorque' });
});

it('calls towns abroad as each of the two reads them', () => {
  const said = (name: string, country: string) =>
    (['pt-BR', 'pt-PT', 'en'] as const).map((language) => placeName({ name, country }, language));
  expect(said('London', 'GB')).toEqual(['Londres', 'Londres', 'London']);
  expect(said('New York City', 'US')).toEqual(['Nova York', 'Nova Iorque', 'New York City']);
  expect(said('Copenhagen', 'DK')).toEqual(['Copenhague', 'Copenhaga', 'Copenhagen']);
  expect(said('Paris', 'FR')).toEqual(['Paris', 'Paris', 'Paris']);
});

it('tells namesakes apart, for who reads and in a line', () => {
  const saoPaulo = { name: 'São Paulo', country: 'BR', state: 'SP' };
  const town = { ...saoPaulo, kind: 'municipality', within: ['São Paulo', 'Brasil'] };
  const state = { ...saoPaulo, kind: 'state', within: ['Brasil'] };
  expect([town, state].map((place) => placeLabel(place, 'pt-BR'))).toEqual([
    'São Paulo, SP',
    'São Paulo (estado)',
  ]);
  expect([town, state].map(placeForLine)).toEqual(['São Paulo, SP', 'São Paulo, Brasil']);
  const berlin = { country: 'DE', state: '16' };
  const city = { ...berlin, name: 'Berlin', kind: 'city', within: ['State of Berlin', 'Alemanha'] };
  const land = { ...berlin, name: 'State of Berlin', kind: 'state', within: ['Alemanha'] };
  expect([city, land].map((place) => placeLabel(place, 'pt-PT'))).toEqual([
    'Berlim, Alemanha',
    'Berlim (estado), Alemanha',
  ]);
  expect(placeLabel(city, 'en')).toBe('Berlin, Germany');
  expect([city, land].map(placeForLine)).toEqual(['cidade de Berlim, Alemanha', 'Berlim, Alemanha']);
  const federal = { name: 'Distrito Federal', kind: 'state', country: 'BR', state: 'DF' };
  expect(placeLabel(federal, 'pt-BR')).toBe('Distrito Federal');
});
