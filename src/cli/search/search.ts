/** `tarrafa search <collection…> "<line>"`: what collections have of a line, for a person at a terminal, for programs, or into a file. */
import { once } from 'node:events';
import { Command, InvalidArgumentError } from 'commander';
import {
  csvHead,
  csvLine,
  FACET_COLUMNS,
  facetRows,
  HIT_COLUMNS,
  hitObject,
  type RankedHit,
} from '../../app/search/written-hits.ts';
import { type FoundTogether, searchTogether } from '../../app/search.ts';
import { EXIT } from '../../errors.ts';
import { writeWholeFile } from '../../files/index.ts';
import { type CsvForm, printable } from '../../formats/index.ts';
import { amount, formatBytes, formatNumber, type Language, say } from '../../words/index.ts';
import { SEARCH_WORDS, type SearchWords } from '../../words/search.ts';
import { CSV_FLAG, type CsvFlag, csvForm, csvWord } from '../export/csv-flag.ts';
import { DATA_PROCESS, type DataSurroundings, stoppable } from '../export/export.ts';
import { outForm } from '../export/out-form.ts';
import { printsTable } from '../terminal/printed-form.ts';
import { ProgressLine } from '../terminal/progress-line.ts';
import { facetText, hitText } from './hit-text.ts';

/** What the command needs from the outside; the process's own unless somebody says otherwise. */
export interface SearchSurroundings extends Omit<DataSurroundings, 'out'> {
  /** Whether a person reads the answer, rather than a program. */
  readonly isRead: boolean;
  /** Resolves when more may come. */
  write(text: string): Promise<void>;
}

const SEARCH_PROCESS: SearchSurroundings = {
  ...DATA_PROCESS,
  get isTerminal() {
    return process.stderr.isTTY === true;
  },
  get isRead() {
    return printsTable();
  },
  write: async (text) => {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  },
};

const ORDERS = ['relevance', 'newest', 'oldest'] as const;
const DATES = ['sure', 'all'] as const;

interface SearchFlags {
  readonly json?: boolean;
  readonly csv?: CsvFlag;
  readonly limit: number;
  readonly all?: boolean;
  readonly facets?: boolean;
  readonly explain?: boolean;
  readonly order: (typeof ORDERS)[number];
  readonly dates: (typeof DATES)[number];
  readonly out?: string;
}

/** In which form the answer is written. */
type Form =
  | { readonly kind: 'text' }
  | { readonly kind: 'jsonl' }
  | { readonly kind: 'csv'; readonly csv: CsvForm };

function formOf({ json, csv, out }: SearchFlags, isRead: boolean): Form {
  if (out !== undefined) {
    const form = outForm(out, { json, csv });
    return form === 'json' ? { kind: 'jsonl' } : { kind: 'csv', csv: form.csv };
  }
  if (csv !== undefined) return { kind: 'csv', csv: csvForm(csv) };
  return { kind: json === true || !isRead ? 'jsonl' : 'text' };
}

function count(m: SearchWords): (text: string) => number {
  return (text) => {
    if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError(m.badLimit);
    return Number(text);
  };
}

function ordered(m: SearchWords): (text: string) => (typeof ORDERS)[number] {
  return (text) => {
    const order = ORDERS.find((one) => one === text.toLowerCase());
    if (order === undefined) throw new InvalidArgumentError(say(m.badOrder, { orders: ORDERS.join(', ') }));
    return order;
  };
}

function whichDates(m: SearchWords): (text: string) => (typeof DATES)[number] {
  return (text) => {
    const which = DATES.find((one) => one === text.toLowerCase());
    if (which === undefined) throw new InvalidArgumentError(say(m.badOrder, { orders: DATES.join(', ') }));
    return which;
  };
}

export function searchCommand(language: Language, around: SearchSurroundings = SEARCH_PROCESS): Command {
  const m = SEARCH_WORDS[language];
  return new Command('search')
    .description(m.about)
    .usage(m.usage)
    .argument('<collections...>', m.words)
    .option('--json', m.json)
    .option(CSV_FLAG, m.csv, csvWord(m.badCsv))
    .option('--limit <n>', m.limit, count(m), 10)
    .option('--all', m.all)
    .option('--facets', m.facets)
    .option('--explain', m.explain)
    .option('--order <order>', m.order, ordered(m), 'relevance')
    .option('--dates <which>', m.dates, whichDates(m), 'sure')
    .option('--out <file>', m.out)
    .action(async (words: string[], flags: SearchFlags, command: Command) => {
      const wrong = (text: string) => command.error(text, { exitCode: EXIT.usage });
      if (words.length < 2) wrong(m.needsBoth);
      if (flags.json === true && flags.csv !== undefined) wrong(m.oneForm);
      const asked = { paths: words.slice(0, -1), line: words.at(-1) ?? '', flags };
      await stoppable({ ...around, out: () => {} }, (signal) => run(asked, signal, around, language));
    });
}

interface Asked {
  readonly paths: readonly string[];
  readonly line: string;
  readonly flags: SearchFlags;
}

async function run(
  { paths, line, flags }: Asked,
  signal: AbortSignal,
  around: SearchSurroundings,
  language: Language,
): Promise<void> {
  const m = SEARCH_WORDS[language];
  const form = formOf(flags, around.isRead);
  const progress = new ProgressLine(around, language);
  const limit = flags.all === true || flags.limit === 0 ? null : flags.limit;
  const searchAll = async (write: (text: string) => Promise<void>): Promise<number> => {
    let lines = 0;
    const put = async (text: string): Promise<void> => {
      await write(text);
      lines++;
    };
    if (form.kind === 'csv')
      await write(flags.facets === true ? csvHead(FACET_COLUMNS, form.csv) : csvHead(HIT_COLUMNS, form.csv));
    const onReading = (done: number, total: number) =>
      progress.show(m.reading, done, total, (value) => formatBytes(value, language));
    const asked = {
      signal,
      limit,
      order: flags.order,
      facets: flags.facets === true,
      dates: flags.dates,
      onReading,
    };
    await searchTogether(paths, line, asked, async (found) => {
      progress.clear();
      tellNotices(found, around, m);
      if (flags.facets === true) await writeFacets(found, form, put, m, language);
      else {
        const onHit = (done: number, total: number) => {
          // On a terminal the hits themselves are the progress.
          if (form.kind !== 'text' || flags.out !== undefined) progress.show(m.hits, done, total);
        };
        await writeHits(found, { form, explain: flags.explain === true, onHit }, put, m, language);
      }
      progress.clear();
    });
    return lines;
  };
  try {
    if (flags.out === undefined) await searchAll((text) => around.write(text));
    else {
      let lines = 0;
      await writeWholeFile(flags.out, async (file) => {
        lines = await searchAll((text) => file.write(text));
      });
      const shown = amount(lines, language, formatNumber(lines, language));
      around.err(`${say(m.written, { file: printable(flags.out), count: shown })}\n`);
    }
  } finally {
    progress.clear();
  }
}

/** The names of the collections; of several also how much each has. */
function namesOf({ collections }: FoundTogether['answer'], language: Language): string {
  if (collections.length === 1) return printable(collections[0]!.name);
  return collections
    .map(
      ({ name, total, bounded }) =>
        `${printable(name)} (${bounded ? '≥ ' : ''}${formatNumber(total, language)})`,
    )
    .join(', ');
}

/** What a person should know of an answer, beside it: the answer itself stays clean. */
function tellNotices({ answer }: FoundTogether, around: SearchSurroundings, m: SearchWords): void {
  for (const { text, meant } of answer.query.unknownPlaces) {
    const names = meant.slice(0, 3).map(({ name, state }) => (state ? `${name} (${state})` : name));
    const place = printable(text);
    around.err(
      names.length > 0
        ? `${say(m.meantPlaces, { place, meant: printable(names.join(', ')) })}\n`
        : `${say(m.unknownPlace, { place })}\n`,
    );
  }
  if (answer.didYouMean !== null)
    around.err(
      `${say(answer.corrected ? m.corrected : m.didYouMean, { line: printable(answer.didYouMean) })}\n`,
    );
  if (answer.total === 0)
    around.err(
      `${say(m.nothing, { collection: answer.collections.map(({ name }) => printable(name)).join(', ') })}\n`,
    );
}

interface HitWriting {
  readonly form: Form;
  readonly explain: boolean;
  readonly onHit: (done: number, total: number) => void;
}

async function writeHits(
  { answer, hits }: FoundTogether,
  { form, explain, onHit }: HitWriting,
  put: (text: string) => Promise<void>,
  m: SearchWords,
  language: Language,
): Promise<void> {
  const total = amount(
    answer.total,
    language,
    `${answer.bounded ? '≥ ' : ''}${formatNumber(answer.total, language)}`,
  );
  if (form.kind === 'text' && answer.total > 0)
    await put(`${say(m.total, { count: total, collection: namesOf(answer, language) })}\n\n`);
  const several = answer.collections.length > 1;
  const written = (ranked: RankedHit): string =>
    form.kind === 'text'
      ? hitText(ranked, { explain, several }, m, language)
      : form.kind === 'csv'
        ? csvLine(HIT_COLUMNS, ranked, form.csv)
        : `${JSON.stringify(hitObject(ranked, explain))}\n`;
  let rank = 0;
  for await (const part of hits)
    for (const hit of part) {
      await put(written({ rank: ++rank, hit }));
      onHit(rank, answer.total);
    }
  if (form.kind === 'text' && rank < answer.total)
    await put(`${say(m.shown, { shown: formatNumber(rank, language), count: total })}\n`);
  // What has only a part is for a reader, who sees what is missing: rows of a table cannot say it.
  if (form.kind !== 'text') return;
  for (const { missing, total, bounded, hits } of answer.others) {
    const count = `${bounded ? '≥ ' : ''}${formatNumber(total, language)}`;
    await put(`\n${say(m.others[missing], { count })}\n\n`);
    for (const [at, hit] of hits.entries())
      await put(hitText({ rank: at + 1, hit }, { explain, several }, m, language));
  }
}

async function writeFacets(
  { answer }: FoundTogether,
  form: Form,
  put: (text: string) => Promise<void>,
  m: SearchWords,
  language: Language,
): Promise<void> {
  const { facets, total } = answer;
  if (facets === null || total === 0) return;
  if (form.kind === 'text') {
    const counted = amount(total, language, formatNumber(total, language));
    await put(
      `${say(m.total, { count: counted, collection: namesOf(answer, language) })}\n${facetText(facets, m, language)}`,
    );
    return;
  }
  for (const row of facetRows(answer.collections.map(({ name }) => name).join(','), facets))
    await put(form.kind === 'csv' ? csvLine(FACET_COLUMNS, row, form.csv) : `${JSON.stringify(row)}\n`);
}
