/**
 * `tarrafa content <url|file|folder|warc|->`: what pages say without their boilerplate. Pages that come together are compared with one
 * another, site by site; a single page is judged alone, or with `--site` and `--memory` by what its site repeats.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import pc from 'picocolors';
import { type AnalysedPage, type Content, extractContent, SiteMemory } from '../content/index.ts';
import { storageError, TarrafaError } from '../errors.ts';
import { datePage } from '../time/dating/index.ts';
import { explainPage } from './content-explain.ts';
import { type ContentMessages, contentMessages } from './content-messages.ts';
import { fill, printable, readable } from './content-pages.ts';
import { trainCommand } from './content-train.ts';
import { type PageSurroundings, PROCESS } from './given-pages.ts';
import type { Language } from './language.ts';

const MOST_EXPLAINED = 200;

interface ContentFlags {
  readonly site?: string[];
  readonly memory?: string;
  readonly format?: 'text' | 'md' | 'html' | 'json';
  readonly explain?: boolean;
  readonly explainOut?: string;
  readonly json?: boolean;
  readonly url?: string;
  readonly single?: boolean;
}

/** A memory for each site of the pages. */
class Memories {
  readonly bySite = new Map<string, SiteMemory>();
  /** Pages counted, by the place of the page among all. */
  readonly #counted = new Set<string>();
  #given: SiteMemory | null = null;

  give(memory: SiteMemory): void {
    this.#given = memory;
  }

  learn(site: string, key: string, page: AnalysedPage): void {
    let memory = this.bySite.get(site);
    if (memory === undefined) {
      memory = new SiteMemory();
      this.bySite.set(site, memory);
    }
    if (memory.learn(page.facts)) this.#counted.add(key);
  }

  of(site: string): SiteMemory | undefined {
    return this.#given ?? this.bySite.get(site);
  }

  counted(key: string): boolean {
    return this.#given === null && this.#counted.has(key);
  }
}

export function contentCommand(language: Language, around: PageSurroundings = PROCESS): Command {
  const m = contentMessages(language);
  const command = new Command('content')
    .description(m.about)
    .argument('[input...]', m.inputs)
    .option('--site <folder...>', m.site)
    .option('--memory <file>', m.memory)
    .addOption(new Option('--format <form>', m.format).choices(['text', 'md', 'html', 'json']))
    .option('--explain', m.explain)
    .option('--explain-out <path>', m.explainOut)
    .option('--json', m.json)
    .option('--url <address>', m.url)
    .option('--single', m.single)
    .action(async (inputs: string[], flags: ContentFlags) => {
      if (inputs.length === 0) throw new TarrafaError('TRF_INPUT_MISSING', ['', m.inputs]);
      await run(inputs, flags, around, m, language);
    });
  command.addCommand(memoryCommand(around, m));
  command.addCommand(trainCommand(around, m));
  return command;
}

async function run(
  inputs: readonly string[],
  flags: ContentFlags,
  around: PageSurroundings,
  m: ContentMessages,
  language: Language,
): Promise<void> {
  const memories = new Memories();
  if (flags.memory !== undefined) memories.give(SiteMemory.load(readBytes(flags.memory)));
  else if (flags.single !== true) {
    if (flags.site !== undefined)
      for await (const { analysed, site, key } of readable(flags.site, around, m))
        memories.learn(site, `site:${key}`, analysed);
    // What can be read twice is: the last page teaches about the first.
    if (!inputs.includes('-') && !inputs.some((input) => /^https?:/i.test(input)))
      for await (const { analysed, site, key } of readable(
        inputs,
        { ...around, err: () => {} },
        m,
        flags.url,
      ))
        memories.learn(site, key, analysed);
    if (memories.bySite.size > 1 && around.isTerminal) around.err(`${fill(m.mixed, memories.bySite.size)}\n`);
  }
  const json =
    flags.format === 'json' || flags.json === true || (flags.format === undefined && !around.isTerminal);
  let number = 0;
  for await (const { page, analysed, site, key } of readable(inputs, around, m, flags.url)) {
    number++;
    const dates = datePage(analysed.doc, {
      fetchedAt: page.fetchedAt,
      ...(analysed.url === '' ? {} : { url: analysed.url }),
      ...(page.lastModified === undefined ? {} : { lastModified: page.lastModified }),
    });
    const memory = flags.single === true ? undefined : (memories.of(site) ?? only(memories, flags));
    const content = extractContent(analysed, {
      ...(memory === undefined ? {} : { memory, counted: memories.counted(key) }),
      published: dates.published?.date ?? null,
      modified: dates.modified?.date ?? null,
    });
    if (json) around.out(`${JSON.stringify(jsonOf(page.name, content, flags.explain === true))}\n`);
    else if (flags.explain === true && flags.format === undefined) around.out(explainText(content, m));
    else around.out(written(page.name, content, flags.format ?? 'text', around.isTerminal, m));
    if (flags.explain === true && number <= MOST_EXPLAINED)
      writeExplanation(content, page.name, number, inputs, flags, around, m, language);
  }
}

/** With `--site`, a page without an address is taken for one of that site. */
function only(memories: Memories, flags: ContentFlags): SiteMemory | undefined {
  if (flags.site === undefined) return undefined;
  const known = [...memories.bySite.values()].sort((a, b) => b.pages - a.pages);
  return known[0];
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new TarrafaError('TRF_INPUT_MISSING', [path, (cause as Error).message], { cause });
  }
}

function jsonOf(name: string, content: Content, explain: boolean): object {
  const {
    url,
    type,
    title,
    byline,
    published,
    modified,
    text,
    markdown,
    html,
    comments,
    words,
    pageWords,
    site,
    blocks,
  } = content;
  return {
    page: name,
    url,
    type,
    title,
    byline,
    published,
    modified,
    words,
    pageWords,
    text,
    markdown,
    html,
    comments,
    site,
    ...(explain ? { blocks } : {}),
  };
}

function written(
  name: string,
  content: Content,
  format: string,
  terminal: boolean,
  m: ContentMessages,
): string {
  if (format === 'html') return `<article>\n<h1>${escapeTitle(content)}</h1>\n${content.html}\n</article>\n`;
  if (format === 'md') return `# ${content.title.replace(/[\\`*_[\]<>#]/g, '\\$&')}\n\n${content.markdown}\n`;
  const bold = terminal ? pc.bold : (text: string) => text;
  const faint = terminal ? pc.dim : (text: string) => text;
  const facts = [
    ...(content.byline === '' ? [] : [`${m.by} ${content.byline}`]),
    ...(content.published === null ? [] : [content.published]),
    fill(m.words, content.words, content.pageWords),
    content.site === null || content.site.pages === 0
      ? m.alone
      : fill(m.compared, content.site.pages, content.site.cluster),
  ].join(' · ');
  return `${bold(printable(content.title || name))}\n${faint(printable(facts))}\n\n${printable(content.text)}\n\n`;
}

function escapeTitle(content: Content): string {
  return content.title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const MARK = { content: '+', headline: 'T', comment: 'c', boilerplate: '-' } as const;

/** The verdicts as lines, for a terminal. */
export function explainText(content: Content, m: ContentMessages): string {
  const lines = content.blocks.map((block) => {
    const repeated =
      block.repeated === undefined || block.repeated === 0 ? '' : `${Math.round(block.repeated * 100)}%`;
    const text = block.text.length > 80 ? `${block.text.slice(0, 79)}…` : block.text;
    return printable(
      `${MARK[block.verdict]} ${block.score.toFixed(2)}  ${block.reason.padEnd(14)} ${repeated.padStart(4)}  ${text.replace(/\n/g, ' ')}`,
    );
  });
  const site =
    content.site === null || content.site.pages === 0
      ? m.alone
      : fill(m.compared, content.site.pages, `${content.site.cluster} v${content.site.version}`);
  return `${printable(content.title)}\n${m.type}: ${content.type} · ${fill(m.words, content.words, content.pageWords)} · ${site}\n${lines.join('\n')}\n\n`;
}

function writeExplanation(
  content: Content,
  name: string,
  number: number,
  inputs: readonly string[],
  flags: ContentFlags,
  around: PageSurroundings,
  m: ContentMessages,
  language: Language,
): void {
  const asked = flags.explainOut ?? 'tarrafa-content.html';
  const several = inputs.length > 1 || number > 1;
  let path = asked;
  try {
    if (flags.explainOut !== undefined && !/\.html?$/i.test(asked)) {
      mkdirSync(asked, { recursive: true });
      path = join(asked, `${String(number).padStart(4, '0')}.html`);
    } else if (several && number > 1) path = asked.replace(/(\.html?)?$/i, `-${number}.html`);
    writeFileSync(path, explainPage(content, name, m, language));
  } catch (cause) {
    throw storageError(path, cause);
  }
  around.err(`${fill(m.written, path)}\n`);
}

interface MemoryFlags {
  readonly out?: string;
  readonly json?: boolean;
}

function memoryCommand(around: PageSurroundings, m: ContentMessages): Command {
  return new Command('memory')
    .description(m.memoryAbout)
    .argument('<input...>', m.inputs)
    .option('--out <file>', m.memoryOut)
    .option('--json', m.json)
    .action(async (inputs: string[], flags: MemoryFlags) => {
      const found = new Map<string, SiteMemory>();
      if (inputs.length === 1 && /\.memory$/i.test(inputs[0]!))
        found.set(inputs[0]!, SiteMemory.load(readBytes(inputs[0]!)));
      else {
        const memories = new Memories();
        for await (const { analysed, site, key } of readable(inputs, around, m))
          memories.learn(site, key, analysed);
        for (const [site, memory] of memories.bySite) found.set(site, memory);
      }
      for (const [site, memory] of found) {
        if (around.isTerminal && flags.json !== true) around.out(memoryText(site, memory, m));
        else
          around.out(
            `${JSON.stringify({ site, pages: memory.pages, nearDuplicates: memory.nearDuplicates, bytes: memory.bytes, templates: memory.clusters() })}\n`,
          );
        if (flags.out === undefined) continue;
        const path =
          found.size === 1
            ? flags.out
            : flags.out.replace(/(\.memory)?$/i, `-${site.replace(/[^\p{L}\p{N}.-]+/gu, '_')}.memory`);
        try {
          writeFileSync(path, memory.save());
        } catch (cause) {
          throw storageError(path, cause);
        }
        around.err(`${fill(m.written, path)}\n`);
      }
    });
}

function memoryText(site: string, memory: SiteMemory, m: ContentMessages): string {
  const rows = memory
    .clusters()
    .map(
      ({ prefix, version, pages }) =>
        `  ${prefix.padEnd(32)} ${m.version} ${version}  ${String(pages).padStart(7)} ${m.pages}`,
    );
  return printable(
    `${site}: ${memory.pages} ${m.pages}, ${memory.nearDuplicates} ${m.nearDuplicates}, ${memory.bytes} ${m.bytes}\n${m.templates}:\n${rows.join('\n')}\n`,
  );
}
