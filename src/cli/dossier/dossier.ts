/** `tarrafa dossier new|add|list|show|export|remove <collection> …`: pages and passages gathered, cited, and taken away. */
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  DOSSIER_FORMATS,
  type DossierFormat,
  exportDossier,
  type Kept,
  listDossiers,
  makeDossier,
  putIntoDossier,
  removeDossier,
  showDossier,
} from '../../app/dossiers.ts';
import { printable, printableLines } from '../../formats/index.ts';
import { DOSSIER_WORDS } from '../../words/dossier.ts';
import { amount, formatBytes, type Language, say } from '../../words/index.ts';
import { DATA_PROCESS, type DataSurroundings, stoppable } from '../export/export.ts';
import { ProgressLine } from '../terminal/progress-line.ts';

interface Flags {
  readonly note?: string;
  readonly passage?: string;
  readonly out?: string;
  readonly format?: DossierFormat;
  readonly by?: string;
  readonly json?: boolean;
}

export function dossierCommand(language: Language, around: DataSurroundings = DATA_PROCESS): Command {
  const m = DOSSIER_WORDS[language];

  interface Doing {
    readonly options: { readonly signal: AbortSignal; readonly by: string | undefined };
    /** Says a line, or the data that it is about. */
    readonly tell: (text: string, data: object) => void;
    readonly json: boolean;
  }

  async function doing(flags: Flags, work: (doing: Doing) => Promise<void>): Promise<void> {
    const line = new ProgressLine(around, language);
    const json = flags.json === true || !around.isTerminal;
    const onProgress = (done: number, total: number) =>
      line.show(m.reading, done, total, (bytes) => formatBytes(bytes, language));
    try {
      await stoppable(around, (signal) => {
        const options = { signal, by: flags.by, onProgress };
        const tell = (text: string, data: object): void => {
          line.clear();
          around.out(`${json ? JSON.stringify(data) : text}\n`);
        };
        return work({ options, tell, json });
      });
    } finally {
      line.clear();
    }
  }

  const counted = ({ id, value }: Kept<'dossier'>): string =>
    say(m.counted, { id, name: printable(value.name), items: amount(value.items.length, language) });
  const itemNumber = (text: string): number => {
    if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError(m.wholeNumber);
    return Number(text);
  };
  const sub = (name: string, about: string): Command =>
    new Command(name).description(about).argument('<collection>', m.collection).option('--json', m.json);

  return new Command('dossier')
    .description(m.about)
    .addCommand(
      sub('new', m.new)
        .argument('<name>', m.name)
        .option('--note <text>', m.note)
        .option('--by <name>', m.by)
        .action((folder: string, name: string, flags: Flags) =>
          doing(flags, async ({ options, tell }) => {
            const kept = await makeDossier(folder, { name, note: flags.note }, options);
            tell(say(m.made, { id: kept.id, name: printable(name) }), kept);
          }),
        ),
    )
    .addCommand(
      sub('add', m.add)
        .argument('<dossier>', m.id)
        .argument('<url>', m.url)
        .option('--passage <text>', m.passage)
        .option('--note <text>', m.note)
        .option('--by <name>', m.by)
        .action((folder: string, id: string, url: string, flags: Flags) =>
          doing(flags, async ({ options, tell }) => {
            const { passage, note } = flags;
            const kept = await putIntoDossier(folder, id, [{ url, passage, note }], options);
            tell(counted(kept), kept);
          }),
        ),
    )
    .addCommand(
      sub('list', m.list).action((folder: string, flags: Flags) =>
        doing(flags, async ({ options, tell, json }) => {
          const all = await listDossiers(folder, options);
          if (!json && all.length === 0) tell(m.none, {});
          for (const one of all) tell(counted(one), one);
        }),
      ),
    )
    .addCommand(
      sub('show', m.show)
        .argument('<dossier>', m.id)
        .action((folder: string, id: string, flags: Flags) =>
          doing(flags, async ({ options, tell }) => {
            const { kept, citations } = await showDossier(folder, id, options);
            const lines = kept.value.items.map(({ passage, note }, at) =>
              [
                `${at + 1}. ${printable(citations[at] ?? m.lost)}`,
                ...(passage === '' ? [] : [`   “${printable(passage)}”`]),
                ...(note === '' ? [] : [`   ${printableLines(note)}`]),
              ].join('\n'),
            );
            tell([counted(kept), ...lines].join('\n'), { ...kept, citations });
          }),
        ),
    )
    .addCommand(
      sub('export', m.export)
        .argument('<dossier>', m.id)
        .requiredOption('--out <file>', m.out)
        .addOption(new Option('--format <format>', m.format).choices([...DOSSIER_FORMATS]))
        .action((folder: string, id: string, flags: Flags & { readonly out: string }) =>
          doing(flags, async ({ options, tell }) => {
            const { out, format } = flags;
            const done = await exportDossier(folder, id, { ...options, out, format, language });
            if (done.missing > 0)
              around.err(`${say(m.missing, { items: amount(done.missing, language) })}\n`);
            const items = amount(done.items, language);
            const size = formatBytes(done.bytes, language);
            tell(say(m.done, { file: printable(out), items, size }), { ...done, out });
          }),
        ),
    )
    .addCommand(
      sub('remove', m.remove)
        .argument('<dossier>', m.id)
        .argument('[item]', m.item, itemNumber)
        .action((folder: string, id: string, item: number | undefined, flags: Flags) =>
          doing(flags, async ({ options, tell }) => {
            await removeDossier(folder, id, item ?? null, options);
            tell(say(m.removed, { id: item === undefined ? id : `${id} ${item}` }), {
              id,
              item: item ?? null,
            });
          }),
        ),
    );
}
