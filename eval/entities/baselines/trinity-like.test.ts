import { describe, expect, it } from 'vitest';
import { trinityColumns } from './trinity-like.ts';

const page = (name: string, height: string | null, team: string): string =>
  `<html><body><h1>${name}</h1><dl>${height === null ? '' : `<dt>Altura</dt><dd>${height}</dd>`}<dt>Time</dt><dd>${team}</dd></dl><p>Rodapé do site</p></body></html>`.repeat(
    1,
  );

describe('the Trinity-like baseline', () => {
  it('finds what stands between what all pages share', () => {
    const columns = trinityColumns([
      page('Ana Prado', '1,70 m', 'Vila'),
      page('Rui Reis', '1,80 m', 'Serra'),
      page('Eva Luz', '1,65 m', 'Vale'),
    ]);
    expect(columns).toContainEqual([['Ana Prado'], ['Rui Reis'], ['Eva Luz']]);
    expect(columns).toContainEqual([['1,70 m'], ['1,80 m'], ['1,65 m']]);
    expect(columns).toContainEqual([['Vila'], ['Serra'], ['Vale']]);
  });

  it('has the weakness that is published of it: one page of another kind spoils the tree', () => {
    const columns = trinityColumns([
      page('Ana Prado', '1,70 m', 'Vila'),
      page('Rui Reis', '1,80 m', 'Serra'),
      '<html><body><p>Em manutenção</p></body></html>',
    ]);
    expect(columns.some((column) => column[0]![0] === '1,70 m')).toBe(false);
  });
});
