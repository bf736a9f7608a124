/**
 * What the server was asked to do with a crawl, kept in its folder: the words of the command, so that it can go on after a pause or a
 * restart of the server, and what was wanted last.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileWhole } from '../../files/index.ts';

export interface CrawlOrder {
  readonly words: readonly string[];
  readonly seeds: readonly string[];
  readonly wanted: 'run' | 'pause' | 'stop';
  readonly orderedAt: string;
}

const pathOf = (folder: string) => join(folder, 'order.json');

export function readOrder(folder: string): CrawlOrder | null {
  try {
    const order = JSON.parse(readFileSync(pathOf(folder), 'utf8')) as Partial<CrawlOrder>;
    const texts = (list: unknown): list is string[] =>
      Array.isArray(list) && list.every((word) => typeof word === 'string');
    if (!texts(order.words) || !texts(order.seeds)) return null;
    return {
      words: order.words,
      seeds: order.seeds,
      wanted: order.wanted === 'pause' || order.wanted === 'stop' ? order.wanted : 'run',
      orderedAt: typeof order.orderedAt === 'string' ? order.orderedAt : '',
    };
  } catch {
    return null;
  }
}

export function writeOrder(folder: string, order: CrawlOrder): void {
  writeFileWhole(pathOf(folder), `${JSON.stringify(order, null, 2)}\n`);
}
