import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../sqlite.ts';
import { SEARCH_INDEX_SCHEMA, SqliteSearchIndex } from './index.ts';
import type { IndexRequest } from './port.ts';

const WRITER = fileURLToPath(new URL('./index-writer.suite.ts', import.meta.url));

/** Starts the writer and kills it once it has committed so many batches; answers with the last one that it told of. */
function killed(path: string, seed: number, commits: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', WRITER, path, String(seed)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let told = '';
    let dead = false;
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (piece: string) => {
      told += piece;
      // The next batch, and every third time its merge, is under way by now.
      if (!dead && told.split('\n').length > commits) {
        dead = true;
        child.kill('SIGKILL');
      }
    });
    child.on('error', reject);
    child.on('close', () => {
      const lines = told.split('\n').slice(0, -1);
      resolve(Number(lines.at(-1)));
    });
  });
}

describe('a kill in the middle of writing', () => {
  it('leaves every batch whole or absent, and nothing behind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tarrafa-kill-'));
    try {
      const path = join(folder, 'catalogue.db');
      const first = openDatabase(path);
      first.exec('PRAGMA journal_mode = WAL');
      first.exec(SEARCH_INDEX_SCHEMA);
      first.close();
      let next = 0;
      for (const commits of [3, 9, 14]) {
        const last = await killed(path, next, commits);
        const database = openDatabase(path);
        const index = new SqliteSearchIndex(database);
        const ask = (text: string): number => {
          const request: IndexRequest = {
            clause: { kind: 'word', text },
            order: 'relevance',
            offset: 0,
            limit: 50,
            facets: true,
            weights: { title: 1, text: 1, anchors: 1, period: 1, place: 1, links: 1, near: 0 },
          };
          return index.search(request).total;
        };
        // What was told is there; the batch after it may have been committed before the kill.
        expect(last).toBeGreaterThanOrEqual(next);
        let reached = last;
        while (ask(`lote${reached + 1}`) > 0) reached++;
        for (let batch = Math.max(0, reached - 39); batch <= reached; batch++)
          expect(ask(`lote${batch}`)).toBe(20);
        expect(index.documents).toBe(Math.min(40, reached + 1) * 20);
        expect(ask('comum')).toBe(index.documents);
        const { problems } = database
          .prepare(
            'SELECT COUNT(*) AS problems FROM index_data WHERE id NOT IN (SELECT d.id FROM index_data d JOIN index_segments s ON d.id BETWEEN s.first_row AND s.last_row)',
          )
          .get<{ problems: number }>()!;
        expect(problems).toBe(0);
        index.merge(true);
        expect(ask('comum')).toBe(index.documents);
        database.close();
        next = reached + 1;
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
