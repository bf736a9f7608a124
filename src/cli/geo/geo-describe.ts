/** `tarrafa geo describe <file|folder|zip|address…>`: what geographic files hold, as a table or JSON Lines, with a picture on request. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { storageError, TarrafaError } from '../../errors.ts';
import type { Fetcher } from '../../fetcher.ts';
import { printable } from '../../formats/index.ts';
import {
  COMPAT_FILES,
  type DescribedDataset,
  type DescribeOptions,
  type Description,
  describeAddress,
  describePath,
  MODERN_FILES,
} from '../../geo/describe/describe.ts';
import { sampleColumns } from '../../geo/readers/dataset.ts';
import type { Problem } from '../../geo/readers/problem.ts';
import { GEO_DESCRIBE_WORDS, type GeoDescribeWords } from '../../words/geo-describe.ts';
import type { Language } from '../../words/index.ts';
import { formatBytes, formatNumber, say } from '../../words/index.ts';
import { reason, systemFailure } from '../../words/why.ts';
import { profileOption } from './geo-profile.ts';

/** What the command needs from the outside; the process's own unless somebody says otherwise. */
export interface GeoSurroundings {
  readonly isTerminal: boolean;
  out(text: string): void;
  err(text: string): void;
  /** Opens a way to the Web; without it addresses are refused. */
  openFetcher?(): Promise<Fetcher & { close(): Promise<unknown> }>;
}

const PROCESS: GeoSurroundings = {
  get isTerminal() {
    return process.stdout.isTTY === true;
  },
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  openFetcher: async () => {
    const { PoliteFetcher } = await import('../../crawl/index.ts');
    // A crawl has a folder; this one is looked at once and goes.
    const folder = mkdtempSync(join(tmpdir(), 'tarrafa-geo-'));
    const contact = process.env.TARRAFA_CONTACT;
    const fetcher = await PoliteFetcher.open(folder, {
      ...(contact === undefined ? {} : { contact }),
      ...(process.env.TARRAFA_ALLOW_PRIVATE === '1' ? { allowPrivate: true } : {}),
    });
    return {
      fetch: (ask) => fetcher.fetch(ask),
      close: async () => {
        await fetcher.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};

interface DescribeFlags {
  readonly json?: boolean;
  readonly thumbnail?: string;
  readonly size: readonly [number, number];
  readonly profile: 'modern' | 'compat';
  readonly sample?: boolean;
  readonly maxTime: number;
}

/** Degrees to six decimals, metres to two: more is noise. */
function boxText(box: readonly number[], inDegrees: boolean): string {
  return box.map((value) => Number(value.toFixed(inDegrees ? 6 : 2))).join(' ');
}

function crsText(dataset: DescribedDataset, m: GeoDescribeWords): string {
  const { crs } = dataset;
  if (crs === null) return m.none;
  const code = crs.epsg === null ? '' : `EPSG:${crs.epsg}`;
  return [code, crs.name ?? ''].filter((part) => part !== '').join(' ');
}

function problemText(problem: Problem, m: GeoDescribeWords): string {
  return `${m.problem[problem.code]}: ${problem.file}${problem.detail === '' ? '' : ` (${problem.detail})`}`;
}

/** Loaded for a terminal only: a program that reads JSON does not wait for it. */
async function colours() {
  return (await import('picocolors')).default;
}

const SHOWN_FIELDS = 12;
const SAMPLED = 3;

async function datasetLines(
  dataset: DescribedDataset,
  flags: DescribeFlags,
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
    add(m.geometry, `${dataset.geometryType}${dataset.dimensions === '' ? '' : ` ${dataset.dimensions}`}`);
  if (dataset.count !== null)
    add(
      m.features,
      `${formatNumber(dataset.count, language)}${dataset.countFrom === null ? '' : ` (${dataset.countFrom === 'header' ? m.fromHeader : m.fromData})`}`,
    );
  if (dataset.raster !== null) {
    const { width, height, bands, sampleType } = dataset.raster;
    add(m.raster, `${width} × ${height}${bands > 0 ? `, ${bands} ${m.bands}` : ''}, ${sampleType}`);
  }
  if (dataset.extent !== null)
    add(m.extent, `${boxText(dataset.extent, true)}${dataset.extentAssumed ? ` (${m.assumed})` : ''}`);
  if (dataset.nativeExtent !== null && dataset.crs?.kind === 'projected')
    add(m.nativeExtent, boxText(dataset.nativeExtent, false));
  if (dataset.kind !== 'table') add(m.crs, crsText(dataset, m));
  add(m.encoding, dataset.encoding);
  if (dataset.temporal !== null)
    add(m.temporal, `${dataset.temporal.from ?? '…'} – ${dataset.temporal.to ?? '…'}`);
  add(m.title, dataset.title);
  add(m.licence, dataset.licence);
  if (dataset.fields.length > 0) {
    const names = dataset.fields.slice(0, SHOWN_FIELDS).map((field) => field.name);
    const more = dataset.fields.length - names.length;
    add(m.fields, `${names.join(', ')}${more > 0 ? ` … +${more}` : ''}`);
  }
  if (flags.sample === true)
    for (const [name, values] of await sampleColumns(dataset, SAMPLED))
      if (values.length > 0) add(`${m.values}: ${name}`, values.join(' | '));
  const width = Math.max(...rows.map(([label]) => label.length));
  const pc = await colours();
  return rows.map(([label, value]) => `  ${pc.dim(label.padEnd(width))}  ${printable(value).slice(0, 300)}`);
}

async function describedJson(input: string, description: Description, flags: DescribeFlags): Promise<string> {
  const { state, kind, size, bytesFetched, problems } = description;
  const about = { input, container: kind, state, size, ...(bytesFetched === null ? {} : { bytesFetched }) };
  if (description.datasets.length === 0) return `${JSON.stringify({ ...about, problems })}\n`;
  let lines = '';
  for (const dataset of description.datasets) {
    const { rows: _, shapes: __, crs, ...facts } = dataset;
    const sample =
      flags.sample === true ? { sample: Object.fromEntries(await sampleColumns(dataset, SAMPLED)) } : {};
    const system = crs === null ? null : { epsg: crs.epsg, name: crs.name, kind: crs.kind, from: crs.from };
    lines += `${JSON.stringify({ ...about, ...facts, crs: system, ...sample })}\n`;
  }
  // What concerns no dataset (a member refused, a file that could not be read) is told too.
  const own = new Set(description.datasets.flatMap((dataset) => dataset.problems));
  const others = problems.filter((problem) => !own.has(problem));
  if (others.length > 0) lines += `${JSON.stringify({ ...about, problems: others })}\n`;
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
      const options: DescribeOptions = {
        limits: { maxMs: flags.maxTime * 1000 },
        profile: flags.profile === 'compat' ? COMPAT_FILES : MODERN_FILES,
      };
      let fetcher: (Fetcher & { close(): Promise<unknown> }) | null = null;
      let thumbnail = flags.thumbnail;
      let rejected = 0;
      try {
        for (const input of inputs) {
          const isAddress = /^https?:\/\//i.test(input);
          if (!isAddress) exists(input);
          const late = table ? setTimeout(() => around.err(`\r${say(m.reading, { input })}`), 2000) : null;
          let description: Description;
          try {
            if (isAddress) {
              if (around.openFetcher === undefined)
                throw new TarrafaError('TRF_INPUT_MISSING', [input, reason('not-fetched-here')]);
              fetcher ??= await around.openFetcher();
              description = await describeAddress(input, fetcher, options);
            } else description = await describePath(input, options);
          } finally {
            if (late !== null) clearTimeout(late);
          }
          if (description.state === 'rejected') rejected++;
          if (table) await printTable(input, description, flags, m, language, around);
          else around.out(await describedJson(input, description, flags));
          if (thumbnail !== undefined && description.datasets.length > 0) {
            await writePicture(description.datasets, thumbnail, flags, m, around);
            thumbnail = undefined;
          }
          description.close();
        }
      } finally {
        await fetcher?.close();
      }
      if (rejected === inputs.length) process.exitCode = 1;
    });
}

function exists(input: string): void {
  try {
    statSync(input);
  } catch (cause) {
    throw new TarrafaError('TRF_INPUT_MISSING', [input, systemFailure(cause)], { cause });
  }
}

async function printTable(
  input: string,
  description: Description,
  flags: DescribeFlags,
  m: GeoDescribeWords,
  language: Language,
  around: GeoSurroundings,
): Promise<void> {
  const pc = await colours();
  const facts = [
    description.state === 'indexed' ? pc.green(m.indexed) : pc.red(m.rejected),
    ...(description.members > 0 ? [`${formatNumber(description.members, language)} ${m.members}`] : []),
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
  around.out(`${pc.bold(printable(input))}  ${facts.join(' · ')}\n`);
  for (const dataset of description.datasets)
    around.out(`${(await datasetLines(dataset, flags, m, language)).join('\n')}\n\n`);
  for (const problem of description.problems) {
    const text = `  ${problem.severity === 'error' ? '✗' : '!'} ${printable(problemText(problem, m)).slice(0, 300)}`;
    around.out(`${problem.severity === 'error' ? pc.red(text) : pc.yellow(text)}\n`);
  }
}

async function writePicture(
  datasets: readonly DescribedDataset[],
  path: string,
  flags: DescribeFlags,
  m: GeoDescribeWords,
  around: GeoSurroundings,
): Promise<void> {
  const dataset = datasets.find((candidate) => candidate.nativeExtent !== null) ?? datasets[0]!;
  const { drawThumbnail } = await import('../../geo/thumbnail/thumbnail.ts');
  const picture = await drawThumbnail(dataset, {
    format: /\.svg$/i.test(path) ? 'svg' : 'png',
    width: flags.size[0],
    height: flags.size[1],
  });
  try {
    writeFileSync(path, picture.bytes);
  } catch (cause) {
    throw storageError(path, cause);
  }
  if (around.isTerminal) around.err(`${say(picture.drawn ? m.drawn : m.notDrawn, { file: path })}\n`);
}
