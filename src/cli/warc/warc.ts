/**
 * `tarrafa warc ls|cat|check|index|replay`: list, show, verify, index and browse archives, ours or anybody's.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  type ArchiveDamage,
  archivedPayload,
  archivedRecord,
  checkArchive,
  indexArchive,
  type ListedRecord,
  listArchive,
  type RecordWish,
  replayArchive,
} from '../../app/archives.ts';
import { checkCluster } from '../../app/cluster/check-cluster.ts';
import type { ClusterPlace } from '../../app/cluster/cluster-place.ts';
import { momentDigits } from '../../app/input/moment.ts';
import { TarrafaError } from '../../errors.ts';
import { printable } from '../../formats/index.ts';
import type { CheckFinding } from '../../warc/index.ts';
import { amount, formatNumber, type Language, say } from '../../words/index.ts';
import { WARC_WORDS, type WarcWords } from '../../words/warc.ts';
import { reason, sayWhy } from '../../words/why.ts';
import { type ClusterFlags, clusterPlace, withClusterFlags } from '../cluster/cluster-flags.ts';
import { isClusterNamed, missing } from '../cluster/folder-or-cluster.ts';
import { colours as pc } from '../terminal/colours.ts';
import { printsTable } from '../terminal/printed-form.ts';
import { stopAsked } from '../terminal/stop-asked.ts';

/** Where a command writes and how it learns that it shall end; the process's own unless a test says otherwise. */
export interface WarcTerminal {
  readonly isTerminal: boolean;
  readonly columns: number;
  out(data: string | Uint8Array): Promise<void>;
  err(text: string): void;
  /** Resolves when the person wants the server to stop. */
  stopped(): Promise<void>;
}

const PROCESS_TERMINAL: WarcTerminal = {
  get isTerminal() {
    return printsTable();
  },
  get columns() {
    return process.stdout.columns || 120;
  },
  out: (data) =>
    new Promise((resolve, reject) => {
      process.stdout.write(data, (error) => {
        if (error == null) resolve();
        // The reader of a pipe has seen enough.
        else if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(0);
        else reject(error);
      });
    }),
  err: (text) => {
    process.stderr.write(text);
  },
  stopped: stopAsked,
};

/** Lines leave in large pieces, except to a person who watches them. */
const HELD_TEXT = 64 << 10;

interface CatFlags {
  readonly time?: string;
  readonly offset?: number;
  readonly headers?: boolean;
  readonly raw?: boolean;
}

class WarcCommand {
  readonly #language: Language;
  readonly #m: WarcWords;
  readonly #terminal: WarcTerminal;
  readonly #onProblem = ({ file, offset, why }: ArchiveDamage): void =>
    this.#terminal.err(`${file} @${offset}: ${printable(sayWhy(why, this.#language))}\n`);

  constructor(language: Language, terminal: WarcTerminal) {
    this.#language = language;
    this.#m = WARC_WORDS[language];
    this.#terminal = terminal;
  }

  async list(
    paths: readonly string[],
    flags: { readonly json?: boolean; readonly type?: string[] },
  ): Promise<void> {
    const terminal = this.#terminal;
    const table = terminal.isTerminal && flags.json !== true;
    if (table) {
      const { url, ...left } = this.#m.columns;
      await terminal.out(pc.bold(`${columns(left)} ${url}\n`));
    }
    const limit = terminal.isTerminal ? 0 : HELD_TEXT;
    let held = '';
    for await (const row of listArchive(paths, { types: flags.type, onProblem: this.#onProblem })) {
      held += table
        ? `${printable(tableLine(row)).slice(0, Math.max(terminal.columns, 100))}\n`
        : `${JSON.stringify(row)}\n`;
      if (held.length <= limit) continue;
      await terminal.out(held);
      held = '';
    }
    if (held !== '') await terminal.out(held);
  }

  async show(path: string, url: string | undefined, flags: CatFlags): Promise<void> {
    const terminal = this.#terminal;
    const { offset, time } = flags;
    let wish: RecordWish;
    if (offset !== undefined) wish = { offset };
    else if (url !== undefined) wish = { url, time };
    else throw new TarrafaError('TRF_INPUT_MISSING', [path, reason('nothing-named')]);
    if (flags.headers === true || flags.raw === true) {
      const { version, fields, http, block } = await archivedRecord(path, wish);
      if (flags.raw === true) return terminal.out(block);
      let text = `${version}\n`;
      for (const [name, value] of fields) text += `${name}: ${value}\n`;
      if (http !== null) {
        text += `\n${http.startLine}\n`;
        for (const [name, value] of http.headers) text += `${name}: ${value}\n`;
      }
      // On a terminal a strange header must not move the cursor.
      return terminal.out(terminal.isTerminal ? text.split('\n').map(printable).join('\n') : text);
    }
    const { bytes, problem } = await archivedPayload(path, wish);
    if (problem !== null) terminal.err(`${say(this.#m.notDecoded, { why: this.#m.codings[problem] })}\n`);
    await terminal.out(bytes);
  }

  /** `place`: of the archive of a shared crawl, of which the paths are folders of workers. */
  async check(
    paths: readonly string[],
    flags: { readonly json?: boolean },
    place: ClusterPlace | null,
  ): Promise<void> {
    const terminal = this.#terminal;
    const json = flags.json === true || !terminal.isTerminal;
    let first: CheckFinding | null = null;
    const lines: string[] = [];
    const onFinding = (finding: CheckFinding): void => {
      if (finding.severity === 'error') first ??= finding;
      lines.push(json ? findingJson(finding) : this.#findingText(finding));
    };
    const result = await (place === null
      ? checkArchive(paths, { onFinding })
      : checkCluster(place, { folders: paths, onFinding }));
    if (lines.length > 0) await terminal.out(`${lines.join('\n')}\n`);
    const kinds =
      Object.entries(result.types)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([type, count]) => `${printable(type)} ${formatNumber(count, this.#language)}`)
        .join(', ') || '–';
    const n = (value: number) => amount(value, this.#language, formatNumber(value, this.#language));
    const { files, records, digests, errors, warnings, orphans } = result;
    await terminal.out(
      json
        ? `${JSON.stringify({ kind: 'summary', ...result })}\n`
        : `${say(this.#m.checked, { files: n(files), records: n(records), kinds, digests: n(digests), errors: n(errors), warnings: n(warnings) })}\n`,
    );
    if (!json && orphans > 0) await terminal.out(`${say(this.#m.orphans, { orphans: n(orphans) })}\n`);
    const damage = first as CheckFinding | null;
    if (damage !== null)
      throw new TarrafaError('TRF_STORAGE_DAMAGED', [damage.file, damage.offset, damage.why]);
  }

  #findingText({ file, offset, severity, why }: CheckFinding): string {
    const colour = severity === 'error' ? pc.red : severity === 'warning' ? pc.yellow : pc.dim;
    return `${file} @${offset} ${colour(this.#m.severities[severity])}: ${printable(sayWhy(why, this.#language))}`;
  }

  async index(folders: readonly string[], { json }: { readonly json?: boolean }): Promise<void> {
    for (const folder of folders) {
      const { files, lines, problems } = await indexArchive(folder);
      for (const problem of problems) this.#onProblem(problem);
      const n = (value: number) => amount(value, this.#language, formatNumber(value, this.#language));
      await this.#terminal.out(
        this.#terminal.isTerminal && json !== true
          ? `${say(this.#m.indexed, { folder, files: n(files), captures: n(lines) })}\n`
          : `${JSON.stringify({ folder, files, captures: lines, problems: problems.length })}\n`,
      );
    }
  }

  async replay(paths: readonly string[], { port }: { readonly port: number }): Promise<void> {
    const server = await replayArchive(paths, {
      port,
      language: this.#language,
      onProblem: this.#onProblem,
    });
    try {
      await this.#terminal.out(
        this.#terminal.isTerminal
          ? `${pc.bold(server.url)}  (${this.#m.stop})\n`
          : `${JSON.stringify({ url: server.url })}\n`,
      );
      await this.#terminal.stopped();
    } finally {
      await server.close();
    }
  }
}

/** For programs: the words for people are not theirs. */
function findingJson({ why: _, ...finding }: CheckFinding): string {
  return JSON.stringify({ kind: 'finding', ...finding });
}

function tableLine({ type, status, mime, date, offset, length, url }: ListedRecord): string {
  const left = columns({
    type,
    status: String(status ?? ''),
    mime: mime ?? '',
    date: (date ?? '').slice(0, 19),
    offset: String(offset),
    length: String(length),
  });
  return `${left} ${url ?? ''}`;
}

type Columns = Readonly<Record<'type' | 'status' | 'mime' | 'date' | 'offset' | 'length', string>>;

function columns({ type, status, mime, date, offset, length }: Columns): string {
  const pad = (text: string, width: number) => text.slice(0, width).padEnd(width);
  return `${pad(type, 9)} ${pad(status, 4)} ${pad(mime, 24)} ${pad(date, 19)} ${offset.padStart(11)} ${length.padStart(9)}`;
}

export function warcCommand(language: Language, terminal: WarcTerminal = PROCESS_TERMINAL): Command {
  const m = WARC_WORDS[language];
  const run = new WarcCommand(language, terminal);
  const wholeNumber = (text: string): number => {
    if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError(m.badNumber);
    return Number(text);
  };
  const portNumber = (text: string): number => {
    const port = wholeNumber(text);
    if (port > 65535) throw new InvalidArgumentError(m.badPort);
    return port;
  };
  const moment = (text: string): string => {
    const digits = momentDigits(text);
    if (digits === null) throw new InvalidArgumentError(m.badMoment);
    return digits;
  };
  const warc = new Command('warc').description(m.about);
  warc
    .command('ls')
    .description(m.ls)
    .argument('<path...>', m.paths)
    .option('--json', m.json)
    .option('--type <type...>', m.types)
    .action((paths: string[], flags: { json?: boolean; type?: string[] }) => run.list(paths, flags));
  warc
    .command('cat')
    .description(m.cat)
    .argument('<path>', m.path)
    .argument('[url]', m.url)
    .option('--time <digits>', m.time, moment)
    .option('--offset <bytes>', m.offset, wholeNumber)
    .option('--headers', m.headers)
    .addOption(new Option('--raw', m.raw).conflicts('headers'))
    .addOption(new Option('--payload', m.payload).conflicts(['headers', 'raw']))
    .action((path: string, url: string | undefined, flags: CatFlags) => run.show(path, url, flags));
  withClusterFlags(warc.command('check').description(m.check).argument('[path...]', m.paths), language)
    .option('--json', m.json)
    .action((paths: string[], flags: ClusterFlags & { json?: boolean }, command: Command) => {
      // What is named is meant, whatever the surroundings say of a database.
      const place = paths.length === 0 || isClusterNamed(command) ? clusterPlace(flags) : null;
      if (place === null && paths.length === 0) missing('path', command);
      return run.check(paths, flags, place);
    });
  warc
    .command('index')
    .description(m.index)
    .argument('<folder...>', m.folders)
    .option('--json', m.json)
    .action((folders: string[], flags: { json?: boolean }) => run.index(folders, flags));
  warc
    .command('replay')
    .description(m.replay)
    .argument('<path...>', m.paths)
    .option('--port <port>', m.port, portNumber, 8095)
    .action((paths: string[], flags: { port: number }) => run.replay(paths, flags));
  return warc;
}
