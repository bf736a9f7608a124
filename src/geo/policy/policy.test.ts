import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LinkPolicy } from '../../crawl/index.ts';
import { type Candidate, URL_KIND } from '../../frontier/index.ts';
import { parseHtml } from '../../html/index.ts';
import { createAnalyser, type GeoClues } from './analyser.ts';
import { scaleIn } from './anchor-cues.ts';
import { GeographicPolicy, indicatorOf } from './geographic-policy.ts';
import { CompatOrganiser, type Indicator, ModernOrganiser, revisitDue } from './organiser.ts';
import { GeoPageReader, reportedLinks } from './page-clues.ts';
import { COMPAT_URLS, classifyUrl, downloadOrder, MODERN_URLS, placedImages } from './url-class.ts';

const compat = new GeoPageReader({ profile: 'compat' });
const modern = new GeoPageReader();
const BOTH = [
  ['compat', compat],
  ['modern', modern],
] as const;
const page = (html: string, reader = modern, url = 'http://h.example/') => reader.read(parseHtml(html), url);
const classOf = (url: string, body = '', reader = modern) =>
  page(`<body>${body} <a href="${url}">ver</a></body>`, reader).links[0]?.class;

describe('a page', () => {
  it('[G-AC-030] has its addresses made absolute', () => {
    const { links } = page('<a href="/shapefiles.HTML">x</a>', modern, 'http://www.mediacenter.com/x/');
    expect(links.map((l) => l.url)).toEqual(['http://www.mediacenter.com/shapefiles.HTML']);
  });

  it('[G-AC-031] gives href and src, against its base', () => {
    const { links } = page(
      '<base href="http://dados.example/pub/"><body><a href="a.html">a</a><iframe src="mapa.html"></iframe><img src="sp.tif"><a href="/b.html">b</a>',
      modern,
      'http://www.example/x/y.html',
    );
    expect(links.map((l) => `${l.attribute} ${l.url}`)).toEqual([
      'href http://dados.example/pub/a.html',
      'src http://dados.example/pub/mapa.html',
      'src http://dados.example/pub/sp.tif',
      'href http://dados.example/b.html',
    ]);
  });

  it.each('pdf doc txt css ico gif jpg'.split(' '))(
    '[G-AC-032] reports no %s, in any case, with any query',
    (extension) => {
      for (const [, reader] of BOTH) {
        const html = [
          `/a.${extension}`,
          `/a.${extension.toUpperCase()}`,
          `/a.${extension}?x=1&y=2`,
          '/a.html',
        ]
          .map((href) => `<a href="${href}">mapa</a>`)
          .join('');
        expect(reportedLinks(page(html, reader)).map((l) => l.url)).toEqual(['http://h.example/a.html']);
      }
    },
  );

  it('[G-AC-033] has a title, a description and keywords', () => {
    const read = page(
      `<title>DPI - Divisão de Processamento de Imagens</title>
<META content="A Divisão de Processamento de Imagens (DPI) faz parte da Coordenação" name="Descrição">
<META content="Ciência da Geoinformação, Geoprocessamento, GIS, SIG, Bancos de Dados Geográficos" name=Keywords>`,
    );
    expect(read.title).toBe('DPI - Divisão de Processamento de Imagens');
    expect(read.description).toMatch(/^A Divisão de Processamento de Imagens \(DPI\) faz parte da/);
    expect(read.keywords).toEqual([
      'Ciência da Geoinformação',
      'Geoprocessamento',
      'GIS',
      'SIG',
      'Bancos de Dados Geográficos',
    ]);
  });

  it('[G-AC-034] has no geographic words in scripts, styles and comments', () => {
    for (const [, reader] of BOTH) {
      const read = page(
        '<head><style>.mapa{}</style><script>var shapefile = "mapa geoprocessamento";</script></head><body><!-- shapefile mapa --><noscript>mapa</noscript><p>fotos</p><a href="/x.zip">baixar</a>',
        reader,
      );
      expect(read.geoWords).toEqual([]);
      expect(read.links[0]?.class).toBe('ARCHIVE_REJECTED');
    }
  });
});

describe('the class of an address', () => {
  const rows = [
    ['040', 'PC_FLU_Shape_020106.zip', '', 'GEO_NAMED'],
    ['041', 'VT01D00SHP.zip', '', 'GEO_NAMED'],
    ['042', 'http://ross.urs-tally.com/docs/shapefiles/tracklines.zip', '', 'GEO_NAMED'],
    ['043', 'http://www.ibge.com.br/imagens/saopaulo.shp', '', 'GEO_EXPLICIT'],
    ['044', 'http://www.census.gov/geo/img/florida.zip', 'census', 'GEO_CONTEXT'],
    ['045', 'http://www.census.gov/geo/img/florida.zip', 'fotos', 'ARCHIVE_REJECTED'],
    ['046', 'http://www.census.gov/geo/img/vt02_shp.zip', '', 'GEO_NAMED'],
    ['047', 'http://www.dpi.inpe.br', '', 'PAGE'],
    ['048', 'http://www.census.gov/geo/www/cob/new_buttons/images/button.gif', '', 'UNWANTED'],
    ['049', 'http://www.census.gov/geo/www/cob/vt2000.html', '', 'PAGE'],
  ] as const;
  it.each(rows)('[G-AC-%s] %s (%s): %s', (_, url, body, expected) => {
    for (const [, reader] of BOTH) expect(classOf(url, body, reader)).toBe(expected);
  });

  it('[G-AC-057] the further fixtures: needle in the host, download scripts, capitals, other schemes', () => {
    for (const rules of [COMPAT_URLS, MODERN_URLS]) {
      const none = { page: 0, anchor: 0, threshold: 1 };
      const is = (url: string) => classifyUrl(url, none, rules).class;
      expect(is('http://shapeways.example/models/x.zip')).toBe('ARCHIVE_REJECTED');
      expect(is('http://h.example/get?file=bairros_shp.zip')).toBe('GEO_NAMED');
      expect(is('http://h.example/get.php?file=bairros_shp.zip')).toBe('GEO_NAMED');
      expect(is('http://h.example/get?file=bairros_shp')).toBe('PAGE');
      expect(is('http://h.example/a.SHP')).toBe('GEO_EXPLICIT');
      expect(is('http://h.example/readme.txt')).toBe('UNWANTED');
      expect(is('mailto:a@b.c')).toBe('UNWANTED');
      expect(is('javascript:void(0)')).toBe('UNWANTED');
    }
  });

  it('[G-AC-050] a word in the anchor alone is enough', () => {
    for (const [, reader] of BOTH) {
      const [link] = page('<body>fotos <a href="/x.zip">mapa da cidade</a></body>', reader).links;
      expect(link?.class).toBe('GEO_CONTEXT');
    }
  });

  it('[G-AC-051] a word in the title counts; in a meta only in modern', () => {
    const title = '<title>Cartografia</title><body>fotos <a href="/x.zip">x</a>';
    const meta =
      '<meta name=description content="cartografia"><meta name=keywords content="mapa"><body>fotos <a href="/x.zip">x</a>';
    expect(page(title, compat).links[0]?.class).toBe('GEO_CONTEXT');
    expect(page(title, modern).links[0]?.class).toBe('GEO_CONTEXT');
    expect(page(meta, compat).links[0]?.class).toBe('ARCHIVE_REJECTED');
    expect(page(meta, modern).links[0]?.class).toBe('GEO_CONTEXT');
  });

  it('modern: more formats, services, images with their world file, and weak needles that never suffice', () => {
    const none = { page: 0, anchor: 0, threshold: 1 };
    const is = (url: string, evidence = none) => classifyUrl(url, evidence).class;
    for (const url of ['a.gpkg', 'a.geojson', 'a.kml', 'a.kmz', 'a.fgb', 'a.gml', 'a.gpx'])
      expect(is(`http://h.example/${url}`)).toBe('GEO_EXPLICIT');
    expect(is('http://h.example/dados/limites_geojson.json')).toBe('GEO_NAMED');
    expect(is('http://h.example/dados/limites.json')).toBe('UNWANTED');
    expect(is('http://h.example/dados/limites.csv', { page: 3, anchor: 0, threshold: 1 })).toBe(
      'GEO_CONTEXT',
    );
    expect(is('http://h.example/geo/malha/municipios.zip')).toBe('ARCHIVE_REJECTED');
    expect(is('http://h.example/malha/municipios.zip', { page: 0.5, anchor: 0, threshold: 1 })).toBe(
      'GEO_CONTEXT',
    );
    for (const url of [
      'http://h.example/geoserver/wms?service=WMS&request=GetCapabilities',
      'http://h.example/geoserver/ows?SERVICE=WFS&VERSION=2.0.0&REQUEST=GetCapabilities',
      'http://h.example/arcgis/rest/services/Base/MapServer',
      'http://h.example/cgi-bin/mapserv?map=x.map&service=wfs&request=GetCapabilities',
      'http://h.example/stac/',
    ])
      expect(is(url)).toBe('GEO_SERVICE');
    expect(is('http://h.example/wms?service=WMS&request=GetMap&layers=a')).toBe('PAGE');
    expect([...placedImages(['http://h/x/foto.jpg', 'http://h/x/foto.jgw', 'http://h/x/outra.jpg'])]).toEqual(
      ['http://h/x/foto.jpg'],
    );
    const read = page(
      '<a href="/x/foto.jpg">imagem</a><a href="/x/foto.jgw">w</a><a href="/x/outra.jpg">o</a>',
    );
    expect(read.links.map((l) => l.class)).toEqual(['GEO_EXPLICIT', 'GEO_COMPONENT', 'UNWANTED']);
  });

  it('orders downloads: explicit, named, then by evidence', () => {
    const c = (name: 'GEO_EXPLICIT' | 'GEO_NAMED' | 'GEO_CONTEXT', evidence: number) => ({
      class: name,
      evidence,
    });
    const ordered = downloadOrder([
      c('GEO_CONTEXT', 1),
      c('GEO_NAMED', 0),
      c('GEO_CONTEXT', 5),
      c('GEO_EXPLICIT', 0),
    ]);
    expect(ordered.map((o) => `${o.class}${o.evidence}`)).toEqual([
      'GEO_EXPLICIT0',
      'GEO_NAMED0',
      'GEO_CONTEXT5',
      'GEO_CONTEXT1',
    ]);
  });

  it('is decided for anything', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()),
        (url) => {
          classifyUrl(url, { page: 0, anchor: 0, threshold: 1 });
        },
      ),
    );
  });
});

describe('what the words of a page prove (modern)', () => {
  const words = (count: number) => Array.from({ length: count }, (_, i) => `palavra${i}`).join(' ');
  const archive = (lead: string, body: string, link = '<a href="/dados.zip">baixar</a>') => {
    const read = page(`<title>${lead}</title><body><p>${body}</p>${link}<p>${words(40)}</p></body>`);
    return [read.links[0]?.class, read.geoHint] as const;
  };

  it('one usual word in a long text proves nothing, whatever profile of old would say', () => {
    expect(archive('Casa', `${words(120)} cidade ${words(120)}`)).toEqual(['ARCHIVE_REJECTED', false]);
    const old = page(
      `<body>${words(120)} cidade ${words(120)}<a href="/dados.zip">baixar</a></body>`,
      compat,
    );
    expect(old.links[0]?.class).toBe('GEO_CONTEXT');
    // In passing it proves nothing beside the link either, nor in the title.
    expect(archive('Casa', `${words(120)} na cidade`)[0]).toBe('ARCHIVE_REJECTED');
    expect(archive('Minha cidade', words(120))[0]).toBe('ARCHIVE_REJECTED');
  });

  it('one that no other field uses does, anywhere; so do two that are many; so does one beside the link of a short page', () => {
    expect(archive('Casa', `${words(120)} geoprocessamento ${words(120)}`)[0]).toBe('GEO_CONTEXT');
    expect(archive('Casa', `mapas, satélite, municípios, mapa temático ${words(30)}`)[0]).toBe('GEO_CONTEXT');
    expect(
      page('<body>Entregamos em toda a cidade. <a href="/x.zip">tudo</a></body>').links[0],
    ).toMatchObject({
      class: 'GEO_CONTEXT',
      because: 'around',
    });
  });

  it('a page is about such things by more than one word; without a file it is a hint', () => {
    expect(page(`<title>Cidade</title><body>${words(10)}`).geoHint).toBe(false);
    expect(page(`<body>mapa de satélite ${words(20)}`).geoHint).toBe(true);
    expect(page(`<body>mapa de satélite ${words(200)}`).geoHint).toBe(false);
  });

  it('words that prove nothing may be completed by the path; short needles stand alone', () => {
    const long = `${words(120)} município ${words(120)}`;
    const at = (path: string) => archive('Casa', long, `<a href="${path}">baixar</a>`)[0];
    expect(at('/malha/br.zip')).toBe('GEO_CONTEXT');
    expect(at('/geo/br.zip')).toBe('GEO_CONTEXT');
    expect(at('/george/academia-design.zip')).toBe('ARCHIVE_REJECTED');
  });

  it('what a page has for programs is no offer, and a program of a server is a page', () => {
    const [parts] = page(
      '<link rel="File-List" href="a_ficheiros/lista.xml"><body>mapa da cidade e do município',
    ).links;
    expect(parts?.class).toBe('UNWANTED');
    expect(classifyUrl('http://h.example/cgi-win/ceu.exe', { page: 9, anchor: 9, threshold: 1 }).class).toBe(
      'PAGE',
    );
  });

  it('files that only a script names are found; what it makes, and its words, are not', () => {
    const read = page(
      '<body>fotos<script>fetch("dados/bairros.geojson"); save(nome + ".kml"); type = "application/vnd.google-earth.kml"; var mapa = "x.geojsonx";</script><a href="rios.kml">rios</a><script>add(\'rios.kml?v=2\', "rios.kml")</script>',
    );
    expect(read.links.map((link) => [link.url, link.class, link.because])).toEqual([
      ['http://h.example/rios.kml', 'GEO_EXPLICIT', 'kml'],
      ['http://h.example/dados/bairros.geojson', 'GEO_EXPLICIT', 'script'],
    ]);
    expect(read.geoWords).toEqual([]);
    expect(page('<script>fetch("a.geojson")</script>', compat).links).toEqual([]);
  });
});

describe('what a site has for programs', () => {
  it('is not looked into because a page has geographic words; data of the same kind is', () => {
    const said = { page: 5, anchor: 0, threshold: 1 };
    const classOf = (path: string) => classifyUrl(`http://h.example${path}`, said).class;
    for (const path of [
      '/feed.xml',
      '/blog/index.xml',
      '/all.atom.xml',
      '/rss.xml',
      '/feed.json',
      '/wlwmanifest.xml',
      '/manifest.json',
      '/sitemap-1.xml',
      '/opensearch.xml',
      '/wp-json/wp/v2/posts/5.json',
    ])
      expect(classOf(path), path).toBe('UNWANTED');
    for (const path of ['/rios.json', '/limites.xml', '/dados/estacoes.csv'])
      expect(classOf(path), path).toBe('GEO_CONTEXT');
    // What it is called still tells.
    expect(classOf('/shapes/feed.json')).toBe('GEO_NAMED');
  });
});

describe('anchors', () => {
  it('[G-AC-060] the published example gives its target, its exact text and its scale', () => {
    const html = '<a href="arquivo.zip">mapa da cidade de São José dos Campos na escala 1:20.000</a>';
    for (const [, reader] of BOTH) {
      const [link] = page(html, reader).links;
      expect(link?.url).toBe('http://h.example/arquivo.zip');
      expect(link?.anchor).toBe('mapa da cidade de São José dos Campos na escala 1:20.000');
    }
    expect(page(html).links[0]?.scale).toBe(20000);
    expect(page(html).links[0]?.dataKinds).toEqual(['map']);
    expect([scaleIn('1:25000'), scaleIn('1/50 000'), scaleIn('11:20'), scaleIn('1:2'), scaleIn('')]).toEqual([
      25000,
      50000,
      null,
      null,
      null,
    ]);
  });

  const numbered = (letter: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${letter}${String(i + 1).padStart(2, '0')}`);

  it('[G-AC-061] twenty words each side, fewer where there are fewer', () => {
    const read = (before: number, after: number) =>
      page(
        `<body>${numbered('w', before).join(' ')} <a href=f.zip>mapa da cidade</a> ${numbered('x', after).join(' ')}</body>`,
      ).links[0]!;
    expect(read(25, 25)).toMatchObject({ before: numbered('w', 25).slice(5), after: numbered('x', 20) });
    expect(read(3, 25).before).toEqual(numbered('w', 3));
    expect(read(0, 2)).toMatchObject({ before: [], after: numbered('x', 2) });
    expect(read(2, 0)).toMatchObject({ before: numbered('w', 2), after: [] });
  });

  it('[G-AC-062] own words are not among them, words of other links are', () => {
    const [first, second] = page(
      '<body><a href=a.zip>mapa um</a> meio <a href=b.zip>carta dois</a></body>',
    ).links;
    expect(first).toMatchObject({ anchor: 'mapa um', before: [], after: ['meio', 'carta', 'dois'] });
    expect(second).toMatchObject({ anchor: 'carta dois', before: ['mapa', 'um', 'meio'], after: [] });
  });

  it('[G-AC-064] a picture speaks by its alt', () => {
    const [link] = page('<body>fotos <a href=a.zip><img src=i.png alt="mapa do estado"></a></body>').links;
    expect(link).toMatchObject({ anchor: 'mapa do estado', class: 'GEO_CONTEXT' });
  });
});

describe('the organiser', () => {
  const entry = (name: string) => ({ url: name[0]!, indicator: Number(name[1]) as Indicator });

  it('[G-AC-070] a0 b1 c0 d1 e0 f1 → b d f a c e, step by step', () => {
    const organiser = new CompatOrganiser();
    const steps = ['a0', 'b1', 'c0', 'd1', 'e0', 'f1'].map((name) => {
      organiser.add([entry(name)]);
      return organiser
        .list()
        .map((e) => e.url)
        .join(' ');
    });
    expect(steps).toEqual(['a', 'b a', 'b a c', 'b d a c', 'b d a c e', 'b d f a c e']);
  });

  it('[G-AC-071] is a stable partition, also on a list that has entries', () => {
    const entries = fc.array(fc.record({ url: fc.string(), indicator: fc.constantFrom<Indicator>(0, 1) }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(entries, entries, (first, second) => {
        const organiser = new CompatOrganiser();
        organiser.add(first);
        organiser.add(second);
        const both = [...first, ...second];
        expect(organiser.list()).toEqual([
          ...both.filter((e) => e.indicator === 1),
          ...both.filter((e) => e.indicator === 0),
        ]);
        expect(organiser.lastGeoPosition).toBe(both.filter((e) => e.indicator === 1).length);
        const taken = [];
        for (let next = organiser.next(); next !== undefined; next = organiser.next()) taken.push(next);
        expect(taken).toHaveLength(both.length);
      }),
    );
  });

  it('[G-AC-072] the first geographic entry of an empty list comes first', () => {
    const organiser = new CompatOrganiser();
    expect(organiser.lastGeoPosition).toBe(0);
    organiser.add([entry('a1')]);
    expect(organiser.list()[0]?.url).toBe('a');
    expect(organiser.lastGeoPosition).toBe(1);
  });

  it('[G-AC-073] modern: the lowest class gets a slot in ten, hosts take turns, an address comes once', () => {
    const organiser = new ModernOrganiser();
    for (let i = 0; i < 300; i++) {
      organiser.add([{ url: `http://h${i % 7}.example/g${i}`, indicator: 1 }]);
      organiser.add([{ url: `http://p${i % 5}.example/p${i}`, indicator: 0 }]);
    }
    organiser.add([{ url: 'http://h0.example/g0', indicator: 1 }]);
    expect(organiser.size).toBe(600);
    const taken = Array.from({ length: 100 }, () => organiser.next()!);
    expect(taken.filter((e) => e.indicator === 0).length).toBeGreaterThanOrEqual(10);
    const hosts = taken.filter((e) => e.indicator === 1).map((e) => new URL(e.url).host);
    for (let i = 1; i < hosts.length; i++) expect(hosts[i]).not.toBe(hosts[i - 1]);
    const middle = new ModernOrganiser();
    middle.add([
      { url: 'http://a/', indicator: 0 },
      { url: 'http://b/', indicator: 0.5 },
      { url: 'http://c/', indicator: 1 },
    ]);
    expect([middle.next()?.url, middle.next()?.url, middle.next()?.url]).toEqual([
      'http://c/',
      'http://b/',
      'http://a/',
    ]);
  });

  it('pages are due again after a day, and not at it', () => {
    const at = Date.parse('2006-07-15T14:02:10Z');
    expect(revisitDue(at, at + 86_400_000)).toBe(false);
    expect(revisitDue(at, at + 86_401_000)).toBe(true);
  });
});

const linkTo = (url: string): Candidate => ({
  url,
  key: url,
  queue: new URL(url).host,
  priority: 50,
  depth: 1,
  hops: 1,
  redirects: 0,
  kind: URL_KIND.page,
  parent: 0,
});

describe('the policy', () => {
  const analyser = createAnalyser({});
  const html =
    '<title>Mapas</title><body>cartografia <a href="/a.zip">mapa</a> <a href="/p.html">p</a> <a href="/logo.gif">l</a> <a href="http://outro.example/">o</a> <a href="http://outro.example/x">o</a>';

  it('follows pages, by the kind of page that links to them, and keeps files as candidates', () => {
    const clues = analyser.analyse(parseHtml(html), { url: 'http://h.example/' });
    expect(structuredClone(clues)).toEqual(clues);
    expect(clues.sites).toEqual([['outro.example', 2]]);
    expect(clues.files.map((f) => f.class)).toEqual(['GEO_CONTEXT']);
    const policy = new GeographicPolicy<Candidate>();
    // It fits the port of a crawl.
    const port: LinkPolicy = policy;
    expect(port.describe()).toMatchObject({ name: 'geographic', profile: 'modern' });
    const links = ['a.zip', 'p.html', 'o', 'x'].map((name) => linkTo(`http://h.example/${name}`));
    const visit = {
      key: 'http://h.example/',
      facts: {
        follow: true,
        index: true,
        archive: true,
        more: { geo: clues },
        links: { rows: Int32Array.of(0, 1, -1, 2, 3) },
      },
      links,
    };
    const decision = policy.visited(visit);
    expect(decision.priorities).toEqual([null, 25, 25, 25]);
    const other = new GeographicPolicy();
    other.replay(decision.entry!);
    expect(other.figures()).toEqual(policy.figures());
    const third = new GeographicPolicy();
    // As it comes from a file: a view into a buffer that holds other things too.
    third.restore(Buffer.concat([Buffer.alloc(8, 7), policy.save()]).subarray(8));
    expect(third.figures()).toEqual({ geoPages: 1, geoCandidates: 1, analysed: 1 });
    expect(policy.visited({ key: 'k', facts: null, links }).priorities).toEqual([50, 50, 50, 50]);
  });

  it('puts a site first when a look has verified it, later when nothing came of it, and remembers that', () => {
    const policy = new GeographicPolicy<Candidate>();
    const entries: Uint8Array[] = [];
    const visitOf = (url: string, to: string, words = '<a href="/a.shp">a</a>') => {
      const clues = analyser.analyse(parseHtml(`<body>${words} <a href="${to}">p</a>`), { url });
      const rows = Int32Array.from({ length: clues.classes.length }, (_, i) =>
        i === clues.classes.length - 1 ? 0 : -1,
      );
      const facts = { follow: true, index: true, archive: true, more: { geo: clues }, links: { rows } };
      const decision = policy.visited({ key: url, facts, links: [linkTo(to)] });
      entries.push(decision.entry!);
      return decision.priorities[0];
    };
    expect(visitOf('http://bom.example/', 'http://bom.example/1')).toBe(25);
    policy.looked('bom.example', true);
    policy.looked('mau.example', false);
    expect(visitOf('http://bom.example/1', 'http://bom.example/2')).toBe(10);
    expect(visitOf('http://bom.example/sobre', 'http://bom.example/3', '')).toBe(25);
    expect(visitOf('http://mau.example/1', 'http://mau.example/2')).toBe(40);
    expect(visitOf('http://nada.example/', 'http://bom.example/4', '')).toBe(25);
    expect(visitOf('http://nada.example/', 'http://outro.example/', '')).toBe(70);
    // One file that is geographic is enough, and what came to nothing before is forgiven.
    policy.looked('mau.example', true);
    expect(visitOf('http://mau.example/2', 'http://mau.example/3')).toBe(10);
    const replayed = new GeographicPolicy<Candidate>();
    for (const entry of entries) replayed.replay(entry);
    const restored = new GeographicPolicy<Candidate>();
    restored.restore(policy.save());
    expect(replayed.save()).toEqual(policy.save());
    expect(restored.save()).toEqual(policy.save());
  });

  it('gives one place in ten to the rest, hosts in turn, the same after a replay', () => {
    const policy = new GeographicPolicy<Candidate>();
    const again = new GeographicPolicy<Candidate>();
    const raised: string[] = [];
    for (let i = 0; i < 60; i++) {
      const url = `http://h.example/${i}`;
      const to = linkTo(`http://r${i % 3}.example/${i}`);
      const clues = analyser.analyse(parseHtml(`<body><a href="${to.url}">p</a>`), { url });
      const facts = {
        follow: true,
        index: true,
        archive: true,
        more: { geo: clues },
        links: { rows: Int32Array.of(0) },
      };
      const decision = policy.visited({ key: url, facts, links: [to] });
      again.replay(decision.entry!);
      raised.push(...(decision.raised ?? []).map((link) => `${link.priority} ${link.queue}`));
    }
    expect(raised).toHaveLength(6);
    raised.forEach((one, i) => {
      expect(one).toMatch(/^0 r\d/);
      if (i > 0) expect(one).not.toBe(raised[i - 1]);
    });
    expect(again.save()).toEqual(policy.save());
  });

  it('knows three kinds of pages, two in compat', () => {
    const hint = analyser.analyse(parseHtml('<body>mapas e cartografia'), {
      url: 'http://h.example/',
    }) as GeoClues;
    expect(indicatorOf(hint)).toBe(0.5);
    expect(indicatorOf(hint, 'compat')).toBe(0);
    expect(indicatorOf({ geoInteresting: true, geoHint: false }, 'compat')).toBe(1);
  });
});
