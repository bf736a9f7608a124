/** Date lines of the kinds of sites that the Portuguese-language Web is made of, each with what stands around it. */
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../html/index.ts';
import { datePage } from './index.ts';

const FETCHED = Date.UTC(2022, 5, 15, 12);
const TEXT = `<p>${'A câmara aprovou ontem a obra da ponte, que custará 12 milhões. '.repeat(12)}</p>`;
const RELATED =
  '<div class="veja-tambem"><ul><li><a href="/a">Outra</a> 01/06/2022</li><li><a href="/b">Mais uma</a> 02/06/2022</li><li><a href="/c">E outra</a> 03/06/2022</li></ul></div>';
const COMMENTS =
  '<ol class="commentlist"><li>João disse: 13 de abril de 2021 às 10:00</li><li>Ana disse: 14 de abril de 2021 às 11:00</li></ol>';

/** Name, what stands above and below the headline, published, modified. */
const CASES: readonly (readonly [
  name: string,
  above: string,
  below: string,
  published: string,
  modified?: string,
])[] = [
  [
    'portal: time with the clock of UTC',
    '',
    '<p class="byline">Por Ana, g1 SP</p><time itemprop="datePublished" datetime="2021-03-12T13:30:00.000Z">12/03/2021 10h30</time> <time itemprop="dateModified" datetime="2021-03-14T10:00:00.000Z">Atualizado há um ano</time>',
    '2021-03-12',
    '2021-03-14',
  ],
  [
    'newspaper: 12.mar.2021 às 10h30',
    '',
    '<div><time class="published">12.mar.2021 às 10h30</time></div>',
    '2021-03-12',
  ],
  [
    'newspaper: 12 de março de 2021 | 10h30',
    '',
    '<div class="n--noticia__state"><p>Redação, O Diário</p><p>12 de março de 2021 | 10h30</p></div>',
    '2021-03-12',
  ],
  [
    'government: Publicado em … Atualizado em …',
    '',
    '<span class="documentPublished"><span>Publicado em</span> <span class="value">12/03/2021 10h30</span></span> <span class="documentModified"><span>Atualizado em</span> <span class="value">14/03/2021 08h00</span></span>',
    '2021-03-12',
    '2021-03-14',
  ],
  [
    'parliament: Da Redação | … - ATUALIZADO EM',
    '',
    '<p>Da Redação | 12/03/2021, 10h30 - ATUALIZADO EM 14/03/2021, 08h00</p>',
    '2021-03-12',
    '2021-03-14',
  ],
  [
    'parliament: bullet',
    '',
    '<p>12/03/2021 - 10:30 &nbsp; • Atualizado em 14/03/2021 - 08:00</p>',
    '2021-03-12',
    '2021-03-14',
  ],
  ['Portuguese newspaper', '', '<p>Ana Sousa</p><p>12 de Março de 2021, 10:30</p>', '2021-03-12'],
  [
    'Portuguese television',
    '',
    '<p>por Lusa · 12 Mar, 2021, 10:30 / atualizado em 14 Mar, 2021, 08:00 | Mundo</p>',
    '2021-03-12',
    '2021-03-14',
  ],
  [
    'blog: date above the title',
    '<h2 class="date-header"><span>sexta-feira, 12 de março de 2021</span></h2>',
    '',
    '2021-03-12',
  ],
  ['blog: month first as the platform writes it', '', '<p>março 12, 2021 por admin</p>', '2021-03-12'],
  ['blog: abbreviated with de', '', '<p>12 de mar. de 2021</p>', '2021-03-12'],
  [
    'content manager: Publicado: Sexta, 12 Março 2021',
    '',
    '<dl><dd>Criado: Sexta, 12 Março 2021 10:30</dd><dd>Última atualização: Domingo, 14 Março 2021 08:00</dd></dl>',
    '2021-03-12',
    '2021-03-14',
  ],
  ['spans without blanks', '', '<p><span>12/03/2021</span><span>10h30</span></p>', '2021-03-12'],
  [
    'parts in spans',
    '',
    '<div class="data"><span class="dia">12</span> <span class="mes">Mar</span> <span class="ano">2021</span></div>',
    '2021-03-12',
  ],
  ['council: place and date', '', '<p>São José dos Campos, 12 de março de 2021.</p>', '2021-03-12'],
  ['council: bars', '', '<p>Em 12/03/2021 | 10:30 | Notícias</p>', '2021-03-12'],
  [
    'masthead with the day of the fetch',
    '<div id="cabecalho"><span>Quarta-feira, 15 de Junho de 2022</span></div>',
    '<p>Postado em: 12/03/2021</p>',
    '2021-03-12',
  ],
  ['text, photos and date', '', '<p>Texto: Ana Silva | Fotos: Divulgação | 12.03.2021</p>', '2021-03-12'],
  [
    'edict: session to come',
    '',
    '<p>Publicado em 12/03/2021</p><p>A sessão será realizada em 20/04/2021.</p>',
    '2021-03-12',
  ],
  ['day with the ordinal sign', '', '<p>Publicado em 1º/03/2021 às 9h</p>', '2021-03-01'],
  [
    'at the foot of the text',
    '',
    `${TEXT}<p class="info">Publicado por: Ana Silva, em 12/03/2021</p>`,
    '2021-03-12',
  ],
  ['yesterday, with the hour', '', '<p>Publicado ontem às 10h</p>', '2022-06-14'],
  ['yesterday in a time element', '', '<time>Ontem, 10:32</time>', '2022-06-14'],
  ['today', '', '<span class="data">Publicado hoje</span>', '2022-06-15'],
  ['old spelling of the hour', '', '<p>Sexta, 12-03-2021 às 10hs30min</p>', '2021-03-12'],
];

describe('pages of the Portuguese-language Web', () => {
  for (const [name, above, below, published, modified] of CASES) {
    it(name, () => {
      const html = `<!doctype html><html lang="pt-BR"><head><title>Câmara aprova a ponte | Diário</title></head><body><nav><a href="/">Início</a></nav>${above}<h1>Câmara aprova a ponte</h1>${below}${TEXT}${TEXT}${RELATED}${COMMENTS}<footer>© 2022 Diário</footer></body></html>`;
      const dates = datePage(parseHtml(html), {
        url: 'https://diario.example.br/politica/ponte',
        fetchedAt: FETCHED,
      });
      expect(dates.published?.date).toBe(published);
      if (modified !== undefined) expect(dates.modified?.date).toBe(modified);
    });
  }

  const alone = (below: string) =>
    datePage(parseHtml(`<html lang="pt-BR"><h1>Câmara aprova a ponte</h1>${below}${TEXT}${TEXT}</html>`), {
      fetchedAt: FETCHED,
    });

  it('invent no day from months and years that are counted back', () => {
    const years = alone('<p>Publicado há 2 anos</p>');
    expect(years.published).toBeNull();
    expect(years.interval).toMatchObject({ earliest: '2019-06-16', latest: '2020-06-15' });
    const months = alone('<p>Publicado há 2 meses</p>');
    expect(months.published).toBeNull();
    expect(months.interval).toMatchObject({ earliest: '2022-03-16', latest: '2022-04-15' });
    expect(alone('<p>Publicado há 2 dias</p>').published?.date).toBe('2022-06-13');
  });

  it('are not surely of the day that somebody was born, or the page was looked up', () => {
    for (const line of ['Nasceu em 10/05/1999 em Lisboa.', 'Acesso em: 10 jan. 2022.'])
      expect(alone(`<p>${line}</p>`).published?.confidence ?? 0).toBeLessThan(0.5);
    expect(alone('<p>O prefeito disse ontem que vai.</p>').published).toBeNull();
  });
});
