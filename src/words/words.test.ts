/** The catalogues as a whole: no message is missing in a language, values agree, and none is there that nobody says. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STATUS_FIGURES } from '../crawl/crawl-status.ts';
import type { FailureReason } from '../http/index.ts';
import { REFUSAL_REASONS } from '../url/index.ts';
import { FAILURE_WORDS } from './failures.ts';
import { LANGUAGES, type Language } from './index.ts';
import { PLACE } from './say.ts';

const root = resolve(import.meta.dirname, '../..');

/** The names of the places of a text. */
const namesIn = (text: string): string[] =>
  [...new Set([...text.matchAll(PLACE)].map((match) => match[1] as string))].sort();

type Texts = { readonly [key: string]: string | readonly string[] | Texts };
type Catalogue = Readonly<Record<Language, Texts>>;

/**
 * Keys that the code makes while it runs, so that no source names them whole. Tables inside a catalogue are looked up by a code in the
 * same way, and are used when their own name is.
 */
const COMPUTED: Readonly<Record<string, readonly (readonly [keys: RegExp, why: string])[]>> = {
  browser: [[/^mark(?:DATE|TIME|DURATION|SET)$/, 'expressions of time are named by their type']],
  report: [
    [
      /^(?:outcome|reason|state|rule|visit|trap)-/,
      'outcomes, reasons, states, rules and traps are named by the crawl',
    ],
    [new RegExp(`^(?:${STATUS_FIGURES.join('|')})$`), 'the figures of a status are named by the crawl'],
  ],
  study: [[/^table-6\.\d+a?$/, 'tables are named by their number']],
  failures: [[/^/, 'codes of the system, of failed fetches and of refused addresses']],
  'block-reasons': [[/^/, 'reasons are named by the content analyser']],
  'page-types': [[/^/, 'types are named by the content analyser']],
};

/** Modules that say the messages of a topic for others, or name its keys: who imports one of them uses the topic. */
const SPEAKERS: Readonly<Record<string, readonly string[]>> = {
  browser: ['web/src/words.svelte.ts'],
  'crawl-page': ['web/src/crawls/crawl-words.svelte.ts'],
  'plain-pages': ['src/server/plain/layout.ts', 'src/warc/replay-answer.ts'],
  report: ['src/report/say-report.ts', 'src/words/visit-names.ts'],
  study: [
    'src/report/time/say-study.ts',
    'src/report/time/study-tables.ts',
    'src/report/time/unresolved-kind.ts',
  ],
  reasons: ['src/words/why.ts'],
  'geo-reasons': ['src/words/why.ts'],
  errors: ['src/errors.ts'],
  'entity-tables': ['web/src/entities/table-words.svelte.ts'],
  'crawl-options': ['src/cli/crawl/crawl-options.ts'],
};

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(path);
    else if (/\.(?:ts|svelte)$/.test(path) && !/\.(?:test|suite)\.ts$/.test(path)) yield path;
  }
}

interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: ReadonlySet<string>;
}

const sources: readonly Source[] = [...filesIn('src'), ...filesIn('web/src')].map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const imports = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map((match) =>
    relative(root, resolve(root, path, '..', match[1] as string))
      .split(sep)
      .join('/'),
  );
  return { path, text, imports: new Set(imports) };
});

const topics: (readonly [topic: string, catalogue: Catalogue])[] = [];
for (const name of readdirSync(import.meta.dirname)) {
  if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
  const module = (await import(join(import.meta.dirname, name))) as Readonly<Record<string, unknown>>;
  for (const value of Object.values(module))
    if (typeof value === 'object' && value !== null && typeof (value as Texts).en === 'object')
      topics.push([name.replace(/\.ts$/, ''), value as Catalogue]);
}

/** Every message with its path: `kinds.page`. */
function messages(texts: Texts, before = ''): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string'
      ? [[before + key, text]]
      : Array.isArray(text)
        ? [[before + key, text.join(' ')]]
        : messages(text as Texts, `${before}${key}.`),
  );
}

const quoted = (key: string): string => key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

describe('the messages', () => {
  it('are all found', () => {
    expect(topics.length).toBeGreaterThan(20);
  });

  it.each(topics)('of %s are the same in every language, with the same values', (_, catalogue) => {
    const whole = messages(catalogue['pt-BR']);
    for (const language of LANGUAGES) {
      const said = new Map(messages(catalogue[language]));
      expect([...said.keys()].sort(), language).toEqual(whole.map(([path]) => path).sort());
      for (const [path, text] of whole) {
        expect(said.get(path)?.trim(), `${language} ${path}`).not.toBe('');
        expect(namesIn(said.get(path) ?? ''), `${language} ${path}`).toEqual(namesIn(text));
      }
    }
  });

  it.each(topics)('of %s are all said by somebody', (topic, catalogue) => {
    const own = `src/words/${topic}.ts`;
    const entrances = [own, ...(SPEAKERS[topic] ?? [])];
    const users = sources.filter(
      ({ path, imports }) =>
        path !== own &&
        (entrances.some((entrance) => imports.has(entrance)) || SPEAKERS[topic]?.includes(path)),
    );
    expect(users.length).toBeGreaterThan(0);
    const text = users.map((user) => user.text).join('\n');
    const computed = COMPUTED[topic] ?? [];
    const unused = Object.keys(catalogue.en).filter(
      (key) =>
        !computed.some(([keys]) => keys.test(key)) &&
        !new RegExp(`(?:\\.${quoted(key)}\\b|['"\`]${quoted(key)}['"\`])`).test(text),
    );
    expect(unused).toEqual([]);
  });

  it('leave no place of an older form, and no brace that is not of a place', () => {
    for (const [topic, catalogue] of topics)
      for (const language of LANGUAGES)
        for (const [path, text] of messages(catalogue[language]))
          expect(
            text.replace(/\{\w+(?:\|[^|{}]*\|[^|{}]*)?\}/g, ''),
            `${topic} ${language} ${path}`,
          ).not.toMatch(/%s|[{}]/);
  });

  it('are Portuguese of Portugal where that differs', () => {
    for (const [topic, catalogue] of topics)
      for (const [path, text] of messages(catalogue['pt-PT']))
        expect(text, `${topic} ${path}`).not.toMatch(
          /\b(?:tela|usuários?|registros?|coletas?|coletad\w+|contatos?|deletar|baixar|você|conex(?:ão|ões)|arquivos? (?:geográficos?|de configuração))\b/i,
        );
  });
});

describe('what failed outside of us', () => {
  it('has words for every refusal of an address and every failure of a fetch', () => {
    for (const language of LANGUAGES) {
      expect(Object.keys(FAILURE_WORDS[language].address).sort()).toEqual(
        Object.keys(REFUSAL_REASONS).sort(),
      );
      const fetch: Readonly<Record<FailureReason, string>> = FAILURE_WORDS[language].fetch;
      expect(fetch.protocol).not.toBe('');
    }
  });
});
