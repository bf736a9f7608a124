import { expect, it } from 'vitest';
import { exonyms, placeName } from './place-names.ts';

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
