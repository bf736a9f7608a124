/**
 * Places of real pages, annotated by reading (eval/places/pages.places.jsonl; the texts are in no repository, only what was found in them):
 *
 *     node --import tsx scripts/annotate-places.ts draw <data> <folder> [--aside] [--a-site 4] [--draw 1] [--dense] [--sites a,b]
 *     node --import tsx scripts/annotate-places.ts take <folder> >> eval/places/pages.places.jsonl
 *
 * `draw` writes `passages.txt`, in which what may be a place stands as `[Lisboa]3`, whatever the model would say of it, and `drawn.json`. With `--aside`
 * it draws from the sites that are kept aside, else from the others. `take` reads `marks.txt`, a line a passage:
 *
 *     17: 1 3 5 o2 +Cais Velho o+Casa das Letras
 *
 * 1, 3 and 5 are places, 2 is part of the name of something else (neither asked for nor punished), the rest is none; with `+` what has no number, by its
 * first standing. A passage without a line has not been read.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isKeptAside } from '../eval/kept-aside.ts';
import { type DataPage, digestOf, pagesOf, pageText, sitesOf } from '../eval/places/page-texts.ts';
import { Gazetteer } from '../src/geo/gazetteer/gazetteer.ts';
import { findCandidates, TextWords } from '../src/geo/gazetteer/mentions/index.ts';
import { shippedPlaces } from '../src/geo/gazetteer/shipped-places.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    aside: { type: 'boolean', default: false },
    'a-site': { type: 'string', default: '4' },
    draw: { type: 'string', default: '1' },
    length: { type: 'string', default: '650' },
    dense: { type: 'boolean', default: false },
    sites: { type: 'string', default: '' },
  },
});

interface Drawn {
  readonly host: string;
  readonly path: string;
  readonly from: number;
  readonly text: string;
  readonly candidates: readonly (readonly [start: number, end: number])[];
}

const order = (name: string): string => createHash('sha256').update(`${options.draw} ${name}`).digest('hex');
const SMALL =
  /(?<![\p{L}])(?:que|não|uma|para|com|dos|das|pelo|pela|são|mais|como|está|foi|em|no|na|do|da)(?![\p{L}])/giu;

/** Whether it is Portuguese, by its small words. */
function isPortuguese(text: string): boolean {
  return (text.match(SMALL)?.length ?? 0) * 12 > text.split(' ').length;
}

async function draw(data: string, folder: string): Promise<void> {
  const gazetteer = new Gazetteer((await shippedPlaces(false)).packed());
  const length = Number(options.length);
  const candidatesOf = (text: string): (readonly [number, number])[] => {
    const words = new TextWords(text);
    const found = findCandidates(words, gazetteer.packed);
    return Array.from({ length: found.count }, (_, c) => [
      words.start[found.first[c]!]!,
      words.end[found.last[c]!]!,
    ]);
  };
  const drawn: Drawn[] = [];
  for (const site of sitesOf(data)) {
    if (isKeptAside(site.name) !== options.aside) continue;
    if (options.sites !== '' && !options.sites.split(',').includes(site.name)) continue;
    const pages = pagesOf(site)
      .map((page): DataPage & { text: string } => ({ ...page, text: pageText(page.bytes, page.contentType) }))
      .filter(({ text }) => text.length > 200 && isPortuguese(text))
      .sort((a, b) => (order(a.path) < order(b.path) ? -1 : 1));
    /** Lines that were seen on another page: menus and footers are read once. */
    const seen = new Set<string>();
    const wanted = Number(options['a-site']);
    let taken = 0;
    for (const page of pages) {
      if (taken >= wanted) break;
      const passages: { from: number; to: number; fresh: number }[] = [];
      let at = 0;
      let open: { from: number; to: number; fresh: number } | null = null;
      for (const line of page.text.split('\n')) {
        if (open === null) {
          open = { from: at, to: at, fresh: 0 };
          passages.push(open);
        }
        if (!seen.has(line)) open.fresh += line.length;
        seen.add(line);
        at += line.length + 1;
        open.to = at - 1;
        if (open.to - open.from >= length) open = null;
      }
      const fresh = passages.filter(
        ({ from, to, fresh }) => to - from < 4 * length && to - from > 150 && fresh * 2 > to - from,
      );
      if (fresh.length === 0) continue;
      // By lot, and in turn what has most to be read in it.
      const chosen =
        taken % 2 === 0 && !options.dense
          ? fresh[Number.parseInt(order(`${page.path} passage`).slice(0, 8), 16) % fresh.length]!
          : fresh
              .map((p) => ({
                ...p,
                density: candidatesOf(page.text.slice(p.from, p.to)).length / (p.to - p.from + 300),
              }))
              .sort((a, b) => b.density - a.density)[0]!;
      const text = page.text.slice(chosen.from, chosen.to);
      drawn.push({
        host: site.name,
        path: page.path,
        from: chosen.from,
        text,
        candidates: candidatesOf(text),
      });
      taken++;
    }
  }
  writeFileSync(join(folder, 'drawn.json'), JSON.stringify(drawn));
  writeFileSync(
    join(folder, 'passages.txt'),
    drawn
      .map(({ host, text, candidates }, i) => {
        let marked = '';
        let at = 0;
        candidates.forEach(([start, end], c) => {
          marked += `${text.slice(at, start)}[${text.slice(start, end)}]${c + 1}`;
          at = end;
        });
        return `=== ${i + 1} ${host}\n${marked}${text.slice(at)}\n`;
      })
      .join(''),
  );
}

function take(folder: string): void {
  const drawn = JSON.parse(readFileSync(join(folder, 'drawn.json'), 'utf8')) as Drawn[];
  for (const line of readFileSync(join(folder, 'marks.txt'), 'utf8').split('\n')) {
    const read = /^(\d+):(.*)$/.exec(line.trim());
    if (read === null) {
      if (line.trim() !== '') throw new Error(`not understood: ${line}`);
      continue;
    }
    const passage = drawn[Number(read[1]) - 1];
    if (passage === undefined) throw new Error(`no such passage: ${line}`);
    const { host, path, from, text, candidates } = passage;
    const gold: [number, number, string, string][] = [];
    for (const mark of read[2]!.matchAll(
      /(o?)(?:(\d+)(?:-(\d+))?(?=\s|$)|\+(.+?)(?=\s+o?(?:\+|\d)|\s*$))/g,
    )) {
      const kind = mark[1] === 'o' ? 'other' : 'place';
      const put = (start: number, end: number): void => {
        gold.push([start, end, text.slice(start, end), kind]);
      };
      if (mark[4] !== undefined) {
        const at = text.indexOf(mark[4]);
        if (at < 0) throw new Error(`not in the passage: ${mark[4]} (${line})`);
        put(at, at + mark[4].length);
      } else
        for (let n = Number(mark[2]); n <= Number(mark[3] ?? mark[2]); n++) {
          const candidate = candidates[n - 1];
          if (candidate === undefined) throw new Error(`no such candidate: ${n} (${line})`);
          put(candidate[0], candidate[1]);
        }
    }
    gold.sort((a, b) => a[0] - b[0]);
    process.stdout.write(
      `${JSON.stringify({ host, path, from, length: text.length, digest: digestOf(text), gold })}\n`,
    );
  }
}

const [what, ...rest] = positionals;
if (what === 'draw' && rest.length === 2) await draw(rest[0]!, rest[1]!);
else if (what === 'take' && rest.length === 1) take(rest[0]!);
else throw new Error('draw <data> <folder>, or take <folder>');
