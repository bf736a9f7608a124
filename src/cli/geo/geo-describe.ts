/** `tarrafa geo describe <file|folder|zip|address…>`: what geographic files hold, as a table or JSON Lines, with a picture on request. */
import { Command, InvalidArgumentError } from 'commander';
import {
  type DescribedGeographicFile,
  describeGeographicFiles,
  type GeographicDataset,
} from '../../app/geographic-files.ts';
import { type OpenFetcher, openPoliteFetcher } from '../../app/input/polite-fetcher.ts';
import { writeFileWhole } from '../../files/index.ts';
import { printable } from '../../formats/index.ts';
import type { Problem, Thumbnail } from '../../geo/index.ts';
import { GEO_DESCRIBE_WORDS, type GeoDescribeWords } from '../../words/geo-describe.ts';
import { geometryName } from '../../words/geometries.ts';
import type { Language } from '../../words/index.ts';
import { amount, formatBytes, formatFixed, formatNumber, say } from '../../words/index.ts';
import { sayWhy } from '../../words/why.ts';
import { printsTable } from '../terminal/printed-form.ts';
import { profileOption } from './geo-profile.ts';

/** What the command needs from the outside; the process's own unless somebody says otherwise. */
export interface GeoSurroundings {
  readonly isTerminal: boolean;
  out(text: string): void;
  err(text: string): void;
  /** Opens a way to the Web; without it addresses are refused. */
  openFetcher?(): Promise<OpenFetcher>;
}

const PROCESS: GeoSurroundings = {
  get isTerminal() {
    return printsTable();
  },
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  openFetcher: () => {
    const contact = process.env.TARRAFA_CONTACT;
    return openPoliteFetcher({
      ...(contact === undefined ? {} : { contact }),
      ...(process.env.TARRAFA_ALLOW_PRIVATE === '1' ? { allowPrivate: true } : {}),
    });
  },
};

interface DescribeFlags {
  readonly json?: boolean;
  readonly thumbnail?: string;
  readonly size: readonly [number, number];
  readonly profile: 'modern' | 'compat';
  readonly sample?: boolean;
  readonly places?: boolean;
  readonly placeNames?: string;
  readonly maxTime: number;
}

/** Degrees to six decimals, metres to two: more is noise. */
function boxText(box: readonly number[], inDegrees: boolean, language: Language): string {
  return box.map((value) => formatNumber(value, language, inDegrees ? 6 : 2)).join(' ');
}

function crsText(dataset: GeographicDataset, m: GeoDescribeWords): string {
  const { crs } = dataset;
  if (crs === null) return m.none;
  const code = crs.epsg === null ? '' : `EPSG:${crs.epsg}`;
  return [code, crs.name ?? ''].filter((part) => part !== '').join(' ');
}

function problemText({ code, file, why }: Problem, m: GeoDescribeWords, language: Language): string {
  const said = sayWhy(why, language);
  return `${m.problem[code]}: ${file}${said === '' ? '' : ` (${said})`}`;
}

/** For programs: the words for people are not theirs. */
function plainProblems(problems: readonly Problem[]): readonly Omit<Problem, 'why'>[] {
  return problems.map(({ why: _, ...problem }) => problem);
}

/** Loaded for a terminal only: a program that reads JSON does not wait for it. */
async function colours() {
  return (await import('../terminal/colours.ts')).colours;
}

const SHOWN_FIELDS = 12;
const SAMPLED = 3;

async function datasetLines(
  dataset: GeographicDataset,
  m: GeoDescribeWords,
  language: Language,
): Promise<string[]> {
  const rows: [string, string][] = [];
  const add = (label: string, value: string | null | undefined) => {
    if (value !== null && value !== undefined && value !== '') rows.push([label, value]);
  };
  add(m.file, dataset.file);
  add(m.layer, dataset.layer);
  add(m.format, dataset.format);
  if (dataset.geometryType !== null)
    add(
      m.geometry,
      `${geometryName(dataset.geometryType, language)}${dataset.dimensions === '' ? '' : ` ${dataset.dimensions}`}`,
    );
  if (dataset.count !== null)
    add(
      m.features,
      `${formatNumber(dataset.count, language)}${dataset.countFrom === null ? '' : ` (${dataset.countFrom === 'header' ? m.fromHeader : m.fromData})`}`,
    );
  if (dataset.raster !== null) {
    const { width, height, bands, sampleType } = dataset.raster;
    add(
      m.raster,
      `${formatNumber(width, language)} × ${formatNumber(height, language)}${bands > 0 ? `, ${say(m.bands, { count: amount(bands, language) })}` : ''}, ${sampleType}`,
    );
  }
  if (dataset.extent !== null)
    add(
      m.extent,
      `${boxText(dataset.extent, true, language)}${dataset.extentAssumed ? ` (${m.assumed})` : ''}`,
    );
  if (dataset.nativeExtent !== null && dataset.crs?.kind === 'projected')
    add(m.nativeExtent, boxText(dataset.nativeExtent, false, language));
  if (dataset.kind !== 'table') add(m.crs, crsText(dataset, m));
  add(m.encoding, dataset.encoding);
  if (dataset.temporal !== null)
    add(m.temporal, `${dataset.temporal.from ?? '…'} – ${dataset.temporal.to ?? '…'}`);
  add(m.title, dataset.title);
  add(m.source, dataset.source);
  add(m.revision, dataset.revision);
  add(m.updated, dataset.updated);
  add(m.licence, dataset.licence);
  if (dataset.fields.length > 0) {
    const names = dataset.fields.slice(0, SHOWN_FIELDS).map((field) => field.name);
    const more = dataset.fields.length - names.length;
    add(m.fields, `${names.join(', ')}${more > 0 ? ` … +${more}` : ''}`);
  }
  for (const [name, values] of Object.entries(dataset.sample ?? {}))
    if (values.length > 0) add(`${m.values}: ${name}`, values.join(' | '));
  if (dataset.places !== null) {
    const { types, columns, extent } = dataset.places;
    add(m.holds, types.join(', '));
    for (const { label, by, confidence, names, values } of columns)
      add(
        `${m.placesIn}: ${label}`,
        `${m.placesBy[by]}, ${formatFixed(confidence, language, 1)} · ${formatNumber(names, language)}: ${values.map(({ value }) => value).join(' | ')}`,
      );
    if (columns.length === 0) add(m.placesIn, m.noPlaces);
    add(m.placesOfExtent, extent.join(' | '));
  }
  const width = Math.max(...rows.map(([label]) => label.length));
  const pc = await colours();
  return rows.map(([label, value]) => `  ${pc.dim(label.padEnd(width))}  ${printable(value).slice(0, 300)}`);
}

function describedJson({
  input,
  kind,
  state,
  size,
  bytesFetched,
  problems,
  datasets,
}: DescribedGeographicFile): string {
  const about = { input, container: kind, state, size, ...(bytesFetched === null ? {} : { bytesFetched }) };
  if (datasets.length === 0) return `${JSON.stringify({ ...about, problems: plainProblems(problems) })}\n`;
  let lines = '';
  for (const { crs, sample, places, ...dataset } of datasets) {
    const facts = { ...dataset, problems: plainProblems(dataset.problems) };
    const system = crs === null ? null : { epsg: crs.epsg, name: crs.name, kind: crs.kind, from: crs.from };
    lines += `${JSON.stringify({ ...about, ...facts, crs: system, ...(sample === null ? {} : { sample }), ...(places === null ? {} : { places }) })}\n`;
  }
  // What concerns no dataset (a member refused, a file that could not be read) is told too.
  const own = new Set(datasets.flatMap((dataset) => dataset.problems));
  const others = problems.filter((problem) => !own.has(problem));
  if (others.length > 0) lines += `${JSON.stringify({ ...about, problems: plainProblems(others) })}\n`;
  return lines;
}

export function geoDescribeCommand(language: Language, around: GeoSurroundings = PROCESS): Command {
  const m = GEO_DESCRIBE_WORDS[language];
  return new Command('describe')
    .description(m.describe)
    .argument('<input...>', m.describeInputs)
    .option('--json', m.json)
    .option('--thumbnail <file>', m.thumbnail, (text: string) => {
      if (!/\.(?:png|svg)$/i.test(text)) throw new InvalidArgumentError(m.badImage);
      return text;
    })
    .option(
      '--size <size>',
      m.thumbnailSize,
      (text: string) => {
        const size = /^(\d{2,4})x(\d{2,4})$/.exec(text)?.slice(1).map(Number);
        if (size === undefined || size.some((side) => side < 16 || side > 2048))
          throw new InvalidArgumentError(m.badSize);
        return size as [number, number];
      },
      [160, 120] as [number, number],
    )
    .addOption(profileOption(m))
    .option('--sample', m.sample)
    .option('--places', m.places)
    .option('--place-names <file>', m.placeNames)
    .option(
      '--max-time <seconds>',
      m.maxTime,
      (text: string) => {
        const seconds = Number(text);
        if (!(seconds >= 1 && seconds <= 3600)) throw new InvalidArgumentError(m.badSeconds);
        return seconds;
      },
      60,
    )
    .action(async (inputs: string[], flags: DescribeFlags) => {
      const table = around.isTerminal && flags.json !== true;
      const format = /\.svg$/i.test(flags.thumbnail ?? '') ? 'svg' : 'png';
      const [width, height] = flags.size;
      let drawn = flags.thumbnail === undefined;
      let late: NodeJS.Timeout | undefined;
      let rejected = 0;
      const described = describeGeographicFiles(inputs, {
        profile: flags.profile,
        maxMs: flags.maxTime * 1000,
        sample: flags.sample === true ? SAMPLED : 0,
        places: flags.places === true || flags.placeNames !== undefined,
        placeNames: flags.placeNames,
        thumbnail: () => (drawn ? null : { format, width, height }),
        openFetcher: around.openFetcher,
        onInput: (input) => {
          if (table) late = setTimeout(() => around.err(`\r${say(m.reading, { input })}`), 2000);
        },
      });
      try {
        for await (const one of described) {
          clearTimeout(late);
          if (one.state === 'rejected') rejected++;
          if (table) await printTable(one, m, language, around);
          else around.out(describedJson(one));
          if (one.thumbnail === null || flags.thumbnail === undefined) continue;
          writePicture(one.thumbnail, flags.thumbnail, m, around);
          drawn = true;
        }
      } finally {
        clearTimeout(late);
      }
      if (rejected === inputs.length) process.exitCode = 1;
    });
}

async function printTable(
  description: DescribedGeographicFile,
  m: GeoDescribeWords,
  language: Language,
  around: GeoSurroundings,
): Promise<void> {
  const pc = await colours();
  const facts = [
    description.state === 'indexed' ? pc.green(m.indexed) : pc.red(m.rejected),
    ...(description.members > 0
      ? [
          say(m.members, {
            count: amount(description.members, language, formatNumber(description.members, language)),
          }),
        ]
      : []),
    ...(description.bytesFetched === null
      ? description.size > 0
        ? [formatBytes(description.size, language)]
        : []
      : [
          say(m.fetched, {
            read: formatBytes(description.bytesFetched, language),
            size: formatBytes(description.size, language),
          }),
        ]),
  ];
  around.out(`${pc.bold(printable(description.input))}  ${facts.join(' · ')}\n`);
  for (const dataset of description.datasets)
    around.out(`${(await datasetLines(dataset, m, language)).join('\n')}\n\n`);
  for (const problem of description.problems) {
    const text = `  ${problem.severity === 'error' ? '✗' : '!'} ${printable(problemText(problem, m, language)).slice(0, 300)}`;
    around.out(`${problem.severity === 'error' ? pc.red(text) : pc.yellow(text)}\n`);
  }
}

function writePicture(picture: Thumbnail, path: string, m: GeoDescribeWords, around: GeoSurroundings): void {
  writeFileWhole(path, [picture.bytes]);
  if (around.isTerminal) around.err(`${say(picture.drawn ? m.drawn : m.notDrawn, { file: path })}\n`);
}
