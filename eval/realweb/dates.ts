/**
 * When pages of whole sites were published: as `tarrafa analyse` puts it into the catalogue, as `tarrafa date` says it of the site's pages one
 * after the other, and as the page says it alone. Where the date stands nowhere on the page the right answer is none; front pages and
 * lists, told by their addresses, have none of their own either. Of a page whose source names no date nobody knows whether it states one: such
 * pages count among those without a date, and what is shown is told with and without them. Sites kept aside (`eval/kept-aside.ts`) are told apart.
 */
import type { Bar, MeasureArgs, MeasureResult, MeasureTable } from '../../bench/measure.ts';
import { isDoubtful } from '../../src/catalogue/query/index.ts';
import { analysePageRecord } from '../../src/collection/page-record.ts';
import { parseHtml } from '../../src/html/index.ts';
import { readDocument } from '../../src/page/index.ts';
import { datePage, SiteDateMemory } from '../../src/time/dating/index.ts';
import { Calibration } from '../dating/calibration.ts';
import { isKeptAside } from '../kept-aside.ts';
import { type PackedGold, type PackedPage, packedGold, packedSites, pagesOfSite } from './packed-sites.ts';

const MS_PER_DAY = 86_400_000;
const RIGHT_BAR = 0.94;
const NONE_BAR = 0.9;
const SHOWN_BAR = 0.99;

const WAYS = ['catalogue', 'site after site', 'page alone'] as const;
type Way = (typeof WAYS)[number];
const SETS = ['all', 'chosen by', 'kept aside'] as const;
type SetName = (typeof SETS)[number];

interface Answer {
  readonly date: string;
  readonly confidence: number;
  readonly source: string;
  readonly where: string;
  readonly text: string;
}

/** Addresses of lists by the habits of those who make sites: pages of a list, what has a tag or is of a category, an author or a month. */
const LIST =
  /\/(?:page|pagina|p)\/\d+\/?$|\/(?:tags?|categor(?:y|ies|ia|ias)|authors?|autor(?:es)?|archives?|arquivos?|labels?|series|topics?)(?:\/[^/]+)?\/?(?:index\.html?)?$/i;

class Tally {
  pages = 0;
  right = 0;
  near = 0;
  wrong = 0;
  shown = 0;
  shownRight = 0;
  /** Of pages without a date. */
  undated = 0;
  noneShown = 0;
  none = 0;
  /** Shown, of pages whose source names no date: the page may state one all the same. */
  shownUnknown = 0;
  readonly calibration = new Calibration();
  readonly bySource = new Map<string, { answers: number; right: number }>();

  /** `gold`: null where the right answer is none. */
  add(gold: string | null, answer: Answer | null, isKnown = true): void {
    const right = gold !== null && answer?.date === gold;
    const shown = answer !== null && !isDoubtful(answer);
    if (gold === null) {
      this.undated++;
      if (!shown) this.noneShown++;
      if (answer === null) this.none++;
    } else {
      this.pages++;
      if (right) this.right++;
      else if (answer !== null) this.wrong++;
      if (answer !== null && Math.abs(Date.parse(answer.date) - Date.parse(gold)) <= MS_PER_DAY) this.near++;
    }
    if (shown) this.shown++;
    if (shown && !isKnown) this.shownUnknown++;
    if (shown && right) this.shownRight++;
    if (answer === null) return;
    this.calibration.add(answer.confidence, right);
    const source = this.bySource.get(answer.source) ?? { answers: 0, right: 0 };
    source.answers++;
    if (right) source.right++;
    this.bySource.set(answer.source, source);
  }
}

const share = (part: number, whole: number): string => (whole === 0 ? '' : (part / whole).toFixed(3));

async function inCatalogue(page: PackedPage, fetchedAt: number): Promise<Answer | null> {
  const record = await analysePageRecord(
    page.bytes,
    {
      url: page.url,
      status: 200,
      contentType: page.contentType,
      contentEncoding: null,
      lastModified: page.lastModified,
      fetchedAt,
      digest: '',
      archive: null,
    },
    { memory: () => null, gazetteer: null },
  );
  return record?.page.published ?? null;
}

export async function measureDates(args: MeasureArgs): Promise<MeasureResult> {
  const sites = packedSites(args.data);
  const golds = packedGold(args.data!);
  const fetchedAt = args.options.fetched === undefined ? Date.now() : Date.parse(args.options.fetched);
  const named = args.options.site;
  const tallies = new Map<string, Tally>();
  const tallyOf = (...names: readonly string[]): Tally => {
    const key = names.join(' ');
    let tally = tallies.get(key);
    if (tally === undefined) {
      tally = new Tally();
      tallies.set(key, tally);
    }
    return tally;
  };
  const mistakes: string[][] = [];
  const hosts = new Set<string>();
  for (const [i, site] of sites.entries()) {
    if (args.quick && i % 8 !== 0) continue;
    if (named !== undefined && site.host !== named) continue;
    const aside = isKeptAside(site.host);
    const sets: readonly SetName[] = ['all', aside ? 'kept aside' : 'chosen by'];
    const memory = new SiteDateMemory();
    const pages = pagesOfSite(site);
    const hasGold = pages.some(({ host, path }) => golds.has(`${host}${path}`));
    for (const page of pages) {
      const gold: PackedGold | undefined = golds.get(`${page.host}${page.path}`);
      const base = site.base.replace(/\/$/, '');
      const isFront = new URL(page.url).pathname.replace(/\/(?:index\.html?)?$/, '') === base;
      const list =
        gold === undefined && (isFront || LIST.test(page.url)) ? (isFront ? 'front' : 'list') : null;
      if (gold === undefined && list === null && !hasGold) continue;
      const document =
        (await readDocument({ url: page.url, contentType: page.contentType, bytes: page.bytes })).document ??
        parseHtml('');
      const context = {
        url: page.url,
        fetchedAt,
        ...(page.lastModified === null ? {} : { lastModified: page.lastModified }),
      };
      // Also of a page without gold: its site's memory learns from it.
      const remembered = datePage(document, context, memory).published;
      if (gold === undefined && list === null) continue;
      const answers: Readonly<Record<Way, Answer | null>> = {
        catalogue: await inCatalogue(page, fetchedAt),
        'site after site': remembered,
        'page alone': datePage(document, context).published,
      };
      if (gold !== undefined) hosts.add(page.host);
      const right = gold === undefined || gold.date_evidence.length === 0 ? null : gold.date;
      for (const way of WAYS)
        for (const set of sets) {
          tallyOf(list ?? 'gold', way, set).add(
            right,
            answers[way],
            gold === undefined || gold.date !== null,
          );
          if (gold !== undefined && gold.date !== null) tallyOf('known', way, set).add(right, answers[way]);
        }
      const answer = answers.catalogue;
      if (gold !== undefined) tallyOf('site', page.host).add(right, answer);
      if (!aside && (answer?.date ?? null) !== right)
        mistakes.push([
          list ?? (right === null ? 'undated' : 'dated'),
          right ?? '–',
          answer === null ? '–' : `${answer.date} ${answer.confidence.toFixed(2)}`,
          answer === null
            ? ''
            : `${answer.source} ${answer.where.slice(0, 40)} «${answer.text.slice(0, 60)}»`,
          page.url.slice(0, 120),
        ]);
    }
  }
  const of = (way: Way, set: SetName, kind = 'gold'): Tally => tallyOf(kind, way, set);
  const rows = (cells: (tally: Tally) => readonly (string | number)[]): (string | number)[][] =>
    WAYS.flatMap((way) => SETS.map((set) => [way, set, ...cells(of(way, set))]));
  const tables: MeasureTable[] = [
    {
      title: 'Pages with a date',
      columns: ['way', 'sites', 'pages', 'right to the day', 'share', 'within a day', 'wrong', 'no answer'],
      rows: rows((t) => [
        t.pages,
        t.right,
        share(t.right, t.pages),
        t.near,
        t.wrong,
        t.pages - t.right - t.wrong,
      ]),
    },
    {
      title: 'Pages without a date: the right answer is none',
      columns: [
        'way',
        'sites',
        'pages',
        'none shown',
        'share',
        'no answer at all',
        'share',
        'of them with a date known elsewhere',
        'none shown',
        'share',
      ],
      rows: WAYS.flatMap((way) =>
        SETS.map((set) => {
          const [t, known] = [of(way, set), of(way, set, 'known')];
          return [
            ...[
              way,
              set,
              t.undated,
              t.noneShown,
              share(t.noneShown, t.undated),
              t.none,
              share(t.none, t.undated),
            ],
            ...[known.undated, known.noneShown, share(known.noneShown, known.undated)],
          ];
        }),
      ),
      note: 'Shown is what the catalogue counts as a date: said with 0.5 or more.',
    },
    {
      title: 'Dates that are shown, of pages with and without one',
      columns: ['way', 'sites', 'shown', 'right', 'share', 'source names no date', 'share of the others'],
      rows: rows((t) => [
        t.shown,
        t.shownRight,
        share(t.shownRight, t.shown),
        t.shownUnknown,
        share(t.shownRight, t.shown - t.shownUnknown),
      ]),
    },
    {
      title: 'Front pages and lists, by their addresses: no single date',
      columns: ['kind', 'sites', 'pages', 'none shown', 'share', 'no answer at all'],
      rows: (['front', 'list'] as const).flatMap((kind) =>
        SETS.map((set) => {
          const t = of('catalogue', set, kind);
          return [kind, set, t.undated, t.noneShown, share(t.noneShown, t.undated), t.none];
        }),
      ),
    },
    ...SETS.map((set) =>
      of('catalogue', set, 'known').calibration.table(
        `Confidence against truth, catalogue, ${set}: pages whose date is known, or known to stand nowhere on them`,
      ),
    ),
    {
      title: 'By the source of the answer, catalogue',
      columns: ['source', 'answers', 'right', 'share'],
      rows: [...of('catalogue', 'all').bySource]
        .sort((a, b) => b[1].answers - a[1].answers)
        .map(([source, { answers, right }]) => [source, answers, right, share(right, answers)]),
    },
  ];
  if (args.options.items !== undefined) {
    tables.push({
      title: 'By site, catalogue',
      items: true,
      columns: ['site', 'with a date', 'right', 'shown', 'shown right', 'without', 'none shown'],
      rows: [...hosts].sort().map((host) => {
        const t = tallyOf('site', host);
        return [
          isKeptAside(host) ? `${host} (kept aside)` : host,
          t.pages,
          t.right,
          t.shown,
          t.shownRight,
          t.undated,
          t.noneShown,
        ];
      }),
    });
    tables.push({
      title: 'Mistakes, catalogue, sites that are not kept aside',
      items: true,
      columns: ['kind', 'gold', 'answer', 'evidence', 'address'],
      rows: mistakes.sort((a, b) => a[0]!.localeCompare(b[0]!)),
    });
  }
  const figures: Record<string, number> = {};
  const bars: Bar[] = [];
  for (const set of SETS) {
    const t = of('catalogue', set);
    const put = (what: string, part: number, whole: number, bar: number): void => {
      if (whole === 0) return;
      const value = part / whole;
      figures[`${what}, ${set}`] = Number(value.toFixed(4));
      bars.push({
        what: `${what}, ${set}`,
        bar: `≥ ${bar}`,
        measured: value.toFixed(3),
        met: value >= bar,
      });
    };
    put('right to the day', t.right, t.pages, RIGHT_BAR);
    put('none shown where there is none', t.noneShown, t.undated, NONE_BAR);
    put('shown dates right, where the date is known', t.shownRight, t.shown - t.shownUnknown, SHOWN_BAR);
    put('shown dates right, of all', t.shownRight, t.shown, SHOWN_BAR);
    const { calibration } = of('catalogue', set, 'known');
    figures[`farthest bin, ${set}`] = Number(calibration.farthest.toFixed(4));
    bars.push(calibration.bar(set));
  }
  return { tables, figures, bars };
}
