/**
 * What a page's text costs: folding, words, fingerprint, near duplicates, language. Peers: the same by the platform's own steps, a
 * fingerprint written with BigInt, and the language detector whose data is used, called directly.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { foldBySteps } from '../src/text/characters.ts';
import {
  detectLanguage,
  fold,
  forEachToken,
  NearDuplicateIndex,
  portugueseVariety,
  STOP_WORDS,
  simhash64,
  stem,
  words,
} from '../src/text/index.ts';
import { cpuMs, type MeasureArgs, type MeasureResult } from './measure.ts';

export const title = 'text: folding, words, fingerprints, language';

/** Portuguese-looking prose from a seed: frequent words, accents, punctuation, and a long tail of names. */
function prose(seed: number, length: number): string {
  const frequent = [...STOP_WORDS].slice(0, 120);
  const content =
    'política município educação São Paulo coração informação página notícia governo público história região população água também código endereço você país ação decisão câmara vereador projeto município estação rodovia'.split(
      ' ',
    );
  let state = seed >>> 0;
  const next = (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % n;
  };
  let out = '';
  while (out.length < length) {
    const kind = next(10);
    if (kind < 5) out += frequent[next(frequent.length)];
    else if (kind < 9) out += content[next(content.length)];
    else out += `Nome${next(100_000).toString(36)}`;
    out += next(12) === 0 ? '. ' : next(10) === 0 ? ', ' : ' ';
  }
  // Written out in one piece, as the text of a page is.
  return Buffer.from(out.slice(0, length)).toString();
}

/** The fingerprint as one writes it first. */
function naiveSimhash(text: string): bigint {
  const list = foldBySteps(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const counts = new Array<number>(64).fill(0);
  for (let i = 2; i < list.length; i++) {
    let hash = 0xcbf29ce484222325n;
    for (const c of `${list[i - 2]} ${list[i - 1]} ${list[i]}`)
      hash = ((hash ^ BigInt(c.charCodeAt(0))) * 0x100000001b3n) & 0xffffffffffffffffn;
    for (let bit = 0; bit < 64; bit++) counts[bit]! += (hash >> BigInt(bit)) & 1n ? 1 : -1;
  }
  let result = 0n;
  for (let bit = 0; bit < 64; bit++) if (counts[bit]! > 0) result |= 1n << BigInt(bit);
  return result;
}

let sink = 0;

/** µs a call: best of several rounds, CPU time, after a warm-up. */
function perCall(texts: readonly string[], rounds: number, work: (text: string) => number): number {
  for (const text of texts) sink ^= work(text);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const before = cpuMs();
    for (let i = 0; i < rounds; i++) for (const text of texts) sink ^= work(text);
    best = Math.min(best, cpuMs() - before);
  }
  return (best * 1000) / (rounds * texts.length);
}

/** The package's detector, with what loading it costs; null where it is not installed. */
async function peerDetector(): Promise<{
  detect(text: string): { language: string };
  megabytes: number;
} | null> {
  try {
    const before = process.memoryUsage().rss;
    const { eld } = await import('eld/extrasmall');
    eld.detect('olá');
    return { detect: (text) => eld.detect(text), megabytes: (process.memoryUsage().rss - before) / 1e6 };
  } catch {
    return null;
  }
}

/** Labelled texts, where there is a corpus of them. */
function labelled(data: string | undefined): { text: string; language: string }[] {
  if (data === undefined) return [];
  const codes: Readonly<Record<string, string>> = {
    Greek: 'el',
    Chinese: 'zh',
    English: 'en',
    Polish: 'pl',
    Russian: 'ru',
    Portuguese: 'pt',
  };
  const out: { text: string; language: string }[] = [];
  const lines = (path: string) =>
    gunzipSync(readFileSync(path))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '');
  const content = join(data, 'content', 'daniel-sites.jsonl.gz');
  if (existsSync(content)) {
    for (const line of lines(content)) {
      const { lang, gold } = JSON.parse(line) as { lang: string; gold: { main_content: string } };
      if (codes[lang] !== undefined) out.push({ text: gold.main_content, language: codes[lang] });
    }
  }
  const time = join(data, 'time');
  if (existsSync(time)) {
    for (const name of readdirSync(time)
      .filter((n) => n.endsWith('.timex.jsonl.gz'))
      .sort()) {
      for (const line of lines(join(time, name)))
        out.push({ text: (JSON.parse(line) as { text: string }).text, language: 'pt' });
    }
  }
  return out;
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const rounds = args.quick ? 4 : 40;
  const size = 20_480;
  const kilobytes = size / 1024;
  const texts = Array.from({ length: 10 }, (_, i) => prose((args.seed ?? 1) + i, size));
  const figures: Record<string, number> = {};
  const rows: (string | number)[][] = [];
  const row = (what: string, ours: number, peer: string, theirs: number | null) => {
    figures[`µs/KB ${what}`] = Number((ours / kilobytes).toFixed(3));
    rows.push([
      what,
      (ours / kilobytes).toFixed(2),
      (ours / 1000).toFixed(3),
      peer,
      theirs === null ? '' : (theirs / kilobytes).toFixed(2),
      theirs === null ? '' : `${(theirs / ours).toFixed(1)}×`,
    ]);
  };

  row(
    'fold',
    perCall(texts, rounds, (t) => fold(t).length),
    'toLowerCase + NFD + replace',
    perCall(texts, rounds >> 1, (t) => foldBySteps(t).length),
  );
  row(
    'words (offsets)',
    perCall(texts, rounds, (t) => {
      let count = 0;
      forEachToken(t, () => {
        count++;
      });
      return count;
    }),
    'match(/[\\p{L}\\p{N}]+/gu)',
    perCall(texts, rounds >> 1, (t) => t.match(/[\p{L}\p{N}\p{M}]+/gu)!.length),
  );
  row(
    'words and stems',
    perCall(texts, rounds >> 1, (t) => words(t).reduce((sum, word) => sum + stem(word).length, 0)),
    '',
    null,
  );
  const ours = perCall(texts, rounds, (t) => simhash64(t).lo);
  row(
    'simhash',
    ours,
    'BigInt, one counter a bit',
    perCall(texts, 1, (t) => Number(naiveSimhash(t) & 1n)),
  );
  row(
    'variety of Portuguese',
    perCall(texts, rounds >> 1, (t) => (portugueseVariety(t) === null ? 0 : 1)),
    '',
    null,
  );

  // Language: a call costs the same for any page, so it is counted by the call.
  const memoryBefore = process.memoryUsage();
  const started = cpuMs();
  detectLanguage('olá');
  const loading = cpuMs() - started;
  const memoryAfter = process.memoryUsage();
  const callTime = perCall(texts, rounds, (t) => detectLanguage(t).language.length);
  const peer = await peerDetector();
  const peerTime = peer === null ? null : perCall(texts, rounds, (t) => peer.detect(t).language.length);
  const arrays = (memoryAfter.arrayBuffers - memoryBefore.arrayBuffers) / 1e6;
  figures['µs language'] = Number(callTime.toFixed(1));
  figures['MB language data'] = Number(arrays.toFixed(1));
  figures['ms language data read'] = Number(loading.toFixed(0));
  const languageRows: (string | number)[][] = [
    [
      'tarrafa (medium data, 1,200 characters in 4 windows)',
      callTime.toFixed(1),
      arrays.toFixed(1),
      ...accuracy(args.data, (t) => detectLanguage(t).language),
    ],
    peer === null
      ? ['eld, extrasmall', 'not installed', '', '', '']
      : [
          'eld, extrasmall (first 350 bytes)',
          peerTime!.toFixed(1),
          peer.megabytes.toFixed(1),
          ...accuracy(args.data, (t) => peer.detect(t).language),
        ],
  ];

  // Near duplicates: a crawl's worth of fingerprints.
  const count = args.quick ? 50_000 : 1_000_000;
  const index = new NearDuplicateIndex({ capacity: count });
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
  };
  const before = cpuMs();
  for (let i = 0; i < count; i++) sink ^= index.findAndInsert({ hi: random(), lo: random() }, i)?.id ?? 0;
  const perPage = ((cpuMs() - before) * 1000) / count;
  figures['µs near duplicate'] = Number(perPage.toFixed(2));

  const simhashMs = ours / 1000;
  return {
    tables: [
      {
        title: 'on 20 KB of Portuguese text (CPU, best of 5)',
        columns: ['what', 'µs/KB', 'ms', 'peer', 'peer µs/KB', 'peer ÷ ours'],
        rows,
      },
      {
        title: 'language',
        columns: ['detector', 'µs a call', 'MB', 'right', 'of texts'],
        rows: languageRows,
      },
      {
        title: 'near duplicates',
        columns: ['fingerprints', 'µs to search and add'],
        rows: [[count, perPage.toFixed(2)]],
        note: `(${sink & 1})`,
      },
    ],
    figures,
    bars: [
      {
        what: 'simhash of 20 KB of visible text',
        bar: '≤ 0.3 ms',
        measured: `${simhashMs.toFixed(3)} ms`,
        met: simhashMs <= 0.3,
      },
    ],
  };
}

function accuracy(data: string | undefined, detect: (text: string) => string): [string, number] {
  const texts = labelled(data);
  if (texts.length === 0) return ['', 0];
  const right = texts.filter(({ text, language }) => detect(text) === language).length;
  return [`${((100 * right) / texts.length).toFixed(2)} %`, texts.length];
}
