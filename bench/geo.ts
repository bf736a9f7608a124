/** Describing a shapefile of 50 MB inside a zip: time against `ogrinfo -so`, and the memory it takes. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { describePath, drawThumbnail } from '../src/geo/index.ts';
import type { Bar, MeasureArgs, MeasureResult } from './measure.ts';

export const title = 'Geographic files: a large shapefile in a zip';

const MOST_TIMES = 1.5;
const MOST_MEGABYTES = 200;

/** Polygons on a grid over Brazil, SIRGAS 2000, as many as the size asks for. */
function shapefile(megabytes: number): Record<string, Buffer> {
  const vertices = 120;
  const content = 44 + 4 + vertices * 16;
  const count = Math.floor((megabytes * 1e6) / (content + 8));
  const shp = Buffer.alloc(100 + count * (content + 8));
  const shx = Buffer.alloc(100 + count * 8);
  const row = 1 + 40 + 12;
  const dbf = Buffer.alloc(32 + 2 * 32 + 1 + count * row + 1, 0x20);
  for (const [bytes, length] of [
    [shp, shp.length],
    [shx, shx.length],
  ] as const) {
    bytes.writeInt32BE(9994, 0);
    bytes.writeInt32BE(length / 2, 24);
    bytes.writeInt32LE(1000, 28);
    bytes.writeInt32LE(5, 32);
    for (const [i, value] of [-74, -34, -34, 6].entries()) bytes.writeDoubleLE(value, 36 + i * 8);
  }
  const side = Math.ceil(Math.sqrt(count));
  let at = 100;
  // A fixed seed: the same file every time.
  let seed = 12_345;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  for (let i = 0; i < count; i++) {
    shx.writeInt32BE(at / 2, 100 + i * 8);
    shx.writeInt32BE(content / 2, 104 + i * 8);
    shp.writeInt32BE(i + 1, at);
    shp.writeInt32BE(content / 2, at + 4);
    shp.writeInt32LE(5, at + 8);
    const cx = -73.9 + (39.8 * (i % side)) / side;
    const cy = -33.9 + (39.8 * Math.floor(i / side)) / side;
    for (const [k, value] of [cx - 0.1, cy - 0.1, cx + 0.1, cy + 0.1].entries())
      shp.writeDoubleLE(value, at + 12 + k * 8);
    shp.writeInt32LE(1, at + 44);
    shp.writeInt32LE(vertices, at + 48);
    for (let k = 0; k < vertices; k++) {
      const angle = k === vertices - 1 ? 0 : (-2 * Math.PI * k) / (vertices - 1);
      const radius = 0.08 + 0.02 * random();
      shp.writeDoubleLE(cx + radius * Math.cos(angle), at + 56 + k * 16);
      shp.writeDoubleLE(cy + radius * Math.sin(angle), at + 64 + k * 16);
    }
    at += content + 8;
    dbf.write(`Município ${i}`, 97 + i * row + 1, 'latin1');
    dbf.write(String(i), 97 + i * row + 41, 'latin1');
  }
  dbf.fill(0, 0, 97);
  dbf[0] = 3;
  dbf.writeUInt32LE(count, 4);
  dbf.writeUInt16LE(97, 8);
  dbf.writeUInt16LE(row, 10);
  dbf[29] = 0x57;
  dbf.write('NOME\0C', 32, 'latin1');
  dbf.write('C', 32 + 11, 'latin1');
  dbf[32 + 16] = 40;
  dbf.write('CODIGO', 64, 'latin1');
  dbf.write('N', 64 + 11, 'latin1');
  dbf[64 + 16] = 12;
  dbf[96] = 0x0d;
  const prj =
    'GEOGCS["GCS_SIRGAS_2000",DATUM["D_SIRGAS_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
  return { 'malha.shp': shp, 'malha.shx': shx, 'malha.dbf': dbf, 'malha.prj': Buffer.from(prj) };
}

function zipOf(files: Record<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const packed = deflateRawSync(bytes, { level: 6 });
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(8, 8);
    const crc = crc32(bytes);
    local.writeUInt32LE(crc, 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(bytes.length, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(bytes.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc32(bytes: Uint8Array): number {
  let c = -1;
  for (const byte of bytes) c = CRC[(c ^ byte) & 0xff]! ^ (c >>> 8);
  return (c ^ -1) >>> 0;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;

/** Wall time of a command in ms. */
function timed(command: string, args: string[]): { ms: number; ok: boolean } {
  const from = performance.now();
  const result = spawnSync(command, args, { encoding: 'utf8' });
  return { ms: performance.now() - from, ok: result.status === 0 };
}

/** Largest memory, in MB, of a process that does nothing else. */
function memoryOf(zip: string, draw: boolean): number {
  const geo = new URL('../dist/src/geo/index.js', import.meta.url).href;
  const script = `import(${JSON.stringify(geo)}).then(async (geo) => {
    const d = await geo.describePath(process.argv[1]);
    if (${draw}) await geo.drawThumbnail(d.datasets[0]);
    console.log(process.resourceUsage().maxRSS / 1024);
  })`;
  return Number(spawnSync(process.execPath, ['-e', script, zip], { encoding: 'utf8' }).stdout.trim());
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const megabytes = args.quick ? 5 : Number(args.options.megabytes ?? 50);
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-bench-geo-'));
  try {
    const zip = join(folder, 'malha.zip');
    writeFileSync(zip, zipOf(shapefile(megabytes)));
    const rounds = args.quick ? 3 : 7;
    const peer = timed('ogrinfo', ['--version']).ok;
    const command = fileURLToPath(new URL('../dist/program/cli/main.js', import.meta.url));
    const theirs: number[] = [];
    const whole: number[] = [];
    const inside: number[] = [];
    for (let i = 0; i < rounds; i++) {
      if (peer) theirs.push(timed('ogrinfo', ['-so', '-al', `/vsizip/${zip}/malha.shp`]).ms);
      whole.push(timed(process.execPath, [command, 'geo', 'describe', '--json', zip]).ms);
      const from = performance.now();
      const description = await describePath(zip);
      inside.push(performance.now() - from);
      if (description.datasets[0]?.count === undefined) throw new Error('the shapefile was not described');
    }
    const picture: number[] = [];
    for (let i = 0; i < Math.min(3, rounds); i++) {
      const description = await describePath(zip);
      const from = performance.now();
      await drawThumbnail(description.datasets[0]!);
      picture.push(performance.now() - from);
    }
    const megabytesUsed = memoryOf(zip, false);
    const megabytesDrawn = memoryOf(zip, true);
    const ours = median(whole);
    const ogr = peer ? median(theirs) : null;
    const bars: Bar[] = [
      ...(ogr === null
        ? []
        : [
            {
              what: `describing a shapefile of ${megabytes} MB in a zip, in a running process, against ogrinfo -so`,
              bar: `≤ ${MOST_TIMES}×`,
              measured: `${(median(inside) / ogr).toFixed(2)}×`,
              met: median(inside) / ogr <= MOST_TIMES,
            },
            {
              what: `describing a shapefile of ${megabytes} MB in a zip, against ogrinfo -so (both as commands, the start of Node included)`,
              bar: `≤ ${MOST_TIMES}×`,
              measured: `${(ours / ogr).toFixed(2)}×`,
              met: ours / ogr <= MOST_TIMES,
            },
          ]),
      {
        what: 'memory of a process that describes it, and of one that also draws it',
        bar: `≤ ${MOST_MEGABYTES} MB`,
        measured: `${megabytesUsed.toFixed(0)} MB, ${megabytesDrawn.toFixed(0)} MB`,
        met: megabytesUsed > 0 && Math.max(megabytesUsed, megabytesDrawn) <= MOST_MEGABYTES,
      },
    ];
    return {
      tables: [
        {
          title: `A shapefile of ${megabytes} MB in a zip of ${(statSync(zip).size / 1e6).toFixed(1)} MB`,
          columns: ['what', 'ms'],
          rows: [
            ['ogrinfo -so -al', ogr === null ? 'not installed' : Math.round(ogr)],
            ['tarrafa geo describe', Math.round(ours)],
            ['describePath, in a running process', Number(median(inside).toFixed(1))],
            ['drawThumbnail (reads every vertex)', Math.round(median(picture))],
          ],
          note: 'count and extent from the headers of .shx and .shp, columns from the header of .dbf; the rest stays packed',
        },
      ],
      figures: {
        'ogrinfo ms': ogr === null ? 'absent' : Math.round(ogr),
        'command ms': Math.round(ours),
        'library ms': Number(median(inside).toFixed(2)),
        'thumbnail ms': Math.round(median(picture)),
        'memory MB': Math.round(megabytesUsed),
      },
      bars,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
