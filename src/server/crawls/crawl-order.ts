/**
 * What the server was asked to do with a crawl, kept in its folder: how to collect, so that it can go on after a pause or a restart of the
 * server, and what was wanted last.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { writeFileWhole } from '../../files/index.ts';
import { HowToCollect, type StartCrawl } from '../schemas/crawls.ts';

export type CrawlRequest = Static<typeof StartCrawl>;
export type AskedCrawl = Static<typeof HowToCollect>;

export interface CrawlOrder {
  /** Null: it was not started from here, so nobody knows how to go on with it. */
  readonly asked: AskedCrawl | null;
  readonly seeds: readonly string[];
  /** `wait`: it was asked for at a time that has not come. */
  readonly wanted: 'run' | 'pause' | 'stop' | 'wait';
  readonly orderedAt: string;
  /** When what was asked was changed last; it may have something to do again. */
  readonly editedAt?: string | undefined;
  /** The round that it makes, or made last: every page that was visited before is visited once more. */
  readonly round?: CrawlRound | undefined;
}

export interface CrawlRound {
  /** When it began, ISO 8601: what was visited before that is visited again. */
  readonly since: string;
  /** Pages that the crawl had then: a budget of pages is one of each round. */
  readonly pagesBefore: number;
}

const pathOf = (folder: string) => join(folder, 'order.json');
const asked = Compile(HowToCollect);

const WANTED = ['pause', 'stop', 'wait'] as const;

function isMoment(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isRound(value: unknown): value is CrawlRound {
  if (typeof value !== 'object' || value === null) return false;
  const { since, pagesBefore } = value as Partial<Record<keyof CrawlRound, unknown>>;
  return isMoment(since) && Number.isSafeInteger(pagesBefore) && (pagesBefore as number) >= 0;
}

/** Larger than any that was written here. */
const LARGEST_ORDER = 1 << 20;

function texts(list: unknown): list is string[] {
  return Array.isArray(list) && list.every((word) => typeof word === 'string');
}

export function readOrder(folder: string): CrawlOrder | null {
  try {
    const stats = statSync(pathOf(folder));
    // A pipe under this name would hold the server up for ever.
    if (!stats.isFile() || stats.size > LARGEST_ORDER) return null;
    const order = JSON.parse(readFileSync(pathOf(folder), 'utf8')) as Record<string, unknown>;
    if (!texts(order.seeds)) return null;
    const how = texts(order.words) ? askedInWords(order.words) : order.asked;
    return {
      asked: asked.Check(how) ? how : null,
      seeds: order.seeds,
      wanted: WANTED.find((wanted) => wanted === order.wanted) ?? 'run',
      orderedAt: typeof order.orderedAt === 'string' ? order.orderedAt : '',
      ...(isMoment(order.editedAt) ? { editedAt: order.editedAt } : {}),
      ...(isRound(order.round) ? { round: order.round } : {}),
    };
  } catch {
    return null;
  }
}

export function writeOrder(folder: string, order: CrawlOrder): void {
  writeFileWhole(pathOf(folder), `${JSON.stringify(order, null, 2)}\n`);
}

const FLAGS: Readonly<Record<string, keyof AskedCrawl>> = {
  '--when': 'when',
  '--scope': 'scope',
  '--policy': 'policy',
  '--max-pages': 'maxPages',
  '--max-time': 'maxTime',
  '--delay': 'delay',
  '--contact': 'contact',
};

/** How to collect, as orders of version 0.1 have it: the words of a command. Null for an order without any. */
function askedInWords(words: readonly string[]): unknown {
  if (words.length === 0) return null;
  const how: Record<string, unknown> = {};
  for (const word of words.slice(0, words.indexOf('--'))) {
    const [flag = '', ...rest] = word.split('=');
    const name = FLAGS[flag];
    const value = rest.join('=');
    if (flag === '--geo') how.geo = true;
    else if (name !== undefined) how[name] = name === 'maxPages' ? Number(value) : value;
  }
  // The haste of the sample web is for the sample web alone, and is added for it anew.
  if (words.some((word) => word.startsWith('--sample-web='))) delete how.delay;
  return how;
}
