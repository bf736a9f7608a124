/**
 * A generated web of many sites of which few publish geographic data, with what is true about it. It is made after the surveys of the thesis:
 * one file in six lies open as `.shp`, three in five in archives, of which two in five tell by their name. What its sites say comes
 * from outside (`texts`). Around them stands what misleads a collector: archives with telling names and nothing inside, tables without
 * shapes, broken shapefiles, closed sites, addresses that say nothing of what they hand out.
 */
import { Random } from '../language/random.ts';
import { type ShapefileParts, SIRGAS, writeShapefile } from './shapefile.ts';
import {
  MADE_UP_TEXTS,
  ORDINARY_ARCHIVES,
  PLACES,
  type PlaceRow,
  THEMES,
  type WebTexts,
} from './vocabulary.ts';
import { type GeoTruthFile, type GeoWeb, htmlPage, Lately, type WebResource, type WebSite } from './web.ts';
import { writeZip } from './zip.ts';

export interface GeneratedWebOptions {
  readonly seed?: number;
  readonly sites?: number;
  readonly producers?: number;
  /** Size of a usual archive in bytes; most are smaller, a few ten times as large. */
  readonly usualSize?: number;
  /** What its sites say. Made up unless given. */
  readonly texts?: WebTexts;
  /** Where its producers are. */
  readonly places?: readonly PlaceRow[];
}

interface Place {
  readonly name: string;
  readonly uf: string;
  readonly lon: number;
  readonly lat: number;
  /** Names of the places of its state. */
  readonly around: readonly string[];
}

interface Draft {
  readonly host: string;
  readonly title: string;
  readonly resources: Map<string, WebResource>;
  /** Pages of the site that other sites link to, and the links each page gets at its end. */
  readonly links: string[];
  ranges: boolean;
  closed: readonly string[];
}

const SHARE_OPEN = 0.169;
const SHARE_ARCHIVES = 0.62;
const SHARE_TELLING = 0.42;

export function generatedWeb(options: GeneratedWebOptions = {}): GeoWeb {
  const { seed = 1, sites: siteCount = 500, producers: producerCount = 50, usualSize = 1_200_000 } = options;
  const { texts = MADE_UP_TEXTS, places = PLACES } = options;
  const random = new Random(seed, 'geo-web');
  const lately = new Lately(6);
  const drafts: Draft[] = [];
  const producers = new Set<string>();
  const files: GeoTruthFile[] = [];
  const others: string[] = [];

  const draft = (host: string, title: string): Draft => {
    const made: Draft = {
      host,
      title,
      resources: new Map(),
      links: [],
      ranges: random.chance(0.75),
      closed: [],
    };
    drafts.push(made);
    return made;
  };
  const place = (of: Random): Place => {
    const [name, uf, lon, lat] = of.pick(places);
    const around = places.filter((other) => other[1] === uf).map(([other]) => other);
    return { name, uf, lon, lat, around };
  };

  // --- Producers, and two more that nobody may collect.
  for (let p = 0; p < producerCount + 2; p++) {
    const own = random.fork('producer', p);
    const where = place(own);
    const voice = own.pick(texts.producers);
    const title = escaped(`${voice.name} ${where.name}`);
    const site = draft(`www.produtor-${p}.test`, title);
    const closed = p >= producerCount;
    if (closed) site.closed = ['/'];
    else producers.add(site.host.slice(4));
    const count = 1 + Math.floor(-Math.log(1 - own.next() * 0.999) * 8);
    const perPage = own.int(4, 12);
    for (let first = 0; first < count; first += perPage) {
      const number = first / perPage + 1;
      const path = own.chance(0.5) ? `/dados/pagina${number}.html` : `/downloads?p=${number}`;
      const items: string[] = [];
      for (let i = first; i < Math.min(count, first + perPage); i++) {
        const published = publish(own.fork('file', i), site, where, lately, usualSize);
        items.push(published.item);
        if (!closed) files.push(...published.files);
      }
      // Now and then a page says nothing about its files but in the anchors: what is behind these can be known only by looking.
      const said = own.chance(0.12) ? '' : paragraphs(own, voice.paragraphs);
      site.resources.set(
        path,
        htmlPage(`${title} - arquivos`, `<h1>Arquivos</h1>${said}<ul>${items.join('')}</ul>`),
      );
      site.links.push(path);
    }
    site.resources.set(
      '/sobre.html',
      htmlPage(`Sobre - ${title}`, `<p>${title} foi fundado há muitos anos.</p>`),
    );
    site.links.push('/sobre.html');
  }

  // --- Everybody else.
  for (let s = drafts.length; s < siteCount; s++) {
    const own = random.fork('other', s);
    const voice = own.pick(texts.others);
    const kind = escaped(voice.name);
    const site = draft(`www.outro-${s}.test`, `${kind} ${s}`);
    const pages = own.int(1, 8);
    for (let i = 0; i < pages; i++) {
      const path = `/p/${i + 1}.html`;
      site.resources.set(path, htmlPage(`${kind} - ${i + 1}`, paragraphs(own, voice.paragraphs)));
      site.links.push(path);
    }
    if (own.chance(0.35)) {
      const path = '/baixar.html';
      const items: string[] = [];
      for (let i = own.int(1, 4); i > 0; i--) {
        const name = `/arquivos/${own.pick(ORDINARY_ARCHIVES)}-${i}.zip`;
        site.resources.set(name, ordinaryArchive(own.fork('archive', i), `${site.host}${name}`, lately));
        items.push(`<li><a href="${name}">baixar</a></li>`);
        others.push(`http://${site.host}${name}`);
      }
      site.resources.set(
        path,
        htmlPage(`${kind} - arquivos`, `${paragraphs(own, voice.paragraphs)}<ul>${items.join('')}</ul>`),
      );
      site.links.push(path);
    }
    if (own.chance(0.03)) misleading(own.fork('misleading'), site, lately, others);
  }

  // --- Links between sites: producers know producers, everybody knows somebody.
  const producerDrafts = drafts.filter((d) => producers.has(d.host.slice(4)));
  drafts.forEach((site, index) => {
    const own = random.fork('links', index);
    const isProducer = producers.has(site.host.slice(4));
    const targets: Draft[] = [];
    // A ring of neighbours, so that every site can be reached from any.
    targets.push(drafts[(index * 7 + 3) % drafts.length]!, drafts[(index + 1) % drafts.length]!);
    for (let i = own.int(0, 4); i > 0; i--) targets.push(own.pick(drafts));
    if (isProducer) for (let i = own.int(1, 4); i > 0; i--) targets.push(own.pick(producerDrafts));
    const inner = site.links.map((path, i) => `<li><a href="${path}">parte ${i + 1}</a></li>`).join('');
    const outer = targets
      .filter((target) => target !== site)
      .map((target) => `<a href="http://${target.host}/">${target.title}</a>`)
      .join(' · ');
    site.resources.set(
      '/',
      htmlPage(site.title, `<h1>${site.title}</h1><ul>${inner}</ul><p>Veja também: ${outer}</p>`),
    );
  });

  const sites = new Map<string, WebSite>(
    drafts.map((d) => [d.host, { host: d.host, resources: d.resources, closed: d.closed, ranges: d.ranges }]),
  );
  const seeds = Array.from(
    { length: 5 },
    (_, i) => `http://${random.fork('seed', i).pick(drafts.slice(producerCount + 2)).host}/`,
  );
  return { name: `generated web ${seed}`, seeds: [...new Set(seeds)], sites, producers, files, others };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A few that follow each other, as they stand on a page. */
function paragraphs(own: Random, all: readonly string[]): string {
  const first = own.int(0, all.length - 1);
  return all
    .slice(first, first + own.int(1, 6))
    .map((text) => `<p>${escaped(text)}</p>`)
    .join('');
}

/** Puts one file of a producer on its site, in one of the ways in which files are published. */
function publish(
  own: Random,
  site: Draft,
  where: Place,
  lately: Lately,
  usualSize: number,
): { readonly item: string; readonly files: readonly GeoTruthFile[] } {
  const [theme, said, shape] = own.pick(THEMES);
  const stem = `${theme}_${own.int(1990, 2024)}_${own.int(10, 99)}`;
  const name = site.host.slice(4);
  const truth = (path: string, how: string, archive: boolean): GeoTruthFile => ({
    url: `http://${site.host}${path}`,
    site: name,
    how,
    archive,
    about: { theme, place: where.name, uf: where.uf },
  });
  // Sizes have a long tail.
  const size = Math.min(8_000_000, Math.max(60_000, usualSize * Math.exp(own.next() * 2.4 - 1.4)));
  const parts = (): ShapefileParts => shapes(own.fork('shapes'), where, shape, size);
  const key = `${site.host}/${stem}`;
  const part = (extension: keyof ShapefileParts): WebResource => ({
    type: 'application/octet-stream',
    headers: { etag: `"${stem}-${extension}"` },
    body: () => lately.get(`${key}.${extension}`, () => parts()[extension]),
  });
  const luck = own.next();
  if (luck < SHARE_OPEN) {
    const small = Math.min(size, 300_000);
    const open = (): ShapefileParts => shapes(own.fork('shapes'), where, shape, small);
    for (const extension of ['shp', 'shx', 'dbf'] as const)
      site.resources.set(`/shp/${stem}.${extension}`, {
        ...part(extension),
        body: () => lately.get(`${key}.${extension}`, () => open()[extension]),
      });
    site.resources.set(`/shp/${stem}.prj`, { type: 'text/plain', body: () => Buffer.from(SIRGAS) });
    const also = own.chance(0.5) ? `, <a href="/shp/${stem}.dbf">tabela</a>` : '';
    return {
      item: `<li><a href="/shp/${stem}.shp">${said} de ${where.name}</a>${also}</li>`,
      files: [truth(`/shp/${stem}.shp`, 'shp', false)],
    };
  }
  if (luck < SHARE_OPEN + SHARE_ARCHIVES) {
    const telling = own.chance(SHARE_TELLING);
    const form = own.next();
    const file = telling ? `${own.pick(['shp', 'shape'])}_${stem}.zip` : `${stem}.zip`;
    let path = telling && own.chance(0.3) ? `/shapefiles/${stem}.zip` : `/arquivos/${file}`;
    let headers: Record<string, string> = { etag: `"${stem}"` };
    if (form < 0.06) path = `/download.php?file=${file}`;
    else if (form < 0.1) {
      // Nothing in the address says what it hands out.
      path = `/baixar?id=${stem.replaceAll('_', '')}`;
      headers = { ...headers, 'content-disposition': `attachment; filename="${file}"` };
    }
    const nested = own.chance(0.04);
    const inFolder = own.chance(0.3) ? `${theme}/` : '';
    const capital = own.chance(0.15);
    site.resources.set(path, {
      type: 'application/zip',
      headers,
      body: () =>
        lately.get(key, () => {
          const { shp, shx, dbf } = parts();
          const member = (extension: string): string =>
            `${inFolder}${capital ? stem.toUpperCase() : stem}.${capital ? extension.toUpperCase() : extension}`;
          const inner = writeZip([
            { name: member('dbf'), bytes: dbf },
            { name: member('prj'), bytes: Buffer.from(SIRGAS) },
            { name: member('shp'), bytes: shp, stored: own.fork('stored').chance(0.2) },
            { name: member('shx'), bytes: shx },
            {
              name: `${inFolder}leiame.txt`,
              bytes: Buffer.from(`* Título: ${said} de ${where.name}\n`, 'latin1'),
            },
          ]);
          return nested ? writeZip([{ name: `${stem}_dados.zip`, bytes: inner }]) : inner;
        }),
    });
    return {
      item: `<li><a href="${path}">${said} de ${where.name}</a></li>`,
      files: [truth(path, telling ? 'named' : 'context', true)],
    };
  }
  if (own.chance(0.5)) {
    const path = `/camadas/${stem}.geojson`;
    site.resources.set(path, {
      type: 'application/geo+json',
      body: () => Buffer.from(geoJson(own.fork('points'), where)),
    });
    return {
      item: `<li><a href="${path}">${said} de ${where.name}</a></li>`,
      files: [truth(path, 'geojson', false)],
    };
  }
  const path = `/camadas/${stem}.kml`;
  site.resources.set(path, {
    type: 'application/vnd.google-earth.kml+xml',
    body: () => Buffer.from(kml(own.fork('points'), where)),
  });
  return {
    item: `<li><a href="${path}">${said} de ${where.name}</a></li>`,
    files: [truth(path, 'kml', false)],
  };
}

function shapes(
  own: Random,
  where: Place,
  shape: 'point' | 'line' | 'polygon',
  size: number,
): ShapefileParts {
  const perRecord = shape === 'point' ? 1 : shape === 'line' ? 60 : 40;
  const bytes = shape === 'point' ? 28 : 56 + 16 * perRecord;
  // Points have little geometry and much table.
  const count = Math.max(3, Math.floor((size * (shape === 'point' ? 0.3 : 0.9)) / bytes));
  const records: [number, number][][] = [];
  const rows: string[][] = [];
  for (let i = 0; i < count; i++) {
    let x = where.lon + (own.next() - 0.5) * 0.4;
    let y = where.lat + (own.next() - 0.5) * 0.4;
    const points: [number, number][] = [];
    for (let k = 0; k < perRecord; k++) {
      points.push([x, y]);
      x += (own.next() - 0.5) * 0.002;
      y += (own.next() - 0.5) * 0.002;
    }
    if (shape === 'polygon') points[points.length - 1] = [...points[0]!];
    records.push(points);
    rows.push([String(i + 1), where.around[i % where.around.length]!, String(own.int(1, 9))]);
  }
  return writeShapefile({
    shape,
    records,
    fields: [
      { name: 'ID', type: 'N', length: 8 },
      { name: own.pick(['MUNICIPIO', 'NM_MUNIC', 'NM01', 'CIDADE']), type: 'C', length: 32 },
      { name: 'TIPO', type: 'C', length: 4 },
    ],
    rows,
  });
}

function scattered(own: Random, where: Place): [string, number, number][] {
  return Array.from({ length: own.int(5, 40) }, (_, i) => [
    i % 3 === 0 ? where.name : `Ponto ${i}`,
    Math.round((where.lon + own.next() * 0.3) * 1e5) / 1e5,
    Math.round((where.lat + own.next() * 0.3) * 1e5) / 1e5,
  ]);
}

function geoJson(own: Random, where: Place): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: scattered(own, where).map(([name, lon, lat]) => ({
      type: 'Feature',
      properties: { municipio: name },
      geometry: { type: 'Point', coordinates: [lon, lat] },
    })),
  });
}

function kml(own: Random, where: Place): string {
  const marks = scattered(own, where).map(
    ([name, lon, lat]) =>
      `<Placemark><name>${name}</name><Point><coordinates>${lon},${lat},0</coordinates></Point></Placemark>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${marks.join('')}</Document></kml>`;
}

function noise(own: Random, size: number): Uint8Array {
  const bytes = Buffer.alloc(size);
  for (let i = 0; i + 4 <= size; i += 4) bytes.writeUInt32LE(Math.floor(own.next() * 4294967296), i);
  return bytes;
}

function ordinaryArchive(own: Random, key: string, lately: Lately): WebResource {
  return {
    type: 'application/zip',
    headers: { etag: `"${key.length}-${own.fork('etag').int(1, 1e6)}"` },
    body: () =>
      lately.get(key, () =>
        writeZip([
          { name: 'leia.txt', bytes: Buffer.from('leia antes de usar') },
          {
            name: `dados/${own.fork('name').pick(['setup.exe', 'foto1.jpg', 'planilha.xls', 'musica.mp3'])}`,
            bytes: noise(own.fork('noise'), own.fork('size').int(20_000, 400_000)),
            stored: true,
          },
        ]),
      ),
  };
}

/** Pages of ordinary sites that look like a producer's and are not. */
function misleading(own: Random, site: Draft, lately: Lately, others: string[]): void {
  const key = `${site.host}/misleading`;
  const [name, make] = own.pick<readonly [string, () => Uint8Array]>([
    [
      'shape_de_voce.zip',
      () => writeZip([{ name: 'faixa1.mp3', bytes: noise(own.fork('mp3'), 90_000), stored: true }]),
    ],
    [
      'mapa_mental_shp.zip',
      () => writeZip([{ name: 'mapa.shp', bytes: Buffer.from('isto não é um arquivo de formas') }]),
    ],
    [
      'cadastro_shp.zip',
      () =>
        writeZip([
          {
            name: 'cadastro.dbf',
            bytes: writeShapefile({
              shape: 'point',
              records: [[[0, 0]]],
              fields: [{ name: 'NOME', type: 'C', length: 20 }],
              rows: [['Ana']],
            }).dbf,
          },
        ]),
    ],
    [
      'geo_shp_partido.zip',
      () =>
        writeZip([{ name: 'a.shp', bytes: noise(own.fork('broken'), 50_000), stored: true }]).subarray(
          0,
          30_000,
        ),
    ],
  ]);
  const path = `/extra/${name}`;
  site.resources.set(path, { type: 'application/zip', body: () => lately.get(key, make) });
  others.push(`http://${site.host}${path}`);
  site.resources.set(
    '/extra.html',
    htmlPage(
      `${site.title} - extra`,
      `<p>Um mapa da cidade para colorir.</p><p><a href="${path}">baixar</a></p>`,
    ),
  );
  site.links.push('/extra.html');
}
