import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../test/seeded-random.ts';
import { foldWords } from '../../text/index.ts';
import { RejectionMemory } from '../archive/rejections.ts';
import { sampleColumns } from '../readers/dataset.ts';
import {
  citiesShapefile,
  citiesZip,
  dbfOf,
  GML,
  geopackage,
  KML,
  MID,
  MIF,
  NAME_COLUMN,
  pointRecord,
  SIRGAS_PRJ,
  sampleFiles,
  shpOf,
  zipOf,
} from '../readers/sample-files.suite.ts';
import { COMPAT_FILES, describeAddress, describeBytes, describePath } from './describe.ts';
import { MemoryFetcher, type ServedFile } from './memory-fetcher.suite.ts';
import { mutate } from './mutation.suite.ts';
import { peekArchive } from './peek.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tarrafa-describe-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const codes = (description: { readonly problems: readonly { readonly code: string }[] }) =>
  description.problems.map((problem) => problem.code);

describe('shapefiles in archives', () => {
  it('[G-AC-090] accepts whole sets whatever the case of their names; compat wants all three parts, modern flags what is missing', async () => {
    const { shp, shx, dbf } = citiesShapefile();
    const mixed = zipOf([
      { name: 'A.SHP', bytes: shp },
      { name: 'a.shx', bytes: shx },
      { name: 'a.Dbf', bytes: dbf },
    ]);
    for (const profile of [COMPAT_FILES, undefined]) {
      const whole = await describeBytes('a.zip', mixed, profile === undefined ? {} : { profile });
      expect(whole.state).toBe('indexed');
      expect(whole.datasets[0]).toMatchObject({ count: 2, geometryType: 'Point' });
      expect(codes(whole)).not.toContain('missing-part');
    }
    const parts = { shp, shx, dbf };
    for (const missing of ['shx', 'dbf'] as const) {
      const files = (['shp', 'shx', 'dbf'] as const)
        .filter((extension) => extension !== missing)
        .map((extension) => ({ name: `x.${extension}`, bytes: parts[extension] }));
      const compat = await describeBytes('x.zip', zipOf(files), { profile: COMPAT_FILES });
      expect(compat.state).toBe('rejected');
      expect(compat.problems[0]).toMatchObject({ code: 'missing-part', detail: `.${missing}` });
    }
    const alone = await describeBytes('x.zip', zipOf([{ name: 'x.shp', bytes: shp }]));
    expect(alone.state).toBe('indexed');
    expect(alone.datasets[0]!.count).toBe(2);
    expect(
      alone.problems.filter((problem) => problem.code === 'missing-part').map((problem) => problem.detail),
    ).toEqual(['.shx', '.dbf']);
    for (const extension of ['dbf', 'shx'] as const) {
      for (const options of [{}, { profile: COMPAT_FILES }]) {
        const orphan = await describeBytes(
          'x.zip',
          zipOf([{ name: `x.${extension}`, bytes: parts[extension] }]),
          options,
        );
        expect(orphan.state).toBe('rejected');
        expect(orphan.problems[0]).toMatchObject({ code: 'missing-part', detail: '.shp' });
      }
    }
  });

  it('[G-AC-091, G-AC-093] rejects an archive without geographic files and remembers it; nothing is left on the disk either way', async () => {
    const useless = zipOf([{ name: 'catalogo/lista.pdf', bytes: Buffer.from('%PDF-1.4') }]);
    const url = 'http://www.shop.test/catalogo.zip';
    const fetcher = new MemoryFetcher(
      new Map([
        [url, { bytes: useless, etag: '"1"' }],
        ['http://www.ibge.test/cidades.zip', { bytes: citiesZip() }],
      ]),
    );
    const before = readdirSync(tmpdir()).sort();
    const description = await describeAddress(url, fetcher);
    expect(description.state).toBe('rejected');
    expect(codes(description)).toEqual(['not-geographic']);
    const accepted = await describeAddress('http://www.ibge.test/cidades.zip', fetcher);
    expect(accepted.state).toBe('indexed');
    const path = join(scratch, 'cidades.zip');
    writeFileSync(path, citiesZip());
    expect((await describePath(path)).state).toBe('indexed');
    expect(readdirSync(scratch)).toEqual(['cidades.zip']);
    expect(
      readdirSync(tmpdir()).filter((name) => !before.includes(name) && name.startsWith('tarrafa-g')),
    ).toEqual([]);

    const memory = new RejectionMemory();
    memory.remember({ url, etag: description.etag, size: description.size, reason: codes(description)[0]! });
    expect(memory.reasonFor(url, { etag: '"1"' })).toBe('not-geographic');
    expect(memory.reasonFor(url, { etag: '"2"' })).toBeNull();
    expect(memory.reasonFor(url, { size: useless.length + 1 })).toBeNull();
    expect(memory.reasonFor('http://www.shop.test/outro.zip')).toBeNull();
    expect([...new RejectionMemory(memory)]).toHaveLength(1);
  });

  it('[G-AC-094] gives several layers of one archive as one file with several datasets', async () => {
    const { shp, shx, dbf } = citiesShapefile();
    const zip = citiesZip([
      { name: 'dados/postos.shp', bytes: shp },
      { name: 'dados/postos.shx', bytes: shx },
      { name: 'dados/postos.dbf', bytes: dbf },
      { name: 'praias.kml', bytes: Buffer.from(KML) },
    ]);
    const description = await describeBytes('tudo.zip', zip);
    expect(description).toMatchObject({ name: 'tudo.zip', kind: 'archive', state: 'indexed', members: 8 });
    expect(description.datasets.map((dataset) => [dataset.file, dataset.layer])).toEqual([
      ['dados/cidades.shp', 'cidades'],
      ['dados/postos.shp', 'postos'],
      ['praias.kml', 'Praias'],
    ]);
  });

  it('[G-AC-098] cut and contradictory parts are rejected with the reason, without a crash', async () => {
    const { shp, shx, dbf } = citiesShapefile();
    const zip = (parts: Record<string, Uint8Array>) =>
      zipOf(Object.entries(parts).map(([extension, bytes]) => ({ name: `c.${extension}`, bytes })));
    const cut = await describeBytes('c.zip', zip({ shp: shp.subarray(0, 120), shx, dbf }));
    expect(cut.state).toBe('rejected');
    expect(cut.problems[0]).toMatchObject({ code: 'truncated', file: 'c.shp' });
    const header = Buffer.from(shp);
    header.writeInt32BE(1234, 0);
    const corrupt = await describeBytes('c.zip', zip({ shp: header, shx, dbf }));
    expect(corrupt.state).toBe('rejected');
    expect(corrupt.problems[0]).toMatchObject({ code: 'corrupt' });
    const long = dbfOf([NAME_COLUMN], [['São Paulo'], ['Jacareí']], { count: 900 });
    const more = await describeBytes('c.zip', zip({ shp, shx, dbf: long }));
    expect(more.state).toBe('rejected');
    expect(codes(more)).toEqual(expect.arrayContaining(['truncated', 'count-mismatch']));
    const short = dbfOf([NAME_COLUMN], [['São Paulo']]);
    const fewer = await describeBytes('c.zip', zip({ shp, shx, dbf: short }));
    expect(fewer.state).toBe('rejected');
    expect(fewer.problems.find((problem) => problem.code === 'count-mismatch')?.detail).toBe(
      '2 shapes, 1 row',
    );
  });

  it('[G-AC-099] SÃO PAULO is itself from cp850, windows-1252 and UTF-8', async () => {
    const { shp, shx } = shpOf(1, [0, 0, 0, 0], [pointRecord(-46.6, -23.5)]);
    const cases: [Uint8Array, number, string | null, string][] = [
      [Buffer.from([0x53, 0xc7, 0x4f, 0x20, ...Buffer.from('PAULO')]), 0x02, null, 'cp850'],
      [Buffer.from('SÃO PAULO', 'latin1'), 0x57, null, 'windows-1252'],
      [Buffer.from('SÃO PAULO', 'utf8'), 0x00, 'UTF-8', 'utf-8'],
    ];
    for (const [value, driver, cpg, charset] of cases) {
      const dbf = dbfOf([NAME_COLUMN], [[value]], { driver });
      const zip = zipOf([
        { name: 'c.shp', bytes: shp },
        { name: 'c.shx', bytes: shx },
        { name: 'c.dbf', bytes: dbf },
        ...(cpg === null ? [] : [{ name: 'c.cpg', bytes: Buffer.from(cpg) }]),
      ]);
      const { datasets } = await describeBytes('c.zip', zip);
      expect(datasets[0]!.encoding).toBe(charset);
      const values = (await sampleColumns(datasets[0]!, 5)).get('NOME');
      expect(values).toEqual(['SÃO PAULO']);
      expect(foldWords(values![0]!)).toBe('sao paulo');
    }
  });
});

describe('archives that must not be trusted', () => {
  const deep = (levels: number) => {
    let bytes = citiesZip();
    for (let i = 1; i < levels; i++) bytes = zipOf([{ name: `nivel${i}.zip`, bytes }]);
    return bytes;
  };

  it('[G-AC-096] zip slip, bombs, encryption, depth three and 10,001 entries are rejected with their reason', async () => {
    const { shp } = citiesShapefile();
    const rejected = async (zip: Uint8Array, code: string) => {
      const description = await describeBytes('a.zip', zip);
      expect(description.state).toBe('rejected');
      expect(codes(description)).toContain(code);
    };
    for (const name of ['../../etc/a.shp', '/etc/a.shp', 'c:\\a.shp', '..\\a.shp', 'a/../../b.shp'])
      await rejected(zipOf([{ name, bytes: shp }]), 'path-traversal');
    await rejected(zipOf([{ name: 'a.shp', bytes: Buffer.alloc(30 << 20) }]), 'bomb');
    // Says that it is small, unpacks to much.
    await rejected(zipOf([{ name: 'a.geojson', bytes: Buffer.alloc(3 << 20, 0x20), size: 1000 }]), 'bomb');
    await rejected(zipOf([{ name: 'a.shp', bytes: shp, flags: 1 }]), 'encrypted');
    await rejected(deep(3), 'too-deep');
    await rejected(
      zipOf(
        Array.from({ length: 10_001 }, (_, i) => ({
          name: `${i}.shp`,
          bytes: Buffer.alloc(0),
          stored: true,
        })),
      ),
      'too-many-entries',
    );
    expect((await describeBytes('a.zip', deep(2))).state).toBe('indexed');
  });

  it('links, programs and doubled names are refused one by one; the rest is read', async () => {
    const zip = citiesZip([
      { name: 'link.shp', bytes: Buffer.from('/etc/passwd'), mode: 0xa1ff },
      { name: 'instala.exe', bytes: Buffer.from('MZ') },
      { name: 'dados/cidades.shp', bytes: Buffer.from('outro') },
    ]);
    const description = await describeBytes('a.zip', zip);
    expect(description.state).toBe('indexed');
    expect(description.datasets).toHaveLength(1);
    expect(codes(description)).toEqual(expect.arrayContaining(['symlink', 'executable', 'duplicate-entry']));
  });

  it('members that share their packed bytes are a bomb', async () => {
    const zip = zipOf([{ name: 'a.kml', bytes: Buffer.from(KML) }]);
    const entry = zip.subarray(zip.indexOf('PK\x01\x02'), zip.length - 22);
    const end = Buffer.from(zip.subarray(zip.length - 22));
    const copies = 400;
    end.writeUInt16LE(copies, 8);
    end.writeUInt16LE(copies, 10);
    end.writeUInt32LE(entry.length * copies, 12);
    const description = await describeBytes(
      'a.zip',
      Buffer.concat([
        zip.subarray(0, zip.indexOf('PK\x01\x02')),
        ...Array.from({ length: copies }, () => entry),
        end,
      ]),
    );
    expect(description.state).toBe('rejected');
    expect(codes(description)).toContain('bomb');
  });

  it('a self-extracting program is read as the zip that it carries, and one that carries none is not run', async () => {
    const stub = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500, 0x90)]);
    const good = await describeBytes('dados.exe', Buffer.concat([stub, citiesZip()]));
    expect(good.state).toBe('indexed');
    expect(good.datasets[0]!.count).toBe(2);
    const bad = await describeBytes('dados.exe', stub);
    expect(codes(bad)).toEqual(['executable']);
  });

  it('names in DOS and Windows code pages keep their accents', async () => {
    const { shp } = citiesShapefile();
    for (const name of [
      Buffer.from([0x53, 0xc6, 0x6f, 0x2e, 0x73, 0x68, 0x70]), // cp850
      Buffer.from('São.shp', 'latin1'),
      Buffer.from('São.shp', 'utf8'),
    ]) {
      const { datasets } = await describeBytes('a.zip', zipOf([{ name, bytes: shp }]));
      expect(datasets[0]!.layer).toBe('São');
    }
  });
});

describe('what lies on a server', () => {
  const served = (files: Record<string, Uint8Array | ServedFile>) =>
    new Map(
      Object.entries(files).map(
        ([url, file]) => [url, file instanceof Uint8Array ? { bytes: file } : file] as const,
      ),
    );

  it('[G-AC-095] a .shp on its own is described with the parts that lie beside it', async () => {
    const { shp, shx, dbf, prj } = citiesShapefile();
    const fetcher = new MemoryFetcher(
      served({
        'http://www.ibge.test/imagens/saopaulo.shp': shp,
        'http://www.ibge.test/imagens/saopaulo.shx': shx,
        'http://www.ibge.test/imagens/saopaulo.DBF': dbf,
        'http://www.ibge.test/imagens/saopaulo.prj': prj,
      }),
    );
    const description = await describeAddress('http://www.ibge.test/imagens/saopaulo.shp', fetcher);
    expect(description.state).toBe('indexed');
    expect(description.datasets[0]).toMatchObject({ layer: 'saopaulo', count: 2, crs: { epsg: 4674 } });
    expect((await sampleColumns(description.datasets[0]!, 5)).get('NOME')).toEqual([
      'São Paulo',
      'São José dos Campos',
    ]);
    // Lower case is asked for before upper.
    expect(fetcher.asked.indexOf('http://www.ibge.test/imagens/saopaulo.dbf')).toBeLessThan(
      fetcher.asked.indexOf('http://www.ibge.test/imagens/saopaulo.DBF'),
    );
  });

  it('[G-AC-097] a look into a remote zip of 100 MB without a shapefile takes less than 1 MB', async () => {
    const zip = zipOf([
      { name: 'fotos/ferias.mp4', bytes: Buffer.alloc(100 << 20), stored: true },
      ...Array.from({ length: 500 }, (_, i) => ({ name: `fotos/foto-${i}.docx`, bytes: Buffer.from('x') })),
    ]);
    expect(zip.length).toBeGreaterThan(100e6);
    const url = 'http://www.blog.test/fotos.zip';
    const fetcher = new MemoryFetcher(served({ [url]: zip }));
    const peek = await peekArchive(url, fetcher);
    expect(peek).toMatchObject({ verdict: 'nothing-geographic', how: 'ranges', size: zip.length });
    expect(fetcher.bytes).toBeLessThan(1e6);
    expect(peek.bytesFetched).toBe(fetcher.bytes);
    expect(peek.members).toHaveLength(501);
    const before = fetcher.bytes;
    expect((await describeAddress(url, fetcher)).state).toBe('rejected');
    expect(fetcher.bytes - before).toBeLessThan(1e6);
  });

  it('a large shapefile in a remote zip is described from a small part of it', async () => {
    const records = Array.from({ length: 60_000 }, (_, i) =>
      pointRecord(-46 - ((i * 7919) % 1000) / 997, -23 - ((i * 104_729) % 1000) / 991),
    );
    const { shp, shx } = shpOf(1, [-47, -24, -46, -23], records);
    const dbf = dbfOf(
      [NAME_COLUMN],
      records.map((_, i) => [`Lugar ${(i * 2_654_435_761) % 4_294_967_296}`]),
    );
    const zip = zipOf([
      { name: 'pontos.shp', bytes: shp },
      { name: 'pontos.shx', bytes: shx },
      { name: 'pontos.dbf', bytes: dbf },
      { name: 'pontos.prj', bytes: Buffer.from(SIRGAS_PRJ) },
    ]);
    const url = 'http://www.inpe.test/pontos.zip';
    const fetcher = new MemoryFetcher(served({ [url]: zip }));
    const description = await describeAddress(url, fetcher);
    expect(description.datasets[0]).toMatchObject({
      count: 60_000,
      crs: { epsg: 4674 },
      nativeExtent: [-47, -24, -46, -23],
    });
    expect(fetcher.bytes).toBeLessThan(zip.length * 0.3);
  });

  it('without ranges the file is downloaded once, up to the cap; beyond it, refused', async () => {
    const url = 'http://www.inpe.test/c.zip';
    const fetcher = new MemoryFetcher(served({ [url]: citiesZip() }), false);
    const description = await describeAddress(url, fetcher);
    expect(description).toMatchObject({ state: 'indexed', how: 'download' });
    expect(fetcher.asked).toHaveLength(1);
    const refused = await describeAddress(url, fetcher, { remote: { maxDownload: 100 } });
    expect(refused.state).toBe('rejected');
    expect(codes(refused)).toEqual(['too-large']);
    const absent = await describeAddress('http://www.inpe.test/nada.zip', fetcher);
    expect(codes(absent)).toEqual(['unreachable']);
  });

  it('the name that the server gives decides, and a file that changes while it is read is not believed', async () => {
    const url = 'http://www.inpe.test/baixar?id=7';
    const named = new MemoryFetcher(
      served({ [url]: { bytes: Buffer.from(KML), disposition: 'attachment; filename="praias.kml"' } }),
    );
    expect((await describeAddress(url, named)).datasets[0]!.format).toBe('kml');
    const big = zipOf([
      {
        name: 'a.geojson',
        bytes: Buffer.from(
          JSON.stringify({ type: 'FeatureCollection', features: [], x: 'y'.repeat(50_000) }),
        ),
        stored: true,
      },
    ]);
    const files = new Map([[url, { bytes: big as Uint8Array }]]);
    const fetcher = new MemoryFetcher(files);
    const original = fetcher.fetch.bind(fetcher);
    fetcher.fetch = async (ask) => {
      const answer = await original(ask);
      files.set(url, { bytes: Buffer.concat([big, Buffer.from('mais')]) });
      return answer;
    };
    const changed = await describeAddress(url, fetcher);
    expect(changed.state).toBe('rejected');
    expect(codes(changed)).toContain('corrupt');
  });
});

describe('metadata beside the data', () => {
  const set = (extra: Record<string, string>) =>
    citiesZip(
      Object.entries(extra).map(([name, text]) => ({ name: `dados/${name}`, bytes: Buffer.from(text) })),
    );

  it('FGDC, ISO and Dublin Core give title, abstract, licence, keywords and the meaning of columns', async () => {
    const fgdc = `<?xml version="1.0"?><metadata><idinfo><citation><citeinfo><origin>IBGE</origin><pubdate>20050621</pubdate><title>Cidades de São Paulo</title></citeinfo></citation><descript><abstract>Sedes</abstract></descript><timeperd><timeinfo><rngdates><begdate>2004</begdate><enddate>2005</enddate></rngdates></timeinfo></timeperd><keywords><place><placekey>São Paulo</placekey></place></keywords><useconst>Livre</useconst></idinfo><eainfo><detailed><attr><attrlabl>NOME</attrlabl><attrdef>nome da cidade</attrdef></attr></detailed></eainfo></metadata>`;
    const [dataset] = (await describeBytes('a.zip', set({ 'cidades.shp.xml': fgdc }))).datasets;
    expect(dataset).toMatchObject({
      title: 'Cidades de São Paulo',
      abstract: 'Sedes',
      licence: 'Livre',
      keywords: ['São Paulo'],
      temporal: { from: '2004', to: '2005' },
    });
    expect(dataset!.fields.find((field) => field.name === 'NOME')?.meaning).toBe('nome da cidade');
    const iso = `<gmd:MD_Metadata xmlns:gmd="http://www.isotc211.org/2005/gmd" xmlns:gco="http://www.isotc211.org/2005/gco"><gmd:identificationInfo><gmd:MD_DataIdentification><gmd:citation><gmd:CI_Citation><gmd:title><gco:CharacterString>Sedes municipais</gco:CharacterString></gmd:title></gmd:CI_Citation></gmd:citation><gmd:abstract><gco:CharacterString>Pontos &amp; nomes</gco:CharacterString></gmd:abstract><gmd:resourceConstraints><gmd:MD_LegalConstraints><gmd:otherConstraints><gco:CharacterString>CC BY 4.0</gco:CharacterString></gmd:otherConstraints></gmd:MD_LegalConstraints></gmd:resourceConstraints></gmd:MD_DataIdentification></gmd:identificationInfo></gmd:MD_Metadata>`;
    expect((await describeBytes('a.zip', set({ 'cidades.xml': iso }))).datasets[0]).toMatchObject({
      title: 'Sedes municipais',
      abstract: 'Pontos & nomes',
      licence: 'CC BY 4.0',
    });
    const dublin = `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Rios</dc:title><dc:rights>domínio público</dc:rights></metadata>`;
    expect((await describeBytes('a.zip', set({ 'cidades.xml': dublin }))).datasets[0]).toMatchObject({
      title: 'Rios',
      licence: 'domínio público',
    });
  });

  it('a README tells the licence of everything beside it, a text of the same name more', async () => {
    const { datasets } = await describeBytes(
      'a.zip',
      set({
        'LEIAME.txt': 'Dados sob CC BY-SA 4.0.',
        'cidades.txt': '* Título: Cidades do Vale\n* Fonte: IBGE',
      }),
    );
    expect(datasets[0]).toMatchObject({ title: 'Cidades do Vale', licence: 'CC BY-SA 4.0' });
  });
});

describe('files and folders of this machine', () => {
  it('describes a folder with its sets, its archives and its broken files', async () => {
    const folder = mkdtempSync(join(scratch, 'pasta-'));
    for (const [extension, bytes] of Object.entries(citiesShapefile()))
      writeFileSync(join(folder, `Cidades.${extension}`), bytes);
    writeFileSync(join(folder, 'm.gml'), Buffer.from(GML, 'latin1'));
    writeFileSync(join(folder, 'lugares.mif'), Buffer.from(MIF, 'latin1'));
    writeFileSync(join(folder, 'lugares.mid'), Buffer.from(MID, 'latin1'));
    writeFileSync(join(folder, 'cidades2.zip'), citiesZip());
    writeFileSync(join(folder, 'quebrado.gpkg'), geopackage(10).subarray(0, 5000));
    const description = await describePath(folder);
    expect(description).toMatchObject({ kind: 'folder', state: 'indexed' });
    expect(description.datasets.map((dataset) => dataset.file).sort()).toEqual([
      'Cidades.shp',
      'cidades2.zip/dados/cidades.shp',
      'lugares.mif',
      'm.gml',
    ]);
    expect(description.problems.find((problem) => problem.severity === 'error')).toMatchObject({
      file: 'quebrado.gpkg',
    });
  });

  it('says what is wrong with a file that is not there, empty or of no kind', async () => {
    expect(codes(await describePath(join(scratch, 'nada.shp')))).toEqual(['unreachable']);
    expect(codes(await describeBytes('a.geojson', new Uint8Array(0)))).toEqual(['empty']);
    expect(codes(await describeBytes('a.bin', Buffer.from('abc')))).toEqual(['not-geographic']);
  });
});

describe('damage', () => {
  it('four hundred mutations of every format end with a description or a reason', async () => {
    const random = seededRandom(20_050_621);
    const files = [...sampleFiles()];
    for (let i = 0; i < 400; i++) {
      const [name, bytes] = files[i % files.length]!;
      const description = await describeBytes(name, mutate(bytes, random), { limits: { maxMs: 5000 } });
      if (description.state === 'rejected')
        expect(description.problems.length, `${name} ${i}`).toBeGreaterThan(0);
      for (const dataset of description.datasets)
        for await (const row of dataset.rows(20)) expect(row).toHaveLength(dataset.fields.length);
    }
  });

  it('stops at the time limit instead of going on', async () => {
    let clock = 0;
    const many = Array.from({ length: 5000 }, () =>
      JSON.stringify({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [0, 0] } }),
    ).join('\n');
    const description = await describeBytes('a.geojsonl', Buffer.from(many), {
      limits: { maxMs: 10 },
      now: () => clock++,
    });
    expect(codes(description)).toContain('time-limit');
  });
});
