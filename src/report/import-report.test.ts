import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedCatalogue } from '../catalogue/index.ts';
import { type CdxjParts, cdxjLine } from '../warc/index.ts';
import { reportPage } from './html-page.ts';
import { importCharts } from './import-charts.ts';
import { type ImportReport, readImportReport } from './import-report.ts';
import { quantitiesIn } from './quantities.ts';
import { readReport, readStatus } from './read-report.ts';
import { emptyFolder, manifest } from './sample-crawl.suite.ts';
import { sayIn } from './say-report.ts';
import { reportText, statusText } from './text-table.ts';
import { reportFiles } from './write-report.ts';

const AT = Date.UTC(2026, 5, 1);
const FILES = [
  { from: 'theirs.wacz#archive/a.warc.gz', file: 'a.warc.gz', bytes: 6_000_000, sha256: 'x' },
  { from: 'b.warc.gz', file: 'b.warc.gz', bytes: 1_500_000, sha256: 'y' },
];

let folder: string;
beforeEach(() => {
  folder = emptyFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function imported(captures: number, more: object = {}): void {
  writeFileSync(
    join(folder, 'crawl.json'),
    JSON.stringify({
      ...manifest([]),
      policy: 'import',
      seeds: [],
      sessions: [
        {
          startedAt: new Date(AT).toISOString(),
          endedAt: new Date(AT).toISOString(),
          reason: 'frontier-empty',
          pages: captures,
        },
      ],
      imported: FILES,
      ...more,
    }),
  );
}

function index(captures: readonly Partial<CdxjParts>[]): void {
  mkdirSync(join(folder, 'archive'), { recursive: true });
  const lines = captures.map((capture, i) =>
    cdxjLine({
      url: 'http://www.a.example/',
      date: Date.UTC(2001, 1, 3),
      mime: 'text/html',
      status: 200,
      digest: `sha1:${i}`,
      filename: 'a.warc.gz',
      offset: i * 1000,
      length: 1000,
      ...capture,
    }),
  );
  writeFileSync(join(folder, 'archive', 'index.cdxj'), `${lines.sort().join('\n')}\n`);
}

const CAPTURES: readonly Partial<CdxjParts>[] = [
  {},
  { date: Date.UTC(2003, 6, 1), mime: 'warc/revisit', length: 300 },
  { url: 'http://a.example/foto.png', mime: 'image/png', date: Date.UTC(2001, 3, 1) },
  { url: 'http://b.example/', status: 404, date: Date.UTC(2002, 0, 1) },
  { url: 'http://b.example:8080/', date: 0 },
  { url: 'dns:b.example', mime: 'text/dns', status: null, date: Date.UTC(2002, 0, 1) },
];

describe('the report of an import', () => {
  it('tells what the index holds: captures, addresses, hosts, types, dates', async () => {
    imported(CAPTURES.length);
    index(CAPTURES);
    const report = await readReport(folder);
    expect(report).toMatchObject({
      kind: 'import',
      indexed: true,
      importedAt: '2026-06-01T00:00:00.000Z',
      totals: { captures: 6, addresses: 5, hosts: 3, revisits: 1, archiveBytes: 7_500_000 },
      // A record without a date stands in 1970 in the index, and is no date.
      firstCapture: '2001-02-03T00:00:00.000Z',
      lastCapture: '2003-07-01T00:00:00.000Z',
      types: [
        { name: 'text/html', count: 3 },
        { name: 'image/png', count: 1 },
        { name: 'text/dns', count: 1 },
      ],
      statuses: [
        { name: '200', count: 4 },
        { name: '404', count: 1 },
      ],
      months: [
        { name: '2001-02', count: 1 },
        { name: '2001-04', count: 1 },
        { name: '2002-01', count: 2 },
        { name: '2003-07', count: 1 },
      ],
      largestHosts: [
        { host: 'a.example', captures: 3, addresses: 2, bytes: 2300 },
        { host: 'b.example', captures: 1, addresses: 1, bytes: 1000 },
        { host: 'b.example:8080', captures: 1, addresses: 1, bytes: 1000 },
      ],
      analysed: null,
    });
  });

  it('says in words that there were no visits, instead of a table of zeros', async () => {
    imported(CAPTURES.length);
    index(CAPTURES);
    const report = await readReport(folder);
    const english = reportText(report, 'en');
    expect(english).toContain('this collection had no visits');
    expect(english).toMatch(/Captures\s+6\n/);
    expect(english).toMatch(/a\.example\s+3\s+2\s+2\.3 kB\n/);
    expect(english).toMatch(/Pages analysed\s+not analysed yet/);
    for (const word of ['Mean speed', 'Failures', 'Visits', 'Sessions', 'Refused'])
      expect(english).not.toContain(word);
    expect(reportText(report, 'pt-BR')).toContain('Arquivos importados');
    expect(reportText(report, 'pt-PT')).toContain('Ficheiros importados');
    const page = reportPage(report, 'pt-BR');
    expect(page).toContain('<h1>Coleção importada</h1>');
    expect(page).toContain('theirs.wacz#archive/a.warc.gz');
    expect(page).not.toMatch(/Velocidade média|Falhas</);
  });

  it('is written with charts of its own, a column for each month from the first to the last', async () => {
    imported(CAPTURES.length);
    index(CAPTURES);
    const report = await readImportReport(folder);
    const files = reportFiles(report, 'en');
    expect([...files.keys()].sort()).toEqual([
      'captures.svg',
      'report.html',
      'report.json',
      'sizes.svg',
      'types.svg',
    ]);
    expect(files.get('captures.svg')).toContain('6 in all, from 2001-02-03 to 2003-07-01');
    const columns = (more: Partial<ImportReport>): readonly string[] => {
      const [chart] = importCharts({ ...report, ...more }, sayIn('en'), quantitiesIn('en'));
      return chart?.kind === 'columns' ? chart.columns.map(({ label, value }) => `${label}: ${value}`) : [];
    };
    expect(columns({})).toHaveLength(30);
    expect(columns({}).slice(0, 3)).toEqual(['2001-02: 1', '2001-03: 0', '2001-04: 1']);
    const dated = (...names: string[]) => ({ months: names.map((name) => ({ name, count: 1 })) });
    expect(columns(dated('1999-11', '1999-12', '2026-01'))).toHaveLength(28);
    expect(columns(dated('1999-11', '1999-12', '2026-01')).slice(0, 2)).toEqual(['1999: 2', '2000: 0']);
    // Dates that somebody made up draw no thousand columns.
    expect(columns(dated('0001-01', '9999-12'))).toEqual(['0001: 1', '9999: 1']);
    expect(columns(dated())).toEqual([]);
  });

  it('counts as many hosts as there are, and lists the largest', async () => {
    imported(0);
    const hosts = Array.from({ length: 300 }, (_, i) => `http://h${i}.example/`);
    index([...hosts, ...hosts.slice(7, 9)].map((url, i) => ({ url, date: AT + i * 1000 })));
    const report = await readReport(folder);
    expect(report).toMatchObject({ totals: { captures: 302, addresses: 300, hosts: 300 } });
    expect(report.kind === 'import' && report.largestHosts.slice(0, 2).map(({ host }) => host)).toEqual([
      'h7.example',
      'h8.example',
    ]);
    expect(report.kind === 'import' && report.largestHosts).toHaveLength(20);
  });

  it('of hostile names shows text', async () => {
    imported(1, { imported: [{ from: '<script>x</script>', file: '\u001b]0;x', bytes: 'many' }, null, 7] });
    index([{ mime: '<b>' }]);
    const report = await readReport(folder);
    expect(reportPage(report, 'en')).not.toMatch(/<script>|<b>/);
    expect(reportText(report, 'en')).not.toContain('\u001b');
    expect(report).toMatchObject({ files: [{ bytes: 0 }], totals: { archiveBytes: 0 } });
  });

  it('that was ended half-way says so', async () => {
    imported(0);
    const report = await readReport(folder);
    expect(report).toMatchObject({ indexed: false, totals: { captures: 0 } });
    expect(reportText(report, 'pt-PT')).toContain('repita o mesmo comando para a concluir');
    expect(reportText(report, 'pt-PT')).not.toContain('Resumo');
    expect(await readStatus(folder)).toMatchObject({ state: 'incomplete', captures: 0 });
  });
});

describe('the status of an import', () => {
  it('has what was imported and how much of it was analysed', async () => {
    imported(6);
    index(CAPTURES);
    expect(await readStatus(folder)).toMatchObject({
      kind: 'import',
      state: 'imported',
      files: 2,
      archiveBytes: 7_500_000,
      captures: 6,
      analysed: null,
    });
    await EmbeddedCatalogue.open(join(folder, 'catalogue.db')).close();
    const status = await readStatus(folder);
    expect(status).toMatchObject({ analysed: { pages: 0, versions: 0, firstCapture: null } });
    const text = statusText(status, 'pt-BR');
    expect(text).toMatch(/Estado\s+importada\n/);
    expect(text).toMatch(/Capturas\s+6\n/);
    expect(text).toMatch(/Páginas analisadas\s+0\n/);
    expect(text).not.toContain('Na fila');
    for (const ending of ['', '-wal', '-shm']) rmSync(join(folder, `catalogue.db${ending}`), { force: true });
    writeFileSync(join(folder, 'catalogue.db'), 'no database');
    expect(await readStatus(folder)).toMatchObject({ analysed: null });
  });

  it('counts the index where the import could not write down what it had brought', async () => {
    imported(0);
    index(CAPTURES);
    expect(await readStatus(folder)).toMatchObject({ captures: 6 });
  });

  it('is running while a process imports', async () => {
    imported(0);
    writeFileSync(join(folder, 'lock'), `${process.pid} \n`);
    const status = await readStatus(folder);
    expect(status).toMatchObject({ state: 'running', process: process.pid });
    expect(statusText(status, 'pt-PT')).toContain(`a importar (processo ${process.pid})`);
  });
});
