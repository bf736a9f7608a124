/**
 * `tarrafa report time <folder|WARC…>`: the temporal study of a collection, as tables, JSON, plots and a page; and the collection in its
 * XML form.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import pc from 'picocolors';
import { writeWholeFile } from '../../files/index.ts';
import { printable } from '../../formats/index.ts';
import type { TextStyle } from '../../report/index.ts';
import {
  ChaveWriter,
  type CollectionDocument,
  isSoundDate,
  studyText,
  TimeStudy,
  type TimeStudyResult,
  writeStudy,
} from '../../report/time/index.ts';
import { datePage, SiteDateMemory } from '../../time/dating/index.ts';
import { dayOfChronon, MODERN, THESIS } from '../../time/index.ts';
import { STUDY_COMMAND_WORDS } from '../../words/study-command.ts';
import { collectionDocuments, lastModifiedDay, type ReadingOptions } from '../input/collection-documents.ts';
import { chooseLanguage } from '../language.ts';

const STYLE: TextStyle = { heading: (text) => pc.bold(text), faint: (text) => pc.dim(text) };

interface Flags {
  readonly json?: boolean;
  readonly out?: string;
  readonly xml?: string;
  readonly xmlLinks?: boolean;
  readonly creation: 'published' | 'last-modified';
  readonly allLanguages?: boolean;
  readonly profile: 'modern' | 'thesis';
  readonly locale: 'pt-PT' | 'pt-BR';
  readonly limit?: number;
  readonly lang?: string;
}

function wholeNumber(text: string): number {
  const n = Number(text);
  if (!/^\d+$/.test(text) || n < 1 || !Number.isSafeInteger(n))
    throw new InvalidArgumentError('give a whole number from 1');
  return n;
}

/** The date a page says it was published on; else its Last-Modified, also when that cannot be true, so that it is counted as such. */
function publishedDay(): NonNullable<ReadingOptions['dateOf']> {
  const memory = new SiteDateMemory();
  return (doc, { url, lastModified, fetchedAt }) => {
    const { published, modified } = datePage(
      doc,
      {
        fetchedAt: fetchedAt ?? Number.POSITIVE_INFINITY,
        ...(url === null ? {} : { url }),
        ...(lastModified === null ? {} : { lastModified }),
      },
      memory,
    );
    for (const found of [published, modified]) {
      const day = found === null ? null : dayOfChronon(found.chronon);
      if (day !== null && isSoundDate(day, fetchedAt === null ? null : Math.floor(fetchedAt / 86_400_000)))
        return day;
    }
    return lastModifiedDay(lastModified);
  };
}

async function study(inputs: readonly string[], flags: Flags): Promise<TimeStudyResult> {
  const profile = { ...(flags.profile === 'thesis' ? THESIS : MODERN), locale: flags.locale };
  const found = new TimeStudy({ profile, ...(flags.allLanguages === true ? { language: null } : {}) });
  const read = async (add: (document: CollectionDocument) => unknown): Promise<void> => {
    let left = flags.limit ?? Number.POSITIVE_INFINITY;
    const documents = collectionDocuments(inputs, {
      ...(flags.creation === 'published' ? { dateOf: publishedDay() } : {}),
      onProblem: (message) => process.stderr.write(`${printable(message).slice(0, 500)}\n`),
    });
    for await (const document of documents) {
      found.add(document);
      await add(document);
      if (--left <= 0) break;
    }
  };
  if (flags.xml === undefined) await read(() => {});
  else
    await writeWholeFile(flags.xml, async (file) => {
      let pieces: string[] = [];
      const writer = new ChaveWriter((text) => pieces.push(text), { links: flags.xmlLinks === true });
      const flush = (): Promise<void> => {
        const text = pieces.join('');
        pieces = [];
        return file.write(text);
      };
      await read((document) => {
        writer.add(document);
        return flush();
      });
      writer.end();
      await flush();
    });
  return found.result();
}

/** Where the files go: where asked, or beside the one folder that was studied. */
function targetOf(inputs: readonly string[], out: string | undefined): string | null {
  if (out !== undefined) return out;
  return inputs.length === 1 && statSync(inputs[0]!).isDirectory() ? join(inputs[0]!, 'report') : null;
}

export function reportTimeCommand(): Command {
  const texts = STUDY_COMMAND_WORDS[chooseLanguage(process.argv, process.env)];
  return new Command('time')
    .description(texts.about)
    .argument('<input...>', texts.inputs)
    .option('--json', texts.json)
    .option('--out <folder>', texts.out)
    .option('--xml <file>', texts.xml)
    .option('--xml-links', texts.xmlLinks)
    .addOption(
      new Option('--creation <source>', texts.creation)
        .choices(['published', 'last-modified'])
        .default('published'),
    )
    .option('--all-languages', texts.all)
    .addOption(new Option('--profile <name>', texts.profile).choices(['modern', 'thesis']).default('modern'))
    .addOption(new Option('--locale <locale>', texts.locale).choices(['pt-PT', 'pt-BR']).default('pt-PT'))
    .option('--limit <documents>', texts.limit, wholeNumber)
    .option('--lang <language>', texts.lang)
    .action(async (inputs: string[], flags: Flags) => {
      const language = chooseLanguage(flags.lang === undefined ? [] : ['--lang', flags.lang], process.env);
      const result = await study(inputs, flags);
      const target = targetOf(inputs, flags.out);
      if (target !== null) writeStudy(result, target, language);
      process.stdout.write(
        flags.json === true
          ? `${JSON.stringify(result)}\n`
          : `${studyText(result, language, STYLE)}${target === null ? '' : `\n${STUDY_COMMAND_WORDS[language].written} ${join(target, 'time.html')}\n`}`,
      );
    });
}
