/**
 * The truth of a data set: which blocks of which pages are content, as a person marked them. JSON Lines, the first of which says what the
 * file is; every other is a page, known by its address and by the digest of its bytes.
 */
import { readFileSync, statSync } from 'node:fs';
import { inputError, TarrafaError } from '../../../errors.ts';
import { type Reason, reason } from '../../../words/why.ts';

/** `open`: nobody has looked at it yet. `excluded`: no page for this data set (live coverage, paid, only pictures). */
export type GoldState = 'marked' | 'excluded' | 'open';

export interface GoldBlock {
  /** Its number among the blocks of the page. */
  readonly id: string;
  readonly path: string;
  readonly text: string;
}

export interface GoldPage {
  readonly url: string;
  /** SHA-1 of the bytes, in base64. */
  readonly digest: string;
  readonly title: string;
  readonly state: GoldState;
  /** Those that are content. */
  readonly blocks: readonly GoldBlock[];
  /** Texts of blocks that count neither way: bylines, dates, credits. */
  readonly neutral?: readonly string[];
  /** The content as one text, where a truth from elsewhere has no blocks: only words are scored then. */
  readonly text?: string;
}

export interface Gold {
  readonly site: string;
  readonly seed: number;
  readonly pages: readonly GoldPage[];
}

export const GOLD_FORM = 'tarrafa-content-gold';
const VERSION = 1;
const LARGEST_FILE = 256 << 20;
const MOST_PAGES = 10_000;
const STATES: readonly unknown[] = ['marked', 'excluded', 'open'] satisfies readonly GoldState[];

/** Throws TRF_INPUT_MISSING, and TRF_CONTENT_GOLD for what is no such file. */
export function readGold(path: string): Gold {
  let text: string;
  try {
    if (statSync(path).size > LARGEST_FILE) throw wrong(path, reason('gold-first-line'));
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw cause instanceof TarrafaError ? cause : inputError(path, cause);
  }
  return parseGold(text, path);
}

/** `name` is what the file is called in an error. */
export function parseGold(text: string, name: string): Gold {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const first = objectOf(lines[0], name, 1);
  if (first.form !== GOLD_FORM || first.version !== VERSION || typeof first.site !== 'string')
    throw wrong(name, reason('gold-first-line'));
  if (lines.length > MOST_PAGES + 1) throw wrong(name, reason('gold-line', { line: MOST_PAGES + 2 }));
  return {
    site: first.site,
    seed: typeof first.seed === 'number' ? first.seed : 0,
    pages: lines.slice(1).map((line, i) => pageOf(objectOf(line, name, i + 2), name, i + 2)),
  };
}

function pageOf(value: Record<string, unknown>, name: string, line: number): GoldPage {
  const { url, digest, title, state, blocks, neutral, text: whole } = value;
  if (
    typeof url !== 'string' ||
    typeof digest !== 'string' ||
    typeof title !== 'string' ||
    !STATES.includes(state) ||
    !Array.isArray(blocks) ||
    (whole !== undefined && typeof whole !== 'string') ||
    (neutral !== undefined && !(Array.isArray(neutral) && neutral.every((each) => typeof each === 'string')))
  )
    throw wrong(name, reason('gold-line', { line }));
  return {
    url,
    digest,
    title,
    state: state as GoldState,
    ...(neutral === undefined ? {} : { neutral: neutral as string[] }),
    ...(whole === undefined ? {} : { text: whole as string }),
    blocks: blocks.map((block: unknown): GoldBlock => {
      const { id, path, text } = (block ?? {}) as Record<string, unknown>;
      if (typeof id !== 'string' || typeof path !== 'string' || typeof text !== 'string')
        throw wrong(name, reason('gold-line', { line }));
      return { id, path, text };
    }),
  };
}

function objectOf(text: string | undefined, name: string, line: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse((text ?? '').replace(/^\ufeff/, ''));
  } catch {
    value = null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong(name, line === 1 ? reason('gold-first-line') : reason('gold-line', { line }));
  return value as Record<string, unknown>;
}

function wrong(path: string, why: Reason): TarrafaError {
  return new TarrafaError('TRF_CONTENT_GOLD', [path, why]);
}
