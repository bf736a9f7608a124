/**
 * What pages of whole sites say: their text, title and language, against what they were built from, with the peers of `eval -- content` in the same
 * run. Each page is read alone, with the memory of its whole site (as `tarrafa analyse` does, and a crawl that is over), and with that of the pages
 * before it (as a crawl does that goes on). Word F1 is that of the token multiset, a mean over pages, without the title in front unless most systems do better
 * with it. Sites kept aside (`eval/kept-aside.ts`) are told apart.
 */
import type { Bar, MeasureArgs, MeasureResult, MeasureTable } from '../../bench/measure.ts';
import { type AnalysedPage, analysePage, extractContent, SiteMemory } from '../../src/content/index.ts';
import { readPage } from '../../src/page/index.ts';
import { foldWords } from '../../src/text/index.ts';
import { timedPeer } from '../content/timed-peer.ts';
import { type WordScore, wordScore } from '../content/word-scores.ts';
import { isKeptAside } from '../kept-aside.ts';
import { type PackedGold, type PackedPage, packedGold, packedSites, pagesOfSite } from './packed-sites.ts';

const F1_BAR = 0.98;
const TITLE_BAR = 0.96;
const LANGUAGE_BAR = 0.99;

const ALONE = 'page alone';
const REMEMBERED = 'site memory';
const GROWING = 'memory of the pages before';
const SETS = ['all', 'chosen by', 'kept aside'] as const;
type SetName = (typeof SETS)[number];

interface Answer {
  readonly title: string;
  readonly text: string;
}

interface Judged {
  readonly page: PackedPage;
  readonly gold: PackedGold;
  readonly language: string | null;
  readonly wanted: string;
  readonly answers: Map<string, Answer>;
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Titles agree by their letters and digits: signs, case and accents are the typesetter's. */
const sameTitle = (answer: string, gold: string): boolean => foldWords(answer) === foldWords(gold);

function answerOf(page: AnalysedPage, memory?: SiteMemory, counted = false): Answer {
  const { title, text } = extractContent(page, memory === undefined ? {} : { memory, counted });
  return { title, text };
}

export async function measureContent(args: MeasureArgs): Promise<MeasureResult> {
  const sites = packedSites(args.data);
  const golds = packedGold(args.data!);
  const named = args.options.site;
  const judged: Judged[] = [];
  const kinds = new Map<string, string>();
  let [languages, spoken] = [0, 0];
  for (const site of sites) {
    if (named !== undefined && site.host !== named) continue;
    const pages = pagesOfSite(site);
    const isGold = pages.map((page) => golds.has(`${page.host}${page.path}`));
    if (!isGold.includes(true)) continue;
    if (args.quick && pages.length > 60) continue;
    kinds.set(site.host, site.kind);
    const memory = new SiteMemory();
    const read: { readonly judged: Judged; readonly page: AnalysedPage; readonly counted: boolean }[] = [];
    for (const packed of pages) {
      const { url, contentType, bytes } = packed;
      const whole = await readPage({ url, contentType, bytes });
      if (whole.document === null) continue;
      const page = analysePage(whole.document, { url });
      const counted = memory.learn(page.facts);
      const gold = golds.get(`${packed.host}${packed.path}`);
      if (gold === undefined) continue;
      const wanted = site.language.slice(0, 2);
      languages++;
      if (whole.language === wanted) spoken++;
      const answers = new Map([
        [ALONE, answerOf(page)],
        [GROWING, answerOf(page, memory, counted)],
      ]);
      const one = { page: packed, gold, language: whole.language, wanted, answers };
      judged.push(one);
      read.push({ judged: one, page, counted });
    }
    for (const { judged: one, page, counted } of read)
      one.answers.set(REMEMBERED, answerOf(page, memory, counted));
  }
  const peers =
    args.options.peers === 'off'
      ? []
      : (await Promise.all([timedPeer('readability'), timedPeer('defuddle')])).filter((p) => p !== null);
  for (const peer of peers) {
    for (const { page, answers } of judged) {
      const html = new TextDecoder(/charset=([\w-]+)/i.exec(page.contentType)?.[1] ?? 'utf-8').decode(
        page.bytes,
      );
      let answer: Answer = { title: '', text: '' };
      try {
        answer = await peer.extract(html, page.url);
      } catch {
        // Given up: no answer.
      }
      answers.set(peer.name, answer);
    }
    await peer.close();
  }
  const systems = [ALONE, REMEMBERED, GROWING, ...peers.map(({ name }) => name)];
  const withText = judged.filter(({ gold }) => gold.main_content.trim() !== '');
  const scoresOf = (system: string, title: boolean): WordScore[] =>
    withText.map(({ answers, gold }) => {
      const { title: heading, text } = answers.get(system)!;
      return wordScore(title ? `${heading}\n${text}` : text, gold.main_content);
    });
  const gains = systems.map(
    (s) => mean(scoresOf(s, true).map((x) => x.f1)) - mean(scoresOf(s, false).map((x) => x.f1)),
  );
  const withTitle = gains.filter((gain) => gain > 0).length * 2 > gains.length;
  const scores = new Map(systems.map((system) => [system, scoresOf(system, withTitle)]));
  const isIn = ({ page }: Judged, set: SetName): boolean =>
    set === 'all' || isKeptAside(page.host) === (set === 'kept aside');
  const partOf = (system: string, isWanted: (one: Judged) => boolean): WordScore[] =>
    scores.get(system)!.filter((_, i) => isWanted(withText[i]!));
  const f1 = (system: string, isWanted: (one: Judged) => boolean): number =>
    mean(partOf(system, isWanted).map((x) => x.f1));
  const titled = judged.filter(({ gold }) => gold.title !== null && gold.title.trim() !== '');
  const titles = (system: string, isWanted: (one: Judged) => boolean): number =>
    mean(
      titled
        .filter(isWanted)
        .map(({ answers, gold }) => Number(sameTitle(answers.get(system)!.title, gold.title!))),
    );
  const hosts = [...new Set(judged.map(({ page }) => page.host))].sort();
  const tables: MeasureTable[] = [
    ...SETS.map((set): MeasureTable => {
      const wanted = (one: Judged): boolean => isIn(one, set);
      return {
        title: `Text and title, ${set}`,
        columns: [
          'system',
          'pages',
          'F1',
          'precision',
          'recall',
          'pages under 0.8',
          'mean of sites',
          'title',
        ],
        rows: systems.map((system) => {
          const part = partOf(system, wanted);
          return [
            system,
            part.length,
            mean(part.map((x) => x.f1)).toFixed(4),
            mean(part.map((x) => x.precision)).toFixed(4),
            mean(part.map((x) => x.recall)).toFixed(4),
            part.filter((x) => x.f1 < 0.8).length,
            mean(
              hosts
                .filter((host) => withText.some((one) => one.page.host === host && wanted(one)))
                .map((host) => f1(system, ({ page }) => page.host === host)),
            ).toFixed(4),
            titles(system, wanted).toFixed(3),
          ];
        }),
        note: `${withTitle ? 'Title in front' : 'Main text alone'}. A title is right when its letters and digits are those of the source.`,
      };
    }),
  ];
  if (args.options.items !== undefined) {
    tables.push({
      title: 'By site, F1 and title',
      items: true,
      columns: ['site', 'kind', 'pages', ...systems, 'title', 'of peers'],
      rows: hosts.map((host) => {
        const wanted = ({ page }: Judged): boolean => page.host === host;
        return [
          isKeptAside(host) ? `${host} (kept aside)` : host,
          kinds.get(host)!.slice(0, 40),
          judged.filter(wanted).length,
          ...systems.map((system) => f1(system, wanted).toFixed(3)),
          titles(REMEMBERED, wanted).toFixed(3),
          peers.map(({ name }) => titles(name, wanted).toFixed(2)).join(' '),
        ];
      }),
    });
    const seen = (one: Judged): boolean => !isKeptAside(one.page.host);
    tables.push({
      title: 'Titles that differ, sites that are not kept aside',
      items: true,
      columns: ['gold', 'answer', 'address'],
      rows: titled
        .filter((one) => seen(one) && !sameTitle(one.answers.get(REMEMBERED)!.title, one.gold.title!))
        .map(({ gold, answers, page }) => [
          gold.title!,
          answers.get(REMEMBERED)!.title,
          page.url.slice(0, 120),
        ]),
    });
    tables.push({
      title: 'Pages under 0.95, sites that are not kept aside',
      items: true,
      columns: ['F1', 'precision', 'recall', 'page alone', 'address'],
      rows: withText
        .map((one, i) => ({ one, score: scores.get(REMEMBERED)![i]!, alone: scores.get(ALONE)![i]! }))
        .filter(({ one, score }) => seen(one) && score.f1 < 0.95)
        .sort((a, b) => a.score.f1 - b.score.f1)
        .map(({ one, score, alone }) => [
          ...[score.f1, score.precision, score.recall, alone.f1].map((x) => x.toFixed(3)),
          one.page.url.slice(0, 120),
        ]),
    });
    tables.push({
      title: 'Languages that differ, sites that are not kept aside',
      items: true,
      columns: ['of the site', 'answer', 'address'],
      rows: judged
        .filter((one) => seen(one) && one.language !== one.wanted)
        .map(({ wanted, language, page }) => [wanted, language ?? '–', page.url.slice(0, 120)]),
    });
  }
  const figures: Record<string, number> = {};
  const bars: Bar[] = [];
  const bar = (what: string, value: number, least: number, text: string): void => {
    bars.push({ what, bar: text, measured: value.toFixed(4), met: value >= least });
  };
  for (const set of SETS) {
    const wanted = (one: Judged): boolean => isIn(one, set);
    if (!withText.some(wanted)) continue;
    for (const system of systems) {
      figures[`F1, ${system}, ${set}`] = Number(f1(system, wanted).toFixed(4));
      figures[`title, ${system}, ${set}`] = Number(titles(system, wanted).toFixed(4));
    }
    bar(`F1 with site memory, ${set}`, f1(REMEMBERED, wanted), F1_BAR, `≥ ${F1_BAR}`);
    for (const { name } of peers)
      bar(`F1 above ${name}, ${set}`, f1(REMEMBERED, wanted) - f1(name, wanted), 0, '≥ 0');
    bar(`title, ${set}`, titles(REMEMBERED, wanted), TITLE_BAR, `≥ ${TITLE_BAR}`);
  }
  const harmed = hosts.filter((host) => {
    const wanted = ({ page }: Judged): boolean => page.host === host;
    return f1(REMEMBERED, wanted) < f1(ALONE, wanted);
  });
  figures['sites that the memory makes worse'] = harmed.length;
  const worst = Math.min(
    ...hosts.map((host) => {
      const wanted = ({ page }: Judged): boolean => page.host === host;
      return f1(REMEMBERED, wanted) - f1(ALONE, wanted);
    }),
  );
  bars.push({
    what: `site memory against page alone, worst of ${hosts.length} sites (${harmed.length} are worse)`,
    bar: '≥ 0',
    measured: worst.toFixed(4),
    met: worst >= 0,
  });
  figures.language = Number((spoken / Math.max(1, languages)).toFixed(4));
  bar('language of the page', spoken / Math.max(1, languages), LANGUAGE_BAR, `≥ ${LANGUAGE_BAR}`);
  return { tables, figures, bars };
}
