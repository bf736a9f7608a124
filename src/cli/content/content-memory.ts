/** `tarrafa content memory`: what a site repeats, learned from its pages, shown and written; or shown from where it was written. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Command } from 'commander';
import { SiteMemory } from '../../content/index.ts';
import { storageError, TarrafaError } from '../../errors.ts';
import { printableLines } from '../../formats/index.ts';
import type { ContentWords } from '../../words/content.ts';
import type { Language } from '../../words/index.ts';
import { formatBytes, formatNumber, say } from '../../words/index.ts';
import { systemFailure } from '../../words/why.ts';
import type { Reading } from './content-pages.ts';
import { ContentSites, MEMORY_NAME, memoryFiles } from './content-sites.ts';

interface MemoryFlags {
  readonly out?: string;
  readonly json?: boolean;
}

/** A memory that was written before. Throws TRF_INPUT_MISSING, or TRF_CONTENT_MEMORY with the name of the file. */
export function readMemory(path: string, m: ContentWords): SiteMemory {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new TarrafaError('TRF_INPUT_MISSING', [path, systemFailure(cause)], { cause });
  }
  try {
    return SiteMemory.load(bytes, path);
  } catch (cause) {
    if ((cause as TarrafaError).code === 'TRF_FORMAT_NEWER') throw cause;
    // That of another version is whole, and is told from what never was a memory.
    const [why] = cause instanceof TarrafaError ? cause.values : [];
    const older = typeof why === 'object' && 'reason' in why && why.reason === 'other-format';
    throw new TarrafaError('TRF_CONTENT_MEMORY', [older ? `${path} (${m.otherFormat})` : path], { cause });
  }
}

/** The memories among what was given: files of them, and folders that hold some. */
function writtenMemories(inputs: readonly string[], { around, m }: Reading): Map<string, SiteMemory> {
  const found = new Map<string, SiteMemory>();
  for (const input of inputs) {
    if (MEMORY_NAME.test(input)) {
      found.set(siteName(input), readMemory(input, m));
      continue;
    }
    let wrong: TarrafaError | null = null;
    let read = 0;
    for (const path of memoryFiles(input)) {
      try {
        found.set(siteName(path), readMemory(path, m));
        read++;
      } catch (error) {
        if (!(error instanceof TarrafaError)) throw error;
        wrong ??= error;
        around.err(`${printableLines(say(m.skipped, { name: path, why: m.notAMemory }))}\n`);
      }
    }
    if (read === 0 && wrong !== null) throw wrong;
  }
  return found;
}

function siteName(path: string): string {
  return basename(path).replace(MEMORY_NAME, '');
}

export function memoryCommand(reading: Reading): Command {
  const { around, m, language } = reading;
  return new Command('memory')
    .description(m.memoryAbout)
    .argument('<input...>', m.memoryInputs)
    .option('--out <file>', m.memoryOut)
    .option('--json', m.json)
    .action(async (inputs: string[], flags: MemoryFlags) => {
      const found = writtenMemories(inputs, reading);
      const pages = inputs.filter((input) => !MEMORY_NAME.test(input) && memoryFiles(input).length === 0);
      const sites = new ContentSites({ crawls: false });
      try {
        if (pages.length > 0) await sites.learnInputs(pages, reading, undefined, false);
        const several = found.size + sites.sites.size > 1;
        for (const [site, memory] of found) show(site, memory, several, flags);
        for (const site of sites.sites) show(site, sites.memory(site), several, flags);
      } finally {
        sites.close();
      }
    });

  function show(site: string, memory: SiteMemory, several: boolean, flags: MemoryFlags): void {
    if (around.isTerminal && flags.json !== true) around.out(memoryText(site, memory, m, language));
    else
      around.out(
        `${JSON.stringify({ site, pages: memory.pages, nearDuplicates: memory.nearDuplicates, bytes: memory.bytes, templates: memory.clusters() })}\n`,
      );
    if (flags.out === undefined) return;
    const path = !several
      ? flags.out
      : flags.out.replace(/(\.memory)?$/i, `-${site.replace(/[^\p{L}\p{N}.-]+/gu, '_')}.memory`);
    try {
      writeFileSync(path, memory.save());
    } catch (cause) {
      throw storageError(path, cause);
    }
    around.err(`${say(m.written, { file: path })}\n`);
  }
}

function memoryText(site: string, memory: SiteMemory, m: ContentWords, language: Language): string {
  const n = (value: number): string => formatNumber(value, language);
  const rows = memory
    .clusters()
    .map(
      ({ prefix, version, pages }) =>
        `  ${prefix.padEnd(32)} ${m.version} ${version}  ${n(pages).padStart(7)} ${pages === 1 ? m.page : m.pages}`,
    );
  return printableLines(
    `${site}: ${n(memory.pages)} ${memory.pages === 1 ? m.page : m.pages} (${m.nearDuplicates}: ${n(memory.nearDuplicates)}), ${formatBytes(memory.bytes, language)} ${m.bytes}\n${m.templates}:\n${rows.join('\n')}\n`,
  );
}
