/**
 * Places mentioned in Portuguese texts, against any `*.places.jsonl.gz` and, where the folder has the real pages, what was read in passages of them: as
 * `placesInText` says them, right when they overlap a mention of the corpus, one to one. `--misses` prints what differs of the items that are not kept aside; `--threshold 0.9` judges what is said with so much alone.
 */
import {
  type Bar,
  foundIn,
  type MeasureArgs,
  type MeasureResult,
  type MeasureTable,
} from '../bench/measure.ts';
import { loadGazetteer, type PlaceMention, placesInText } from '../src/geo/gazetteer/index.ts';
import { isKeptAside } from './kept-aside.ts';
import { readPageTexts } from './places/page-texts.ts';
import { compared, placeFiles, readPlaceTexts } from './places/place-texts.ts';

export const title = 'Places in text';

/** Said with this much, a mention is sure. */
const SURE = 0.9;
const BINS = [0, 0.5, 0.6, 0.7, 0.8, SURE, 0.95, 1.01];

interface BarOf {
  readonly precision: number;
  readonly recall: number;
}
const BARS: Readonly<Record<string, BarOf>> = {
  'first-harem': { precision: 0.92, recall: 0.85 },
  'lener-br': { precision: 0.85, recall: 0.75 },
};
const OTHER_BAR: BarOf = { precision: 0.9, recall: 0.82 };

class Tally {
  gold = 0;
  found = 0;
  right = 0;
  wrong = 0;
  sureRight = 0;
  sureWrong = 0;
  readonly bins = BINS.map(() => ({ right: 0, said: 0, sum: 0 }));
  readonly kinds = new Map<string, { gold: number; found: number }>();

  get precision(): number {
    return ratio(this.right, this.right + this.wrong);
  }
  get recall(): number {
    return ratio(this.found, this.gold);
  }
  get f1(): number {
    return ratio(2 * this.precision * this.recall, this.precision + this.recall);
  }
  get sure(): number {
    return ratio(this.sureRight, this.sureRight + this.sureWrong);
  }
  get sureShare(): number {
    return ratio(this.sureRight, this.right);
  }
}

const ratio = (a: number, b: number): number => (b === 0 ? 0 : a / b);
const fixed = (n: number): string => n.toFixed(3);

const PARTS = ['whole', 'without what is kept aside', 'kept aside'] as const;

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const pages = readPageTexts(args.data);
  const files = foundIn(
    args.data,
    [...placeFiles(args.data).map(readPlaceTexts), ...(pages === null ? [] : [pages])],
    '*.places.jsonl.gz',
  );
  if (files.length === 0) return { tables: [], figures: {} };
  // As the catalogue reads.
  const gazetteer = await loadGazetteer({ towns: false });
  const threshold = Number(args.options.threshold ?? 0);
  const rows: (string | number)[][] = [];
  const kindRows: (string | number)[][] = [];
  const binRows: (string | number)[][] = [];
  const misses: (string | number)[][] = [];
  const figures: Record<string, number> = {};
  const bars: Bar[] = [];
  for (const { name, texts } of files) {
    const tallies = PARTS.map(() => new Tally());
    for (const { id, drawnBy = id, text, gold } of texts) {
      const aside = isKeptAside(drawnBy);
      const said = placesInText(gazetteer, text).filter(({ confidence }) => confidence >= threshold);
      const { verdicts, found } = compared(gold, said);
      for (const tally of [tallies[0]!, tallies[aside ? 2 : 1]!]) {
        said.forEach(({ confidence }, i) => {
          count(tally, confidence, verdicts[i]!);
        });
        gold.forEach(({ kind }, i) => {
          if (found[i] === null) return;
          tally.gold++;
          const ofKind = tally.kinds.get(kind) ?? { gold: 0, found: 0 };
          tally.kinds.set(kind, ofKind);
          ofKind.gold++;
          if (found[i] === true) {
            ofKind.found++;
            tally.found++;
          }
        });
      }
      if (args.options.misses === undefined || aside) continue;
      gold.forEach((place, i) => {
        if (found[i] === false) misses.push([name, 'missed', place.kind, shown(text, place), '']);
      });
      said.forEach((mention, i) => {
        if (verdicts[i] === 'wrong')
          misses.push([
            name,
            'wrong',
            mention.place?.kind ?? 'unknown',
            shown(text, mention),
            fixed(mention.confidence),
          ]);
      });
    }
    PARTS.forEach((part, i) => {
      const tally = tallies[i]!;
      rows.push([
        name,
        part,
        tally.gold,
        tally.right + tally.wrong,
        fixed(tally.precision),
        fixed(tally.recall),
        fixed(tally.f1),
        fixed(tally.sure),
        fixed(tally.sureShare),
      ]);
    });
    const [whole, , keptAside] = tallies as [Tally, Tally, Tally];
    for (const [kind, { gold, found }] of [...whole.kinds].sort())
      kindRows.push([name, kind, gold, found, fixed(ratio(found, gold))]);
    whole.bins.forEach(({ right, said, sum }, i) => {
      if (said > 0)
        binRows.push([
          name,
          `${BINS[i]}–${Math.min(1, BINS[i + 1] ?? 1)}`,
          said,
          fixed(sum / said),
          fixed(right / said),
        ]);
    });
    figures[`${name}.precision`] = Number(fixed(whole.precision));
    figures[`${name}.recall`] = Number(fixed(whole.recall));
    figures[`${name}.f1`] = Number(fixed(whole.f1));
    figures[`${name}.aside.precision`] = Number(fixed(keptAside.precision));
    figures[`${name}.aside.recall`] = Number(fixed(keptAside.recall));
    figures[`${name}.sure`] = Number(fixed(whole.sure));
    figures[`${name}.sureShare`] = Number(fixed(whole.sureShare));
    bars.push(...barsOf(name, whole, BARS[name] ?? OTHER_BAR));
  }
  const tables: MeasureTable[] = [
    {
      title: 'Mentions',
      columns: ['corpus', 'items', 'gold', 'said', 'P', 'R', 'F1', 'right of the sure', 'sure of the right'],
      rows,
      note: `the shipped model learned from these without what is kept aside: only that figure says something; by models that did not learn from the corpus, see scripts/place-model.ts --across; of pages whole sites are kept aside; overlap, one to one; organisations’ names, streets and zones of plans neither asked for nor punished; sure: said with ≥ ${SURE}${
        threshold > 0 ? `; only what is said with ≥ ${threshold}` : ''
      }`,
    },
    { title: 'Found by kind', columns: ['corpus', 'kind', 'gold', 'found', 'recall'], rows: kindRows },
    {
      title: 'What is said and what is right',
      columns: ['corpus', 'said with', 'mentions', 'said on average', 'right'],
      rows: binRows,
    },
  ];
  if (args.options.misses !== undefined)
    tables.push({
      title: 'Differences',
      items: true,
      columns: ['corpus', 'what', 'kind', 'where', 'said with'],
      rows: misses,
    });
  return { tables, figures, bars };
}

function count(tally: Tally, confidence: number, verdict: 'right' | 'wrong' | 'unasked'): void {
  if (verdict === 'unasked') return;
  const right = verdict === 'right' ? 1 : 0;
  tally.right += right;
  tally.wrong += 1 - right;
  if (confidence >= SURE) {
    tally.sureRight += right;
    tally.sureWrong += 1 - right;
  }
  const bin = tally.bins[BINS.findLastIndex((from) => confidence >= from)]!;
  bin.said++;
  bin.right += right;
  bin.sum += confidence;
}

function barsOf(name: string, tally: Tally, bar: BarOf): Bar[] {
  const atLeast = (what: string, least: number, measured: number): Bar => ({
    what: `${name}: ${what}`,
    bar: `≥ ${least}`,
    measured: fixed(measured),
    met: measured >= least,
  });
  return [
    atLeast('precision', bar.precision, tally.precision),
    atLeast('recall', bar.recall, tally.recall),
    atLeast(`right of what is said with ≥ ${SURE}`, 0.95, tally.sure),
    atLeast(`these, of all that are right`, 0.6, tally.sureShare),
  ];
}

function shown(text: string, { start, end }: Pick<PlaceMention, 'start' | 'end'>): string {
  return `${text.slice(Math.max(0, start - 40), start)}⟦${text.slice(start, end)}⟧${text.slice(end, end + 30)}`.replace(
    /\s+/g,
    ' ',
  );
}
