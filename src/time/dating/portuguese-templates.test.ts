/** What the programs and houses of the Portuguese-language Web write above and below a headline, page by page. */
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../html/index.ts';
import { datePage } from './index.ts';

const FETCHED = Date.UTC(2024, 5, 15, 12);
const TEXT = `<p>${'A assembleia aprovou a obra da ponte, que custará 12 milhões e liga as duas margens do rio. '.repeat(10)}</p>`;

interface Page {
  readonly url?: string;
  readonly head?: string;
  readonly body: string;
  /** A day, or null where the page says none. */
  readonly published: string | null;
  readonly modified?: string;
}

const page = (body: string, published: string | null, rest: Partial<Page> = {}): Page => ({
  body,
  published,
  ...rest,
});

const h1 = '<h1>Ponte nova liga as duas margens do rio</h1>';

const PAGES: Readonly<Record<string, Page>> = {
  'g1: byline, clock and "Atualizado há"': page(
    `<div class="content-head__title">${h1}</div><div class="content-publication-data"><p class="content-publication-data__from" title="Por g1 SP">Por g1 SP — São Paulo</p><p class="content-publication-data__updated"><time itemprop="datePublished" datetime="2019-03-12T17:33:02.000Z"> 12/03/2019 14h33 </time> <span class="content-publication-data__updated-relative">Atualizado <time itemprop="dateModified" datetime="2019-03-13T11:00:00.000Z">há 5 anos</time></span></p></div>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'g1 of 2012: date and update in one line': page(
    `<div class="materia-cabecalho"><abbr class="published">12/03/2012 14h33</abbr> - Atualizado em <abbr class="updated">13/03/2012 09h10</abbr>${h1}</div>${TEXT}`,
    '2012-03-12',
    { modified: '2012-03-13' },
  ),
  'UOL: place and clock': page(
    `${h1}<p class="p-author">Do UOL, em São Paulo</p><p class="p-author time" ia-date-publish="2019-03-12T14:33:00-03:00">12/03/2019 14h33<span class="hidden"> Atualizada em 13/03/2019 10h01</span></p>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'Folha: 12.mar.2019 às 14h33': page(
    `<div class="c-news__head">${h1}</div><div class="c-more-options"><time datetime="2019-03-12 14:33:00" class="c-more-options__published-date"> 12.mar.2019 às 14h33 </time><time class="c-more-options__modified-date" datetime="2019-03-13 10:00:00">Atualizado: 13.mar.2019 às 10h00</time></div>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'Folha of 2008: 12/03/2008 - 14h33': page(
    `<div id="articleDate">12/03/2008 - 14h33</div>${h1}<p><b>da Folha Online</b></p>${TEXT}`,
    '2008-03-12',
  ),
  'Folha print of 1999: São Paulo, sexta-feira': page(
    `<p>São Paulo, sexta-feira, 12 de março de 1999</p><p>Texto Anterior | Próximo Texto | Índice</p>${h1}<p>da Reportagem Local</p>${TEXT}`,
    '1999-03-12',
  ),
  'Estadão: 12 de março de 2019 | 14h33': page(
    `${h1}<div class="n--noticia__state-desc"><p class="n--noticia__state-title">Redação, O Estado de S.Paulo</p><p>12 de março de 2019 | 14h33</p><p>Atualizado 13 de março de 2019 | 10h00</p></div>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'Estadão new: Por Name 12/03/2023 | 14h33': page(
    `${h1}<div class="authors-info"><span>Por Ana Silva</span></div><div class="principal-dates"><span>12/03/2023 | 14h33</span><span>Atualização: 13/03/2023 | 10h00</span></div>${TEXT}`,
    '2023-03-12',
    { modified: '2023-03-13' },
  ),
  'O Globo: Por Ana — Rio 12/03/2023 04h30': page(
    `${h1}<address>Por Ana Silva — Rio de Janeiro</address><p>12/03/2023 04h30 &nbsp; Atualizado há um ano</p>${TEXT}`,
    '2023-03-12',
  ),
  'Público: 12 de Março de 2019, 14:33': page(
    `${h1}<div class="story__meta"><a rel="author">Ana Sousa</a><time class="dateline" datetime="2019-03-12T14:33:05">12 de Março de 2019, 14:33</time><span class="dateline">actualizado a 13 de Março de 2019, 10:00</span></div>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'Público of 2010: 12.03.2010 - 14:33 Por Ana': page(
    `${h1}<div class="noticia-data">12.03.2010 - 14:33 Por Ana Sousa</div>${TEXT}`,
    '2010-03-12',
  ),
  'Expresso: 12 março 2019 14:33': page(
    `${h1}<p class="article-date">12 março 2019 14:33</p><p class="article-author">Ana Sousa</p>${TEXT}`,
    '2019-03-12',
  ),
  'Sapo: 12 mar 2019 14:33': page(
    `${h1}<ul class="article-meta"><li>MadreMedia / Lusa</li><li><time>12 mar 2019 14:33</time></li></ul>${TEXT}`,
    '2019-03-12',
  ),
  'Observador: 12 mar. 2019, 14:33': page(
    `${h1}<div class="article-head-meta"><span class="obs-accent-color">Agência Lusa</span> <span>Texto</span><time>12 mar. 2019, 14:33</time><span class="updated">Atualizado 13 mar. 2019, 10:00</span></div>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'JN: 12 Março 2019 às 14:33': page(
    `${h1}<div class="t-article-date">12 Março 2019 às 14:33</div>${TEXT}`,
    '2019-03-12',
  ),
  'DN archive: publicado a 12 Mar 2019 — 14:33': page(
    `${h1}<p>publicado a</p><p>12 Mar 2019, 14:33</p>${TEXT}`,
    '2019-03-12',
  ),
  'RTP: por Lusa · 12 Março 2019, 14:33': page(
    `${h1}<div class="article-date">Lusa / 12 Março 2019, 14:33 / atualizado em 13 Março 2019, 10:00 | País</div>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'Agência Brasil: Publicado em 12/03/2019 - 14:33': page(
    `${h1}<h4 class="alt-font">Publicado em 12/03/2019 - 14:33 Por Ana Silva - Repórter da Agência Brasil - Brasília</h4><h4>Atualizado em 13/03/2019 - 10:00</h4>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'Agência Senado: Da Agência Senado | 12/03/2019, 14h33': page(
    `${h1}<p class="text-muted">Da Agência Senado | 12/03/2019, 14h33</p>${TEXT}`,
    '2019-03-12',
  ),
  'Câmara: 12/03/2019 - 14:33 • Atualizado em': page(
    `${h1}<p class="g-artigo__data-hora">12/03/2019 - 14:33 &nbsp; <span class="g-artigo__separador">•</span> <span class="g-artigo__atualizacao">Atualizado em 13/03/2019 - 10:00</span></p>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'gov.br Plone 4: por — publicado, última modificação': page(
    `${h1}<div class="documentByLine"><span class="documentAuthor">por <a href="/author/ana">Ana Silva</a> &mdash;</span> <span class="documentPublished">publicado <span>12/03/2019 14h33,</span></span> <span class="documentModified">última modificação <span>13/03/2019 10h00</span></span></div>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'Plone: only the last change': page(
    `${h1}<div class="documentByLine"><span class="documentModified">última modificação 13/03/2019 10h00</span></div>${TEXT}`,
    null,
    { modified: '2019-03-13' },
  ),
  'gov.br new: Publicado em / Atualizado em with value': page(
    `${h1}<div class="documentByLine"><span class="documentPublished"><span>Publicado em</span> <span class="value">12/03/2021 14h33</span></span> <span class="documentModified"><span>Atualizado em</span> <span class="value">13/03/2021 10h00</span></span></div>${TEXT}`,
    '2021-03-12',
    { modified: '2021-03-13' },
  ),
  'Drupal: Enviado por admin em ter, 12/03/2019 - 14:33': page(
    `${h1}<div class="submitted">Enviado por <span class="username">admin</span> em ter, 12/03/2019 - 14:33</div>${TEXT}`,
    '2019-03-12',
  ),
  'Drupal pt-PT: Submetido por ana a Ter, 2019-03-12 14:33': page(
    `${h1}<span class="submitted">Submetido por ana a Ter, 2019-03-12 14:33</span>${TEXT}`,
    '2019-03-12',
  ),
  'Drupal 7 RDFa': page(
    `${h1}<div class="meta submitted"><span property="dc:date dc:created" content="2013-03-12T14:33:00-03:00" datatype="xsd:dateTime" rel="sioc:has_creator">Enviado por ana em ter, 12/03/2013 - 14:33</span></div>${TEXT}`,
    '2013-03-12',
  ),
  'Joomla 1.5: Ter, 12 de Março de 2013 14:33': page(
    `<table class="contentpaneopen"><tr><td class="contentheading">Ponte nova liga as duas margens do rio</td></tr></table><table class="contentpaneopen"><tr><td class="createdate">Ter, 12 de Março de 2013 14:33</td></tr><tr><td>${TEXT}</td></tr><tr><td class="modifydate">Última atualização em Qua, 13 de Março de 2013 10:00</td></tr></table>`,
    '2013-03-12',
    { modified: '2013-03-13' },
  ),
  'Joomla 3: Publicado: 12 Março 2019 with Acessos': page(
    `<div class="page-header"><h2 itemprop="headline">Ponte nova liga as duas margens do rio</h2></div><dl class="article-info muted"><dt>Detalhes</dt><dd class="category-name">Categoria: Notícias</dd><dd class="published"><time datetime="2019-03-12T14:33:00-03:00" itemprop="datePublished">Publicado: 12 Março 2019</time></dd><dd class="modified"><time datetime="2019-03-13T10:00:00-03:00" itemprop="dateModified">Última Atualização: 13 Março 2019</time></dd><dd class="hits">Acessos: 2019</dd></dl>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'Joomla: Escrito por … Publicado em Terça, 12 Março 2019 14:33': page(
    `<h2>Ponte nova liga as duas margens do rio</h2><dl class="article-info"><dd class="createdby">Escrito por Ana Silva</dd><dd class="published">Publicado em Terça, 12 Março 2019 14:33</dd><dd class="hits">Acessos: 1530</dd></dl>${TEXT}`,
    '2019-03-12',
  ),
  'Joomla K2: Terça, 12 Março 2013 14:33': page(
    `<span class="itemDateCreated">Terça, 12 Março 2013 14:33</span><h2 class="itemTitle">Ponte nova liga as duas margens do rio</h2><span class="itemAuthor">Escrito por Ana</span>${TEXT}<span class="itemDateModified">Modificado em Quarta, 13 Março 2013 10:00</span>`,
    '2013-03-12',
    { modified: '2013-03-13' },
  ),
  'Blogger pt-BR: quarta-feira, 5 de maio de 2010': page(
    `<h2 class="date-header"><span>quarta-feira, 5 de maio de 2010</span></h2><h3 class="post-title entry-title">Ponte nova liga as duas margens do rio</h3>${TEXT}<div class="post-footer"><span class="post-author vcard">Postado por <span class="fn">Ana</span></span> <span class="post-timestamp">às <a class="timestamp-link" href="#"><abbr class="published" title="2010-05-05T14:33:00-03:00">14:33</abbr></a></span></div><div class="comments"><h4>2 comentários:</h4><p>João disse... 7 de maio de 2010 10:00</p></div>`,
    '2010-05-05',
  ),
  'Blogger pt-PT: Quarta-feira, Maio 05, 2010': page(
    `<h2 class="date-header">Quarta-feira, Maio 05, 2010</h2><h3 class="post-title">Ponte nova liga as duas margens do rio</h3>${TEXT}<p class="post-footer">Publicada por Ana à(s) 14:33</p>`,
    '2010-05-05',
  ),
  'Blogger old footer: posted by Ana at 5/05/2005 02:33:00 PM': page(
    `<h3 class="post-title">Ponte nova liga as duas margens do rio</h3>${TEXT}<p class="post-footer"><em>postado por Ana at <a href="#">25/5/2005 02:33:00 PM</a></em></p>`,
    '2005-05-25',
  ),
  'Blogger footer: Publicada por Ana em maio 05, 2010': page(
    `<h3 class="post-title">Ponte nova liga as duas margens do rio</h3>${TEXT}<div class="post-footer">Publicada por Ana em <a href="#">maio 05, 2010</a> <span>Etiquetas: Pontes</span></div>`,
    '2010-05-05',
  ),
  'Blogs of Sapo: 05 de Maio de 2010': page(
    `<div class="post-date"><span class="day">05</span> <span class="month">Mai</span> <span class="year">10</span></div><h3>Ponte nova liga as duas margens do rio</h3>${TEXT}<p>publicado por Ana às 14:33</p>`,
    '2010-05-05',
  ),
  'WordPress Twenty Ten pt-BR': page(
    `<h1 class="entry-title">Ponte nova liga as duas margens do rio</h1><div class="entry-meta"><span class="meta-prep">Publicado em</span> <a href="/x" title="14:33" rel="bookmark"><span class="entry-date">12 de março de 2011</span></a> <span class="meta-sep">por</span> <span class="author vcard">Ana</span></div>${TEXT}<div id="comments"><ol class="commentlist"><li>João em 14 de março de 2011 às 10:00 disse:</li></ol></div>`,
    '2011-03-12',
  ),
  'WordPress Kubrick pt-BR: terça-feira, 12 mar, 2008': page(
    `<h2>Ponte nova liga as duas margens do rio</h2><small>12 março, 2008</small>${TEXT}<p class="postmetadata alt"><small>Este post foi escrito em quarta-feira, 12 de março de 2008 às 14:33 e está arquivado em Obras. Pode seguir os comentários por RSS 2.0.</small></p>`,
    '2008-03-12',
  ),
  'WordPress pt-PT: Publicado a 12 de Março, 2011': page(
    `<h1 class="entry-title">Ponte nova liga as duas margens do rio</h1><p class="meta">Publicado a 12 de Março, 2011 por Ana Sousa</p>${TEXT}`,
    '2011-03-12',
  ),
  'WordPress theme: On mar 12, 2019 by Ana (leftover English)': page(
    `<h1 class="entry-title">Ponte nova liga as duas margens do rio</h1><div class="entry-meta">On mar 12, 2019 / by Ana / In Obras / 3 comentários</div>${TEXT}`,
    '2019-03-12',
  ),
  'WordPress theme: calendar leaf of three elements': page(
    `<div class="date-box"><span class="day">12</span><span class="month">mar</span><span class="year">2019</span></div><h1>Ponte nova liga as duas margens do rio</h1>${TEXT}`,
    '2019-03-12',
  ),
  'WordPress theme: calendar leaf without a year, year in the address': page(
    `<div class="date"><span class="day">12</span> <span class="month">mar</span></div><h1>Ponte nova liga as duas margens do rio</h1>${TEXT}`,
    '2019-03-12',
    { url: 'https://blogue.exemplo.com.br/2019/03/ponte-nova-liga-as-duas-margens/' },
  ),
  'Elementor: icons and separate spans': page(
    `${h1}<ul class="elementor-post-info"><li><span class="elementor-icon-list-text elementor-post-info__item--type-author">Ana Silva</span></li><li><span class="elementor-icon-list-text elementor-post-info__item elementor-post-info__item--type-date">12/03/2019</span></li><li><span class="elementor-post-info__item--type-time">14:33</span></li></ul>${TEXT}`,
    '2019-03-12',
  ),
  'tagDiv Newspaper: Por Ana - 12 de março de 2019': page(
    `${h1}<div class="td-module-meta-info"><div class="td-post-author-name">Por <a href="#">Ana</a> - </div><span class="td-post-date"><time class="entry-date updated td-module-date" datetime="2019-03-12T14:33:00-03:00">12 de março de 2019</time></span><div class="td-post-views">2012</div></div>${TEXT}`,
    '2019-03-12',
  ),
  'Jannah: Última atualização: março 13, 2019 with the first day before': page(
    `${h1}<div class="post-meta"><span class="date meta-item">março 12, 2019</span> <span class="last-updated">Última atualização: março 13, 2019</span> <span>3 minutos de leitura</span></div>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'Hugo PaperMod: title of the span': page(
    `<header class="post-header"><h1 class="post-title">Ponte nova liga as duas margens do rio</h1><div class="post-meta"><span title='2022-03-12 14:33:00 -0300 -03'>12 março, 2022</span>&nbsp;·&nbsp;3 minutos&nbsp;·&nbsp;Ana</div></header>${TEXT}`,
    '2022-03-12',
  ),
  'Hugo PaperMod English date': page(
    `<header class="post-header"><h1 class="post-title">Ponte nova liga as duas margens do rio</h1><div class="post-meta"><span>March 12, 2022</span>&nbsp;·&nbsp;3 min</div></header>${TEXT}`,
    '2022-03-12',
  ),
  'Jekyll minima': page(
    `<header class="post-header"><h1 class="post-title p-name">Ponte nova liga as duas margens do rio</h1><p class="post-meta"><time class="dt-published" datetime="2019-03-12T14:33:00-03:00" itemprop="datePublished">Mar 12, 2019</time></p></header>${TEXT}`,
    '2019-03-12',
  ),
  'Jekyll Chirpy: Publicado 12/03/2022 Atualizado': page(
    `<h1>Ponte nova liga as duas margens do rio</h1><div class="post-meta text-muted"><span>Publicado <time data-ts="1647095580" data-df="DD/MM/YYYY">12/03/2022</time></span><span>Atualizado <time data-ts="1647176400" data-df="DD/MM/YYYY">13/03/2022</time></span></div>${TEXT}`,
    '2022-03-12',
    { modified: '2022-03-13' },
  ),
  'Jekyll by hand: text before a colon': page(
    `${h1}<p><i class="fa fa-calendar"></i> 12 de Março de 2019 <i class="fa fa-tag"></i> obras</p>${TEXT}`,
    '2019-03-12',
  ),
  'Ghost: 12 mar 2022 — 3 min de leitura': page(
    `<header><section class="article-tag">Obras</section><h1 class="article-title">Ponte nova liga as duas margens do rio</h1><div class="article-byline-meta"><h4>Ana</h4><time datetime="2022-03-12">12 mar 2022</time><span class="sep">—</span> 3 min de leitura</div></header>${TEXT}`,
    '2022-03-12',
  ),
  'Medium: Mar 12, 2019 · 3 min read': page(
    `${h1}<div><a href="/@ana">Ana Silva</a><div><span>Mar 12, 2019</span> · <span>3 min read</span></div></div>${TEXT}`,
    '2019-03-12',
  ),
  'Wix: 12 de mar. de 2021, 2 min de leitura, Atualizado:': page(
    `<ul><li><span title="Ana">Ana</span></li><li><span title="12 de mar. de 2021" data-hook="time-ago">12 de mar. de 2021</span></li><li><span data-hook="time-to-read">2 min de leitura</span></li></ul>${h1}<p>Atualizado: 13 de mar. de 2021</p>${TEXT}`,
    '2021-03-12',
    { modified: '2021-03-13' },
  ),
  'Publii: Publicado em / Atualizado': page(
    `<header class="post__header"><h1>Ponte nova liga as duas margens do rio</h1><div class="feed__meta content__meta"><a class="feed__author">Ana</a> <time datetime="2023-03-12T14:33" class="feed__date">março 12, 2023</time></div></header>${TEXT}<p class="post__last-updated">Este artigo foi atualizado em março 13, 2023</p>`,
    '2023-03-12',
    { modified: '2023-03-13' },
  ),
  'MediaWiki: footer with the last edit': page(
    `<h1 id="firstHeading">Ponte nova</h1>${TEXT}<ul id="footer-info"><li id="footer-info-lastmod"> Esta página foi editada pela última vez às 14h33min de 12 de março de 2019.</li></ul>`,
    null,
    { modified: '2019-03-12' },
  ),
  'MkDocs: Última atualização: 12 de março de 2022': page(
    `<article><h1>Ponte nova</h1>${TEXT}<hr><div class="md-source-file"><small>Última atualização: <span class="git-revision-date">12 de março de 2022</span></small></div></article>`,
    null,
    { modified: '2022-03-12' },
  ),
  'Docusaurus: Última atualização em': page(
    `<article><h1>Ponte nova</h1>${TEXT}<footer><span class="theme-last-updated">Última atualização em <b><time datetime="2022-03-12T14:33:00.000Z">12 de mar. de 2022</time></b> por <b>ana</b></span></footer></article>`,
    null,
    { modified: '2022-03-12' },
  ),
  'DSpace: dc.date.issued beside accessioned and available': page(
    `<table class="itemDisplayTable"><tr><td class="metadataFieldLabel">Data do documento:</td><td class="metadataFieldValue">12-Mar-2015</td></tr><tr><td class="metadataFieldLabel">Data de defesa:</td><td>20-Mar-2015</td></tr></table>`,
    '2015-03-12',
    {
      head: '<meta name="DCTERMS.dateAccepted" content="2015-05-08T10:00:00Z" scheme="DCTERMS.W3CDTF"><meta name="DCTERMS.available" content="2015-05-08T10:00:00Z" scheme="DCTERMS.W3CDTF"><meta name="DCTERMS.issued" content="2015-03-12" scheme="DCTERMS.W3CDTF"><meta name="citation_date" content="2015-03-12">',
    },
  ),
  'OJS: Publicado 2021-03-12': page(
    `<h1 class="page_title">Pontes do Brasil: uma revisão</h1><div class="item published"><section class="sub_item"><h2 class="label">Publicado</h2><div class="value"><span>2021-03-12</span></div></section></div><div class="item issue"><h2 class="label">Edição</h2><div class="value">v. 12 n. 3 (2021)</div></div>${TEXT}`,
    '2021-03-12',
    {
      head: '<meta name="citation_date" content="2021/03/12"><meta name="DC.Date.created" scheme="ISO8601" content="2021-03-12"><meta name="DC.Date.dateSubmitted" scheme="ISO8601" content="2020-08-01"><meta name="DC.Date.modified" scheme="ISO8601" content="2022-01-05">',
    },
  ),
  'SciELO: Recebido, Aceito, Publicado': page(
    `<h1 class="article-title">Pontes do Brasil: uma revisão</h1>${TEXT}<ul><li><strong>Recebido</strong><br>02 Ago 2020</li><li><strong>Aceito</strong><br>11 Jan 2021</li></ul><div>Datas de Publicação</div><ul><li><strong>Publicação nesta coleção</strong><br>12 Mar 2021</li></ul>`,
    '2021-03-12',
  ),
  'court decision: Julgamento and DJe': page(
    `<h1>Habeas Corpus 123.456 São Paulo</h1><p>Relator: Min. Fulano de Tal</p><p>Julgamento: 05/03/2019</p><p>Publicação: DJe 12/03/2019</p>${TEXT}`,
    '2019-03-12',
  ),
  'court decision: Data de Julgamento and Data de Publicação in a table': page(
    `<h1>Apelação Cível 1001234-56.2017.8.26.0100</h1><table><tr><td>Data do julgamento:</td><td>05/03/2019</td></tr><tr><td>Data de publicação:</td><td>12/03/2019</td></tr><tr><td>Data de registro:</td><td>11/03/2019</td></tr></table>${TEXT}`,
    '2019-03-12',
  ),
  'Diário Oficial da União': page(
    `<div class="detalhes-dou"><p><span class="orgao-dou">Publicado em: <span class="publicado-dou-data">12/03/2019</span></span> | Edição: <span>48</span> | Seção: 1 | Página: 12</p><p>Órgão: Ministério da Economia</p></div><p class="identifica">PORTARIA Nº 99, DE 8 DE MARÇO DE 2019</p>${TEXT}`,
    '2019-03-12',
  ),
  'Diário da República': page(
    `<h1>Decreto-Lei n.º 33/2019</h1><ul class="dr"><li>Diário da República n.º 48/2019, Série I de 2019-03-12</li><li>Data de Publicação: 2019-03-12</li><li>Data de Assinatura: 2019-03-01</li></ul>${TEXT}`,
    '2019-03-12',
  ),
  'law of the Planalto: its own day': page(
    `<p><b>Presidência da República<br>Casa Civil</b></p><p><a href="#">LEI Nº 13.800, DE 4 DE JANEIRO DE 2019.</a></p><p>O PRESIDENTE DA REPÚBLICA Faço saber que o Congresso Nacional decreta</p>${TEXT}<p>Brasília, 4 de janeiro de 2019; 198º da Independência e 131º da República.</p><p>Este texto não substitui o publicado no DOU de 8.1.2019</p>`,
    '2019-01-08',
  ),
  'council: notícia with Data: and Hora:': page(
    `${h1}<p><strong>Data:</strong> 12/03/2019 <strong>Hora:</strong> 14:33</p>${TEXT}`,
    '2019-03-12',
  ),
  'council: Notícias | 12/03/2019 | Fonte: Assessoria': page(
    `<div class="cab"><small>Notícias | 12/03/2019 | Fonte: Assessoria de Comunicação</small></div>${h1}${TEXT}`,
    '2019-03-12',
  ),
  'council: Postada em 12/03/2019, visualizada 1999 vezes': page(
    `${h1}<p>Postada em 12/03/2019 às 14:33:10 | Visualizada 1999 vezes</p>${TEXT}`,
    '2019-03-12',
  ),
  'council: session of the next week in the text': page(
    `${h1}<p>12/03/2019</p>${TEXT}<p>A próxima sessão ordinária será realizada no dia 18 de março de 2019, às 19h.</p>`,
    '2019-03-12',
  ),
  'council: today in the header': page(
    `<div id="topo"><span>Sábado, 15 de Junho de 2024</span> <span>25º C</span></div>${h1}<p>Publicado dia 12 de Março de 2019</p>${TEXT}`,
    '2019-03-12',
  ),
  'municipality pt-PT: 12 Março 2019 / Notícias': page(
    `<nav>Início / Notícias</nav>${h1}<span>12 Março 2019</span><span>Obras municipais</span>${TEXT}`,
    '2019-03-12',
  ),
  'parish pt-PT: Criado em 12-03-2019, alterado em': page(
    `${h1}${TEXT}<p class="small">Criado em 12-03-2019 | Alterado em 13-03-2019</p>`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'Interlegis: publicado 12/03/2019 14h33 by a line of its own': page(
    `<h1 class="documentFirstHeading">Ponte nova liga as duas margens do rio</h1><div class="documentByLine" id="plone-document-byline"><span class="documentPublished">por <span>Assessoria</span> publicado 12/03/2019 14h33</span></div>${TEXT}`,
    '2019-03-12',
  ),
  'letter closed by place and day': page(
    `${h1}${TEXT}<p>Coimbra, 12 de Março de 2009</p><p>Ana Sousa</p>`,
    '2009-03-12',
  ),
  'page of 1999: Última atualização alone': page(
    `<center><font size="5">Sociedade dos Amigos da Ponte</font></center>${TEXT}<hr><font size="1">Última actualização: 12 de Março de 1999</font>`,
    null,
    { modified: '1999-03-12' },
  ),
  'event alone: nothing of the page': page(
    `<h1>Encontro Nacional de Pontes</h1><p>De 12 a 15 de março de 2019, no Centro de Convenções</p>${TEXT}<p>Inscrições até 1 de março de 2019.</p>`,
    null,
  ),
  'biography: born and died': page(
    `<h1>Ana de Sousa</h1><p>(Coimbra, 12 de março de 1991 — Lisboa, 5 de maio de 2019)</p><p>Nasceu em Coimbra a 12 de março de 1991 e faleceu em Lisboa a 5 de maio de 2019.</p>${TEXT}`,
    null,
  ),
  'contact page with a copyright': page(
    `<h1>Contato</h1><p>Rua das Flores, 12, telefone 3333-2019</p><footer>© 2019 Exemplo. Todos os direitos reservados.</footer>`,
    null,
  ),
  'notice with deadline only': page(
    `<h1>Edital de licitação 12/2019</h1><p>Abertura das propostas: 12/03/2019 às 14h33</p><p>Prazo final: 20/03/2019</p>${TEXT}`,
    null,
  ),
  'podcast episode': page(
    `<h1>#42 Pontes</h1><p>Episódio publicado em 12 de março de 2021 • Duração: 42:10</p>${TEXT}`,
    '2021-03-12',
  ),
  'recipe: Por Ana, 12/03/2019, Rende 8 porções': page(
    `<h1>Bolo de milho</h1><p>Por Ana | 12/03/2019 | Rende 8 porções | 40 min</p><ul><li>2 xícaras de milho</li></ul>${TEXT}`,
    '2019-03-12',
  ),
  'forum: first message of a thread': page(
    `<h1>Ponte nova?</h1><div class="post"><div class="postprofile">joao</div><p class="author">por joao » 12 Mar 2011, 14:33</p>${TEXT}</div><div class="post"><p class="author">por ana » 14 Mar 2011, 10:00</p>${TEXT}</div>`,
    '2011-03-12',
  ),
  'release: SÃO PAULO, 12 de março de 2019 – text': page(
    `${h1}<p><b>SÃO PAULO, 12 de março de 2019</b> – A empresa anunciou hoje a conclusão da ponte nova, com investimento de 12 milhões de reais, em obra que durou dois anos e empregou trezentas pessoas.</p>${TEXT}`,
    '2019-03-12',
  ),
  'dateline: Lisboa, 12 mar 2019 (Lusa) –': page(
    `${h1}<p>Lisboa, 12 mar 2019 (Lusa) – O primeiro-ministro inaugurou hoje a ponte nova, que liga as duas margens do rio e custou doze milhões de euros ao erário público ao longo de dois anos.</p>${TEXT}`,
    '2019-03-12',
  ),
  'data attribute of the article': page(
    `<article data-publish-date="2019-03-12T14:33:00-03:00">${h1}${TEXT}</article>`,
    '2019-03-12',
  ),
  'time with the day in its title': page(
    `${h1}<p class="meta"><span class="date" title="12 de março de 2019, 14:33">há 5 anos</span></p>${TEXT}`,
    '2019-03-12',
  ),
  'relative: Publicado há 3 dias': page(
    `${h1}<p class="meta">Publicado há 3 dias por Ana</p>${TEXT}`,
    '2024-06-12',
  ),
  'relative: Há 2 horas': page(`${h1}<p class="byline">Há 2 horas</p>${TEXT}`, '2024-06-15'),
  'month alone: Março de 2019': page(`${h1}<p class="edicao">Edição de Março de 2019</p>${TEXT}`, null),
  'feminine and plural cues: Matéria atualizada em': page(
    `${h1}<p>Matéria publicada em 12/03/2019 e atualizada em 13/03/2019</p>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'ordinal: 1º de março de 2019': page(`${h1}<p>1º de março de 2019</p>${TEXT}`, '2019-03-01'),
  'two digits: 12/03/19': page(`${h1}<p>12/03/19 - 14:33</p>${TEXT}`, '2019-03-12'),
  'capitals: TERÇA-FEIRA, 12 DE MARÇO DE 2019': page(
    `<p>TERÇA-FEIRA, 12 DE MARÇO DE 2019</p>${h1}${TEXT}`,
    '2019-03-12',
  ),
  'weekday between: 12 de Março, terça-feira, 2019 is rare; 12 Mar Ter 2019': page(
    `${h1}<p class="date">Ter, 12 Mar 2019 14:33:00 -0300</p>${TEXT}`,
    '2019-03-12',
  ),
  'day with dots and spaces: 12 . 03 . 2019': page(
    `${h1}<p class="data">12 . 03 . 2019</p>${TEXT}`,
    '2019-03-12',
  ),
  'Edição: Domingo, 12 de março de 2006, ano 10 n. 300': page(
    `<p>Ano 10 - Edição 300 - Domingo, 12 de março de 2006</p>${h1}${TEXT}`,
    '2006-03-12',
  ),
  'Correio Braziliense: postado em 12/03/2019 14:33 / atualizado em': page(
    `${h1}<div class="articleByLine"><small>postado em 12/03/2019 14:33 / atualizado em 13/03/2019 10:00</small></div>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'GZH: 12/03/2019 - 14h33min': page(
    `${h1}<div class="article-header__date"><span>12/03/2019 - 14h33min</span><span>Atualizada em 13/03/2019 - 10h00min</span></div>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'Terra: 12 mar 2019 - 14h33 (atualizado em 13/3/2019 às 10h00)': page(
    `${h1}<div class="article__header__signature"><span class="date">12 mar 2019 - 14h33</span> <span class="updated">(atualizado em 13/3/2019 às 10h00)</span></div>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'R7: Do R7 with icons': page(
    `${h1}<div class="article-info"><a href="/sp">São Paulo</a> | Do R7 <span>12/03/2019 - 14h33 (Atualizado em 13/03/2019 - 10h00)</span></div>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'Exame: Publicado em 12 de março de 2019 às, 14h33.': page(
    `${h1}<p>Publicado em 12 de março de 2019 às, 14h33.</p><p>Última atualização em 13 de março de 2019 às, 10h00.</p>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'Veja: Por Ana Silva SEGUIR Atualizado em 13 mar 2019, 10h00 - Publicado em 12 mar 2019, 14h33': page(
    `${h1}<div class="author-and-date">Por <strong>Ana Silva</strong> <span>Atualizado em 13 mar 2019, 10h00 - Publicado em 12 mar 2019, 14h33</span></div>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'Metrópoles: 12/03/2019 14:33, atualizado 13/03/2019 10:00': page(
    `${h1}<div class="m-byline">12/03/2019 14:33, atualizado 13/03/2019 10:00</div>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'Nexo: Ana Silva 12 Mar 2019 (atualizado 13/Mar 10h00)': page(
    `${h1}<p>Ana Silva</p><p>12 Mar 2019 (atualizado 13/Mar 10h00)</p>${TEXT}`,
    '2019-03-12',
  ),
  'Conjur: 12 de março de 2019, 14h33': page(
    `${h1}<p class="date">12 de março de 2019, 14h33</p><p>Por <a href="#">Ana Silva</a></p>${TEXT}`,
    '2019-03-12',
  ),
  'Migalhas: terça-feira, 12 de março de 2019 / Atualizado às 10:00': page(
    `${h1}<p>Da Redação</p><p>terça-feira, 12 de março de 2019</p><p>Atualizado às 14:33</p>${TEXT}`,
    '2019-03-12',
  ),
  'JusBrasil: há 5 anos beside the day of publication': page(
    `${h1}<p>Publicado por <a href="#">Ana Silva</a></p><p>há 5 anos</p>${TEXT}`,
    null,
  ),
  'STF: Notícias STF / Terça-feira, 12 de março de 2019': page(
    `<p>Notícias STF</p><p>Terça-feira, 12 de março de 2019</p>${h1}${TEXT}`,
    '2019-03-12',
  ),
  'STJ: Notícias with 12/03/2019 06:50 above': page(
    `<p class="data">12/03/2019 06:50</p>${h1}${TEXT}<p>Esta notícia refere-se ao(s) processo(s): REsp 1784156</p>`,
    '2019-03-12',
  ),
  'TCE: Publicado: Terça, 12 de Março de 2019, 14h33 | Última atualização em Quarta, 13 de Março de 2019, 10h00 | Acessos: 1999':
    page(
      `${h1}<div>Publicado: Terça, 12 de Março de 2019, 14h33 | Última atualização em Quarta, 13 de Março de 2019, 10h00 | Acessos: 1999</div>${TEXT}`,
      '2019-03-12',
      { modified: '2019-03-13' },
    ),
  'university: por Comunicação — última modificação 13/03/2019 10h00, publicado above': page(
    `${h1}<p>por <b>Comunicação Social</b> — publicado <b>12/03/2019 14h33</b>, última modificação <b>13/03/2019 10h00</b></p>${TEXT}`,
    '2019-03-12',
    { modified: '2019-03-13' },
  ),
  'university pt-PT: Publicado a 12.03.2019': page(`${h1}<p>Publicado a 12.03.2019</p>${TEXT}`, '2019-03-12'),
  'Sigarra: Última actualização: 2019-03-13 alone': page(
    `<h1>Unidade curricular</h1>${TEXT}<p>Última actualização: 2019-03-13 I Página gerada em: 2024-06-15 às 12:00:00</p>`,
    null,
    { modified: '2019-03-13' },
  ),
  'page that says when it was generated': page(
    `${h1}${TEXT}<p>Página gerada em: 15/06/2024 às 09:00</p>`,
    null,
  ),
  'printed on': page(`${h1}${TEXT}<p>Impresso em 15/06/2024 09:00</p>`, null),
  'access date in a citation of the page': page(
    `${h1}${TEXT}<p>Como citar: SILVA, Ana. Ponte nova. Disponível em: https://exemplo.com.br. Acesso em: 15 jun. 2024.</p>`,
    null,
  ),
  'validity of an offer': page(
    `<h1>Oferta</h1><p>Promoção válida até 30/06/2024 ou enquanto durarem os estoques.</p>${TEXT}`,
    null,
  ),
  'founded in': page(
    `<h1>Quem somos</h1><p>Fundada em 12 de março de 1991, a empresa tem sede em Braga.</p>${TEXT}`,
    null,
  ),
  'decree in force since': page(
    `<h1>Direitos do consumidor</h1><p>Em vigor desde 11 de março de 1991, o Código protege o consumidor.</p>${TEXT}`,
    null,
  ),
  'privacy policy with its last change': page(
    `<h1>Política de Privacidade</h1><p>Última atualização: 12 de março de 2021</p>${TEXT}`,
    null,
    { modified: '2021-03-12' },
  ),
  'agenda: a show next week': page(
    `<h1>Orquestra no Theatro</h1><p>Quando: 22 de junho de 2024, às 20h</p><p>Onde: Theatro Municipal</p><p>Ingressos: R$ 20</p>${TEXT}`,
    null,
  ),
  'tournament: Data e hora of a match': page(
    `<h1>Final do campeonato</h1><p>Data e hora do jogo: 12/03/2019, 16h</p><p>Local: Maracanã</p>${TEXT}`,
    null,
  ),
  'film: release': page(
    `<h1>Cidade de Deus</h1><ul><li>Lançamento: 30 de agosto de 2002</li><li>Duração: 130 min</li></ul>${TEXT}`,
    null,
  ),
  'book shop: Data de publicação of the book': page(
    `<h1>Os Maias</h1><ul><li>Editora: Porto</li><li>Data de lançamento: 12/03/2019</li><li>ISBN: 978-972-0-04567-8</li></ul>${TEXT}`,
    null,
  ),
  'table of exchange rates': page(
    `<h1>Cotações</h1><table><tr><th>Data</th><th>Compra</th><th>Venda</th></tr><tr><td>12/03/2019</td><td>3,80</td><td>3,81</td></tr><tr><td>13/03/2019</td><td>3,82</td><td>3,83</td></tr></table>`,
    null,
  ),
  'comments only': page(
    `${h1}${TEXT}<div id="comments"><h3>2 comentários</h3><ol class="commentlist"><li><cite>João</cite> 14 de março de 2019 às 10:00</li><li><cite>Ana</cite> 15 de março de 2019 às 11:00</li></ol></div>`,
    null,
  ),
  'related posts only': page(
    `${h1}${TEXT}<div class="related-posts"><h3>Leia também</h3><ul><li><a href="/a">Obra parada</a> 12/03/2019</li><li><a href="/b">Rio sobe</a> 13/03/2019</li></ul></div>`,
    null,
  ),
  'previous and next with their days': page(
    `${h1}${TEXT}<div class="post-navigation"><a href="/a">« Obra parada há um ano (12/03/2019)</a> <a href="/b">Rio sobe três metros (14/03/2019) »</a></div>`,
    null,
  ),
  'JSON-LD of an event': page(`<h1>Encontro Nacional de Pontes</h1>${TEXT}`, null, {
    head: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Event","name":"Encontro","startDate":"2024-07-12","endDate":"2024-07-15"}</script>',
  }),
  'JSON-LD of another article in a list': page(`${h1}<p>12/03/2019 14h33</p>${TEXT}`, '2019-03-12', {
    head: '<script type="application/ld+json">{"@type":"ItemList","itemListElement":[{"@type":"NewsArticle","url":"https://www.exemplo.com.br/outra","datePublished":"2024-06-10T10:00:00-03:00"}]}</script>',
  }),
  'JSON-LD with the day of the fetch in every page and a byline of years ago': page(
    `${h1}<p class="byline">Por Ana Silva | 12/03/2019 14h33</p>${TEXT}`,
    '2019-03-12',
    {
      head: '<script type="application/ld+json">{"@type":"WebSite","name":"Exemplo","dateModified":"2024-06-15"}</script>',
    },
  ),
  'JSON-LD published at the migration of the site, byline of years before': page(
    `${h1}<p class="data">Publicado em 12/03/2009</p>${TEXT}`,
    '2009-03-12',
    {
      head: '<script type="application/ld+json">{"@type":"WebPage","datePublished":"2023-05-01T12:00:00+00:00","dateModified":"2023-05-01T12:00:00+00:00"}</script>',
      url: 'https://www.exemplo.com.br/2009/03/12/ponte-nova/',
    },
  ),
  'meta of the first of January 1970': page(`${h1}<p>12/03/2019</p>${TEXT}`, '2019-03-12', {
    head: '<meta property="article:published_time" content="1970-01-01T00:00:00+00:00">',
  }),
  'meta of year one': page(`${h1}<p>12/03/2019</p>${TEXT}`, '2019-03-12', {
    head: '<meta property="article:published_time" content="0001-01-01T00:00:00Z">',
  }),
  'meta of the day, evening in Brazil': page(`${h1}<time>12/03/2019 22h15</time>${TEXT}`, '2019-03-12', {
    head: '<meta property="article:published_time" content="2019-03-13T01:15:00+00:00">',
  }),
  'meta without zone, evening in Brazil': page(`${h1}${TEXT}`, '2019-03-12', {
    head: '<meta property="article:published_time" content="2019-03-12T22:15:00">',
  }),
  'address with the day alone': page(`${h1}${TEXT}`, '2019-03-12', {
    url: 'https://www.exemplo.pt/noticias/2019/03/12/ponte-nova/',
  }),
  'address of ghtml: noticia,20190312,ponte.htm': page(`${h1}${TEXT}`, '2019-03-12', {
    url: 'https://www.exemplo.com.br/noticia,20190312,ponte.htm',
  }),
  'address with a number that is no date': page(`${h1}<p>12/03/2019</p>${TEXT}`, '2019-03-12', {
    url: 'https://www.exemplo.com.br/noticia/20191345/ponte',
  }),
  'address of year and month, byline of the month': page(`${h1}<p>Em 12 de março</p>${TEXT}`, '2019-03-12', {
    url: 'https://blogue.exemplo.pt/2019/03/ponte-nova-liga-margens.html',
  }),
  'list of a category by its form': page(
    `<h1>Notícias</h1>${['a', 'b', 'c', 'd'].map((x, i) => `<article><h2><a href="/n/${x}">Notícia ${x} da cidade</a></h2><time datetime="2019-03-1${i}">1${i}/03/2019</time><p>Resumo da notícia.</p></article>`).join('')}`,
    null,
    { url: 'https://www.exemplo.com.br/noticias' },
  ),
  'list of a tag with a single item': page(
    `<h1>Marcador: pontes</h1><article><h2><a href="/2019/03/ponte-nova">Ponte nova liga as margens</a></h2><p>12 de março de 2019</p><p>Resumo da notícia da ponte.</p></article>`,
    null,
    { url: 'https://www.exemplo.com.br/tag/pontes-do-rio-de-janeiro-e-niteroi/index.html' },
  ),
  'minutes: Ata da sessão do dia': page(
    `<h1>Ata da 5ª Sessão Ordinária</h1><p>Aos doze dias do mês de março de 2019, às dezenove horas, reuniu-se a Câmara Municipal.</p>${TEXT}`,
    null,
  ),
  'bill: Data de apresentação': page(
    `<h1>Projeto de Lei 12/2019</h1><p>Data de apresentação: 12/03/2019</p><p>Situação: em tramitação</p>${TEXT}`,
    null,
  ),
  'Interlegis SAPL: Protocolo Data Protocolo: 12/03/2019': page(
    `<h1>Requerimento nº 12 de 2019</h1><p>Data Fim Prazo: 20/03/2019</p><p>Data de Protocolo: 12/03/2019</p>${TEXT}`,
    null,
  ),
  'newsletter: Edição nº 12 Março 2019': page(
    `<h1>Boletim da Ponte</h1><p>Edição nº 12 Março 2019</p>${TEXT}`,
    null,
  ),
  'journal: v. 12, n. 3, mar. 2019': page(
    `<h1>Pontes do Brasil</h1><p>Rev. Eng., v. 12, n. 3, p. 45-67, mar. 2019</p>${TEXT}`,
    null,
  ),
  'file with a version in its name': page(
    `<h1>Instalação</h1><p>Baixe a versão ponte-community-2020.3.3</p>${TEXT}`,
    null,
  ),
  'job from and to': page(
    `<h1>Ana Silva</h1><ul><li><a href="/p/ponte"><b>Ponte</b></a> — bolsista | 01/01/2023 → 30/12/2023</li></ul>${TEXT}`,
    null,
  ),
  'history that a sentence tells': page(
    `<h1>História da paróquia</h1><p>A capela foi inaugurada pelo bispo diocesano em 12 de março de 1991</p>${TEXT}`,
    null,
  ),
  'later than the fetch: only an event': page(`${h1}<p>12 de dezembro de 2024</p>${TEXT}`, null),
};

describe('pages as the programs of the Portuguese-language Web write them', () => {
  for (const [name, { url, head, body, published, modified }] of Object.entries(PAGES))
    it(name, () => {
      const document = parseHtml(
        `<!doctype html><html lang="pt"><head><title>Ponte nova liga as duas margens do rio - Exemplo</title>${head ?? ''}</head><body>${body}</body></html>`,
      );
      const dates = datePage(document, {
        url: url ?? 'https://www.exemplo.com.br/ponte-nova-liga-as-duas-margens',
        fetchedAt: FETCHED,
      });
      const shown =
        dates.published !== null && dates.published.confidence >= 0.5 ? dates.published.date : null;
      expect(shown).toBe(published);
      if (modified !== undefined) expect(dates.modified?.date).toBe(modified);
    });
});
