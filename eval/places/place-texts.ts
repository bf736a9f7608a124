/** Texts with the places that they mention, in the form of `*.places.jsonl.gz`: read, and our mentions compared with theirs. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { foldWords } from '../../src/text/index.ts';

export interface GoldPlace {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** `other` (organisations, buildings, streets where the corpus tells them apart): neither asked for nor punished. */
  readonly kind: string;
}

export interface PlaceText {
  readonly id: string;
  /** By which it is kept aside, where that is not its id: the site of a page. */
  readonly drawnBy?: string;
  readonly text: string;
  readonly gold: readonly GoldPlace[];
}

export interface PlaceTexts {
  readonly name: string;
  readonly texts: readonly PlaceText[];
}

const ENDING = /\.places\.jsonl(?:\.gz)?$/;

/** The files of a folder, or of the folder `places` in it, or the one that is named. */
export function placeFiles(data: string | undefined): string[] {
  if (data === undefined || !existsSync(data)) return [];
  if (!statSync(data).isDirectory()) return ENDING.test(data) ? [data] : [];
  const here = readdirSync(data).filter((name) => ENDING.test(name));
  if (here.length > 0) return here.sort().map((name) => join(data, name));
  return placeFiles(existsSync(join(data, 'places')) ? join(data, 'places') : undefined);
}

export function readPlaceTexts(path: string): PlaceTexts {
  const bytes = readFileSync(path);
  const texts = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as PlaceText);
  return { name: basename(path).replace(ENDING, ''), texts };
}

/** What a street, a quarter of a plan or an administrative zone begins with, where a corpus puts them among its places without telling. */
const STREETS = new Set(
  'rua avenida av praca travessa alameda rodovia estrada viaduto via br quadra quadras lote lotes conjunto bloco setor zona zonas ra loteamento condominio area fazenda sitio gleba km'.split(
    ' ',
  ),
);

/** Whether this is asked for: a place, and no street or zone of a plan that the corpus calls a place like any other. */
export function isAsked({ kind, text }: GoldPlace): boolean {
  if (kind === 'other') return false;
  if (kind !== 'any') return true;
  const words = foldWords(text);
  return !STREETS.has(words.split(' ')[0]!) && !words.startsWith('regiao administrativa');
}

export interface Said {
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

/** What became of one mention of ours: right, wrong, or over something that is not asked for. */
export type Verdict = 'right' | 'wrong' | 'unasked';

export interface Comparison {
  /** Of each mention of ours. */
  readonly verdicts: readonly Verdict[];
  /** Of each of theirs: whether it was found; null where it is not asked for. */
  readonly found: readonly (boolean | null)[];
}

/** Right is what overlaps one of theirs, one to one. */
export function compared(gold: readonly GoldPlace[], said: readonly Said[]): Comparison {
  const found: (boolean | null)[] = gold.map((place) => (isAsked(place) ? false : null));
  const verdicts = said.map(({ start, end }): Verdict => {
    let unasked = false;
    for (let i = 0; i < gold.length; i++) {
      if (gold[i]!.start >= end || gold[i]!.end <= start) continue;
      if (found[i] === null) unasked = true;
      else if (found[i] === false) {
        found[i] = true;
        return 'right';
      }
    }
    return unasked ? 'unasked' : 'wrong';
  });
  return { verdicts, found };
}

/** Texts with their places marked, one a line: `[Lisboa]` is a place, `{Universidade de Lisboa}` is neither asked for nor punished, `¶` ends a block. */
export function readWritten(path: string): PlaceTexts {
  const texts = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, i): PlaceText => {
      let text = '';
      const gold: GoldPlace[] = [];
      let start = -1;
      for (const character of line.replace(/ *¶ */g, '\n\n')) {
        if (character === '[' || character === '{') start = text.length;
        else if (character === ']' || character === '}') {
          const kind = character === ']' ? 'place' : 'other';
          gold.push({ start, end: text.length, text: text.slice(start), kind });
        } else text += character;
      }
      return { id: `written ${i + 1}`, text, gold };
    });
  return { name: 'written', texts };
}
