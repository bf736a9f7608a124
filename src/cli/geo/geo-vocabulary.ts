/** `tarrafa geo vocabulary`: the geo-interesting words in use, and a new list from pages of known producers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import pc from 'picocolors';
import { archivedPages } from '../../app/input/archived-pages.ts';
import { LONGEST_PAGE } from '../../coding/index.ts';
import { printable } from '../../formats/index.ts';
import { GeoVocabulary, selectTerms, TermCounter } from '../../geo/vocabulary/index.ts';
import { readPage } from '../../page/index.ts';
import { ARCHIVE_NAME } from '../../warc/index.ts';
import { GEO_SEARCH_WORDS } from '../../words/geo-search.ts';
import type { Language } from '../../words/index.ts';
import { formatFixed, say } from '../../words/index.ts';
import { isFolder } from '../input/given-path.ts';
import { GEO_SEARCH_PROCESS, type GeoSearchSurroundings, positive } from './geo-search.ts';

const PAGE_NAME = /\.(?:x?html?|shtml|php|aspx?)$/i;

/** Pages and archives below a path, in order of name. */
function* filesOf(path: string): Generator<string> {
  if (!isFolder(path)) {
    yield path;
    return;
  }
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }).sort())
    if (PAGE_NAME.test(name) || ARCHIVE_NAME.test(name)) yield join(path, name);
}

async function count(path: string, counter: TermCounter, err: (text: string) => void): Promise<void> {
  if (!ARCHIVE_NAME.test(path)) {
    const bytes = readFileSync(path).subarray(0, LONGEST_PAGE);
    const { document } = readPage({ url: '', contentType: null, bytes, expected: 'page' });
    if (document !== null) counter.add(document);
    return;
  }
  const pages = archivedPages(path, {
    onProblem: ({ path, offset, message }) => err(`${path} @${offset}: ${message}\n`),
  });
  for await (const { contentType, document } of pages) if (contentType !== null) counter.add(document);
}

interface BuildFlags {
  readonly descriptionWeight: number;
  readonly top?: number;
  readonly all?: boolean;
  readonly json?: boolean;
}

export function geoVocabularyCommand(
  language: Language,
  around: GeoSearchSurroundings = GEO_SEARCH_PROCESS,
): Command {
  const m = GEO_SEARCH_WORDS[language];
  const show = new Command('show')
    .description(m.show)
    .option('--json', m.json)
    .action((flags: { json?: boolean }) => {
      const { terms } = new GeoVocabulary();
      if (!around.isTerminal || flags.json === true)
        for (const term of terms) around.out(`${JSON.stringify(term)}\n`);
      else
        for (const { term, weight, translation } of terms)
          around.out(
            `${String(weight).padStart(5)}  ${term}${translation === '' ? '' : pc.dim(`  ${translation}`)}\n`,
          );
    });
  const build = new Command('build')
    .description(m.build)
    .argument('<input...>', m.buildInputs)
    .option('--description-weight <weight>', m.descriptionWeight, positive(m), 2.5)
    .option('--top <n>', m.top, positive(m))
    .option('--all', m.all)
    .option('--json', m.json)
    .action(async (inputs: string[], flags: BuildFlags) => {
      const counter = new TermCounter();
      for (const input of inputs) for (const path of filesOf(input)) await count(path, counter, around.err);
      const built = selectTerms(counter.counts, { descriptionWeight: flags.descriptionWeight });
      const kept = new Set(built.terms);
      const rows = (flags.all === true ? built.all : built.selected).slice(
        0,
        flags.top ?? Number.POSITIVE_INFINITY,
      );
      if (!around.isTerminal || flags.json === true) {
        for (const row of rows) around.out(`${JSON.stringify({ ...row, kept: kept.has(row.term) })}\n`);
        return;
      }
      around.out(`${pc.dim(`${m.relevance.padStart(9)}  ${m.term}`)}\n`);
      for (const { term, relevance } of rows) {
        const line = `${relevance.toFixed(2).padStart(9)}  ${printable(term)}`;
        around.out(`${kept.has(term) ? line : pc.dim(line)}\n`);
      }
      const n = (value: number, digits = 0): string => formatFixed(value, language, digits);
      around.out(
        `${pc.dim(say(m.selected, { pages: n(counter.pages), words: n(built.selected.length), mean: n(built.mean, 2) }))}\n`,
      );
    });
  for (const command of [show, build]) command.exitOverride();
  return new Command('vocabulary').description(m.vocabulary).addCommand(build).addCommand(show);
}
