import { describe, expect, it } from 'vitest';
import { LANGUAGES, MESSAGES, type MessageKey, say, sayCount } from './index.ts';

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe('messages', () => {
  const keys = Object.keys(MESSAGES['pt-BR']) as MessageKey[];

  it.each(LANGUAGES)('%s has every text, with the same places for values', (language) => {
    expect(Object.keys(MESSAGES[language]).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      expect(MESSAGES[language][key].trim(), key).not.toBe('');
      expect(placeholders(MESSAGES[language][key]), key).toEqual(placeholders(MESSAGES['pt-BR'][key]));
    }
  });

  it('has both numbers of what is counted', () => {
    for (const key of keys) if (key.endsWith('_one')) expect(keys).toContain(key.replace(/_one$/, '_other'));
  });

  it('says numbers by the rules of the language', () => {
    expect(sayCount('pt-BR', 'pages', 1, '1')).toBe('1 página');
    expect(sayCount('pt-BR', 'pages', 0, '0')).toBe('0 página');
    expect(sayCount('en', 'pages', 0, '0')).toBe('0 pages');
    expect(sayCount('pt-PT', 'pages', 1200, '≥ 1200')).toBe('≥ 1200 páginas');
  });

  it('does not read placeholders out of values', () => {
    expect(say('pt-BR', 'resultsOf', { line: '{n} $& {line}' })).toBe('para {n} $& {line}');
  });

  it('is Portuguese of Portugal where that differs', () => {
    expect(MESSAGES['pt-PT'].crawls).toBe('Recolhas');
    expect(Object.values(MESSAGES['pt-PT']).join(' ')).not.toMatch(
      /\b(arquivo geográfico|tela|usuário|coleta)\b/i,
    );
  });
});
