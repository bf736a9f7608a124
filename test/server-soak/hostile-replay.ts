/**
 * What the replay of strangers' pages takes of a server: pages that are as large as any that is shown, and pages that become much larger, or
 * take much more, when they are read. The built command shows them to many readers at once, while others ask it whether it is there.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { deflatedRun } from '../../src/page/pdf/small-pdf.suite.ts';
import { WarcWriter } from '../../src/warc/index.ts';
import { mostResidentOf } from '../processes.ts';
import { serveFolder } from '../served-collection.ts';
import { nameOf, take } from './asking.ts';
import { Pulse } from './pulse.ts';

/** What the server may hold meanwhile, MB; it holds 200 when it has nothing to do. Pages are read in one thread less than there are cores, two at the most. */
export const REPLAY_BOUND = 300 + 600 * Math.max(1, Math.min(2, availableParallelism() - 1));

const MB = 1 << 20;
const AT = Date.UTC(2024, 4, 6, 12);
const MOMENT = '20240506120000';

interface HostilePage {
  readonly path: string;
  /** How it is answered: shown, refused as too long, or whatever its thread comes to. */
  readonly fate: 'shown' | 'refused' | 'any';
  /** `bytes`: of what it is when it is decoded. */
  readonly body: (bytes: number) => Buffer;
  readonly coding?: string;
}

/** On a machine that is busy with other things any may be given up (503), but not every time. */
const FATES: Readonly<Record<HostilePage['fate'], readonly number[]>> = {
  shown: [200, 503],
  refused: [422, 503],
  any: [200, 503],
};

const repeated = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length));

const PAGES: readonly HostilePage[] = [
  {
    path: 'ligacoes',
    fate: 'shown',
    body: (bytes) =>
      Buffer.from(repeated('<a href="/p?a=1&amp;b=2"><img src=//c.br/x.jpg srcset="/a 1x, /b 2x">\n', bytes)),
  },
  {
    path: 'comprimida',
    fate: 'shown',
    body: (bytes) => gzipSync(repeated('<p style="background:url(/f.png)">texto</p>\n', bytes)),
    coding: 'gzip',
  },
  {
    // 3 MB that hold 3 GB.
    path: 'bomba',
    fate: 'refused',
    body: () =>
      Buffer.concat([
        Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
        deflatedRun(3_000 * MB, ' '),
        Buffer.alloc(8),
      ]),
    coding: 'gzip',
  },
  {
    // Each link becomes as long as the base.
    path: 'base',
    fate: 'refused',
    body: (bytes) =>
      Buffer.from(`<base href="http://a.br/${'b'.repeat(8_000)}/">${repeated('<a href=x>', bytes)}`),
  },
  {
    // One tag: millions of attributes.
    path: 'atributos',
    fate: 'any',
    body: (bytes) => Buffer.from(`<a ${repeated('a=b ', bytes)}>`),
  },
];

function makeArchive(folder: string, bytes: number): void {
  mkdirSync(join(folder, 'content'), { recursive: true });
  writeFileSync(join(folder, 'crawl.json'), '{"format":1}');
  const writer = WarcWriter.open(join(folder, 'archive'), { software: 'carga/1' });
  for (const { path, body, coding } of PAGES)
    writer.writeExchange({
      url: `http://a.br/${path}`,
      date: AT,
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      rawHeaders: [
        'Content-Type',
        'text/html',
        ...(coding === undefined ? [] : ['Content-Encoding', coding]),
      ],
      body: body(bytes),
      requestHead: 'GET / HTTP/1.1\r\nHost: a.br\r\n\r\n',
    });
  writer.close();
}

export interface Replayed {
  /** The most that the server held, MB; 0 where the system does not tell. */
  readonly peak: number;
  /** Answers that no page should have had. */
  readonly unexpected: readonly string[];
  /** How often the server said that it is there while it showed them, for each that it showed. */
  readonly meanwhile: number;
}

/** Shows pages of so many bytes to so many readers each, all at once. */
export async function replayHostilePages(
  folder: string,
  { bytes, readers }: { readonly bytes: number; readonly readers: number },
): Promise<Replayed> {
  makeArchive(folder, bytes);
  const served = await serveFolder(folder, ['--no-analyse']);
  const agent = new Agent({ keepAlive: true });
  try {
    const { origin } = served;
    const name = await nameOf(origin);
    const pulse = new Pulse(origin);
    const show = ({ path }: HostilePage) =>
      take(origin, `/replay/${name}/${MOMENT}/http://a.br/${path}`, agent);
    const answers = await Promise.all(
      Array.from({ length: readers }, () => PAGES).flatMap((pages) =>
        pages.map(async (page) => ({ page, status: await show(page) })),
      ),
    );
    const meanwhile = pulse.answered / answers.length;
    await pulse.end();
    const unexpected = PAGES.flatMap(({ path, fate }) => {
      const statuses = answers.filter(({ page }) => page.path === path).map(({ status }) => status);
      const wrong = statuses.filter((status) => !FATES[fate].includes(status));
      return [
        ...wrong.map((status) => `the page '${path}' was answered with ${status}`),
        ...(fate === 'shown' && !statuses.includes(200) ? [`the page '${path}' was never shown`] : []),
      ];
    });
    return { peak: Math.round(mostResidentOf(served.pid) / MB), unexpected, meanwhile };
  } finally {
    agent.destroy();
    await served.stop();
  }
}
