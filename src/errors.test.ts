import { describe, expect, it } from 'vitest';
import { ERROR_CODES, storageError, TarrafaError } from './errors.ts';
import { fetchFailure, reason, systemFailure } from './words/why.ts';

const errno = (code: string, message: string): Error => Object.assign(new Error(message), { code });

describe('an error', () => {
  it('has a message and an advice in every language for every code', () => {
    for (const code of ERROR_CODES)
      for (const language of ['pt-BR', 'pt-PT', 'en'] as const) {
        const { message, advice } = new TarrafaError(code, ['a', 'b', 'c']).explain(language);
        expect(`${message} ${advice}`, code).not.toMatch(/[{}]|undefined/);
      }
  });

  it('says the reasons inside it in the language of the message', () => {
    const error = new TarrafaError('TRF_INPUT_MISSING', ['x.warc', reason('not-an-archive')]);
    expect(error.message).toBe('cannot read x.warc: not a WARC or ARC file');
    expect(error.explain('en').message).toBe(error.message);
    expect(error.explain('pt-BR').message).toBe('não é possível ler x.warc: não é um arquivo WARC nem ARC');
    expect(error.explain('pt-PT').message).toBe('não é possível ler x.warc: não é um ficheiro WARC nem ARC');
  });

  it('keeps the very words of the system for programs, and says its code to people', () => {
    const error = storageError(
      'ENOENT: no such file',
      errno('EROFS', "EROFS: read-only file system, open '/x'"),
    );
    expect(error.message).toBe("cannot write ENOENT: no such file: EROFS: read-only file system, open '/x'");
    expect(error.explain('pt-BR').message).toBe(
      'não é possível escrever ENOENT: no such file: o sistema de arquivos só permite leitura',
    );
    expect(error.explain('en').message).toBe(
      'cannot write ENOENT: no such file: the file system is read-only',
    );
  });

  it.each([
    [
      systemFailure(errno('ENOENT', "ENOENT: no such file or directory, open '/x'")),
      'este caminho não existe',
    ],
    [systemFailure(errno('EACCES', "EACCES: permission denied, mkdir '/x'")), 'sem permissão'],
    [systemFailure(errno('ENOTFOUND', 'getaddrinfo ENOTFOUND x')), 'este nome não leva a nenhum endereço'],
    [systemFailure(errno('EADDRNOTAVAIL', 'listen EADDRNOTAVAIL')), 'este endereço não é desta máquina'],
    [systemFailure(errno('toString', 'something else went wrong')), 'something else went wrong'],
    [systemFailure(new Error('without a code')), 'without a code'],
    [
      fetchFailure({ reason: 'connect-refused', message: 'connect ECONNREFUSED' }),
      'o servidor recusa a conexão',
    ],
    [fetchFailure({ reason: 'other', message: 'words' }), 'other: words'],
    [reason('no-such-path'), 'não existe'],
    [reason('not-a-port', { value: '"abc"' }), '"abc" não é uma porta'],
    [reason('not-a-duration', { value: '"muito"' }), '"muito" não é um tempo, como 30s, 5min ou 2h'],
    [
      reason('not-one-of', { value: '"x"', choices: 'modern, compat' }),
      '"x" não é nenhum destes: modern, compat',
    ],
    [reason('rule-name-expected', { found: reason('rule-end') }), 'esperado um nome, encontrado o fim'],
    ['a text is left as it is: no such file', 'a text is left as it is: no such file'],
  ])('with %j says why: %s', (why, said) => {
    const { message } = new TarrafaError('TRF_INPUT_MISSING', ['x', why]).explain('pt-BR');
    expect(message).toBe(`não é possível ler x: ${said}`);
  });

  it('is told the same by another thread that is given its code and values', () => {
    const error = new TarrafaError('TRF_STORAGE_DAMAGED', ['x', 7, reason('bytes-missing', { bytes: 1 })]);
    const again = new TarrafaError(error.code, JSON.parse(JSON.stringify(error.values)));
    expect(again.message).toBe('x is damaged at byte 7: 1 byte is missing');
    expect(again.explain('pt-PT')).toEqual(error.explain('pt-PT'));
  });
});
