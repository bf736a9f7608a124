/** `tarrafa geo search "uso do solo em Goiás"`: finds geographic files and services by place, theme or text in the index of a crawl. */
import { Command, InvalidArgumentError } from 'commander';
import { type GeographicIndexOptions, searchGeographicData } from '../../app/geographic-search.ts';
import { printable } from '../../formats/index.ts';
import type { GeoFile, SearchAnswer, SearchResult } from '../../geo/index.ts';
import { foldWords } from '../../text/index.ts';
import { GEO_SEARCH_WORDS, type GeoSearchWords } from '../../words/geo-search.ts';
import { geometryName } from '../../words/geometries.ts';
import type { Language } from '../../words/index.ts';
import { formatDigits, formatFixed, formatNumber, say } from '../../words/index.ts';
import { colours as pc } from '../terminal/colours.ts';
import { printsTable } from '../terminal/printed-form.ts';
import { profileOption } from './geo-profile.ts';

/** What the commands need from the outside; the process's own unless somebody says otherwise. */
export interface GeoSearchSurroundings {
  readonly isTerminal: boolean;
  out(text: string): void;
  err(text: string): void;
}

export const GEO_SEARCH_PROCESS: GeoSearchSurroundings = {
  get isTerminal() {
    return printsTable();
  },
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/** Other forms of an answer that a terminal shows. */
const MOST_VARIANTS = 5;

export const DEFAULT_IN = 'tarrafa-crawl';

interface SearchFlags {
  readonly in: string;
  readonly within?: string;
  readonly intersects?: string;
  readonly expanded?: boolean;
  readonly profile: 'modern' | 'compat';
  readonly limit: number;
  readonly format?: string;
  readonly fold: boolean;
  readonly explain?: boolean;
  readonly json?: boolean;
}

/** What is told on the way to an index. */
export function indexOptions(m: GeoSearchWords, around: GeoSearchSurroundings): GeographicIndexOptions {
  return {
    onReading: (path) => {
      if (around.isTerminal) around.err(`${say(m.reading, { path })}\n`);
    },
    onBroken: (lines) => around.err(`${say(m.broken, { lines })}\n`),
  };
}

export function geoSearchCommand(
  language: Language,
  around: GeoSearchSurroundings = GEO_SEARCH_PROCESS,
): Command {
  const m = GEO_SEARCH_WORDS[language];
  return new Command('search')
    .description(m.search)
    .argument('<query...>', m.searchQuery)
    .option('--in <path>', m.in, DEFAULT_IN)
    .option('--within <area>', m.within)
    .option('--intersects <area>', m.intersects)
    .option('--expanded', m.expanded)
    .addOption(profileOption(m))
    .option('--limit <n>', m.limit, positive(m), 20)
    .option('--format <list>', m.format)
    .option('--no-fold', m.noFold)
    .option('--explain', m.explain)
    .option('--json', m.json)
    .action(async (words: string[], flags: SearchFlags) => {
      const answer = await searchGeographicData(flags.in, words.join(' '), {
        ...indexOptions(m, around),
        within: flags.within,
        intersects: flags.intersects,
        expanded: flags.expanded,
        profile: flags.profile,
        limit: flags.limit,
        fold: flags.fold && flags.profile !== 'compat',
        formats: flags.format?.split(',').map((one) => one.trim().toLowerCase()),
      });
      if (around.isTerminal && flags.json !== true) around.out(answerText(answer, flags, m, language));
      else {
        if (flags.explain === true) around.err(`${understood(answer, m, language)}\n`);
        for (const result of answer.results)
          around.out(`${JSON.stringify(resultJson(result, flags.explain === true ? answer : null))}\n`);
        if (answer.warning !== null) around.err(`${m.nothing}\n`);
      }
    });
}

export function positive(m: GeoSearchWords): (text: string) => number {
  return (text) => {
    const value = Number(text.replace(',', '.'));
    if (!(value > 0)) throw new InvalidArgumentError(m.badNumber);
    return value;
  };
}

/** The columns of a file's tables that have the name asked for. */
function columnsWith({ places }: GeoFile, { query }: SearchAnswer): string[] {
  const name = foldWords(query.text);
  const found = places.filter(({ folded, by }) => folded === name && by !== 'extent');
  return [...new Set(found.map(({ column }) => column))];
}

/** With the answer, also what each was found by. */
function resultJson(
  { file, rank, by, producer, variants }: SearchResult,
  explained: SearchAnswer | null,
): object {
  return {
    url: file.url,
    name: file.name,
    type: file.type,
    site: file.site,
    rank: Math.round(rank * 1e6) / 1e6,
    size: file.size,
    anchors: [...new Set(file.anchors.map((anchor) => anchor.text).filter((text) => text !== ''))],
    layers: file.datasets.map(({ layer, format, geometryType, count, box, crs, title }) => ({
      layer,
      format,
      geometryType,
      count,
      box,
      crs,
      title,
    })),
    ...(producer === undefined
      ? {}
      : {
          producer: {
            site: producer.site,
            title: producer.title,
            score: producer.score,
            files: producer.files,
          },
        }),
    ...(variants.length === 0
      ? {}
      : {
          variants: variants.map((one) => ({
            url: one.file.url,
            type: one.file.type,
            site: one.file.site,
            ...(one.layer === null ? {} : { layer: one.layer }),
          })),
        }),
    ...(explained === null ? {} : { by, columns: columnsWith(file, explained) }),
  };
}

/** How the question was taken. */
function understood({ query, area }: SearchAnswer, m: GeoSearchWords, language: Language): string {
  const place =
    query.place === null
      ? ''
      : `${query.place.name} (${[query.place.kind, ...query.place.within].join(', ')})`;
  return printable(
    [
      `${query.kind === 'class' ? m.classIs : m.textIs}: ${query.text}${query.types.length === 0 ? '' : ` [${query.types.join(', ')}]`}`,
      ...(place === ''
        ? []
        : [
            `${query.relation === 'near' ? m.near : query.relation === 'in' ? m.inside : m.placeIs}: ${place}`,
          ]),
      ...(area === null
        ? []
        : [`${m.area}: ${area.map((value) => formatFixed(value, language, 2)).join(' ')}`]),
    ].join(' · '),
  );
}

function answerText(answer: SearchAnswer, flags: SearchFlags, m: GeoSearchWords, language: Language): string {
  const lines: string[] = [];
  if (flags.explain === true) lines.push(pc.dim(understood(answer, m, language)), '');
  if (answer.results.length === 0)
    return `${lines.join('\n')}${m.nothing}${flags.expanded === true ? '' : ` ${m.tryExpanded}`}\n`;
  for (const { file, rank, by, producer, variants } of answer.results) {
    const said =
      file.datasets.find((set) => set.title !== null)?.title ??
      file.anchors.find((anchor) => anchor.text !== '')?.text ??
      '';
    const [set] = file.datasets;
    const facts = [
      file.type,
      ...(set?.geometryType ? [geometryName(set.geometryType, language)] : []),
      ...(set?.count == null ? [] : [formatNumber(set.count, language)]),
      ...(set?.crs ? [set.crs] : []),
      ...(set?.box == null ? [] : [set.box.map((value) => formatFixed(value, language, 2)).join(' ')]),
    ];
    lines.push(`${pc.bold(printable(file.name))}  ${printable(said).slice(0, 90)}`);
    lines.push(`  ${pc.cyan(printable(file.url))}`);
    lines.push(
      `  ${pc.dim(printable(facts.join(' · ')))}${producer === undefined ? '' : pc.dim(` · ${m.from} ${printable(producer.title || producer.site)}`)}`,
    );
    if (flags.explain === true) {
      const kinds: Readonly<Record<string, string>> = m.kinds;
      const { overlap, ...sum } = by;
      const parts = Object.entries(sum).map(
        ([name, value]) => `${kinds[name] ?? name} ${formatDigits(value, language, 3)}`,
      );
      const product =
        overlap === undefined ? '' : ` × ${m.kinds.overlap} ${formatDigits(overlap, language, 3)}`;
      const columns = columnsWith(file, answer);
      const where = columns.length === 0 ? '' : ` · ${m.inColumns}: ${printable(columns.join(', '))}`;
      lines.push(`  ${pc.dim(`${formatDigits(rank, language, 4)}: ${parts.join(' + ')}${product}${where}`)}`);
    }
    for (const one of variants.slice(0, MOST_VARIANTS))
      lines.push(
        `  ${pc.dim(printable(`= ${one.file.type} ${one.file.url}${one.layer === null ? '' : ` (${one.layer})`}`))}`,
      );
    if (variants.length > MOST_VARIANTS)
      lines.push(`  ${pc.dim(`= … ${formatNumber(variants.length - MOST_VARIANTS, language)}`)}`);
  }
  lines.push('', pc.dim(say(m.found, { count: formatNumber(answer.total, language) })));
  return `${lines.join('\n')}\n`;
}
