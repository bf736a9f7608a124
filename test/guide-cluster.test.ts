/**
 * The guide of a crawl by several machines, word for word, by a stranger with two terminals and a PostgreSQL that asks for passwords: commands,
 * statements and files are taken from the text of docs/guides/cluster.md. Only where things are is another: `PLACES`, and the sample web for the Web.
 * What an administrator does with `sudo` is not run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleWeb, startSampleWeb } from '../samples/server.ts';
import { type ClusterStatus, clusterStatus } from '../src/app/cluster.ts';
import { freePort, POSTGRES_BIN, PostgresServer } from './postgres-server.ts';
import { childrenOf } from './processes.ts';
import { EXAMPLE_KEY, EXAMPLE_SECRET, S3Double } from './s3-double.ts';
import { AS_TABLE } from './tarrafa-process.ts';

const GUIDE = readFileSync(new URL('../docs/guides/cluster.md', import.meta.url), 'utf8');
const MAIN = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const PATIENCE = 60_000;
const MACHINES = ['m1', 'm2'];

interface Block {
  readonly kind: string;
  /** Of commands, where they are typed: the comment that they begin with. */
  readonly where: string;
  readonly lines: readonly string[];
}

/** What a section shows as code, in its order. */
function blocksOf(heading: string): Block[] {
  const section = GUIDE.split(/^## /m).find((part) => part.startsWith(heading));
  if (section === undefined) throw new Error(`the guide has no section ${heading}`);
  return [...section.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```/gm)].map(([, indent, kind, text]) => {
    const lines = text!.split('\n').flatMap((line) => line.slice(indent!.length).trimEnd() || []);
    const where = kind === 'sh' ? /^# (.*)$/.exec(lines[0]!)![1]! : '';
    return { kind: kind!, where, lines: kind === 'sh' ? lines.slice(1) : lines };
  });
}

/** A shell to which lines are typed one after the other, as fast as it takes them. */
class Terminal {
  readonly #shell: ChildProcess;
  said = '';
  #typed = 0;
  /** Lines that were seen to end. */
  #seen = 0;

  constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#shell = spawn('bash', ['--norc'], { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] });
    for (const stream of [this.#shell.stdout!, this.#shell.stderr!])
      stream.on('data', (chunk) => {
        this.said += chunk;
      });
  }

  /** Each line is answered by how it ended. */
  type(lines: readonly string[]): void {
    for (const line of lines)
      this.#shell.stdin!.write(`${line}\nprintf '\\n<%d ended with %d>\\n' ${++this.#typed} $?\n`);
  }

  /** Resolves when all that was typed has ended: the last of it with that, all else well. */
  async atRest(last = 0): Promise<void> {
    const endOf = (line: number) => new RegExp(`<${line} ended with (\\d+)>`).exec(this.said)?.[1];
    await expect.poll(() => endOf(this.#typed), { timeout: PATIENCE }).toBeDefined();
    while (++this.#seen < this.#typed) expect(endOf(this.#seen), this.said).toBe('0');
    expect(endOf(this.#typed), this.said).toBe(String(last));
  }

  /** Ctrl-C, to what runs there. */
  interrupt(): void {
    for (const pid of childrenOf(this.#shell.pid!)) process.kill(pid, 'SIGINT');
  }

  /** Ends it, with all that it started. */
  end(): void {
    for (const pid of childrenOf(this.#shell.pid!)) process.kill(pid, 'SIGKILL');
    this.#shell.kill('SIGKILL');
  }
}

describe.skipIf(POSTGRES_BIN === null || process.platform !== 'linux')(
  'who follows the guide of a crawl by several machines',
  { timeout: 4 * PATIENCE },
  () => {
    const root = mkdtempSync(join(tmpdir(), 'tarrafa-guide-'));
    const at = (...names: string[]) => join(root, ...names);
    const terminals: Terminal[] = [];
    const children: ChildProcess[] = [];
    let server: PostgresServer;
    let double: S3Double;
    /** What stands for the Web where the guide speaks of it. */
    let web: SampleWeb;
    let env: NodeJS.ProcessEnv;
    /** Where things are in the guide, and where they are here. */
    let PLACES: readonly (readonly [string, string])[];

    beforeAll(async () => {
      server = await PostgresServer.start();
      double = await S3Double.start();
      web = await startSampleWeb({
        sites: ['www.copadosvales-exemplo.com.br', 'www.lojadoartesao-exemplo.com.br'],
      });
      const here = `127.0.0.1:${server.port}`;
      PLACES = [
        ['postgres://tarrafa@localhost/', `postgres://tarrafa@${here}/`],
        // The server of this test speaks no TLS.
        ['@banco/brasil?sslmode=require', `@${here}/quatro`],
        ['s3://arquivo/brasil', `'${double.address('brasil')}'`],
        ['8700', String(await freePort())],
        ['8730', String(await freePort())],
        ['/etc/tarrafa/', `${at('etc')}/`],
        ['/usr/local/bin/', `${at('bin')}/`],
        ['CHAVE', EXAMPLE_KEY],
        ['SEGREDO', EXAMPLE_SECRET],
      ];
      for (const name of ['bin', 'etc', 'me', 'cache', ...MACHINES]) mkdirSync(at(name));
      writeFileSync(at('bin', 'tarrafa'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
      chmodSync(at('bin', 'tarrafa'), 0o755);
      env = {
        // What is typed into a terminal is answered with tables.
        ...AS_TABLE,
        PATH: `${at('bin')}:${process.env.PATH}`,
        HOME: root,
        LANG: 'en',
        TMPDIR: tmpdir(),
        XDG_CACHE_HOME: at('cache'),
      };
    }, PATIENCE);
    afterAll(async () => {
      for (const terminal of terminals) terminal.end();
      for (const child of children) child.kill('SIGKILL');
      await server.remove();
      await double.stop();
      await web.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    });

    const placed = (text: string): string =>
      PLACES.reduce((so, [there, here]) => so.replaceAll(there, here), text);

    function open(folder: string): Terminal {
      const terminal = new Terminal(folder, env);
      terminals.push(terminal);
      return terminal;
    }

    /** What the administrator of the database types. */
    async function asAdministrator({ lines }: Block): Promise<void> {
      for (const statement of lines)
        await server.administer(statement, statement.startsWith('CREATE EXTENSION') ? 'brasil' : 'postgres');
    }

    const status = async (): Promise<ClusterStatus> => clusterStatus({ file: at('etc', 'cluster') });
    /** Those that live and have visited something, in the order in which they came. */
    const atWork = async (): Promise<ClusterStatus['workers']> =>
      (await status()).workers
        .filter(({ isAlive, completed }) => isAlive && completed > 0)
        .sort((a, b) => a.id - b.id);

    it('crawls with two workers, kills and continues one, searches in the page, and takes it all home', async () => {
      const terminalsOf = new Map([
        ['first terminal', open(at('me'))],
        ['second terminal', open(at('me'))],
      ]);
      const second = terminalsOf.get('second terminal')!;
      const file = at('etc', 'cluster');
      const reached = (condition: () => Promise<unknown>, value: unknown) =>
        expect.poll(condition, { timeout: PATIENCE }).toEqual(value);
      let killed = 0;
      /** What a reader waits for before the next step, by what the step begins with; otherwise that the command ends, well. */
      const waits: Readonly<Record<string, () => Promise<void>>> = {
        'tarrafa sample': () => reached(async () => /port \d+/.test(second.said), true),
        'tarrafa crawl http': () => reached(async () => (await atWork()).length, 1),
        'tarrafa worker --cluster': async () => {
          await reached(async () => (await atWork()).length, 2);
          killed = (await atWork())[1]!.id;
        },
        'kill -9': async () => {
          await reached(async () => (await atWork()).length === 2 && (await atWork())[1]!.id > killed, true);
          const names = (await status()).workers.map(({ name }) => name);
          expect(new Set(names).size).toBe(2);
        },
        'tarrafa cluster pause': async () => {
          await second.atRest();
          await terminalsOf.get('first terminal')!.atRest(130);
          // The other works behind the prompt of its terminal, and ends what it has under way.
          await reached(async () => (await status()).workers.filter(({ isAlive }) => isAlive), []);
        },
        'tarrafa serve': async () => {
          const page = placed('http://127.0.0.1:8730');
          await reached(() => fetch(`${page}/simples`).then(({ status: code }) => code, String), 200);
          const found = await (await fetch(`${page}/simples?q=copa`)).text();
          expect(found).toMatch(/href="[^"]*copadosvales-exemplo\.com\.br/);
          expect(await (await fetch(`${page}/metrics`)).text()).toContain('tarrafa_cluster_reachable 1');
          terminalsOf.get('first terminal')!.interrupt();
          await terminalsOf.get('first terminal')!.atRest();
        },
      };
      let commands = 0;
      for (const block of blocksOf('From nothing to two workers')) {
        if (block.kind === 'sql') {
          await asAdministrator(block);
          continue;
        }
        expect(block.kind).toBe('sh');
        if (block.where === 'administrator') continue;
        if (commands === 0) {
          await server.askForPasswords();
          writeFileSync(file, placed('postgres://tarrafa@localhost/brasil').replace('@', ':segredo@'), {
            mode: 0o600,
          });
        }
        const terminal = terminalsOf.get(block.where)!;
        const lines = block.lines.map(placed);
        terminal.type(lines);
        const first = block.lines.find((line) => !line.startsWith('export '))!;
        const wait = Object.keys(waits).find((begins) => first.startsWith(begins));
        await (wait === undefined ? terminal.atRest() : waits[wait]!());
        commands += lines.length;
      }
      expect(commands).toBeGreaterThan(15);
      // Nothing that speaks of the program instead of the crawl.
      for (const { said } of terminalsOf.values()) expect(said).not.toMatch(/Warning|^ {4}at /m);
      expect(readdirSync(at('me', 'brasil', 'archive')).filter((name) => name.includes('.warc'))).not.toEqual(
        [],
      );
    });

    it('has the files and the service of each machine, which work on one crawl with one archive', async () => {
      const blocks = blocksOf('From nothing to four machines');
      const shown = (kind: string): string => {
        const found = blocks.filter((block) => block.kind === kind);
        expect(found).toHaveLength(1);
        return `${found[0]!.lines.map(placed).join('\n')}\n`;
      };
      await asAdministrator(blocks.find(({ kind }) => kind === 'sql')!);
      await server.administer('CREATE DATABASE quatro OWNER tarrafa');
      await server.administer('CREATE EXTENSION postgis', 'quatro');
      for (const name of ['cluster', 'keys']) writeFileSync(at('etc', name), shown(name), { mode: 0o600 });
      writeFileSync(at('m1', 'sites.txt'), web.seeds.join('\n'));
      const onSampleWeb = (line: string): string =>
        / (crawl|worker) /.test(line) ? `${line} --sample-web ${web.port}` : line;
      const alive = async () => (await status()).workers.filter(({ isAlive }) => isAlive);

      const terminal = open(at('m1'));
      const [begun, looked, ...more] = blocks.filter(({ kind, where }) => kind === 'sh' && where === 'm1');
      expect(more).toEqual([]);
      const here = (machine: string, line: string) =>
        onSampleWeb(placed(line).replaceAll('/srv/tarrafa', at(machine)));
      terminal.type(begun!.lines.map((line) => here('m1', line)));
      await expect.poll(() => terminal.said, { timeout: PATIENCE }).toContain('Working as');
      const [first] = await alive();
      terminal.interrupt();
      await terminal.atRest(130);

      const unit = (name: string): string[] =>
        [...shown('ini').matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);
      const services = MACHINES.map((machine) => {
        const [command, ...words] = here(machine, unit('ExecStart')[0]!).split(' ');
        const own = Object.fromEntries(unit('Environment').map((each) => each.split('=', 2)));
        const child = spawn(command!, words, { cwd: at(machine), env: { ...env, ...own }, stdio: 'ignore' });
        children.push(child);
        return { child, ended: new Promise((resolve) => child.once('exit', resolve)) };
      });
      await expect.poll(async () => (await alive()).length, { timeout: PATIENCE }).toBe(2);
      expect((await alive()).map(({ name }) => name)).toContain(first!.name);

      const [listed, served] = looked!.lines;
      terminal.type([placed(listed!)]);
      await terminal.atRest();
      for (const { name } of await alive()) expect(terminal.said).toContain(name);
      terminal.type([placed(served!)]);
      await expect
        .poll(() => fetch(placed('http://127.0.0.1:8730/simples')).then(({ status: code }) => code, String), {
          timeout: PATIENCE,
        })
        .toBe(200);
      terminal.interrupt();
      await terminal.atRest();

      for (const { child } of services) child.kill(unit('KillSignal')[0] as NodeJS.Signals);
      const ends = await Promise.all(services.map(({ ended }) => ended));
      expect(ends.map(String)).toEqual(MACHINES.map(() => unit('SuccessExitStatus')[0]));
      const objects = [...double.objects().keys()].filter((name) => name.endsWith('/worker.json'));
      expect(objects).toHaveLength(2);
    });
  },
);
