/**
 * `tarrafa entities <example-url…> -o table.csv`: the whole way from example pages to a table; `discover`, `learn`, `learn-attributes`,
 * `extract`, `check` and `graph` are its steps one by one; `tables`, `rename` and `delete` are for the tables that a collection keeps.
 */
import { createInterface } from 'node:readline/promises';
import { Command, Option } from 'commander';
import { writeAttributes } from '../../app/entities/attribute-files.ts';
import { writeChoicePages } from '../../app/entities/choices.ts';
import { explainValue } from '../../app/entities/explain-value.ts';
import { graphScript, writeGraphs } from '../../app/entities/graph-files.ts';
import type { EntityPages } from '../../app/entities/open-pages.ts';
import { readWrapper, writeWrappers } from '../../app/entities/wrapper-files.ts';
import {
  checkEntities,
  discoverEntities,
  type EngineOptions,
  type EntitiesOptions,
  entities,
  entityLines,
  entityRules,
  extractEntities,
  keepEntities,
  learnEntities,
  queryEntityGraph,
  type WritingOptions,
} from '../../app/entities.ts';
import type {
  Candidate,
  DiscoverySettings,
  EntityTable,
  Reinforcement,
  RuleSettings,
  SelectionName,
  Table,
  Wanted,
  Wrapper,
} from '../../entities/index.ts';
import { EXIT, TarrafaError } from '../../errors.ts';
import { ENTITIES_WORDS, type EntitiesWords } from '../../words/entities.ts';
import type { Language } from '../../words/index.ts';
import { amount, formatFixed, formatNumber, say } from '../../words/index.ts';
import { reason } from '../../words/why.ts';
import { printsTable } from '../terminal/printed-form.ts';
import { pagesOf, type SourceFlags } from './entities-pages.ts';
import { alignedRows, plainText, tableView } from './entities-view.ts';
import { entityTableCommands } from './entity-tables.ts';

/** What the command needs from the outside; the process's own unless somebody says otherwise. */
export interface EntitiesSurroundings {
  readonly isTerminal: boolean;
  readonly columns: number;
  out(text: string): void;
  err(text: string): void;
  /** Where the pages come from that flags ask for. */
  pages(flags: SourceFlags, folder: string): Promise<EntityPages>;
  ask(question: string): Promise<string>;
  setExit(code: number): void;
}

const PROCESS: EntitiesSurroundings = {
  get isTerminal() {
    return printsTable();
  },
  get columns() {
    return process.stdout.columns || 100;
  },
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  pages: (flags, folder) => pagesOf(flags, folder),
  ask: async (question) => {
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await terminal.question(question);
    } finally {
      terminal.close();
    }
  },
  setExit: (code) => {
    process.exitCode = code;
  },
};

interface Flags extends SourceFlags {
  readonly engine?: string;
  readonly out?: string;
  readonly wrapper?: string;
  readonly keep?: string;
  readonly want?: readonly string[];
  readonly discovery?: 'modern' | 'published';
  readonly height?: string;
  readonly maxPages?: string;
  readonly unnamed?: boolean;
  readonly provenance?: boolean;
  readonly typed?: boolean;
  readonly explain?: readonly string[];
  readonly ask?: boolean;
  readonly choicePage?: string;
  readonly votes?: readonly string[];
  readonly select?: string;
  readonly attributes?: readonly string[];
  readonly known?: readonly string[];
  readonly least?: string;
  readonly json?: boolean;
  readonly query?: string;
  readonly trace?: boolean;
  readonly rules?: 'modern' | 'published';
  readonly gamma?: number;
  readonly apex?: NonNullable<RuleSettings['apex']>;
  readonly reinforcement?: Reinforcement;
}

const FOLDER = 'tarrafa-entities';
const WAYS: readonly SelectionName[] = ['expert', 'votes', 'learned', 'knowledge', 'redundancy'];
const REINFORCEMENTS: readonly Reinforcement[] = ['modern', 'published', 'off'];
/** Names that are told of those that several pages have. */
const MOST_NAMES = 3;

/** `nome=Fulano de Tal` */
function wantedOf(words: readonly string[] | undefined): Wanted[] {
  return (words ?? []).map((word) => {
    const at = word.indexOf('=');
    if (at < 1 || at === word.length - 1)
      throw new TarrafaError('TRF_CONFIG_INVALID', [
        '--want',
        reason('not-name-value', { value: JSON.stringify(word) }),
      ]);
    return { name: word.slice(0, at).trim(), value: word.slice(at + 1).trim() };
  });
}

function discoveryOf(flags: Flags): DiscoverySettings {
  const profile: { method?: 'modern' | 'published'; height?: number | 'auto'; maxFetches?: number } = {};
  if (flags.discovery !== undefined) profile.method = flags.discovery;
  if (flags.height !== undefined) {
    const height = Number(flags.height);
    if (flags.height !== 'auto' && !(Number.isInteger(height) && height >= 1 && height <= 5))
      throw new TarrafaError('TRF_CONFIG_INVALID', [
        '--height',
        reason('not-a-height', { value: JSON.stringify(flags.height) }),
      ]);
    profile.height = flags.height === 'auto' ? 'auto' : height;
  }
  if (flags.maxPages !== undefined) {
    const most = Number(flags.maxPages);
    if (!(Number.isInteger(most) && most >= 1))
      throw new TarrafaError('TRF_CONFIG_INVALID', [
        '--max-pages',
        reason('not-a-count', { value: JSON.stringify(flags.maxPages) }),
      ]);
    profile.maxFetches = most;
  }
  return profile;
}

function wayOf({ select }: Flags): SelectionName | undefined {
  const way = WAYS.find((name) => name === select);
  if (select !== undefined && way === undefined)
    throw new TarrafaError('TRF_CONFIG_INVALID', [
      '--select',
      reason('not-one-of', { value: JSON.stringify(select), choices: WAYS.join(', ') }),
    ]);
  return way;
}

function leastOf({ least }: Flags): number | undefined {
  if (least === undefined) return undefined;
  const share = Number(least);
  if (!(least.trim() !== '' && share >= 0 && share <= 1))
    throw new TarrafaError('TRF_CONFIG_INVALID', [
      '--least',
      reason('not-between', { value: JSON.stringify(least) }),
    ]);
  return share;
}

class EntitiesCommand {
  readonly #around: EntitiesSurroundings;
  readonly #language: Language;
  readonly #m: EntitiesWords;
  #shown = false;

  constructor(language: Language, around: EntitiesSurroundings) {
    this.#around = around;
    this.#language = language;
    this.#m = ENTITIES_WORDS[language];
  }

  /** A count as people write it. */
  #n(value: number) {
    return amount(value, this.#language, formatNumber(value, this.#language));
  }

  #pages(flags: Flags): Promise<EntityPages> {
    return this.#around.pages(flags, FOLDER);
  }

  /** Ends the line of progress whatever comes of the work. */
  async #told<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } finally {
      this.#endProgress();
    }
  }

  #progress = (pages: number): void => {
    if (!this.#around.isTerminal) return;
    this.#shown = true;
    this.#around.err(`\r${say(this.#m.reading, { pages: this.#n(pages) })}`);
  };

  #endProgress(): void {
    if (this.#shown) this.#around.err('\r\x1b[K');
    this.#shown = false;
  }

  get #people(): boolean {
    return this.#around.isTerminal;
  }

  async table(examples: readonly string[], flags: Flags): Promise<void> {
    if (examples.length === 0) throw new TarrafaError('TRF_SEEDS_EMPTY', [this.#m.examples]);
    const options = this.#options(flags, wantedOf(flags.want));
    if (flags.keep !== undefined && (flags.keep.trim() === '' || flags.from?.length !== 1))
      throw new TarrafaError('TRF_CONFIG_INVALID', ['--keep', reason('keep-needs-from')]);
    const pages = await this.#pages(flags);
    if (flags.choicePage !== undefined) {
      const sites = await this.#told(learnEntities(examples, pages, this.#reading(flags)));
      for (const file of await writeChoicePages(flags.choicePage, sites, this.#language))
        this.#around.err(`${say(this.#m.wroteChoicePage, { file })}\n`);
      return;
    }
    const writing = flags.explain === undefined ? writingOf(flags) : {};
    const result = await this.#told(entities(examples, pages, { ...options, ...writing }));
    this.#warn(result);
    if (flags.explain !== undefined) return this.#explain(flags.explain, result);
    if (flags.wrapper !== undefined) await this.#writeWrappers(flags.wrapper, result.wrappers);
    if (flags.keep !== undefined) await this.#keep(flags.keep.trim(), result, flags);
    await this.#show(result.table, flags);
  }

  async #keep(name: string, result: EntityTable, { from = [] }: Flags): Promise<void> {
    await keepEntities(from, name, result);
    const values = { name: plainText(name), folder: from.join(' '), rows: this.#n(result.table.rows.length) };
    this.#around.err(`${say(this.#m.kept, values)}\n`);
  }

  #options(flags: Flags, wanted: readonly Wanted[]): EntitiesOptions {
    return {
      ...this.#reading(flags),
      ...engineOf(flags),
      wanted,
      unnamed: flags.unnamed === true,
      way: wayOf(flags),
      votes: flags.votes,
      attributes: flags.attributes,
      known: flags.known,
      least: leastOf(flags),
      reinforcement: flags.reinforcement,
      onUndecided: (attribute) => this.#around.err(`${say(this.#m.undecided, { attribute })}\n`),
      ...(flags.ask === true ? { ask: (site, candidates) => this.#dialogue(site, candidates) } : {}),
    };
  }

  /** One column after the other: its values are shown, its name is asked for. */
  async #dialogue(site: string, candidates: readonly Candidate[]): Promise<Map<string, string>> {
    this.#endProgress();
    const rules = new Map<string, string>();
    this.#around.err(`${site}\n`);
    for (const candidate of candidates) {
      this.#around.err(`\n${this.#candidateText(candidate)}\n`);
      const answer = (await this.#around.ask(this.#m.askName)).trim();
      const name = answer === '' ? candidate.name : answer;
      if (name !== '' && name !== '-') rules.set(name, candidate.id);
    }
    return rules;
  }

  #candidateText({ name, examples, share }: Candidate): string {
    const values = examples.map((value) => `«${plainText(value, 60)}»`).join(' ');
    return `  ${plainText(name === '' ? '?' : name, 60)}  ${Math.round(share * 100)} %  ${values}`;
  }

  async #writeWrappers(path: string, wrappers: readonly Wrapper[]): Promise<void> {
    for (const { file, wrapper } of await writeWrappers(path, wrappers))
      this.#around.err(
        `${say(this.#m.wroteWrapper, { file, attributes: this.#n(wrapper.attributes.length) })}\n`,
      );
  }

  #warn({ warnings, notes }: EntityTable): void {
    const m = this.#m;
    for (const { site, attribute, rule, label, score } of notes)
      if (rule !== null)
        this.#around.err(
          `${say(m.chosen, { site, attribute: plainText(attribute, 60), label: label === '' ? rule : `«${plainText(label, 60)}»`, score: formatFixed(score, this.#language, 2) })}\n`,
        );
    for (const warning of warnings) {
      const text =
        warning.kind === 'few-pages'
          ? say(m.fewPages, { pages: this.#n(warning.pages), site: warning.site })
          : warning.kind === 'budget'
            ? say(m.budget, { site: warning.site })
            : warning.kind === 'wanted-missing'
              ? say(m.wantedMissing, { site: warning.site, name: warning.name })
              : warning.kind === 'names-repeated'
                ? this.#namesRepeated(warning.site, warning.names)
                : say(m.noIndex, { site: warning.site });
      this.#around.err(`${text}\n`);
    }
  }

  #namesRepeated(site: string, names: readonly string[]): string {
    const shown = names.slice(0, MOST_NAMES).map((name) => `«${plainText(name, 60)}»`);
    const which = [...shown, ...(names.length > MOST_NAMES ? ['…'] : [])].join(', ');
    return say(this.#m.namesRepeated, { site, names: names.length, which });
  }

  async #show(table: Table, flags: Flags): Promise<void> {
    if (flags.out !== undefined) {
      const { rows, columns } = table;
      this.#around.err(
        `${say(this.#m.written, { file: flags.out, rows: this.#n(rows.length), columns: this.#n(columns.length) })}\n`,
      );
      return;
    }
    if (this.#people && flags.json !== true) {
      const most = 20;
      this.#around.out(`${tableView(table, this.#around.columns, most)}\n`);
      if (table.rows.length > most)
        this.#around.out(`${say(this.#m.more, { rows: this.#n(table.rows.length - most) })}\n`);
      return;
    }
    for await (const line of entityLines(table, writingOf(flags))) this.#around.out(line);
  }

  async #explain([page = '--explain', attribute = '']: readonly string[], found: EntityTable): Promise<void> {
    const m = this.#m;
    const { site, url, values, absences } = await explainValue(found, page, attribute);
    for (const { value, label, path, position, rule } of values)
      this.#around.out(
        `${[
          plainText(value, 500),
          `  ${site}  ${url}`,
          `  ${m.role[rule.role]} ${rule.id}`,
          `  ${m.label} «${plainText(label)}»  ${m.path} ${path}  ${m.position} ${position}`,
          ...(rule.score === null
            ? []
            : [
                `  ${m.score} ${Object.entries(rule.score)
                  .map(([key, n]) => `${key} ${Math.round(n * 1000) / 1000}`)
                  .join(', ')}`,
              ]),
          `  ${plainText(rule.cypher, 4000)}`,
        ].join('\n')}\n`,
      );
    if (values.length > 0) return;
    this.#around.out(`${say(m.noValue, { attribute, page: url })}\n`);
    for (const { rule, reason } of absences)
      this.#around.out(
        `  ${m.role[rule.role]} ${rule.id}: ${m.reason[reason]}\n  ${plainText(rule.cypher, 4000)}\n`,
      );
  }

  #reading(flags: Flags) {
    const { rules: method, gamma, apex } = flags;
    const rules: RuleSettings = {
      ...(method === undefined ? {} : { method }),
      ...(gamma === undefined ? {} : { gamma }),
      ...(apex === undefined ? {} : { apex }),
    };
    return { discovery: discoveryOf(flags), rules, onRead: this.#progress };
  }

  async discover(examples: readonly string[], flags: Flags): Promise<void> {
    const pages = await this.#pages(flags);
    const found = await this.#told(discoverEntities(examples, pages, this.#reading(flags)));
    const table = this.#people && flags.json !== true;
    if (flags.trace === true) {
      const { page: _, stored: __, ...trace } = found;
      this.#around.out(`${JSON.stringify(trace)}\n`);
    } else if (!table)
      for (const page of found.pages) this.#around.out(`${JSON.stringify({ site: found.site, ...page })}\n`);
    else {
      this.#around.out(
        `${this.#m.foundPath}\n${found.examplePath.map((step, i) => `${'  '.repeat(i + 1)}${plainText(step.url, 300)}`).join('\n')}\n\n`,
      );
      this.#around.out(
        `${alignedRows([[this.#m.page, this.#m.likeness], ...found.pages.map(({ url, likeness }) => [url, formatFixed(likeness, this.#language, 3)])], 400)}\n`,
      );
    }
    this.#around.err(
      `${say(this.#m.found, { pages: this.#n(found.pages.length), read: this.#n(found.downloads), each: formatFixed(found.downloadsPerPage, this.#language, 2) })}\n`,
    );
    if (found.warnings.includes('no-index'))
      this.#around.err(`${say(this.#m.noIndex, { site: found.site })}\n`);
    if (found.warnings.includes('alone'))
      throw new TarrafaError('TRF_ENTITY_ALONE', [found.example, found.end]);
  }

  async learn(examples: readonly string[], flags: Flags): Promise<void> {
    const result = await this.#chosen(examples, flags);
    await this.#writeWrappers(flags.out ?? 'wrapper.json', result.wrappers);
  }

  async learnAttributes(examples: readonly string[], flags: Flags): Promise<void> {
    const result = await this.#chosen(examples, flags);
    const file = flags.out ?? 'attributes.json';
    const columns = await writeAttributes(file, result);
    this.#around.err(
      `${say(this.#m.wroteAttributes, { file, columns: this.#n(columns), sites: this.#n(result.sites.length) })}\n`,
    );
  }

  async #chosen(examples: readonly string[], flags: Flags): Promise<EntityTable> {
    const options = this.#options(flags, wantedOf(flags.want));
    const pages = await this.#pages(flags);
    const result = await this.#told(entities(examples, pages, options));
    this.#warn(result);
    return result;
  }

  async extract(file: string, urls: readonly string[], flags: Flags): Promise<void> {
    const wrapper = await readWrapper(file);
    const pages = await this.#pages(flags);
    await this.#show(
      await this.#told(
        extractEntities(wrapper, urls, pages, {
          ...this.#reading(flags),
          ...engineOf(flags),
          ...writingOf(flags),
        }),
      ),
      flags,
    );
  }

  async check(file: string, urls: readonly string[], flags: Flags): Promise<void> {
    const wrapper = await readWrapper(file);
    const m = this.#m;
    const pages = await this.#pages(flags);
    const result = await this.#told(
      checkEntities(wrapper, urls, pages, { ...this.#reading(flags), ...engineOf(flags) }),
    );
    if (this.#people && flags.json !== true) {
      const percent = (share: number) => `${Math.round(share * 100)} %`;
      this.#around.out(
        `${alignedRows([[m.attribute, m.before, m.now, ''], ...result.attributes.map((a) => [a.attribute, percent(a.before), percent(a.now), m.drift[a.drift]])], this.#around.columns)}\n`,
      );
    } else this.#around.out(`${JSON.stringify(result)}\n`);
    if (result.drift === 'none') return;
    this.#around.err(`${m.driftFound}\n`);
    this.#around.setExit(EXIT.failure);
  }

  async rules(examples: readonly string[], flags: Flags): Promise<void> {
    const pages = await this.#pages(flags);
    const rules = await this.#told(entityRules(examples, pages, this.#reading(flags)));
    if (!this.#people || flags.json === true)
      for (const rule of rules) this.#around.out(`${JSON.stringify(rule)}\n`);
    else
      this.#around.out(
        `${alignedRows(
          rules.map(({ id, pages: count, pivot, path, values }) => [
            ...[
              id,
              String(count),
              plainText(pivot, 40),
              plainText(path, 60),
              plainText(values[0]?.value ?? '', 60),
            ],
          ]),
          this.#around.columns,
        )}\n`,
      );
  }

  async graph(examples: readonly string[], flags: Flags): Promise<void> {
    const pages = await this.#pages(flags);
    const sites = await this.#told(learnEntities(examples, pages, this.#reading(flags)));
    if (flags.query !== undefined) {
      for (const { set } of sites)
        for (const row of await queryEntityGraph(set.graph, flags.query))
          this.#around.out(`${JSON.stringify(row)}\n`);
    } else if (flags.out !== undefined) await writeGraphs(flags.out, sites);
    else for (const site of sites) for await (const piece of graphScript(site)) this.#around.out(piece);
  }
}

/** What is written of the table, and where. */
function writingOf({ out, provenance, typed }: Flags): WritingOptions {
  return { out, provenance, typed };
}

/** User and password of a server come from the environment: a command line is seen by everybody on the machine. */
function engineOf({ engine }: Flags): EngineOptions {
  const { TARRAFA_BOLT_USER: user, TARRAFA_BOLT_PASSWORD: password = '' } = process.env;
  return { engine, ...(user === undefined ? {} : { credentials: { user, password } }) };
}

export function entitiesCommand(language: Language, around: EntitiesSurroundings = PROCESS): Command {
  const m = ENTITIES_WORDS[language];
  const run = new EntitiesCommand(language, around);
  const collect = (value: string, before: string[] | undefined) => [...(before ?? []), value];
  const reading = (command: Command) =>
    command
      .option('--from <path...>', m.from)
      .option('--crawl <folder>', m.crawl)
      .option('--contact <address>', m.contact)
      .option('--delay <ms>', m.delay)
      .addOption(new Option('--discovery <method>', m.discovery).choices(['modern', 'published']))
      .option('--height <levels>', m.height)
      .option('--max-pages <n>', m.maxPages)
      .option('--engine <address>', m.engine)
      .option('--sample-web <port>', m.sampleWeb)
      .option('--json', m.json);
  const share = (text: string): number => {
    const value = /^\d+(?:\.\d+)?%$/.test(text) ? Number(text.slice(0, -1)) / 100 : Number(text);
    if (!(value > 0 && value <= 1))
      throw new TarrafaError('TRF_CONFIG_INVALID', [
        '--gamma',
        reason('not-between', { value: JSON.stringify(text) }),
      ]);
    return value;
  };
  const ruling = (command: Command) =>
    command
      .addOption(new Option('--rules <method>', m.ruleMethod).choices(['modern', 'published']))
      .option('--gamma <share>', m.gamma, share)
      .addOption(new Option('--apex <how>', m.apex).choices(['strict', 'relaxed', 'auto', 'both']));
  const choosing = (command: Command) =>
    ruling(command)
      .option('--want <name=value>', m.want, collect)
      .addOption(new Option('--select <way>', m.select).choices(WAYS).argParser((text: string) => text))
      .option('--ask', m.ask)
      .option('--votes <file...>', m.votes)
      .option('--attributes <file...>', m.attributes)
      .option('--known <file...>', m.known)
      .option('--least <share>', m.least)
      .addOption(new Option('--reinforcement <method>', m.reinforcement).choices(REINFORCEMENTS))
      .option('--unnamed', m.unnamed);
  const writing = (command: Command) =>
    command.option('-o, --out <file>', m.out).option('--provenance', m.provenance).option('--typed', m.typed);
  const root = writing(
    choosing(reading(new Command('entities').description(m.about).argument('[examples...]', m.examples))),
  )
    .option('--wrapper <file>', m.wrapperOut)
    .option('--keep <name>', m.keep)
    .option('--choice-page <file>', m.choicePage)
    .option('--explain <page attribute...>', m.explain)
    .action((examples: string[], flags: Flags) => run.table(examples, flags));
  root.addCommand(
    reading(new Command('discover').description(m.discover).argument('<examples...>', m.examples))
      .option('--trace', m.trace)
      .action((examples: string[], _: Flags, command: Command) =>
        run.discover(examples, command.optsWithGlobals<Flags>()),
      ),
  );
  root.addCommand(
    choosing(reading(new Command('learn').description(m.learn).argument('<examples...>', m.examples)))
      .option('-o, --out <file>', m.wrapperOut)
      .action((examples: string[], _: Flags, command: Command) =>
        run.learn(examples, command.optsWithGlobals<Flags>()),
      ),
  );
  root.addCommand(
    ruling(reading(new Command('rules').description(m.rules).argument('<examples...>', m.examples))).action(
      (examples: string[], _: Flags, command: Command) =>
        run.rules(examples, command.optsWithGlobals<Flags>()),
    ),
  );
  root.addCommand(
    choosing(
      reading(
        new Command('learn-attributes').description(m.learnAttributes).argument('<examples...>', m.examples),
      ),
    )
      .option('-o, --out <file>', m.attributesOut)
      .action((examples: string[], _: Flags, command: Command) =>
        run.learnAttributes(examples, command.optsWithGlobals<Flags>()),
      ),
  );
  root.addCommand(
    writing(
      reading(
        new Command('extract').description(m.extract).argument('<wrapper>', m.wrapper).argument('[pages...]'),
      ),
    ).action((file: string, pages: string[], _: Flags, command: Command) =>
      run.extract(file, pages, command.optsWithGlobals<Flags>()),
    ),
  );
  root.addCommand(
    reading(
      new Command('check').description(m.check).argument('<wrapper>', m.wrapper).argument('[pages...]'),
    ).action((file: string, pages: string[], _: Flags, command: Command) =>
      run.check(file, pages, command.optsWithGlobals<Flags>()),
    ),
  );
  root.addCommand(
    reading(new Command('graph').description(m.graph).argument('<examples...>', m.examples))
      .option('-o, --out <file>', '.cypher, .csv')
      .option('--query <cypher>', m.query)
      .action((examples: string[], _: Flags, command: Command) =>
        run.graph(examples, command.optsWithGlobals<Flags>()),
      ),
  );
  for (const command of entityTableCommands(language, around)) root.addCommand(command);
  return root;
}
