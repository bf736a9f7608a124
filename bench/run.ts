/**
 * The runner behind `npm run bench -- <name>` and `npm run eval -- <name>`: finds the measurement, runs it, prints its tables, keeps
 * the figures as JSON in reports/, and writes the section of bench/RESULTS.md or eval/RESULTS.md that belongs to it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type Bar,
  type Measurement,
  type MeasureResult,
  type MeasureTable,
  NothingToMeasure,
} from './measure.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const SUPPORT = new Set(['run.ts', 'measure.ts', 'frontier-load.ts']);

function namesOf(family: string): string[] {
  return readdirSync(join(root, family))
    .filter((file) => /^[a-z-]+\.ts$/.test(file) && !SUPPORT.has(file))
    .map((file) => file.slice(0, -3))
    .sort();
}

function cell(value: string | number): string {
  if (typeof value === 'string') return value;
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  return Math.abs(value) >= 100
    ? value.toFixed(0)
    : Math.abs(value) >= 1
      ? value.toFixed(2)
      : value.toPrecision(3);
}

function tableText({ title, columns, rows, note }: MeasureTable): string {
  const cells = [columns, ...rows.map((row) => row.map(cell))];
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => (row[i] ?? '').length)));
  const numeric = columns.map((_, i) => rows.length > 0 && rows.every((row) => typeof row[i] === 'number'));
  const line = (row: readonly string[]) =>
    row
      .map((text, i) => (numeric[i] ? text.padStart(widths[i]!) : text.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return `\n${title}\n\n${line(cells[0]!)}\n${rule}\n${cells.slice(1).map(line).join('\n')}\n${note ? `\n${note}\n` : ''}`;
}

function markdown({ title, columns, rows, note }: MeasureTable): string {
  const row = (values: readonly string[]) =>
    `| ${values.map((value) => value.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    `**${title}**`,
    '',
    row(columns),
    row(columns.map(() => '---')),
    ...rows.map((r) => row(r.map(cell))),
    ...(note ? ['', note] : []),
    '',
  ].join('\n');
}

function barTable(bars: readonly Bar[]): MeasureTable {
  return {
    title: 'Bars',
    columns: ['what', 'bar', 'measured', ''],
    rows: bars.map((b) => [b.what, b.bar, b.measured, b.met ? 'met' : 'NOT MET']),
  };
}

const HEADS: Readonly<Record<string, string>> = {
  bench: '# Benchmark results\n\nWritten by `npm run bench -- <name>`; each section by its own command.\n',
  eval: '# Evaluations\n\nWritten by `npm run eval -- <name> --data <folder>`; each section by its own command, for one folder.\n',
};

/** One section a measurement, of an evaluation one a corpus too, between markers, so that one run rewrites only its own. */
function writeResults(
  family: string,
  section: string,
  measurement: Measurement,
  result: MeasureResult,
  data: string | undefined,
): void {
  const [, part] = section.split(' ');
  // The name of the folder says which corpus it was; where it stands is nobody's business.
  const corpus = family === 'eval' && data !== undefined ? basename(data) : null;
  const mark = [section.replace(' ', '-'), ...(corpus === null ? [] : [corpus])].join('-of-');
  const path = join(root, family, 'RESULTS.md');
  const head = HEADS[family]!;
  const text = existsSync(path) ? readFileSync(path, 'utf8') : head;
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${process.platform}`;
  const tables = result.bars ? [...result.tables, barTable(result.bars)] : result.tables;
  const heading = `${measurement.title}${part === undefined ? '' : `: ${part}`}${corpus === null ? '' : ` (${corpus})`}`;
  const command = `npm run ${family} -- ${section}${corpus === null ? '' : ` --data …/${corpus}`}`;
  const body = `<!-- ${mark} -->\n## ${heading}\n\n\`${command}\` · ${new Date().toISOString().slice(0, 10)} · ${machine}\n\n${tables
    .filter(({ items }) => items === undefined)
    .map(markdown)
    .join('\n')}\n<!-- /${mark} -->\n`;
  const old = new RegExp(`<!-- ${mark} -->[\\s\\S]*?<!-- /${mark} -->\\n`);
  writeFileSync(path, old.test(text) ? text.replace(old, () => body) : `${text}\n${body}`);
}

/** `compare <folder> [names…]`. Ends with 1 when something is worse. */
async function runCompare(
  [other, ...names]: readonly string[],
  options: Readonly<Record<string, string>>,
): Promise<number> {
  const { COMPARED, compare } = await import('./compare/compare.ts');
  if (other === undefined || names.some((name) => !(COMPARED as readonly string[]).includes(name))) {
    process.stderr.write(
      `usage: npm run bench -- compare <folder of another checkout> [names] [--runs n] [--quick] [--data folder]\nnames: ${COMPARED.join(', ')}\n`,
    );
    return 2;
  }
  const given = (path: string) => resolve(process.env.TARRAFA_CALLED_FROM ?? '.', path);
  const { table, worse } = await compare({
    other: given(other),
    names,
    runs: options.runs === undefined ? undefined : Number(options.runs),
    quick: options.quick !== undefined,
    data: options.data === undefined ? undefined : given(options.data),
  });
  process.stdout.write(tableText(table));
  return worse.length === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const [family, ...words] = process.argv.slice(2);
  const names = namesOf(family!);
  const chosen: string[] = [];
  const options: Record<string, string> = {};
  for (let i = 0; i < words.length; i++) {
    if (!words[i]!.startsWith('--')) chosen.push(words[i]!);
    else if (words[i + 1] !== undefined && !words[i + 1]!.startsWith('--'))
      options[words[i]!.slice(2)] = words[++i]!;
    else options[words[i]!.slice(2)] = '';
  }
  if (family === 'bench' && chosen[0] === 'compare') return runCompare(chosen.slice(1), options);
  const load = (name: string): Promise<Measurement> =>
    import(pathToFileURL(join(root, family!, `${name}.ts`)).href);
  // Words after a measurement that has parts may be some of them.
  const parts = new Map<string, string[]>();
  let last: { readonly name: string; readonly parts: readonly string[] } | undefined;
  const unknown: string[] = [];
  for (const word of chosen)
    if (last?.parts.includes(word)) parts.get(last.name)!.push(word);
    else if (word === 'all') for (const name of names) parts.set(name, []);
    else if (names.includes(word)) {
      parts.set(word, []);
      last = { name: word, parts: (await load(word)).parts ?? [] };
    } else unknown.push(word);
  if (parts.size === 0 || unknown.length > 0) {
    process.stderr.write(
      `usage: npm run ${family} -- <name> [part] [--data folder] [--quick] [--seed n] [--json]\nnames: ${names.join(', ')}, all${family === 'bench' ? '\nor: compare <folder of another checkout>' : ''}\n`,
    );
    if (last?.parts.length) process.stderr.write(`parts of ${last.name}: ${last.parts.join(', ')}\n`);
    return 2;
  }
  const { data, quick, seed, json, ...rest } = options;
  const judged: Bar[] = [];
  const sections: { readonly name: string; readonly part?: string }[] = [];
  for (const [name, some] of parts) {
    const all = (await load(name)).parts;
    if (all === undefined) sections.push({ name });
    else {
      // A part may be named by its flag too: `realweb --dates`.
      const flagged = all.filter((part) => rest[part] !== undefined);
      const asked = some.length > 0 ? some : flagged.length > 0 ? flagged : all;
      for (const part of asked) sections.push({ name, part });
    }
  }
  for (const { name, part } of sections) {
    const measurement = await load(name);
    const section = part === undefined ? name : `${name} ${part}`;
    if (json === undefined)
      process.stdout.write(`\n== ${measurement.title}${part === undefined ? '' : `: ${part}`}\n`);
    const result = await measurement.run({
      data: data === undefined ? undefined : resolve(process.env.TARRAFA_CALLED_FROM ?? '.', data),
      quick: quick !== undefined,
      seed: seed === undefined ? undefined : Number(seed),
      part,
      options: rest,
    });
    mkdirSync(join(root, 'reports'), { recursive: true });
    writeFileSync(
      join(root, 'reports', `${family}-${section.replace(' ', '-')}.json`),
      `${JSON.stringify(result, null, 2)}\n`,
    );
    if (part !== undefined) judged.push(...(result.bars ?? []));
    if (json !== undefined)
      process.stdout.write(
        `${JSON.stringify({ name: section, figures: result.figures, bars: result.bars ?? [] })}\n`,
      );
    else
      process.stdout.write(
        [...result.tables, ...(result.bars ? [barTable(result.bars)] : [])].map(tableText).join(''),
      );
    if (quick === undefined) writeResults(family!, section, measurement, result, data);
  }
  // What was told part by part, together.
  if (json === undefined && sections.length > 1 && judged.length > 0)
    process.stdout.write(tableText({ ...barTable(judged), title: 'Bars of all parts' }));
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof NothingToMeasure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
