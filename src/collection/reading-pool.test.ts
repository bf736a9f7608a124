import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { analyseArchive } from './analyse-archive.ts';
import { collectionPlace } from './collection-place.ts';
import { RecordingCatalogue } from './recording-catalogue.suite.ts';
import { crawlFolder, newsPage, tempFolder } from './small-archive.suite.ts';

/** A thread that finds no document, and ends where the address asks for it. */
const THREAD = `
import { parentPort } from 'node:worker_threads';
parentPort.postMessage('ready');
parentPort.on('message', ({ id, task }) => {
  if (task.head.url.includes('fim')) process.exit(1);
  parentPort.postMessage({ id, answer: { kind: 'record', record: null } });
});`;

function threadModule(source: string): URL {
  const path = join(tempFolder(), 'thread.mjs');
  writeFileSync(path, source);
  return pathToFileURL(path);
}

describe('a page that kills its thread', () => {
  it('is in the catalogue with its address and nothing else, and is told', async () => {
    const pages = [0, 1, 2].map((n) => newsPage('jornal.com.br', n));
    const folder = crawlFolder([pages[0]!, { ...pages[1]!, url: 'http://www.jornal.com.br/fim' }, pages[2]!]);
    const catalogue = new RecordingCatalogue();
    const problems: string[] = [];
    const result = await analyseArchive(collectionPlace([folder]), catalogue, {
      threads: 1,
      module: threadModule(THREAD),
      onProblem: ({ where, reason }) => problems.push(`${where} ${reason}`),
    });
    expect(result).toMatchObject({ pages: 1, problems: 1 });
    expect(problems).toEqual(['http://www.jornal.com.br/fim thread-ended']);
    expect(catalogue.pages).toMatchObject([
      {
        url: 'http://www.jornal.com.br/fim',
        type: 'unreadable',
        text: '',
        segments: [],
        site: 'jornal.com.br',
      },
    ]);
    expect(catalogue.pages[0]!.archive).not.toBeNull();
  });
});
