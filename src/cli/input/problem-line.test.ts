import { describe, expect, it } from 'vitest';
import { reason } from '../../words/why.ts';
import { problemLine } from './problem-line.ts';

describe('damage of an input', () => {
  it('is told in the language of the person, with its place', () => {
    const damage = { path: 'a.warc.gz', offset: 312, why: reason('coding-corrupt') };
    expect(problemLine(damage, 'pt-BR')).toBe('a.warc.gz @312: a codificação da página está danificada\n');
    expect(problemLine(damage, 'en')).toBe('a.warc.gz @312: the coding of the page is damaged\n');
    const whole = { path: 'b.txt', offset: null, why: reason('not-a-text-file') };
    expect(problemLine(whole, 'pt-PT')).toBe('b.txt: não é texto\n');
  });

  it('is one short line, whatever the name of the file', () => {
    const line = problemLine({ path: `a\u001b[31m\n${'x'.repeat(900)}`, offset: 1, why: 'y' }, 'en');
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(line).not.toContain('\u001b');
    expect(line.length).toBeLessThanOrEqual(501);
  });
});
