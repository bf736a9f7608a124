/** `tarrafa correct <collection> <url> --title … --date …`: what a person says of a page, which wins over what was computed. */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Kept } from '../../app/correct-pages.ts';
import { correctPageOf, listCorrections, uncorrectPageOf, writeGold } from '../../app/correct-pages.ts';
import { EXIT } from '../../errors.ts';
import { printable } from '../../formats/index.ts';
import { CORRECT_WORDS } from '../../words/correct.ts';
import { amount, formatBytes, type Language, say } from '../../words/index.ts';
import { PAGE_TYPE_WORDS } from '../../words/page-types.ts';
import { DATA_PROCESS, type DataSurroundings, stoppable } from '../export/export.ts';
import { ProgressLine } from '../terminal/progress-line.ts';

interface Flags {
  readonly title?: string;
  readonly date?: string;
  readonly kind?: string;
  readonly place?: readonly PlaceFlag[];
  readonly content?: readonly string[];
  readonly boilerplate?: readonly string[];
  readonly by?: string;
  readonly list?: boolean;
  readonly undo?: boolean;
  readonly gold?: string;
  readonly json?: boolean;
}

interface PlaceFlag {
  readonly mention: string;
  readonly place: string | null;
}

const KINDS = Object.keys(PAGE_TYPE_WORDS.en);

export function correctCommand(language: Language, around: DataSurroundings = DATA_PROCESS): Command {
  const m = CORRECT_WORDS[language];
  const placeFlag = (text: string, before: readonly PlaceFlag[] = []): PlaceFlag[] => {
    const at = text.indexOf('=');
    const mention = text.slice(0, Math.max(0, at)).trim();
    if (mention === '') throw new InvalidArgumentError(m.badPlace);
    return [...before, { mention, place: text.slice(at + 1).trim() || null }];
  };
  return new Command('correct')
    .description(m.about)
    .argument('<collection>', m.collection)
    .argument('[url]', m.url)
    .option('--title <title>', m.title)
    .option('--date <date>', m.date)
    .addOption(new Option('--kind <kind>', m.type).choices(KINDS))
    .option('--place <words=place>', m.place, placeFlag)
    .option('--content <text...>', m.content)
    .option('--boilerplate <text...>', m.boilerplate)
    .option('--by <name>', m.by)
    .option('--list', m.list)
    .option('--undo', m.undo)
    .option('--gold <file>', m.gold)
    .option('--json', m.json)
    .action(async (folder: string, url: string | undefined, flags: Flags, command: Command) => {
      if (url === undefined && flags.list !== true && flags.gold === undefined)
        command.error(m.needsUrl, { exitCode: EXIT.usage });
      await stoppable(around, (signal) => run(folder, url ?? '', flags, signal));
    });

  async function run(folder: string, url: string, flags: Flags, signal: AbortSignal): Promise<void> {
    const line = new ProgressLine(around, language);
    const json = flags.json === true || !around.isTerminal;
    const options = {
      signal,
      by: flags.by,
      onProgress: (done: number, total: number) =>
        line.show(m.reading, done, total, (bytes) => formatBytes(bytes, language)),
    };
    const told = (text: string, data: object): void => {
      line.clear();
      around.out(`${json ? JSON.stringify(data) : text}\n`);
    };
    try {
      if (flags.gold !== undefined) {
        const pages = await writeGold(folder, flags.gold, options);
        const file = printable(flags.gold);
        told(say(m.goldDone, { file, pages: amount(pages, language) }), { out: flags.gold, pages });
      } else if (flags.list === true) {
        const all = (await listCorrections(folder, options)).filter(
          ({ value }) => url === '' || value.url === url,
        );
        if (!json && all.length === 0) told(m.none, {});
        for (const one of all) told(shown(one), one);
      } else if (flags.undo === true) {
        const undone = await uncorrectPageOf(folder, url, options);
        told(say(undone ? m.undone : m.nothing, { url: printable(url) }), { url, undone });
      } else {
        const blocks = [
          ...(flags.content ?? []).map((text) => ({ text, content: true })),
          ...(flags.boilerplate ?? []).map((text) => ({ text, content: false })),
        ];
        const kept = await correctPageOf(
          folder,
          url,
          {
            title: flags.title,
            published: flags.date === 'none' ? null : flags.date,
            type: flags.kind,
            places: flags.place,
            blocks: blocks.length === 0 ? undefined : blocks,
          },
          options,
        );
        told(say(m.done, { url: printable(url) }), kept);
      }
    } finally {
      line.clear();
    }
  }

  function shown({ value, by, at }: Kept<'correction'>): string {
    const { title, published, type, places = [], blocks = [], computed } = value;
    const was = (text: string | null | undefined): string =>
      text == null ? '' : ` (${say(m.was, { value: printable(text) || '–' })})`;
    return [
      `${printable(value.url)}  ${new Date(at).toISOString().slice(0, 16)}Z${by === '' ? '' : `  ${printable(by)}`}`,
      ...(title === undefined ? [] : [`  ${m.fields.title}: ${printable(title)}${was(computed?.title)}`]),
      ...(published === undefined
        ? []
        : [`  ${m.fields.published}: ${published ?? '–'}${was(computed?.published?.date ?? '')}`]),
      ...(type === undefined ? [] : [`  ${m.fields.type}: ${type}${was(computed?.type)}`]),
      ...places.map(
        ({ mention, place }) =>
          `  ${m.fields.places}: ${printable(mention)} → ${printable(place?.name ?? '–')}`,
      ),
      ...blocks.map(
        ({ text, content }) => `  ${m.fields.blocks}: ${content ? '+' : '−'} ${printable(text.slice(0, 80))}`,
      ),
    ].join('\n');
  }
}
