import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PageRecord } from '../catalogue/index.ts';
import { type Gazetteer, loadGazetteer } from '../geo/index.ts';
import { pdfOfLine } from '../page/pdf/small-pdf.suite.ts';
import { dayNumber } from '../time/index.ts';
import { analysePageRecord, type DocumentHead } from './page-record.ts';
import { headOf, NOON } from './small-archive.suite.ts';

let gazetteer: Gazetteer;
beforeAll(async () => {
  gazetteer = await loadGazetteer({ towns: false });
});

async function record(
  body: string | Uint8Array,
  url = 'https://www.jornal-exemplo.com.br/historia/enchente',
  more: Partial<DocumentHead> = {},
): Promise<PageRecord> {
  const answer = await analysePageRecord(Buffer.from(body as string), headOf(url, more), {
    memory: () => null,
    gazetteer,
  });
  if (answer === null) throw new Error('no document');
  return answer.page;
}

/** What must hold of every record, whatever the page. */
function expectWhole({ segments, marks, places, text }: PageRecord): void {
  let at = 0;
  for (const { start, end, periods } of segments) {
    const inOrder = periods.every(({ from, to }, i) => from <= to && (i === 0 || from > periods[i - 1]!.to));
    if (start !== at || end <= start || !inOrder)
      expect({ start, end, periods }).toBe(`a segment from ${at}`);
    at = end;
  }
  expect(at).toBe(text.length);
  const outside = [...marks, ...places].filter(
    ({ start, end }) => start < 0 || end <= start || end > text.length,
  );
  expect(outside).toEqual([]);
}

const day = (text: string): number => {
  const [y, m, d] = text.split('-').map(Number) as [number, number, number];
  return dayNumber(y, m, d);
};

const FLOOD = `<!doctype html><html lang="pt-BR"><head><title>A grande enchente de Porto Alegre | Jornal Exemplo</title>
<meta name="author" content="Ana Prado"><meta property="article:published_time" content="2001-05-10T08:00:00-03:00">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebSite","name":"Jornal"},
 {"@type":"NewsArticle","headline":"A grande enchente"},{"@type":"Event","name":"Exposição da enchente","startDate":"2001-05-12",
  "location":{"@type":"Place","name":"Museu da Cidade"},"offers":{"@type":"Offer","price":"R$ 12,50"}}]}</script></head><body>
<nav><a href="/">Início</a> <a href="/contato">Fale conosco</a></nav>
<main><article><h1>A grande enchente de Porto Alegre</h1>
<p>Entre 22 de abril e 10 de maio de 1941 as águas do lago Guaíba cobriram o centro de Porto Alegre, no estado do Rio Grande do Sul, e setenta mil pessoas ficaram sem casa naquele outono.</p>
<h2>O muro</h2>
<p>O muro da avenida Mauá, que se vê do <a href="../porto.html#cais">cais do porto</a>, foi levantado em 1974 para que a cidade não visse outra cheia como aquela, e divide opiniões.</p>
<ul><li>Em novembro de 2023 a água voltou a subir.</li><li>Moradores de Canoas, RS, deixaram suas casas.</li></ul>
<p>A mostra foi aberta ontem, e pode ser vista na rede de museus de Lisboa, em Portugal, até dezembro deste ano, com entrada franca para estudantes e professores de todas as escolas.</p>
</article></main><footer><p>Copyright Jornal Exemplo</p></footer></body></html>`;

describe('the record of a page', () => {
  it('has the facts of the page, and every offset fits its text', async () => {
    const page = await record(FLOOD);
    expectWhole(page);
    expect(page).toMatchObject({
      url: 'https://www.jornal-exemplo.com.br/historia/enchente',
      key: 'http://www.jornal-exemplo.com.br/historia/enchente',
      site: 'jornal-exemplo.com.br',
      fetchedAt: NOON,
      digest: 'sha1:AAAA',
      status: 200,
      mime: 'text/html',
      charset: 'utf-8',
      language: 'pt',
      title: 'A grande enchente de Porto Alegre',
      byline: 'Ana Prado',
      modified: null,
      archive: { file: 'a.warc.gz', offset: 10, length: 20 },
    });
    expect(page.published).toMatchObject({ date: '2001-05-10', source: 'meta' });
    expect(page.simhash).toMatch(/^[0-9a-f]{16}$/);
    expect(page.text).toContain('cobriram o centro de Porto Alegre');
    expect(page.text).not.toContain('Fale conosco');
    expect(page.text).not.toContain('Copyright');
    expect(page.html).toContain('<h2>O muro</h2>');
    expect(page.html).not.toMatch(/<script|<nav|onclick/);
  });

  it('marks time expressions where they stand, and counts "ontem" from the day of publication', async () => {
    const page = await record(FLOOD);
    const marks = page.marks.map(({ start, end, type, value, period }) => [
      page.text.slice(start, end),
      type,
      value,
      period,
    ]);
    const single = (text: string) => ({ from: day(text), to: day(text) });
    expect(marks).toContainEqual(['ontem', 'DATE', '2001-05-09', single('2001-05-09')]);
    expect(marks).toContainEqual([
      '1974',
      'DATE',
      '1974',
      { from: day('1974-01-01'), to: day('1974-12-31') },
    ]);
    expect(marks).toContainEqual([
      'novembro de 2023',
      'DATE',
      '2023-11',
      { from: day('2023-11-01'), to: day('2023-11-30') },
    ]);
    const flood = page.marks.find((mark) => page.text.slice(mark.start, mark.end).includes('de 1941'));
    expect(flood?.period).toEqual({ from: day('1941-04-22'), to: day('1941-05-10') });
  });

  it('is never from after its fetch, whatever it states', async () => {
    const stated = (date: string) =>
      `<title>Nota</title><meta property="article:published_time" content="${date}"><meta property="article:modified_time" content="${date}"><article><p>A prefeitura avisou que a ponte da rua principal fica fechada para obras durante toda a semana, com desvio pelo centro.</p></article>`;
    const ahead = await record(stated('2024-05-07T01:00:00+14:00'));
    expect(ahead.published?.date).toBe('2024-05-06');
    expect((await record(stated('2024-05-20'))).published).toBeNull();
  });

  it('is not surely from a day that was read off it when its own text tells of days long after', async () => {
    const page = (told: string) =>
      record(`<title>A ponte</title><article><h1>A ponte</h1><p class="date">Publicado em 3 de março de 2012</p>
<p>A obra começou naquele ano, com duzentos operários, e ${told} a ponte foi aberta ao trânsito diante de toda a cidade reunida.</p></article>`);
    const sure = await page('em 20 de março de 2012');
    expect(sure.published).toMatchObject({ date: '2012-03-03', source: 'visible' });
    expect(sure.published!.confidence).toBeGreaterThanOrEqual(0.5);
    const contradicted = await page('em 11 de maio de 2019');
    expect(contradicted.published).toMatchObject({ date: '2012-03-03' });
    expect(contradicted.published!.confidence).toBeLessThan(0.5);
  });

  it('keeps its day beside a list of younger pages, and beside what was added to it later', async () => {
    const page = (more: string) =>
      record(`<title>A ponte</title><article><h1>A ponte</h1><p class="date">Publicado em 3 de março de 2012</p>
<p>A obra começou naquele ano, com duzentos operários, e a ponte foi aberta ao trânsito diante de toda a cidade reunida.</p>${more}</article>`);
    for (const more of [
      '<p>Atualização em 11 de maio de 2019: a ponte fechou para obras e deve voltar a abrir ao trânsito no fim do ano que vem.</p>',
      '<h2>11 de maio de 2019</h2><p>A ponte fechou para obras e deve voltar a abrir ao trânsito no fim do ano que vem, diz a prefeitura.</p>',
      '<p>Dom 11 maio 2019 A ponte fechou para obras e deve voltar a abrir ao trânsito no fim do ano que vem, diz a prefeitura.</p>',
    ])
      expect((await page(more)).published!.confidence).toBeGreaterThanOrEqual(0.5);
  });

  it('counts nothing from the day of the fetch when the page does not say when it is from: it may be years old', async () => {
    const page = await record(
      '<title>Aviso</title><p>A biblioteca do bairro fechou ontem para uma reforma demorada, e todos os leitores foram avisados por carta em 3 de abril de 1998. De 11 a 20 de novembro volta a abrir.</p>',
    );
    expect(page.published).toBeNull();
    expect(page.marks.map(({ value, period }) => [value, period?.from ?? null])).toEqual([
      ['PAST_REF', null],
      ['1998-04-03', day('1998-04-03')],
      ['1998-11-11/1998-11-20', day('1998-11-11')],
    ]);
  });

  it('speaks of no year far beyond the day of the fetch, though it does not say when it is from', async () => {
    const page = await record(
      '<title>Aviso</title><p>A biblioteca do bairro fechou para uma reforma, e a obra custou 2987 cruzeiros por metro, como se disse em 1998 na praça.</p>',
    );
    expect(page.marks.filter(({ period }) => period !== null).map(({ value }) => value)).toEqual(['1998']);
  });

  it('cuts the text into segments by what they speak of; text below a dated title speaks of its date', async () => {
    const page = await record(FLOOD);
    const of = (words: string) => {
      const at = page.text.indexOf(words);
      return page.segments.find(({ start, end }) => at >= start && at < end)!.periods;
    };
    // "naquele outono" is said of Brazil, where autumn begins in March.
    expect(of('cobriram o centro')).toEqual([{ from: day('1941-03-20'), to: day('1941-06-20') }]);
    expect(of('divide opiniões')).toEqual([{ from: day('1974-01-01'), to: day('1974-12-31') }]);
    const titled = await record(
      `<title>A greve de 1917</title><h1>A greve de 1917</h1><p>Os operários das fábricas pararam por trinta dias, e a cidade inteira ficou sem pão, sem bondes e sem luz nas ruas.</p>
       <h2>Depois</h2><p>Os jornais continuaram a sair, embora com poucas páginas, e contavam o que se passava nas portas das fábricas e nas praças.</p>`,
    );
    expectWhole(titled);
    expect(titled.segments.map(({ periods }) => periods.length)).toEqual([1, 0]);
    expect(titled.segments[0]!.periods).toEqual([{ from: day('1917-01-01'), to: day('1917-12-31') }]);
    expect(titled.segments[1]!.start).toBeLessThanOrEqual(titled.text.indexOf('Depois'));
  });

  it('knows the places it names, and not the words that are also towns', async () => {
    const page = await record(FLOOD);
    const named = page.places.map(({ start, end, place }) => [page.text.slice(start, end), place]);
    expect(named).toContainEqual(['Porto Alegre', 'municipality:BR:4314902']);
    expect(named).toContainEqual(['Rio Grande do Sul', 'state:BR:RS']);
    expect(named).toContainEqual(['Canoas', 'municipality:BR:4304606']);
    expect(named).toContainEqual(['Portugal', 'country:PT:PT']);
    const health = await record(
      '<p>A Secretaria de Saúde abriu a campanha. Campanha de vacinação começa amanhã em todos os postos da cidade, das oito da manhã às cinco da tarde.</p>',
    );
    expect(health.places).toEqual([]);
    const town = await record(
      '<p>A festa do padroeiro começou em Saúde, na Bahia, com missa e procissão pelas ruas do centro, e Saúde recebeu gente de toda parte.</p>',
    );
    expect(town.places.map(({ place }) => place)).toContain('municipality:BR:2929800');
  });

  it('has its links, resolved, each once, with their words', async () => {
    const page = await record(FLOOD);
    expect(page.links).toEqual([
      { url: 'https://www.jornal-exemplo.com.br/', text: 'Início' },
      { url: 'https://www.jornal-exemplo.com.br/contato', text: 'Fale conosco' },
      { url: 'https://www.jornal-exemplo.com.br/porto.html', text: 'cais do porto' },
    ]);
    const odd = await record(
      `<base href="/outra/"><p><a href="x"></a><a href="x"><img alt="Foto" src="f"></a><a href="javascript:alert(1)">j</a><a href="#a">topo</a><a href="mailto:a@b.br">m</a><a href="HTTP://OUTRO.pt/A b">o</a></p>`,
    );
    expect(odd.links).toEqual([
      { url: 'https://www.jornal-exemplo.com.br/outra/x', text: 'Foto' },
      { url: 'https://www.jornal-exemplo.com.br/outra/', text: 'topo' },
      { url: 'http://outro.pt/A%20b', text: 'o' },
    ]);
  });

  it('has the things that the page states, without what describes the page or the site', async () => {
    const page = await record(FLOOD);
    expect(page.entities).toEqual([
      {
        url: page.url,
        site: page.site,
        type: 'Event',
        name: 'Exposição da enchente',
        table: null,
        values: [
          { attribute: 'name', value: 'Exposição da enchente', normal: null, provenance: 'json-ld $.name' },
          {
            attribute: 'startDate',
            value: '2001-05-12',
            normal: '2001-05-12',
            provenance: 'json-ld $.startDate',
          },
          {
            attribute: 'location.name',
            value: 'Museu da Cidade',
            normal: null,
            provenance: 'json-ld $.location.name',
          },
          {
            attribute: 'offers.price',
            value: 'R$ 12,50',
            normal: 'BRL 12.5',
            provenance: 'json-ld $.offers.price',
          },
        ],
      },
    ]);
    const person = await record(
      '<div itemscope itemtype="https://schema.org/Person"><h1 itemprop="name">Rui Dias</h1><p itemprop="jobTitle">Ferreiro</p></div>',
    );
    expect(person.entities.map(({ type, name }) => [type, name])).toEqual([['Person', 'Rui Dias']]);
  });

  it('keeps the data of a page that has no prose', async () => {
    const page = await record(
      '<nav><a href="/">Início</a><a href="/b">Lista</a></nav><h1>Rui Dias</h1><table><tr><th>Nascimento</th><td>22/07/1891</td></tr><tr><th>Ofício</th><td>ferreiro</td></tr></table>',
    );
    expect(page.text).toContain('22/07/1891');
    expect(page.text).not.toContain('Lista');
    expect(page.marks.map(({ value }) => value)).toEqual(['1891-07-22']);
    expectWhole(page);
  });
});

describe('charsets, codings and kinds', () => {
  const words =
    'A ação começou às três da tarde de 1º de março de 1950 na praça da povoação, e não faltou ninguém à reunião da associação.';

  it.each<[string, Buffer, string, string]>([
    ['utf-8', Buffer.from(words), 'text/html; charset=utf-8', 'utf-8'],
    ['latin-1 by its header', Buffer.from(words, 'latin1'), 'text/html; charset=iso-8859-1', 'windows-1252'],
    ['latin-1 that nobody declared', Buffer.from(words, 'latin1'), 'text/html', 'windows-1252'],
    [
      'utf-16',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(words, 'utf16le')]),
      'text/html',
      'utf-16le',
    ],
  ])('%s', async (_, body, contentType, charset) => {
    const before = Buffer.from('<p>', charset === 'utf-16le' ? 'utf16le' : 'latin1');
    const bom = charset === 'utf-16le' ? body.subarray(0, 2) : Buffer.alloc(0);
    const rest = charset === 'utf-16le' ? body.subarray(2) : body;
    const page = await record(Buffer.concat([bom, before, rest]), undefined, { contentType });
    expect(page.charset).toBe(charset);
    expect(page.text).toBe(words);
    expect(page.marks.some(({ period }) => period?.from === day('1950-03-01'))).toBe(true);
  });

  it('undoes the content coding, and survives one that is broken or a bomb', async () => {
    const html = `<p>${words}</p>`;
    expect((await record(gzipSync(html), undefined, { contentEncoding: 'gzip' })).text).toBe(words);
    // A page under a false label is the page that the crawl read.
    expect((await record(Buffer.from(html), undefined, { contentEncoding: 'gzip' })).text).toBe(words);
    for (const [body, contentEncoding] of [
      [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 255, 255, 255, 255]), 'gzip'],
      [gzipSync(Buffer.alloc(64 << 20)), 'gzip'],
    ] as const) {
      const answer = await analysePageRecord(body, headOf('http://a.pt/', { contentEncoding }), {
        memory: () => null,
        gazetteer,
      });
      expect(answer).toBeNull();
    }
  });

  it('reads plain text in paragraphs', async () => {
    const page = await record(`Ata da reunião\n\n${words.replace('março', '\nmarço')}\n\n\nFim.`, undefined, {
      contentType: 'text/plain; charset=utf-8',
    });
    expect(page.text.split('\n\n')).toHaveLength(3);
    expect(page.marks.some(({ period }) => period?.from === day('1950-03-01'))).toBe(true);
    expect(page.html).toContain('<p>Fim.</p>');
    expectWhole(page);
  });

  it('reads the text of a PDF', async () => {
    const page = await record(
      pdfOfLine('Relatorio da cheia de 1941 em Porto Alegre'),
      'http://a.gov.br/r.pdf',
      {
        contentType: 'application/pdf',
      },
    );
    expect(page.text).toContain('cheia de 1941');
    expect(page.mime).toBe('application/pdf');
    expect(page.marks.map(({ value }) => value)).toEqual(['1941']);
    expect(page.places.map(({ place }) => place)).toEqual(['municipality:BR:4314902']);
    expectWhole(page);
  });

  it('passes over what is no document', async () => {
    for (const [body, contentType] of [
      ['\u0089PNG\r\n', 'image/png'],
      ['\u0000\u0001\u0002', 'text/plain'],
      ['a{}', 'text/css'],
      ['<rss/>', 'application/rss+xml'],
      ['não é PDF', 'application/pdf'],
      ['', 'text/html'],
    ] as const)
      expect(
        await analysePageRecord(Buffer.from(body), headOf('http://a.pt/', { contentType }), {
          memory: () => null,
          gazetteer,
        }),
      ).toBeNull();
  });
});

describe('hostile pages', () => {
  it('never throws, and every offset fits, whatever the markup', async () => {
    const part = fc.constantFrom(
      '<p>',
      '</p>',
      '<h1>',
      '<h2>Em 1941',
      '<ul><li>',
      '<table><tr><td>',
      '</table>',
      '<script>',
      '</script>',
      '<script type="application/ld+json">{"@type":"Event","name":"x","startDate":"2001-',
      '"}</script>',
      '<base href="http://[">',
      '<a href="http://ex emplo/%zz">',
      '<a href=//>',
      '<title>',
      '</title>',
      '<meta charset=utf-7>',
      'ontem, em 31/02/2001',
      'entre 1900 e 99999',
      'Porto Alegre',
      'a'.repeat(300),
      '\ud800',
      '\u0000',
      '<pre>\n\n  x',
      '|',
      '- ',
      '1. ',
      '<div itemscope itemtype=Person><b itemprop=name>',
      '<svg><a xlink:href=x>',
      '<br>',
      '&#0;',
      '&#x110000;',
      '\u202e',
      '<img src=x alt=y>',
      'no dia 12 de março, o município de São Paulo decidiu, depois de muitos anos, que',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 40 }), async (parts) => {
        expectWhole(await record(`<html><body>${parts.join('')}`));
      }),
      { seed: 7, numRuns: 250 },
    );
  });

  it('takes any address that an archive may hold', async () => {
    for (const url of [
      'http://',
      'http://a.pt:99999/',
      'https://[::1',
      'http://\u202e.br/',
      `http://a.pt/${'x'.repeat(5000)}`,
    ]) {
      const page = await record('<p>Uma página qualquer, com algumas palavras para que haja texto.</p>', url);
      expect(page.url).not.toBe('');
      expectWhole(page);
    }
  });

  it('bounds what it keeps of a page without end', async () => {
    const sentence = 'Em 1941 a cheia chegou a Porto Alegre e cobriu as ruas do centro da cidade. ';
    const links = Array.from({ length: 3000 }, (_, i) => `<a href="/p${i}">página ${i}</a>`).join(' ');
    const page = await record(`<article>${`<p>${sentence.repeat(12)}</p>`.repeat(1500)}</article>${links}`);
    expect(page.text.length).toBeLessThanOrEqual(1_000_000);
    expect(page.text.length).toBeGreaterThan(900_000);
    expect(page.links.length).toBe(1_000);
    expect(page.places.length).toBeLessThanOrEqual(5_000);
    expect(page.marks.length).toBeLessThanOrEqual(20_000);
    expectWhole(page);
  });

  it('survives depth and breadth', async () => {
    for (const html of [
      '<div>'.repeat(100_000),
      '<a href=x>'.repeat(20_000),
      `<script type="application/ld+json">${'{"a":'.repeat(50_000)}</script>`,
      `<div itemscope>${'<b itemprop=x>1</b>'.repeat(20_000)}`,
      '<table>'.repeat(5_000),
      `${'<ul><li>'.repeat(5_000)}x`,
      '<p>1º de 1º de 1º de '.repeat(5_000),
    ])
      expectWhole(await record(html));
  });
});
