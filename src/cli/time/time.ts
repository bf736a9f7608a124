/** `tarrafa time [file|url|-]`: the time expressions of a text, highlighted, with a table of what each means and why. */

import { Command, InvalidArgumentError, Option } from 'commander';
import {
  type AnnotateTimeOptions,
  annotateTime,
  LONGEST_TEXT,
  type TimedParagraph,
  type TimeExpression,
  type TimeMarkup,
} from '../../app/annotate-time.ts';
import type { AccessOptions } from '../../app/input/access.ts';
import { documentDate } from '../../app/input/document-date.ts';
import type { FetchedPage } from '../../app/input/fetch-page.ts';
import { TarrafaError } from '../../errors.ts';
import { printableLines } from '../../formats/index.ts';
import { type Language, say } from '../../words/index.ts';
import { TIME_WORDS, type TimeWords } from '../../words/time.ts';
import { reason, sayWhy, type Why } from '../../words/why.ts';
import { type AccessFlags, accessOf, withAccessFlags } from '../input/access-flags.ts';
import { colours as pc } from '../terminal/colours.ts';
import { printsTable } from '../terminal/printed-form.ts';

/** Where the command reads and writes; the process's own unless a test or the main command says otherwise. */
export interface TimeTerminal {
  readonly isTerminal: boolean;
  readonly columns: number;
  out(text: string): void;
  stdin(): Promise<Uint8Array>;
  /** Brings a page; absent, an address is refused with a clear error. */
  fetch?(url: string, access?: AccessOptions): Promise<FetchedPage>;
}

/** Stops as soon as there is more than anybody may give. */
async function readAll(stream: NodeJS.ReadableStream): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
    size += bytes.length;
    if (size > LONGEST_TEXT)
      throw new TarrafaError('TRF_INPUT_MISSING', [
        '-',
        reason('too-much-text', { megabytes: LONGEST_TEXT >> 20 }),
      ]);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

const PROCESS_TERMINAL: TimeTerminal = {
  fetch: async (url, access) => (await import('../input/fetch-page.ts')).fetchPage(url, { access }),
  get isTerminal() {
    return printsTable();
  },
  get columns() {
    return process.stdout.columns || 100;
  },
  out: (text) => {
    process.stdout.write(text);
  },
  stdin: () => readAll(process.stdin),
};

interface Flags
  extends AccessFlags,
    Pick<AnnotateTimeOptions, 'dct' | 'patterns' | 'segments' | 'segmentUnit' | 'undatedPolicy'> {
  readonly extents: NonNullable<AnnotateTimeOptions['extents']>;
  readonly json?: boolean;
  readonly timex3?: boolean;
  readonly harem?: boolean;
  readonly em?: boolean;
  readonly explain?: boolean;
  readonly profile: NonNullable<AnnotateTimeOptions['profile']>;
  readonly locale?: NonNullable<AnnotateTimeOptions['locale']>;
}

const COLOURS = {
  EXPLICIT: pc.green,
  IMPLICIT: pc.cyan,
  DEICTIC: pc.yellow,
  ANAPHORIC: pc.magenta,
  VAGUE: pc.gray,
} as const;

const NOTHING = '—';

function highlighted({ text, expressions }: TimedParagraph, colour: boolean): string {
  let out = '';
  let at = 0;
  for (const t of expressions) {
    const piece = printableLines(text.slice(t.start, t.end));
    out +=
      printableLines(text.slice(at, t.start)) +
      (colour ? pc.underline(COLOURS[t.refClass](piece)) : `[${piece}]${t.id}`);
    at = t.end;
  }
  return out + printableLines(text.slice(at));
}

function flat(text: string): string {
  return printableLines(text).replace(/\s+/g, ' ');
}

function cell(text: string, width: number): string {
  const shown = flat(text);
  return (shown.length > width ? `${shown.slice(0, width - 1)}…` : shown).padEnd(width);
}

function anchorText({ anchor }: TimeExpression, m: TimeWords): string {
  if (anchor === null) return NOTHING;
  return anchor.kind === 'dct'
    ? say(m.ofDocument, { date: anchor.at })
    : say(m.ofText, { id: anchor.timexId ?? '', date: anchor.at });
}

function table(expressions: readonly TimeExpression[], columns: number, m: TimeWords): string {
  const widths = [4, Math.max(18, Math.min(34, columns - 84)), 24, 10, 24, 18];
  const line = (cells: readonly string[]): string =>
    cells
      .map((c, i) => cell(c, widths[i]!))
      .join(' ')
      .trimEnd();
  const rows = expressions.map((t) =>
    line([
      String(t.id),
      t.text,
      t.chronons.join('/') || t.timex3.value || NOTHING,
      m.classes[t.refClass],
      anchorText(t, m),
      t.rule || NOTHING,
    ]),
  );
  const { expression, value, refClass, anchor, rule } = m.columns;
  return [line(['#', expression, value, refClass, anchor, rule]), ...rows].join('\n');
}

function explained(expressions: readonly TimeExpression[], m: TimeWords): string {
  const parts = (names: TimeExpression['known']): string =>
    names.map((name) => m.partNames[name]).join(', ') || NOTHING;
  return expressions
    .map((t) => {
      const { type, value, mod, quant, freq } = t.timex3;
      const more = Object.entries({ mod, quant, freq }).flatMap(([name, given]) =>
        given ? [` ${name}=${given}`] : [],
      );
      const said = say(m.parts, {
        known: parts(t.known),
        implied: parts(t.implied),
        tense: t.tense === null ? NOTHING : m.tenses[t.tense],
      });
      return [
        `#${t.id} ${flat(t.text)}`,
        `  ${say(m.pattern, { pattern: t.patternId, type: t.subtype ? `${t.type}/${t.subtype}` : t.type, refClass: t.refClass })}`,
        `  ${said}${t.low ? `   ${m.approximate}` : ''}`,
        `  TIMEX3: ${type} ${value}${more.join('')}`,
        `  ${say(m.meaning, { expression: JSON.stringify(t.expression) })}`,
      ].join('\n');
    })
    .join('\n');
}

/** What is written; without a wish it depends on who reads. */
function markupOf({ json, timex3, harem, em }: Flags): TimeMarkup | undefined {
  if (json) return undefined;
  return timex3 ? 'timex3' : harem ? 'harem' : em ? 'em' : undefined;
}

async function run(source: string, flags: Flags, m: TimeWords, terminal: TimeTerminal): Promise<void> {
  const markup = markupOf(flags);
  const { paragraphs, marked, segments, segmented, profile } = await annotateTime(source, {
    ...flags,
    markup,
    stdin: () => terminal.stdin(),
    fetchPage: terminal.fetch && ((url) => terminal.fetch!(url, accessOf(flags))),
  });
  const each = (write: (paragraph: TimedParagraph) => string): string => paragraphs.map(write).join('\n\n');
  if (segments !== null && flags.json)
    return terminal.out(segments.map((each) => `${JSON.stringify(each)}\n`).join(''));
  if (segmented !== null) return terminal.out(`${segmented}\n`);
  if (marked !== null) {
    terminal.out(marked);
    // What goes into a file ends as the text does; a prompt begins its own line.
    if (terminal.isTerminal && !marked.endsWith('\n')) terminal.out('\n');
    return;
  }
  const expressions = paragraphs.flatMap((paragraph) => paragraph.expressions);
  if (flags.json || (!terminal.isTerminal && !flags.explain)) {
    for (const { expression: _, ...line } of expressions) terminal.out(`${JSON.stringify(line)}\n`);
    return;
  }
  if (paragraphs.length > 0)
    terminal.out(`${each((paragraph) => highlighted(paragraph, terminal.isTerminal))}\n\n`);
  terminal.out(`${expressions.length > 0 ? table(expressions, terminal.columns, m) : m.none}\n`);
  if (flags.explain)
    terminal.out(
      `\n${say(m.parameters, { profile: JSON.stringify(profile) })}\n${explained(expressions, m)}\n`,
    );
}

export function timeCommand(language: Language, terminal: TimeTerminal = PROCESS_TERMINAL): Command {
  const m = TIME_WORDS[language];
  const date = (text: string): string => {
    try {
      documentDate(text);
      return text;
    } catch (error) {
      if (!(error instanceof TarrafaError)) throw error;
      throw new InvalidArgumentError(sayWhy(error.values[1] as Why, language));
    }
  };
  const command = new Command('time')
    .description(m.about)
    .argument('[source]', m.source, '-')
    .option('--dct <date>', m.dct, date)
    .option('--json', m.json)
    .option('--timex3', m.timex3)
    .option('--harem', m.harem)
    .option('--em', m.em)
    .option('--segments', m.segments)
    .addOption(
      new Option('--segment-unit <unit>', m.segmentUnit).choices(['paragraph', 'sentence', 'clause']),
    )
    .addOption(
      new Option('--undated-policy <policy>', m.undatedPolicy).choices(['none', 'section', 'always']),
    )
    .addOption(new Option('--extents <view>', m.extents).choices(['full', 'named']).default('full'))
    .option('--patterns <json>', m.patterns)
    .option('--explain', m.explain)
    .addOption(
      new Option('--profile <name>', m.profile).choices(['modern', 'thesis', 'dialogue']).default('modern'),
    )
    .addOption(new Option('--locale <locale>', m.locale).choices(['pt-PT', 'pt-BR']));
  return withAccessFlags(command, language).action((source: string, flags: Flags) =>
    run(source, flags, m, terminal),
  );
}
