/**
 * Every command line that README, LEIAME, the pages of docs/ and the guides show, typed into a shell as it stands, against the sample web. Only
 * where things are is another (`PLACES`), and who asks how quickly: on a web of one's own nobody has to rest. Names that a line takes for granted
 * (a folder of pages, a collection, a file of another program) are laid down before. What cannot be typed here is named with its reason, and its
 * options are looked up in the help. The suite types one line of each command; `npm run soak -- shown` types them all.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTS } from '../samples/hosts.ts';
import { type SampleWeb, startSampleWeb } from '../samples/server.ts';
import { citiesZip, geopackage } from '../src/geo/readers/sample-files.suite.ts';
import {
  DOCUMENTS,
  namedCommands,
  optionsAmong,
  type ShownLine,
  shownLines,
  tarrafaWords,
} from './shown-commands.ts';
import { MAIN, spawnTarrafa } from './tarrafa-process.ts';
import { type TinyWeb, tinyWeb } from './tiny-web.ts';

const WHOLE = process.env.SHOWN_COMMANDS === 'whole';

const council = `http://${HOSTS.councilBr.host}/`;
const maps = `http://${HOSTS.mapsBr.host}/`;
const articles = `http://${HOSTS.encyclopaedia.host}/artigo/`;

/** What is not typed, and why. Whatever it names must exist all the same. */
const NOT_TYPED: readonly (readonly [lines: RegExp, why: string])[] = [
  [
    /^docs\/guides\/cluster\.md: /,
    'needs PostgreSQL: test/guide-cluster.test.ts follows this guide with one',
  ],
  [/--cluster |docs\/store\.md: tarrafa (?:worker|cluster)/, 'needs PostgreSQL'],
  [
    /: tarrafa content gold score /,
    'needs somebody who marks pages: test/content-gold.test.ts marks and scores them in the browser',
  ],
  [/: tarrafa content train /, 'needs a data set that is not in the project'],
  [/: tarrafa \S+ [^|]*[<[]/, 'a form with places for one’s own, not a command line'],
  [/curl -s -X POST .*crawls|crawls\/cheias\/events/, 'begins a crawl of the public Web'],
  [/: npm (?!run (?:-s )?tarrafa)/, 'installs, tests or looks up packages: a script of package.json'],
];

const whyNot = ({ document, text }: ShownLine): string | undefined =>
  NOT_TYPED.find(([lines]) => lines.test(`${document}: ${text}`))?.[1];

/** Lines are of one kind that ask the same command. */
function kindOf({ text }: ShownLine): string {
  const [command, next = ''] = tarrafaWords(text) ?? [];
  return ['geo', 'warc', 'time', 'report', 'content'].includes(command!) && /^[a-z]+$/.test(next)
    ? `${command} ${next}`
    : String(command);
}

describe('what the documents say of the command', () => {
  const helps = new Map<string, Promise<string>>();
  /** The help of a command, its options and the commands below it. */
  const helpOf = (path: readonly string[]): Promise<string> => {
    const known = helps.get(path.join(' '));
    if (known !== undefined) return known;
    const asked = spawnTarrafa([...path, '--help', '--lang', 'en']).then(({ stdout }) => stdout);
    helps.set(path.join(' '), asked);
    return asked;
  };
  const below = (help: string): string[] =>
    [...(help.split(/^Commands:$/m)[1] ?? '').matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name!);

  /** What a line names that there is not. */
  async function unknownIn({ document, text }: ShownLine): Promise<string[]> {
    const [command, ...rest] = tarrafaWords(text) ?? [];
    if (command === undefined) return [];
    if (!below(await helpOf([])).includes(command)) return [`${document}: ${text}: no command ${command}`];
    const path = [command];
    let options = await helpOf(path);
    for (const word of rest) {
      if (!below(await helpOf(path)).includes(word)) break;
      path.push(word);
      options += await helpOf(path);
    }
    return optionsAmong(rest)
      .filter((option) => !['--lang', '--help'].includes(option))
      .filter((option) => !new RegExp(`^ +(?:-\\w, )?${option}\\b|^ +${option},`, 'm').test(options))
      .map((option) => `${document}: ${text}: no option ${option}`);
  }

  it('names commands and options that there are', async () => {
    const lines = DOCUMENTS.flatMap((document) => [...shownLines(document), ...namedCommands(document)]);
    expect(lines.length).toBeGreaterThan(250);
    const half = lines.length >> 1;
    const unknown = await Promise.all(
      [lines.slice(0, half), lines.slice(half)].map(async (some) => {
        const wrong: string[] = [];
        for (const line of some) wrong.push(...(await unknownIn(line)));
        return wrong;
      }),
    );
    expect(unknown.flat()).toEqual([]);
  });

  it('names scripts of npm that there are', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    const named = DOCUMENTS.flatMap((document) => shownLines(document))
      .filter(({ text }) => text.startsWith('npm '))
      .map(({ text }) => /^npm (?:run )?(?:-s )?(\S+)/.exec(text)![1]!);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('gives whoever asks the public Web a contact', () => {
    const lines = DOCUMENTS.flatMap((document) => shownLines(document)).filter(({ text }) => {
      const words = tarrafaWords(text);
      if (words === null || !['crawl', 'entities', 'geo'].includes(words[0]!)) return false;
      if (words[0] === 'geo' && words[1] !== 'harvest') return false;
      return (
        !/--(?:sample-web|connect-to|from|out brasil --sample-web)\b|<|^\S+ crawl …/.test(text) &&
        !text.includes('crawl …')
      );
    });
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter(({ text }) => !text.includes('--contact '))).toEqual([]);
  });
});

/** Commands that go on until they are stopped. */
const LASTING = /tarrafa (?:-- )?(?:serve|sample|warc replay|content gold mark)\b/;

describe.skipIf(process.platform === 'win32')('every line that the documents show', () => {
  const root = mkdtempSync(join(tmpdir(), 'tarrafa-shown-'));
  const at = (...names: string[]): string => join(root, ...names);
  const children = new Set<ChildProcess>();
  let web: SampleWeb;
  /** Single files of the Web: pages, an archive, a service. */
  let single: TinyWeb;
  let PLACES: readonly (readonly [string, string])[];
  let env: NodeJS.ProcessEnv;

  /** What a shell makes of a line. */
  function typed(
    folder: string,
    line: string,
  ): { readonly child: ChildProcess; said(): string; readonly ended: Promise<number | null> } {
    const child = spawn('bash', ['--norc', '-c', line], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    const ended = new Promise<number | null>((resolve) =>
      child.on('close', (status) => {
        children.delete(child);
        resolve(status);
      }),
    );
    return { child, said: () => said, ended };
  }

  const page = (
    n: number,
  ): string => `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Obra ${n} termina</title>
<meta property="article:published_time" content="2023-02-0${1 + (n % 9)}"></head><body><nav><ul><li><a href="/">Início</a></li><li><a href="/agenda">Agenda</a></li></ul></nav>
<article><h1>Obra ${n} termina</h1><p>A obra número ${n} da ponte terminou em ${n + 3} de fevereiro de 2023, disse a prefeitura, que gastou ${n * 17} mil reais a menos do que previa para ela.</p>
<p>Os moradores do bairro ${'abcdefgh'[n % 8]} contam que há ${n + 2} anos não se via tanta gente na praça de cada lado do rio.</p></article>
<section class="comments"><h2>Comentários</h2><p>Que bom que terminou, demorou demais essa obra.</p></section><footer><p>Jornal da Serra, todos os direitos reservados</p></footer></body></html>`;

  const WMS = `<?xml version="1.0"?><WMS_Capabilities version="1.3.0"><Service><Name>WMS</Name><Title>Malha</Title></Service><Capability><Layer><Title>Tudo</Title><Layer><Name>malha</Name><Title>Malha municipal</Title><EX_GeographicBoundingBox><westBoundLongitude>-53</westBoundLongitude><eastBoundLongitude>-44</eastBoundLongitude><southBoundLatitude>-25</southBoundLatitude><northBoundLatitude>-19</northBoundLatitude></EX_GeographicBoundingBox></Layer></Layer></Capability></WMS_Capabilities>`;

  const COLLECTIONS = [
    'brasil',
    'brasil-2026',
    'coleta',
    'jornais',
    'camara',
    'orgaos',
    'geral',
    'temporal',
    'minha-coleta',
    'tarrafa-crawl',
    'amostra',
    'mapas',
  ];

  beforeAll(async () => {
    web = await startSampleWeb({
      sites: [HOSTS.councilBr.host, HOSTS.mapsBr.host, HOSTS.encyclopaedia.host, HOSTS.championship.host],
    });
    const html = { 'Content-Type': 'text/html; charset=utf-8' };
    single = await tinyWeb({
      '127.0.0.1': {
        '/noticia': { headers: html, body: page(1) },
        '/malha.zip': { headers: { 'Content-Type': 'application/zip' }, body: Buffer.from(citiesZip()) },
        '/wms?service=WMS&request=GetCapabilities': { headers: { 'Content-Type': 'text/xml' }, body: WMS },
      },
    });
    const here = `http://127.0.0.1:${single.port}`;
    PLACES = [
      ['--sample-web 8000', `--sample-web ${web.port}`],
      ['https://exemplo.br/noticia', `${here}/noticia`],
      ['https://www.exemplo.br/malha.zip', `${here}/malha.zip`],
      ['https://dados.example.gov.br/', `${here}/`],
      ['https://geo.example.gov.br/', `${here}/`],
      ['https://www.exemplo.gov.br/', maps],
      ['https://www.orgao.example.gov.br/', maps],
      ['https://www.camara-exemplo.gov.br/', council],
      ['https://pt.wikipedia.org/wiki/', articles],
      ['https://www.exemplo.br/', council],
      ['http://www.exemplo.br/', council],
      ['https://…/vereadores/fulana', `${council}vereadores/antonio-vilela`],
      ['https://…', `${articles}Segunda_Guerra_Mundial`],
      // Whoever writes `…` means addresses, a contact and a folder of one’s own.
      ['crawl … ', `crawl ${council} --contact you@example.org --out outra-$RANDOM `],
      ['--contact …', '--contact you@example.org'],
    ];
    mkdirSync(at('bin'));
    const flags = [
      'if [ "$1" = -- ]; then shift; fi',
      'case "$*" in',
      // Another way to this machine, or another sample web, is named by the line itself.
      `*--connect-to*) set -- "$@" --delay 0 ;;`,
      'crawl*--sample-web*) set -- "$@" --delay 0 --address-delay 0 ;;',
      '*--sample-web*) ;;',
      `crawl*) set -- "$@" --sample-web ${web.port} --delay 0 --address-delay 0 ;;`,
      `entities*--from*) ;;`,
      `entities*) set -- "$@" --sample-web ${web.port} --delay 0 ;;`,
      `"geo harvest"*) set -- "$@" --sample-web ${web.port} ;;`,
      `serve*|"warc replay"*|"content gold mark"*) set -- "$@" --port 0 ;;`,
      'esac',
      // What is kept fresh never ends by itself.
      'case "$*" in *--revisit*) set -- "$@" --max-time 2s ;; esac',
      `exec '${process.execPath}' '${MAIN}' "$@"`,
    ];
    writeFileSync(at('bin', 'tarrafa'), `#!/bin/sh\n${flags.join('\n')}\n`);
    writeFileSync(
      at('bin', 'npm'),
      '#!/bin/sh\nwhile [ "$1" != tarrafa ]; do shift; done\nshift\nexec tarrafa "$@"\n',
    );
    for (const name of ['tarrafa', 'npm']) chmodSync(at('bin', name), 0o755);
    env = {
      PATH: `${at('bin')}${delimiter}${process.env.PATH}`,
      HOME: root,
      TMPDIR: tmpdir(),
      XDG_CACHE_HOME: at('cache'),
      TARRAFA_ALLOW_PRIVATE: '1',
    };
    const begun = await spawnTarrafa(
      [
        'crawl',
        council,
        maps,
        `${articles}Enchente_de_1941_em_Porto_Alegre`,
        '--geo',
        '--max-pages-per-host',
        '12',
        '--sample-web',
        String(web.port),
        '--delay',
        '0',
        '--address-delay',
        '0',
        '--out',
        'base',
        '--quiet',
      ],
      { cwd: root },
    );
    expect([begun.status, begun.stderr]).toEqual([0, '']);
    expect((await spawnTarrafa(['export', 'base', '--out', 'base.wacz'], { cwd: root })).status).toBe(0);
  });
  afterAll(async () => {
    for (const child of children) process.kill(-child.pid!, 'SIGKILL');
    await web?.close();
    await single?.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  });

  /** What the lines of a document take for granted. */
  function layDown(folder: string, lines: readonly string[]): void {
    mkdirSync(folder);
    const text = lines.join('\n');
    const named = (name: string): boolean =>
      new RegExp(`(?<![\\w.-]|\\w/)${name.replaceAll('.', '\\.')}(?![\\w-]|\\.[a-z])`).test(text);
    const put = (name: string, content: string | Uint8Array): void => {
      if (named(name)) writeFileSync(join(folder, name), content);
    };
    for (const name of ['sites.txt', 'jornais.txt']) put(name, `${council}\n`);
    for (const [n, name] of ['page.html', 'pagina.html', 'noticia.html', 'obra.html'].entries())
      put(name, page(n));
    for (const name of ['texts.txt', 'texto.txt', 'acordo.txt', 'nota.txt'])
      put(
        name,
        'A guerra começou em 1 de Setembro de 1939.\n\nNo ano passado choveu, e há duas semanas também.\n',
      );
    for (const name of ['municipios.zip', 'cidades.zip']) put(name, citiesZip());
    put('limites.gpkg', geopackage(3));
    for (const name of ['pages', 'paginas'])
      if (named(name)) {
        mkdirSync(join(folder, name));
        for (let n = 0; n < 8; n++) writeFileSync(join(folder, name, `${n}.html`), page(n));
      }
    for (const name of ['theirs.wacz', 'deles.wacz', 'partner.wacz', 'pequena.wacz'])
      put(name, readFileSync(at('base.wacz')));
    const [archive] = readdirSync(at('base', 'archive')).filter((name) => name.endsWith('.warc.gz'));
    const bytes = readFileSync(at('base', 'archive', archive!));
    put('crawl-data.warc.gz', bytes);
    put('cortada.warc.gz', bytes.subarray(0, bytes.length - 100));
    if (named('outros')) {
      mkdirSync(join(folder, 'outros'));
      writeFileSync(join(folder, 'outros', 'a.warc.gz'), bytes);
    }
    const body = `HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n${page(3)}`;
    const record = `${council}velha.html 192.0.2.1 20010203040506 text/html ${Buffer.byteLength(body)}\n${body}\n`;
    const head = '1 0 test\nURL IP-address Archive-date Content-type Archive-length\n';
    put(
      'older.arc.gz',
      Buffer.concat([
        gzipSync(`filedesc://x.arc 0.0.0.0 20010203040506 text/plain ${head.length}\n${head}\n`),
        gzipSync(record),
      ]),
    );
    put(
      'catalogue.db',
      existsSync(at('base', 'catalogue.db')) ? readFileSync(at('base', 'catalogue.db')) : '',
    );
    // A collection that a line itself makes is left to it.
    for (const name of COLLECTIONS)
      if (
        named(name) &&
        !lines.some((line) => / (?:crawl|import) /.test(line) && line.includes(`--out ${name}`))
      )
        cpSync(at('base'), join(folder, name), { recursive: true });
  }

  const seen = new Set<string>();
  const has = (program: string): boolean =>
    (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
  for (const document of DOCUMENTS) {
    const lines = shownLines(document).filter((line) => whyNot(line) === undefined);
    const chosen = lines.filter((line) => {
      if (!WHOLE && tarrafaWords(line.text) === null) return false;
      const kind = kindOf(line);
      // Of the programs of others only those that are there.
      if (
        !['curl', 'jq', 'sqlite3'].every(
          (program) => !new RegExp(`\\b${program}\\b`).test(line.text) || has(program),
        )
      )
        return false;
      if (WHOLE || !seen.has(kind)) {
        seen.add(kind);
        return true;
      }
      return false;
    });
    if (chosen.length === 0) continue;
    it(`of ${document} does what it should${WHOLE ? '' : ' (npm run soak -- shown types them all)'}`, {
      timeout: 240_000,
    }, async () => {
      const placed = (text: string): string =>
        PLACES.reduce((so, [there, now]) => so.replaceAll(there, now), text);
      const folder = at(document.replaceAll('/', '-'));
      const asked = chosen.map(({ text }) => text);
      // What is asked of a server that another page started.
      const [, served] = /^curl .*?\/(?:collections|memento)\/([\w-]+)/m.exec(asked.join('\n')) ?? [];
      const begin =
        served === undefined || lines.some(({ text }) => text.includes('tarrafa serve'))
          ? []
          : [`tarrafa serve ${served}`];
      layDown(folder, [...begin, ...asked]);
      let port = 0;
      let sample = 0;
      const lasting: { readonly end: () => Promise<void> }[] = [];
      const ended: string[] = [];
      const serve = async (line: string): Promise<void> => {
        const run = typed(folder, line.replace(/ &$/, ''));
        await expect.poll(run.said, { timeout: 30_000 }).toMatch(/127\.0\.0\.1:\d+|port[ae]? \d+|:\d+\//);
        const found = Number(/127\.0\.0\.1:(\d+)|port[ae]? (\d+)/.exec(run.said())!.slice(1).find(Boolean));
        if (line.includes('tarrafa sample')) sample = found;
        else port = found;
        lasting.push({
          end: async () => {
            process.kill(-run.child.pid!, 'SIGINT');
            expect([line, await run.ended, run.said()]).toEqual([line, 0, expect.any(String)]);
          },
        });
      };
      for (const line of begin) await serve(line);
      for (const { text } of chosen) {
        const line = placed(text)
          .replaceAll('127.0.0.1:8730', `127.0.0.1:${port}`)
          .replaceAll('8080', String(text.includes('--connect-to') ? web.port : sample));
        if (LASTING.test(line)) await serve(line);
        else {
          const run = typed(folder, line);
          const status = await run.ended;
          if (status !== 0) ended.push(`${text}\n  → ${line}\n  ${status}: ${run.said().slice(0, 600)}`);
        }
      }
      for (const { end } of lasting) await end();
      expect(ended).toEqual([]);
    });
  }
});
