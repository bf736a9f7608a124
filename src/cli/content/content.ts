/**
 * `tarrafa content <url|file|folder|warc|->`: what pages say without their boilerplate. Pages that come together are compared with one
 * another, site by site; a single page is judged alone, or with `--site` and `--memory` by what its site repeats; the pages of a crawl
 * by what the crawl learned.
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type Content, extractContent, type SiteMemory } from '../../content/index.ts';
import { storageError } from '../../errors.ts';
import { printableLines } from '../../formats/index.ts';
import { datePage, type PageDates } from '../../time/dating/index.ts';
import { ARCHIVE_NAME } from '../../warc/index.ts';
import { CONTENT_WORDS, type ContentWords } from '../../words/content.ts';
import type { Language } from '../../words/index.ts';
import { say } from '../../words/index.ts';
import { type CommandSurroundings, PROCESS } from '../input/surroundings.ts';
import { explainPage } from './content-explain.ts';
import {
  comparison,
  type FormOptions,
  HtmlForm,
  jsonForm,
  markdownForm,
  textForm,
  wasCompared,
} from './content-forms.ts';
import { memoryCommand, readMemory } from './content-memory.ts';
import { type Reading, type ReadPage, readable } from './content-pages.ts';
import { reasonText, typeText } from './content-reasons.ts';
import { ContentSites } from './content-sites.ts';
import { trainCommand } from './content-train.ts';

const MOST_EXPLAINED = 200;
/** Lines about pages that could not be compared; the rest is counted. */
const MOST_TOLD = 5;

interface ContentFlags {
  readonly site?: string[];
  readonly memory?: string;
  readonly format?: 'text' | 'md' | 'html' | 'json';
  readonly comments?: boolean;
  readonly frontMatter: boolean;
  readonly explain?: boolean;
  readonly explainOut?: string;
  readonly json?: boolean;
  readonly url?: string;
  readonly fetched?: number;
  readonly single?: boolean;
}

export function contentCommand(language: Language, around: CommandSurroundings = PROCESS): Command {
  const m = CONTENT_WORDS[language];
  const moment = (text: string): number => {
    const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(at)) throw new InvalidArgumentError(m.notADate);
    return at;
  };
  const address = (text: string): string => {
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw new InvalidArgumentError(m.notAnAddress);
    return text;
  };
  const command = new Command('content');
  command
    .description(m.about)
    .argument('[input...]', m.inputs)
    .option('--site <folder...>', m.site)
    .option('--memory <file>', m.memory)
    .addOption(new Option('--format <form>', m.format).choices(['text', 'md', 'html', 'json']))
    .option('--comments', m.comments)
    .option('--no-front-matter', m.noFrontMatter)
    .option('--explain', m.explain)
    .option('--explain-out <path>', m.explainOut)
    .option('--json', m.json)
    .option('--url <address>', m.url, address)
    .option('--fetched <date>', m.fetched, moment)
    .option('--single', m.single)
    .action(async (inputs: string[], flags: ContentFlags) => {
      if (inputs.length === 0)
        command.error(flags.site === undefined ? say(m.nothingGiven, { inputs: m.inputs }) : m.siteTookAll);
      await run(inputs, flags, { around, m, language });
    });
  command.addCommand(memoryCommand({ around, m, language }));
  command.addCommand(trainCommand({ around, m, language }));
  return command;
}

async function run(inputs: readonly string[], flags: ContentFlags, reading: Reading): Promise<void> {
  const sites = new ContentSites();
  try {
    await extract(inputs, flags, reading, sites);
  } finally {
    sites.close();
  }
}

async function extract(
  inputs: readonly string[],
  flags: ContentFlags,
  reading: Reading,
  sites: ContentSites,
): Promise<void> {
  const { around, m, language } = reading;
  const given: SiteMemory | null = flags.memory === undefined ? null : readMemory(flags.memory, m);
  if (given === null && flags.single !== true) {
    if (flags.site !== undefined) await sites.learnSite(flags.site, reading);
    // What can be read twice is.
    const twice = inputs.filter((input) => input !== '-' && !/^https?:\/\//i.test(input));
    if (twice.length > 1 || (twice.length === 1 && !isOnePage(twice[0]!)))
      await sites.learnInputs(twice, reading, flags.url);
    if (sites.sites.size > 1 && !sites.remembered && around.isTerminal)
      around.err(`${say(m.mixed, { sites: sites.sites.size })}\n`);
  }
  const asked = given !== null || (flags.site !== undefined && flags.single !== true);
  const form: FormOptions = {
    comments: flags.comments === true,
    frontMatter: flags.frontMatter,
    terminal: around.isTerminal,
  };
  const json =
    flags.format === 'json' || flags.json === true || (flags.format === undefined && !around.isTerminal);
  const html = new HtmlForm(m, say(m.severalTitle, { inputs: inputs.join(' ') }), form.comments);
  let number = 0;
  let alone = 0;
  const explained: string[] = [];
  for await (const read of readable(inputs, reading, { url: flags.url })) {
    const { page, analysed } = read;
    number++;
    const witness = given === null ? sites.of(read) : { memory: given, counted: false };
    const dates = datesOf(read, flags.fetched, around.now());
    const content = extractContent(analysed, {
      ...(witness ?? {}),
      published: dates.published?.date ?? null,
      modified: dates.modified?.date ?? null,
    });
    const name = page.name === '-' ? m.standardInput : page.name;
    const facts = json || flags.format === 'md' || flags.format === 'html';
    const spoken = facts ? read.read.languageTag : null;
    if (json) around.out(`${JSON.stringify(jsonForm(page.name, content, spoken, flags.explain === true))}\n`);
    else if (flags.explain === true && flags.format === undefined)
      around.out(explainText(content, name, m, language));
    else if (flags.format === 'html') around.out(html.page(name, content, spoken));
    else if (flags.format === 'md') around.out(markdownForm(name, content, spoken, m, form));
    else around.out(textForm(name, content, m, form));
    if (asked && !wasCompared(content) && ++alone <= MOST_TOLD)
      around.err(`${printableLines(say(given === null ? m.notOfSite : m.notOfMemory, { page: name }))}\n`);
    if (flags.explain === true && number <= MOST_EXPLAINED)
      explained.push(writeExplanation(content, name, number, flags, m, language));
  }
  if (!json && flags.format === 'html') around.out(html.end());
  if (explained.length === 1) around.err(`${say(m.written, { file: explained[0]! })}\n`);
  else if (explained.length > 1)
    around.err(
      `${say(m.writtenMany, { pages: explained.length, first: explained[0]!, last: explained.at(-1)! })}\n`,
    );
  if (alone > MOST_TOLD) around.err(`${say(m.manyAlone, { alone, all: number })}\n`);
  if (flags.explain === true && number > MOST_EXPLAINED)
    around.err(`${say(m.mostExplained, { explained: MOST_EXPLAINED, all: number })}\n`);
}

/** Whether a path is that of a file of one page, which cannot be compared with itself. */
function isOnePage(path: string): boolean {
  return !ARCHIVE_NAME.test(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/**
 * The dates of a page. What counts from the moment of the capture ("há 5 dias") says nothing when that moment is not known, as with a file
 * somebody saved; but no page is from after today.
 */
function datesOf({ page, analysed }: ReadPage, fetched: number | undefined, now: number): PageDates {
  const date = (fetchedAt: number): PageDates =>
    datePage(analysed.doc, {
      fetchedAt,
      ...(analysed.url === '' ? {} : { url: analysed.url }),
      ...(page.lastModified === undefined ? {} : { lastModified: page.lastModified }),
    });
  if (page.dated === true) return date(page.fetchedAt);
  if (fetched !== undefined) return date(fetched);
  const dates = date(Number.NaN);
  const today = new Date(now).toISOString().slice(0, 10);
  if ((dates.published?.date ?? '') <= today && (dates.modified?.date ?? '') <= today) return dates;
  const bounded = date(now);
  const stated = (found: PageDates['published']): PageDates['published'] =>
    found?.source === 'relative' ? null : found;
  return { ...bounded, published: stated(bounded.published), modified: stated(bounded.modified) };
}

const MARK = { content: '+', headline: 'T', comment: 'c', boilerplate: '-' } as const;
const REASON_WIDTH = 29;

/** The verdicts as lines, for a terminal. */
function explainText(content: Content, name: string, m: ContentWords, language: Language): string {
  const lines = content.blocks.map((block) => {
    const repeated =
      block.repeated === undefined || block.repeated === 0 ? '' : `${Math.round(block.repeated * 100)}%`;
    const text = block.text.length > 80 ? `${block.text.slice(0, 79)}…` : block.text;
    return printableLines(
      `${MARK[block.verdict]} ${block.score.toFixed(2)}  ${reasonText(block.reason, language).padEnd(REASON_WIDTH)} ${repeated.padStart(4)}  ${text.replace(/\n/g, ' ')}`,
    );
  });
  return `${printableLines(content.title || name)}\n${m.type}: ${typeText(content.type, language)} · ${say(m.words, { kept: content.words, all: content.pageWords })} · ${comparison(content, m, true)}\n${lines.join('\n')}\n\n`;
}

function writeExplanation(
  content: Content,
  name: string,
  number: number,
  flags: ContentFlags,
  m: ContentWords,
  language: Language,
): string {
  const asked = flags.explainOut ?? 'tarrafa-content.html';
  let path = asked;
  try {
    if (flags.explainOut !== undefined && !/\.html?$/i.test(asked)) {
      mkdirSync(asked, { recursive: true });
      path = join(asked, `${String(number).padStart(4, '0')}.html`);
    } else if (number > 1) path = asked.replace(/(\.html?)?$/i, `-${number}.html`);
    writeFileSync(path, explainPage(content, name, m, language));
  } catch (cause) {
    throw storageError(path, cause);
  }
  return path;
}
