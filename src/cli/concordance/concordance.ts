/** `tarrafa concordance <collection…> "<words>"`: words in their context, by year, and with the words beside them. */
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  COLLOCATE_COLUMNS,
  cellsOf,
  LINE_COLUMNS,
  YEAR_COLUMNS,
  yearRows,
} from '../../app/concordance/tables.ts';
import { type OpenConcordance, openConcordance } from '../../app/concordance.ts';
import type {
  Collocate,
  CollocationsAsked,
  ConcordanceLine,
  LineOrder,
  LinesAsked,
  WordsAsked,
  WordTotal,
} from '../../catalogue/index.ts';
import { EXIT } from '../../errors.ts';
import { writeWholeFile } from '../../files/index.ts';
import { CSV_BEGIN, type CsvForm, csvLine, printable } from '../../formats/index.ts';
import { CONCORDANCE_WORDS, type ConcordanceWords } from '../../words/concordance.ts';
import { amount, formatBytes, formatFixed, formatNumber, type Language, say } from '../../words/index.ts';
import { CSV_FLAG, type CsvFlag, csvForm, csvWord } from '../export/csv-flag.ts';
import { DATA_PROCESS, type DataSurroundings, stoppable } from '../export/export.ts';
import { outForm } from '../export/out-form.ts';
import { printsTable } from '../terminal/printed-form.ts';
import { ProgressLine } from '../terminal/progress-line.ts';
import { collocatesText, kwicText, yearsText } from './kwic-text.ts';

const ON_TERMINAL = 50;
const ORDERS = ['left', 'right', 'key', 'year', 'site', 'l1', 'l2', 'l3', 'r1', 'r2', 'r3'] as const;
const MEASURES = {
  ll: 'logLikelihood',
  logdice: 'logDice',
  mi: 'mutualInformation',
  freq: 'together',
} as const satisfies Record<string, NonNullable<CollocationsAsked['order']>>;

interface Flags {
  readonly query?: string;
  readonly match: 'stem' | 'exact';
  readonly fold?: boolean;
  readonly sort?: readonly LineOrder[];
  readonly context?: LinesAsked['context'];
  readonly limit?: number;
  readonly sample?: number;
  readonly seed: number;
  readonly collocations?: boolean;
  readonly window: number;
  readonly min: number;
  readonly stopWords?: boolean;
  readonly order: keyof typeof MEASURES;
  readonly byYear?: boolean;
  readonly csv?: CsvFlag;
  readonly json?: boolean;
  readonly out?: string;
}

/** How what was found is written. */
type Form = 'text' | 'json' | { readonly csv: CsvForm };

export interface ConcordanceSurroundings extends DataSurroundings {
  /** Whether a person reads what is written. */
  readonly outIsTerminal: boolean;
  readonly columns: number;
}

const PROCESS: ConcordanceSurroundings = Object.create(DATA_PROCESS, {
  outIsTerminal: { get: () => printsTable() },
  columns: { get: () => process.stdout.columns ?? 120 },
});

export function concordanceCommand(language: Language, around: ConcordanceSurroundings = PROCESS): Command {
  const m = CONCORDANCE_WORDS[language];
  const number = (least: number) => wholeNumber(least, m);
  return new Command('concordance')
    .description(m.about)
    .usage(m.usage)
    .argument('<collections...>', m.values)
    .option('--query <line>', m.query)
    .addOption(new Option('--match <how>', m.match).choices(['stem', 'exact']).default('stem'))
    .option('--fold', m.fold)
    .option('--sort <orders>', m.sort, ordersOf(m))
    .option('--context <n>', m.context, contextOf(m))
    .option('--limit <n>', m.limit, number(1))
    .option('--sample <n>', m.sample, number(1))
    .option('--seed <n>', m.seed, number(0), 1)
    .option('--collocations', m.collocations)
    .option('--window <n>', m.window, number(1), 5)
    .option('--min <n>', m.least, number(1), 3)
    .option('--stop-words', m.stopWords)
    .addOption(new Option('--order <measure>', m.order).choices(Object.keys(MEASURES)).default('ll'))
    .option('--by-year', m.byYear)
    .option(CSV_FLAG, m.csv, csvWord(m.badCsv))
    .option('--json', m.json)
    .option('--out <file>', m.out)
    .action(async (values: string[], flags: Flags, command: Command) => {
      if (values.length < 2) command.error(m.noWords, { exitCode: EXIT.usage });
      if (flags.collocations === true && flags.byYear === true)
        command.error(m.twoWays, { exitCode: EXIT.usage });
      await stoppable(around, (signal) => run(values.slice(0, -1), values.at(-1)!, flags, signal));
    });

  async function run(
    inputs: readonly string[],
    words: string,
    flags: Flags,
    signal: AbortSignal,
  ): Promise<void> {
    const line = new ProgressLine(around, language);
    // A mistake must not cost an analysis first.
    const form: Form = flags.out === undefined ? formOf(flags) : outForm(flags.out, flags);
    const opened = await openConcordance(inputs, {
      line: flags.query,
      signal,
      onProgress: (stage, done, total) =>
        stage === 'analysing'
          ? line.show(m.analysing, done, total, (bytes) => formatBytes(bytes, language))
          : line.show(m.reading, done, total),
    });
    try {
      for (const place of opened.unknownPlaces)
        around.err(`${say(m.unknownPlace, { place: printable(place) })}\n`);
      const asked = { words, match: flags.match, fold: flags.fold };
      const { out } = flags;
      if (out === undefined) {
        await written(opened, asked, flags, form, (text) => {
          line.clear();
          around.out(text);
        });
        return;
      }
      let items = 0;
      await writeWholeFile(out, async (file) => {
        items = await written(opened, asked, flags, form, (text) => file.write(text));
      });
      line.clear();
      around.err(
        `${say(m.done, { file: printable(out), lines: amount(items, language, formatNumber(items, language)) })}\n`,
      );
    } finally {
      line.clear();
      await opened.close();
    }
  }

  function formOf(flags: Flags): Form {
    if (flags.csv !== undefined) return { csv: csvForm(flags.csv) };
    return flags.json === true || !around.outIsTerminal ? 'json' : 'text';
  }

  /** Writes what was asked for; answers how many items. */
  async function written(
    opened: OpenConcordance,
    asked: WordsAsked,
    flags: Flags,
    form: Form,
    write: (text: string) => void | Promise<void>,
  ): Promise<number> {
    const { limit } = flags;
    if (flags.byYear === true) {
      const years = await opened.years(asked);
      if (form !== 'text') return rows(YEAR_COLUMNS, yearRows(years), years, form, write);
      await write(
        [
          totalText(years, m, language),
          yearsText(m.published, years.published, m, language),
          yearsText(m.spoken, years.spoken, m, language),
        ]
          .filter((text) => text !== '')
          .join('\n'),
      );
      return years.published.length;
    }
    if (flags.collocations === true) {
      const { window, min: least, stopWords } = flags;
      const order = MEASURES[flags.order];
      const {
        collocates,
        hitsRead: _,
        ...total
      } = await opened.collocations({
        ...asked,
        window,
        least,
        stopWords,
        order,
        limit,
      });
      if (form !== 'text') return rows<keyof Collocate>(COLLOCATE_COLUMNS, collocates, total, form, write);
      await write(`${totalText(total, m, language)}\n${collocatesText(collocates, m, language)}`);
      return collocates.length;
    }
    return lines(opened, asked, flags, form, write);
  }

  async function lines(
    opened: OpenConcordance,
    asked: WordsAsked,
    flags: Flags,
    form: Form,
    write: (text: string) => void | Promise<void>,
  ): Promise<number> {
    const { sort, context, seed } = flags;
    const sample = flags.sample === undefined ? undefined : { size: flags.sample, seed };
    const all = { ...asked, sort, context, sample };
    let total: WordTotal | null = null;
    const told = (of: WordTotal): void => {
      total = of;
    };
    if (form === 'text') {
      const shown: ConcordanceLine[] = [];
      for await (const one of opened.lines(all, flags.limit ?? ON_TERMINAL, told)) shown.push(one);
      const { hits } = total! as WordTotal;
      const more = Math.max(0, Math.min(hits, flags.sample ?? hits) - shown.length);
      await write(
        `${kwicText(shown, around.columns)}${shown.length === 0 ? '' : '\n'}${totalText(total!, m, language)}` +
          (more > 0 ? `${say(m.more, { lines: formatNumber(more, language) })}\n` : ''),
      );
      return shown.length;
    }
    let count = 0;
    let begun = false;
    for await (const one of opened.lines(all, flags.limit, told)) {
      if (!begun) await write(headIn(form, LINE_COLUMNS, total!));
      begun = true;
      await write(itemIn<keyof ConcordanceLine>(form, LINE_COLUMNS, one));
      count++;
    }
    if (!begun) await write(headIn(form, LINE_COLUMNS, total!));
    return count;
  }
}

/** Totals stand on the first line: a row without a key. */
function totalJson({ hits, pages, perMillion, words, estimated, error, wordsEstimated }: WordTotal): string {
  return `${JSON.stringify({ total: { hits, pages, perMillion, words, estimated, error, wordsEstimated } })}\n`;
}

type Item<Column extends string> = Readonly<Record<Column, string | number | boolean | null>>;
/** What programs read. */
type Written = Exclude<Form, 'text'>;

function headIn(form: Written, columns: readonly string[], total: WordTotal): string {
  return form === 'json' ? totalJson(total) : CSV_BEGIN[form.csv] + csvLine(columns, form.csv);
}

function itemIn<Column extends string>(
  form: Written,
  columns: readonly Column[],
  item: Item<Column>,
): string {
  return form === 'json' ? `${JSON.stringify(item)}\n` : csvLine(cellsOf(columns, item), form.csv);
}

async function rows<Column extends string>(
  columns: readonly Column[],
  items: readonly Item<Column>[],
  total: WordTotal,
  form: Written,
  write: (text: string) => void | Promise<void>,
): Promise<number> {
  await write(headIn(form, columns, total));
  for (const item of items) await write(itemIn(form, columns, item));
  return items.length;
}

function totalText(total: WordTotal, m: ConcordanceWords, language: Language): string {
  if (total.hits === 0) return `${m.nothing}\n`;
  const counted = (n: number) => amount(n, language, formatNumber(n, language));
  const values = {
    hits: counted(total.hits),
    pages: counted(total.pages),
    perMillion: formatFixed(total.perMillion, language, 1),
    words: counted(total.words),
    error: formatFixed(total.error * 100, language, 0),
  };
  return (
    `${say(total.estimated ? m.totalEstimated : m.total, values)}\n` +
    (total.wordsEstimated ? `${m.wordsEstimated}\n` : '')
  );
}

function wholeNumber(least: number, m: ConcordanceWords): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value) || value < least || !/^\d+$/.test(text))
      throw new InvalidArgumentError(say(m.badNumber, { least }));
    return value;
  };
}

function ordersOf(m: ConcordanceWords): (text: string) => readonly LineOrder[] {
  return (text) =>
    text.split(',').map((name) => {
      const order = ORDERS.find((one) => one === name.trim().toLowerCase());
      if (order === undefined) throw new InvalidArgumentError(say(m.badSort, { value: printable(name) }));
      return order;
    });
}

function contextOf(m: ConcordanceWords): (text: string) => NonNullable<LinesAsked['context']> {
  return (text) => {
    const read = /^(\d{1,4})(w?)$/.exec(text.trim());
    if (read === null) throw new InvalidArgumentError(m.badContext);
    return read[2] === 'w' ? { words: Number(read[1]) } : { characters: Number(read[1]) };
  };
}
