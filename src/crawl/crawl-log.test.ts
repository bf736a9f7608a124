import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastWords, loggedFailure, logMessage } from './index.ts';

describe('what a crawl said last', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tarrafa-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is the end of its log, however long that is', () => {
    const log = join(folder, 'crawl.log');
    expect(lastWords(folder)).toBeNull();
    writeFileSync(log, '\n');
    expect(lastWords(folder)).toBeNull();
    writeFileSync(log, `${'início ção\n'.repeat(20_000)}erro: sem espaço\nlibere espaço\n`);
    expect(lastWords(folder)).toBe('erro: sem espaço libere espaço');
    writeFileSync(log, 'ç'.repeat(100_000));
    expect(lastWords(folder)).toBe('ç'.repeat(500));
    rmSync(log);
    mkdirSync(log);
    expect(lastWords(folder)).toBeNull();
  });

  it('is an error only when nothing was said after it', () => {
    expect(loggedFailure(folder)).toBeNull();
    logMessage(folder, { kind: 'failed', code: 'TRF_FOLDER_NOT_A_CRAWL', values: ['x'] }, 1);
    expect(loggedFailure(folder)?.code).toBe('TRF_FOLDER_NOT_A_CRAWL');
    logMessage(folder, { kind: 'opened', resumed: true, pages: 3 }, 2);
    expect(loggedFailure(folder)).toBeNull();
  });
});
