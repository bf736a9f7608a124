/** `tarrafa entities tables|rename|delete <collection> …`: the tables that a collection keeps. */
import { Command } from 'commander';
import { deleteTable, listTables, renameTable } from '../../app/entities/kept-tables.ts';
import type { EntityTableSummary } from '../../catalogue/index.ts';
import { TarrafaError } from '../../errors.ts';
import { ENTITIES_WORDS } from '../../words/entities.ts';
import { amount, formatNumber, type Language, say } from '../../words/index.ts';
import { valueName } from '../../words/value-names.ts';
import { reason } from '../../words/why.ts';
import { alignedRows, plainText } from './entities-view.ts';

interface Flags {
  readonly json?: boolean;
  readonly yes?: boolean;
}

interface Surroundings {
  readonly isTerminal: boolean;
  readonly columns: number;
  out(text: string): void;
}

export function entityTableCommands(language: Language, around: Surroundings): Command[] {
  const m = ENTITIES_WORDS[language];
  const counted = (n: number) => amount(n, language, formatNumber(n, language));
  const sub = (name: string, about: string): Command =>
    new Command(name).description(about).argument('<collection>', m.collection).option('--json', m.json);

  function tell(flags: Flags, text: string, data: object): void {
    around.out(`${flags.json === true || !around.isTerminal ? JSON.stringify(data) : text}\n`);
  }
  /** What is said of a table in JSON: its rules are for the page. */
  const plain = ({ columns, ...table }: EntityTableSummary) => ({
    ...table,
    columns: columns.map(({ name, kind }) => ({ name, kind })),
  });

  return [
    sub('tables', m.tables).action(async (folder: string, _: Flags, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      const tables = await listTables(folder);
      if (flags.json === true || !around.isTerminal) {
        for (const table of tables) tell(flags, '', plain(table));
        return;
      }
      if (tables.length === 0) around.out(`${m.tablesNone}\n`);
      else
        around.out(
          `${alignedRows(
            [
              [m.tableName, m.tableRows, m.tableColumns],
              ...tables.map(({ name, rows, columns }) => [
                plainText(name),
                formatNumber(rows, language),
                columns.map((column) => plainText(column.name)).join(', '),
              ]),
            ],
            around.columns,
          )}\n`,
        );
    }),
    sub('rename', m.rename)
      .argument('<table>', m.table)
      .argument('<name>', m.newName)
      .action(async (folder: string, from: string, to: string, _: Flags, command: Command) => {
        if (to.trim() === '')
          throw new TarrafaError('TRF_CONFIG_INVALID', [
            `<${valueName('name', language)}>`,
            reason('name-missing'),
          ]);
        const table = await renameTable(folder, from, to);
        tell(
          command.optsWithGlobals<Flags>(),
          say(m.renamed, { from: plainText(from), name: plainText(table.name) }),
          plain(table),
        );
      }),
    sub('delete', m.delete)
      .argument('<table>', m.table)
      .option('--yes', m.yes)
      .action(async (folder: string, name: string, _: Flags, command: Command) => {
        const flags = command.optsWithGlobals<Flags>();
        const earnest = flags.yes === true;
        const table = await deleteTable(folder, name, { earnest });
        const values = { name: plainText(name), rows: counted(table.rows) };
        tell(flags, say(earnest ? m.deleted : m.wouldDelete, values), { ...plain(table), deleted: earnest });
      }),
  ];
}
