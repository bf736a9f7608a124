import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../messages/index.ts';
import { REASONS, reasonText } from './block-reasons.ts';

describe('reasons of blocks', () => {
  it.each(LANGUAGES)('are all said in %s', (language) => {
    expect(Object.keys(REASONS[language]).sort()).toEqual(Object.keys(REASONS['pt-BR']).sort());
  });

  it('are shown as they are when nobody knows them', () => {
    expect(reasonText('short', 'pt-BR')).toBe('curto demais');
    expect(reasonText('constructor', 'en')).toBe('constructor');
  });
});
