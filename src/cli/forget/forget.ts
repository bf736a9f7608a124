/** `tarrafa forget <collection> <what>`: pages taken out of a collection for good; without --yes only what would go is shown. */
import { Command } from 'commander';
import {
  type ForgetPlan,
  type ForgetStage,
  type ForgottenEntry,
  forget,
  forgotten,
  planForget,
} from '../../app/forget.ts';
import { EXIT } from '../../errors.ts';
import { printable } from '../../formats/index.ts';
import { FORGET_WORDS } from '../../words/forget.ts';
import { amount, formatBytes, formatNumber, type Language, say } from '../../words/index.ts';
import { DATA_PROCESS, type DataSurroundings, stoppable } from '../export/export.ts';
import { ProgressLine } from '../terminal/progress-line.ts';

interface ForgetFlags {
  readonly reason?: string;
  readonly by?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly log?: boolean;
  readonly json?: boolean;
}

const SHOWN_COPIES = 20;

const isEarnest = ({ yes, dryRun }: ForgetFlags): boolean => yes === true && dryRun !== true;

export function forgetCommand(language: Language, around: DataSurroundings = DATA_PROCESS): Command {
  const m = FORGET_WORDS[language];
  return new Command('forget')
    .description(m.about)
    .argument('<folder>', m.folder)
    .argument('[what]', m.target)
    .option('--reason <text>', m.reason)
    .option('--by <name>', m.by)
    .option('--yes', m.yes)
    .option('--dry-run', m.dryRun)
    .option('--log', m.log)
    .option('--json', m.json)
    .action(async (folder: string, what: string | undefined, flags: ForgetFlags, command: Command) => {
      if (flags.log === true) return showLog(folder, flags);
      if (what === undefined) command.error(m.needsTarget, { exitCode: EXIT.usage });
      if (isEarnest(flags) && flags.reason === undefined)
        command.error(m.needsReason, { exitCode: EXIT.usage });
      await stoppable(around, (signal) => run(folder, what, flags, signal));
    });

  async function run(folder: string, what: string, flags: ForgetFlags, signal: AbortSignal): Promise<void> {
    const line = new ProgressLine(around, language);
    const words = { scanning: m.scanning, rewriting: m.rewriting, rebuilding: m.rebuilding };
    const bytes = (value: number): string => formatBytes(value, language);
    const onProgress = (stage: ForgetStage, done: number, total: number): void =>
      line.show(words[stage], done, total, bytes);
    try {
      if (!isEarnest(flags)) {
        const plan = await planForget(folder, what, { signal, onProgress });
        line.clear();
        tell(plan, { ...plan, done: false }, flags, m.would);
        if (flags.json !== true && around.isTerminal) {
          const none = plan.captures === 0 && plan.known === 0;
          if (none) around.out(`${m.notThere}\n`);
          else if (plan.catalogue) around.out(`${m.catalogue}\n`);
          around.out(`${say(m.nothing, { folder: printable(folder), target: printable(quoted(what)) })}\n`);
        }
        return;
      }
      const result = await forget(folder, what, {
        reason: flags.reason ?? '',
        by: flags.by,
        signal,
        onProgress,
      });
      line.clear();
      const { interrupted, ...plan } = result;
      tell(plan, { ...plan, done: !interrupted }, flags, m.went);
      if (!interrupted) return;
      around.err(`${m.stopped}\n`);
      around.exitCode(EXIT.interrupted);
    } finally {
      line.clear();
    }
  }

  function tell(
    plan: ForgetPlan,
    json: object,
    flags: ForgetFlags,
    words: typeof m.would | typeof m.went,
  ): void {
    const n = (value: number) => amount(value, language, formatNumber(value, language));
    if (flags.json === true || !around.isTerminal) {
      around.out(`${JSON.stringify(json)}\n`);
      return;
    }
    const { folder, captures, pages, files, known, copies, unreadable } = plan;
    const figures = { captures: n(captures), pages: n(pages), files: n(files), known: n(known) };
    around.out(
      `${say(words, { folder: printable(folder), ...figures, size: formatBytes(plan.bytes, language) })}\n`,
    );
    if (copies.length > 0) {
      around.out(`${say(m.copies, { count: n(copies.length) })}\n`);
      for (const url of copies.slice(0, SHOWN_COPIES)) around.out(`  ${printable(url)}\n`);
    }
    if (unreadable > 0) around.err(`${say(m.unreadable, { count: n(unreadable) })}\n`);
  }

  async function showLog(folder: string, flags: ForgetFlags): Promise<void> {
    const entries = await forgotten(folder);
    if (flags.json === true || !around.isTerminal) {
      for (const entry of entries) around.out(`${JSON.stringify(entry)}\n`);
      return;
    }
    if (entries.length === 0) around.out(`${m.noLog}\n`);
    for (const entry of entries) around.out(`${logLine(entry)}\n`);
  }

  function logLine(entry: ForgottenEntry): string {
    const kind =
      entry.kind === 'address'
        ? m.address
        : entry.kind === 'site'
          ? say(m.site, { site: entry.site })
          : say(m.prefix, { prefix: entry.prefix });
    return printable(
      say(m.logLine, {
        at: entry.at.slice(0, 10),
        kind,
        captures: amount(entry.removed.captures, language, formatNumber(entry.removed.captures, language)),
        reason: entry.reason,
        by: entry.by === null ? '' : ` (${entry.by})`,
        state: entry.state === 'done' ? '' : m.unfinished,
      }),
    );
  }
}

/** As a shell takes it. */
function quoted(text: string): string {
  return /^[\w:/.%~+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
