import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { httpProxy, socksProxy, type TestProxy } from '../../../test/loopback-proxies.ts';
import { spawnTarrafa } from '../../../test/tarrafa-process.ts';
import { page, type TinyWeb, tinyWeb } from '../../../test/tiny-web.ts';

const HOST = 'www.guardado.exemplo.br';
const OTHER = 'www.alheio.exemplo.pt';
const PASSWORD = 'palavra-muito-secreta';
const COOKIE = 'bilhete-de-entrada';
const HEADER = 'chave-do-arquivo';

let root = '';
let web: TinyWeb | null = null;
let proxy: TestProxy | null = null;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tarrafa-access-'));
});
afterEach(async () => {
  await proxy?.close();
  await web?.close();
  [web, proxy] = [null, null];
  rmSync(root, { recursive: true, force: true });
});

/** A site that shows itself to those with a cookie and a header, and sends all others away. */
function guarded(text: string) {
  return ({ headers }: IncomingMessage, response: ServerResponse) => {
    const mayEnter = headers.cookie === `sessao=${COOKIE}` && headers['x-acesso'] === HEADER;
    if (mayEnter) response.writeHead(200, { 'Content-Type': 'text/html' }).end(text);
    else response.writeHead(302, { Location: '/entrar' }).end();
  };
}

async function begin(make: typeof httpProxy): Promise<void> {
  web = await tinyWeb({
    [HOST]: {
      '/': guarded(page(['/dois', `http://${OTHER}/`, 'http://127.0.0.1/', 'http://intranet/'])),
      '/dois': guarded(page([])),
      '/entrar': page([]),
    },
    [OTHER]: { '/': page([]) },
  });
  proxy = await make({ to: web.port, secret: `ana:${PASSWORD}` });
  const fields = ['.guardado.exemplo.br', 'TRUE', '/', 'FALSE', '0', 'sessao', COOKIE];
  writeFileSync(join(root, 'cookies.txt'), `# Netscape HTTP Cookie File\n${fields.join('\t')}\n`);
}

const crawl = (...more: string[]) =>
  spawnTarrafa([
    ...['crawl', `http://${HOST}/`, '--out', join(root, 'coleta'), '--lang', 'en', '--scope', 'any'],
    ...[
      '--delay',
      '0',
      '--address-delay',
      '0',
      '--retries',
      '0',
      '--contact',
      'https://eu.exemplo.br/',
      ...more,
    ],
  ]);

/** All that a folder holds, archives unpacked, as one text. */
function everything(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    .map((bytes) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('latin1'))
    .join('\n');
}

describe('a crawl by way of a proxy, with headers and cookies', () => {
  for (const [kind, make] of [
    ['http', httpProxy],
    ['socks5', socksProxy],
  ] as const)
    it(`is let in through ${kind}, asks nobody directly, and keeps no secret`, async () => {
      await begin(make);
      const access = [
        ...['--proxy', `${kind}://ana:${PASSWORD}@127.0.0.1:${proxy!.port}`],
        ...['--cookies', join(root, 'cookies.txt'), '--header', `X-Acesso: ${HEADER}`],
      ];
      const done = await crawl(...access);
      expect(done).toMatchObject({ status: 0 });
      expect(web!.paths(HOST).sort()).toEqual(['/', '/dois']);
      // Robots files too, and nobody of this machine or its network.
      expect(proxy!.asked.join(' ')).not.toMatch(/127\.0\.0\.1|intranet/);
      expect(proxy!.asked.length).toBeGreaterThan(0);
      for (const { host, headers } of web!.requests) {
        expect(JSON.stringify(headers)).not.toContain('proxy-auth');
        if (host === OTHER) expect(JSON.stringify(headers)).not.toMatch(new RegExp(`${COOKIE}|${HEADER}`));
      }
      const kept = everything(join(root, 'coleta')) + done.stdout + done.stderr;
      for (const secret of [PASSWORD, Buffer.from(`ana:${PASSWORD}`).toString('base64'), COOKIE, HEADER])
        expect(kept).not.toContain(secret);
      expect(kept).not.toContain('WARC-IP-Address');
      const { sessions } = JSON.parse(readFileSync(join(root, 'coleta', 'crawl.json'), 'utf8'));
      expect(sessions).toMatchObject([{ access: ['proxy', 'headers', 'cookies'] }]);

      // The same command without them would bring the page that asks to be let in.
      const before = web!.requests.length;
      const missing = await crawl('--again');
      expect(missing.status).toBe(2);
      expect(missing.stderr).toContain('--proxy, --header, --cookies');
      expect(missing.stderr).toContain('--proxy none --header none --cookies none');
      expect(web!.requests.length).toBe(before);
      expect(await crawl('--again', ...access)).toMatchObject({ status: 0 });
      expect(web!.paths(HOST).length).toBe(4);
    });

  it('archives what was sent when that is asked for, and goes on without when that is said', async () => {
    await begin(httpProxy);
    writeFileSync(join(root, 'cabecalhos'), `# meus\nX-Acesso: ${HEADER}\n`);
    writeFileSync(join(root, 'proxy'), `http://ana:${PASSWORD}@127.0.0.1:${proxy!.port}\n`);
    const access = ['--proxy', `@${join(root, 'proxy')}`, '--header', `@${join(root, 'cabecalhos')}`];
    const cookies = ['--cookies', join(root, 'cookies.txt')];
    expect(await crawl(...access, ...cookies, '--archive-headers')).toMatchObject({ status: 0 });
    const kept = everything(join(root, 'coleta', 'archive'));
    expect(kept).toContain(`X-Acesso: ${HEADER}`);
    expect(kept).toContain(`Cookie: sessao=${COOKIE}`);
    expect(kept).not.toContain(Buffer.from(`ana:${PASSWORD}`).toString('base64'));
    expect(await crawl('--again', ...access, '--cookies', 'none')).toMatchObject({ status: 0 });
    expect(web!.paths(HOST)).toContain('/entrar');
  });

  it('ends with what is wrong with the proxy, and is gone on with when that is mended', async () => {
    await begin(httpProxy);
    for (const address of [
      `http://ana:errada1@127.0.0.1:${proxy!.port}`,
      'socks5://ana:errada1@127.0.0.1:1',
    ]) {
      const wrong = await crawl('--proxy', address);
      expect(wrong.status).toBe(1);
      expect(wrong.stderr).toContain('TRF_PROXY');
      expect(wrong.stderr).not.toContain('errada1');
    }
    expect(web!.requests).toEqual([]);
    const right = `http://ana:${PASSWORD}@127.0.0.1:${proxy!.port}`;
    expect(await crawl('--proxy', right)).toMatchObject({ status: 0 });
    expect(web!.paths(HOST)).toEqual(['/', '/entrar']);
  });

  it('refuses what cannot be meant', async () => {
    await begin(httpProxy);
    const right = `http://ana:${PASSWORD}@127.0.0.1:${proxy!.port}`;
    for (const [flags, says] of [
      [['--proxy', 'ftp://ana:segredo9@x'], 'is not a proxy'],
      [['--proxy', right, '--connect-to', '::8.8.8.8:80'], '--connect-to'],
      [['--header', 'segredo9'], 'Name: value'],
      [['--header', 'User-Agent: segredo9'], 'crawl’s own'],
      [['--cookies', join(root, 'nada.txt')], 'nada.txt'],
    ] as const) {
      const refused = await crawl(...flags);
      expect(refused.status).toBe(2);
      expect(refused.stderr).toContain(says);
      expect(refused.stderr).not.toContain('segredo9');
    }
    expect(proxy!.asked).toEqual([]);
  });
});

describe('a single page', () => {
  it('is read through a proxy, with the headers and cookies of who may enter', async () => {
    await begin(socksProxy);
    const access = [
      ...['--proxy', `socks5://ana:${PASSWORD}@127.0.0.1:${proxy!.port}`],
      ...['--cookies', join(root, 'cookies.txt'), '--header', `X-Acesso: ${HEADER}`],
    ];
    for (const command of ['content', 'date', 'time']) {
      const done = await spawnTarrafa([command, `http://${HOST}/`, '--lang', 'en', '--json', ...access]);
      expect(done).toMatchObject({ status: 0 });
      expect(web!.paths(HOST)).not.toContain('/entrar');
    }
    expect(web!.paths(HOST)).toEqual(['/', '/', '/']);
    const wrong = await spawnTarrafa([
      ...[
        'date',
        `http://${HOST}/`,
        '--lang',
        'en',
        '--proxy',
        `socks5://ana:errada1@127.0.0.1:${proxy!.port}`,
      ],
    ]);
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain('the proxy wants a user, or another password');
    expect(wrong.stderr).not.toContain('errada1');
  });
});
