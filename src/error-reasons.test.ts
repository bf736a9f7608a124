import { describe, expect, it } from 'vitest';
import { reasonInPortuguese } from './error-reasons.ts';
import { storageError, TarrafaError } from './errors.ts';

describe('the reasons inside messages', () => {
  it.each([
    ['no such file or folder', 'não existe'],
    ['"abc" is not a port', '"abc" não é uma porta'],
    ['"muito" is not a time, such as 30s, 5min or 2h', '"muito" não é um tempo, como 30s, 5min ou 2h'],
    ['"x" is not one of modern, compat', '"x" não é nenhum destes: modern, compat'],
    ['a@b.c is neither a web page nor an e-mail address', 'a@b.c não é uma página da Web nem um e-mail'],
    ["ENOENT: no such file or directory, open '/x'", 'este caminho não existe'],
    ["EACCES: permission denied, mkdir '/x'", 'sem permissão'],
    ['getaddrinfo ENOTFOUND nenhum.invalid', 'este nome não leva a nenhum endereço'],
    ['listen EADDRNOTAVAIL: address not available 203.0.113.5:1', 'este endereço não é desta máquina'],
  ])('%s', (english, portuguese) => {
    expect(reasonInPortuguese(english)).toBe(portuguese);
  });

  it.each(['toString', 'something else went wrong', 'EXEMPLO: x', '"x" is not what it was', ''])(
    'stays as it is when it is not known: %s',
    (reason) => expect(reasonInPortuguese(reason)).toBe(reason),
  );

  it('are said in the language of the message, those of Portugal as Portugal writes them', () => {
    const error = new TarrafaError('TRF_INPUT_MISSING', ['x.warc', 'not a WARC or ARC file']);
    expect(error.explain('en').message).toContain('not a WARC or ARC file');
    expect(error.explain('pt-BR').message).toBe('não é possível ler x.warc: não é um arquivo WARC nem ARC');
    expect(error.explain('pt-PT').message).toBe('não é possível ler x.warc: não é um ficheiro WARC nem ARC');
  });

  it('never touch what the error is about', () => {
    const error = storageError(
      'ENOENT: no such file',
      Object.assign(new Error("EROFS: read-only, open '/x'"), { code: 'EROFS' }),
    );
    expect(error.explain('pt-BR').message).toBe(
      'não é possível escrever ENOENT: no such file: o sistema de arquivos só permite leitura',
    );
  });
});
