/**
 * `tarrafa content <url|file|folder|warc|->`: what pages say without their boilerplate. Pages that come together are compared with one
 * another, site by site; a single page is judged alone, or with `--site` and `--memory` by what its site repeats; the pages of a crawl
 * by what the crawl learned. With `--method` the pages of each site are compared with one another by a published method.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { explainContent, shownIbdf } from '../../app/content/explanation-page.ts';
import { methodReport } from '../../app/content/method-report.ts';
import { readPublishedContent, type SiteRun } from '../../app/content/published-method.ts';
import {
  CONTENT_FORMS,
  type ContentForm,
  comparison,
  contentAs,
  shownName,
} from '../../app/content/written-forms.ts';
import { type PageContent, readContent } from '../../app/content.ts';
import { storageError } from '../../errors.ts';
import { writeFileWhole } from '../../files/index.ts';
import { printableLines } from '../../formats/index.ts';
import { blockReason } from '../../words/block-reasons.ts';
import { CONTENT_WORDS } from '../../words/content.ts';
import { formatFixed, type Language, say } from '../../words/index.ts';
import { PAGE_TYPE_WORDS } from '../../words/page-types.ts';
import { type AccessFlags, accessOf, withAccessFlags } from '../input/access-flags.ts';
import { type CommandSurroundings, PROCESS } from '../input/surroundings.ts';
import { colours as pc } from '../terminal/colours.ts';
import { goldCommand } from './content-gold.ts';
import { memoryCommand } from './content-memory.ts';
import { ToldReading } from './content-told.ts';
import { trainCommand } from './content-train.ts';
import {
  addMethodOptions,
  checkMethodFlags,
  fileToWrite,
  flagsGiven,
  type MethodFlags,
  methodSettings,
} from './method-options.ts';

const MOST_EXPLAINED = 200;
/** Lines about pages that could not be compared; the rest is counted. */
const MOST_TOLD = 5;

interface ContentFlags extends MethodFlags, AccessFlags {
  readonly site?: string[];
  readonly memory?: string;
  readonly format?: ContentForm;
  readonly comments?: boolean;
  readonly frontMatter: boolean;
  readonly explain?: boolean;
  readonly explainOut?: string;
  readonly json?: boolean;
  readonly url?: string;
  readonly fetched?: number;
  readonly single?: boolean;
  readonly report?: string;
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
    // What follows the name of a command below is its own: several flags are of both.
    .enablePositionalOptions()
    .description(m.about)
    .argument('[input...]', m.inputs)
    .option('--site <folder...>', m.site)
    .option('--memory <file>', m.memory)
    .addOption(new Option('--format <form>', m.format).choices(CONTENT_FORMS))
    .option('--comments', m.comments)
    .option('--no-front-matter', m.noFrontMatter)
    .option('--explain', m.explain)
    .option('--explain-out <path>', m.explainOut)
    .option('--json', m.json)
    .option('--url <address>', m.url, address)
    .option('--fetched <date>', m.fetched, moment)
    .option('--single', m.single)
    .action(async (inputs: string[], flags: ContentFlags) => {
      checkMethodFlags(command, flags.method, language);
      const [alone] = flags.method === undefined ? [] : flagsGiven(command, NOT_WITH_METHOD);
      if (alone !== undefined) command.error(say(m.notWithMethod, { flag: alone }));
      if (flags.report !== undefined && flags.method === undefined)
        command.error(say(m.needsMethod, { flag: '--report' }));
      if (inputs.length === 0)
        command.error(flags.site === undefined ? say(m.nothingGiven, { inputs: m.inputs }) : m.siteTookAll);
      await new ContentCommand(flags, language, around, command).run(inputs);
    });
  withAccessFlags(command, language);
  addMethodOptions(command, language);
  command.addOption(new Option('--report <file>', m.report).helpGroup(m.methodGroup));
  command.addCommand(memoryCommand(language, around));
  command.addCommand(goldCommand(language, around));
  command.addCommand(trainCommand(language, around));
  return command;
}

/** What the published methods know nothing of. */
const NOT_WITH_METHOD = ['memory', 'single', 'comments'];

const MARK = { content: '+', headline: 'T', comment: 'c', boilerplate: '-' } as const;
const REASON_WIDTH = 29;

/** Of the group of a method, what does not change its verdicts. */
const NO_PARAMETER = new Set(['--method', '--report']);

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' && value !== null ? Object.values(value).join(',') : String(value);
}

class ContentCommand {
  readonly #flags: ContentFlags;
  readonly #language: Language;
  readonly #m: (typeof CONTENT_WORDS)[Language];
  readonly #around: CommandSurroundings;
  readonly #told: ToldReading;
  readonly #command: Command;
  readonly #explained: string[] = [];
  readonly #runs: SiteRun[] = [];
  #pages = 0;
  #alone = 0;

  constructor(flags: ContentFlags, language: Language, around: CommandSurroundings, command: Command) {
    this.#command = command;
    this.#flags = flags;
    this.#language = language;
    this.#m = CONTENT_WORDS[language];
    this.#around = around;
    this.#told = new ToldReading(around, language);
  }

  async run(inputs: readonly string[]): Promise<void> {
    const { comments, frontMatter, explain, report } = this.#flags;
    const form = this.#form;
    if (report !== undefined) fileToWrite(report);
    const pages = this.#seen(this.#read(inputs));
    const pieces =
      form === 'verdicts'
        ? this.#verdicts(pages)
        : contentAs(form, pages, {
            language: this.#language,
            comments,
            frontMatter,
            blocks: explain,
            title: say(this.#m.severalTitle, { inputs: inputs.join(' ') }),
            style: this.#around.isTerminal ? { heading: pc.bold, faint: pc.dim } : undefined,
          });
    try {
      for await (const piece of pieces) {
        if (this.#around.isTerminal) this.#told.clear();
        this.#around.out(piece);
      }
    } finally {
      this.#told.clear();
    }
    if (report !== undefined) {
      writeFileWhole(report, methodReport(this.#runs, this.#config));
      this.#around.err(`${say(this.#m.written, { file: report })}\n`);
    }
    this.#sum();
  }

  #read(inputs: readonly string[]): AsyncIterable<PageContent> {
    const { site, memory, single, fetched, url, method } = this.#flags;
    const reading = this.#told.options(url, accessOf(this.#flags));
    if (method === undefined) return readContent(inputs, { ...reading, site, memory, single, fetched });
    return readPublishedContent(inputs, {
      ...reading,
      ...methodSettings(this.#command, method, this.#flags),
      site,
      fetched,
      onSite: (run) => void this.#runs.push(run),
    });
  }

  /** The run by its name in a report: the method and the flags that change it. */
  get #config(): string {
    const changed = this.#command.options
      .filter((one) => one.helpGroupHeading === this.#m.methodGroup && !NO_PARAMETER.has(one.long ?? ''))
      .filter((one) => this.#command.getOptionValueSource(one.attributeName()) === 'cli')
      .filter((one) => one.negate === (this.#command.getOptionValue(one.attributeName()) === false))
      .map((one) => {
        const value: unknown = this.#command.getOptionValue(one.attributeName());
        const said = typeof value === 'boolean' ? '' : ` ${shownValue(value)}`;
        return `${one.long}${said}`;
      });
    return [this.#flags.method, ...changed].join(' ');
  }

  get #form(): ContentForm | 'verdicts' {
    const { format, json, explain } = this.#flags;
    if (format === 'json' || json === true || (format === undefined && !this.#around.isTerminal))
      return 'json';
    return format ?? (explain === true ? 'verdicts' : 'text');
  }

  /** Goes on with each page when it was written: whether it was compared as asked, and its explanation. */
  async *#seen(pages: AsyncIterable<PageContent>): AsyncGenerator<PageContent> {
    const { site, memory, single, explainOut } = this.#flags;
    const asked =
      this.#flags.method === undefined && (memory !== undefined || (site !== undefined && single !== true));
    const m = this.#m;
    for await (const page of pages) {
      this.#pages++;
      yield page;
      if (asked && !page.compared && ++this.#alone <= MOST_TOLD) {
        this.#told.clear();
        const said = say(memory === undefined ? m.notOfSite : m.notOfMemory, {
          page: shownName(page.name, m),
        });
        this.#around.err(`${printableLines(said)}\n`);
      }
      if (explainOut !== undefined && this.#pages <= MOST_EXPLAINED)
        this.#explained.push(this.#writeExplanation(page, explainOut));
    }
  }

  #sum(): void {
    const m = this.#m;
    const err = (text: string): void => this.#around.err(`${text}\n`);
    const [first] = this.#explained;
    if (first !== undefined && this.#explained.length === 1) err(say(m.written, { file: first }));
    else if (first !== undefined)
      err(say(m.writtenMany, { pages: this.#explained.length, first, last: this.#explained.at(-1)! }));
    if (this.#alone > MOST_TOLD) err(say(m.manyAlone, { alone: this.#alone, all: this.#pages }));
    if (this.#flags.explainOut !== undefined && this.#pages > MOST_EXPLAINED)
      err(say(m.mostExplained, { explained: MOST_EXPLAINED, all: this.#pages }));
  }

  /** The verdicts as lines, for a terminal. */
  async *#verdicts(pages: AsyncIterable<PageContent>): AsyncGenerator<string> {
    const m = this.#m;
    for await (const page of pages) {
      const { content, judged } = page;
      const short = (text: string): string =>
        (text.length > 80 ? `${text.slice(0, 79)}…` : text).replace(/\n/g, ' ');
      const published = judged?.blocks.map((block) =>
        printableLines(
          `${block.verdict === 'content' ? '+' : '-'} ${shownIbdf(block.ibdf).padStart(6)} ${`|S| ${block.similarPages ?? '–'}`.padEnd(8)} ${m.publishedReasons[block.reason].padEnd(REASON_WIDTH)} ${short(block.text)}`,
        ),
      );
      const lines =
        published ??
        content.blocks.map((block) => {
          const repeated =
            block.repeated === undefined || block.repeated === 0
              ? ''
              : `${Math.round(block.repeated * 100)}%`;
          return printableLines(
            `${MARK[block.verdict]} ${formatFixed(block.score, this.#language, 2)}  ${blockReason(block.reason, this.#language).padEnd(REASON_WIDTH)} ${repeated.padStart(4)}  ${short(block.text)}`,
          );
        });
      const type = PAGE_TYPE_WORDS[this.#language][content.type];
      yield `${printableLines(content.title || shownName(page.name, m))}\n${m.type}: ${type} · ${say(m.words, { kept: content.words, all: content.pageWords })} · ${comparison(page, m, true)}\n${lines.join('\n')}\n\n`;
    }
  }

  #writeExplanation(page: PageContent, out: string): string {
    let path = out;
    if (!/\.html?$/i.test(out)) {
      try {
        mkdirSync(out, { recursive: true });
      } catch (cause) {
        throw storageError(out, cause);
      }
      path = join(out, `${String(this.#pages).padStart(4, '0')}.html`);
    } else if (this.#pages > 1) path = path.replace(/(\.html?)?$/i, `-${this.#pages}.html`);
    writeFileWhole(path, explainContent(page, this.#language), { durable: false });
    return path;
  }
}
