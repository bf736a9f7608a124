/**
 * Where settings come from, the nearer winning: flags, environment variables, tarrafa.config.json in the folder one stands in (or the file
 * named by --config), defaults. A configuration that is a program is run only when it is named: the folder one stands in may be somebody
 * else's.
 */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CollectSettings } from '../app/collect.ts';
import { TarrafaError } from '../errors.ts';
import { COMMAND_WORDS } from '../words/commands.ts';
import { type Language, say } from '../words/index.ts';
import { jsonFailure, reason, systemFailure } from '../words/why.ts';
import { CRAWL_OPTIONS, configKey, environmentName, readOption } from './crawl/crawl-options.ts';

const USUAL_NAME = 'tarrafa.config.json';
const PROGRAMS = ['tarrafa.config.ts', 'tarrafa.config.mjs', 'tarrafa.config.js'];

/** Keys of the file that are not settings of a crawl. */
const OTHER_KEYS = new Set(['seeds', 'out', 'lang', 'periods', '$schema']);

function readJson(path: string): unknown {
  const text = readFileSync(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TarrafaError('TRF_CONFIG_INVALID', [path, jsonFailure(cause, text)], { cause });
  }
}

async function load(path: string): Promise<unknown> {
  try {
    if (extname(path) === '.json') return readJson(path);
    if (extname(path) === '.ts') {
      // Loaded only for those who write their configuration in TypeScript.
      const { createJiti } = await import('jiti');
      return await createJiti(import.meta.url).import(path, { default: true });
    }
    return ((await import(pathToFileURL(path).href)) as { default: unknown }).default;
  } catch (error) {
    if (error instanceof TarrafaError) throw error;
    throw new TarrafaError('TRF_CONFIG_INVALID', [path, systemFailure(error)], { cause: error });
  }
}

export interface Configuration {
  readonly path: string | null;
  /** A configuration in the folder that was not read, because nobody asked for it to be run. */
  readonly program: string | null;
  readonly seeds: readonly string[];
  readonly out: string | null;
  /** Names with a period, for `when`. */
  readonly periods: NonNullable<CollectSettings['periods']>;
  readonly settings: CollectSettings;
}

/** Says that a configuration lies here that nobody asked for. */
export function tellOfProgram({ program }: Pick<Configuration, 'program'>, language: Language): void {
  if (program !== null)
    process.stderr.write(`${say(COMMAND_WORDS[language].configurationNotRun, { file: program })}\n`);
}

function texts(value: unknown, path: string, key: string): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new TarrafaError('TRF_CONFIG_INVALID', [path, reason('must-be-texts', { key })]);
}

function periodsIn(value: unknown, path: string): Configuration['periods'] {
  if (value === undefined) return {};
  const entries =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null;
  if (entries?.every(([, period]) => typeof period === 'string')) return Object.fromEntries(entries);
  throw new TarrafaError('TRF_CONFIG_INVALID', [
    path,
    reason('must-be-periods', { example: '{"governo Dilma": "2011-01-01..2016-08-31"}' }),
  ]);
}

function nearest(word: string, words: readonly string[]): string | null {
  const distance = (a: string, b: string): number => {
    let row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++)
        next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
      row = next;
    }
    return row[b.length]!;
  };
  const best = [...words].sort((a, b) => distance(word, a) - distance(word, b))[0];
  return best !== undefined && distance(word, best) <= 3 ? best : null;
}

export async function readConfiguration(folder: string, named?: string): Promise<Configuration> {
  const usual = join(folder, USUAL_NAME);
  const path = named ? resolve(folder, named) : existsSync(usual) ? usual : null;
  if (path === null) {
    const program = PROGRAMS.find((name) => existsSync(join(folder, name))) ?? null;
    return { path, program, seeds: [], out: null, periods: {}, settings: {} };
  }
  if (!existsSync(path)) throw new TarrafaError('TRF_INPUT_MISSING', [path, reason('no-such-file')]);
  const content = await load(path);
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new TarrafaError('TRF_CONFIG_INVALID', [path, reason('must-be-object')]);
  const given = content as Record<string, unknown>;
  const settings: Record<string, unknown> = {};
  const byKey = new Map(CRAWL_OPTIONS.map((option) => [configKey(option), option]));
  for (const [key, value] of Object.entries(given)) {
    const option = byKey.get(key);
    if (option) settings[option.name] = readOption(option, value, `${path} (${key})`);
    else if (!OTHER_KEYS.has(key)) {
      const meant = nearest(key, [...byKey.keys(), ...OTHER_KEYS]);
      throw new TarrafaError('TRF_CONFIG_INVALID', [
        path,
        meant === null ? reason('key-unknown', { key }) : reason('key-unknown-perhaps', { key, meant }),
      ]);
    }
  }
  const out = given.out ?? null;
  if (out !== null && typeof out !== 'string')
    throw new TarrafaError('TRF_CONFIG_INVALID', [path, reason('must-be-text', { key: 'out' })]);
  return {
    path,
    program: null,
    seeds: texts(given.seeds, path, 'seeds'),
    out,
    periods: periodsIn(given.periods, path),
    settings: settings as Configuration['settings'],
  };
}

export function environmentSettings(
  env: Readonly<Record<string, string | undefined>>,
): Configuration['settings'] {
  const settings: Record<string, unknown> = {};
  for (const option of CRAWL_OPTIONS) {
    const name = environmentName(option);
    if (env[name]) settings[option.name] = readOption(option, env[name], name);
  }
  return settings as Configuration['settings'];
}
