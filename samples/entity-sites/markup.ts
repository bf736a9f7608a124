/** The mark-up of a site: the frame of its pages, its lists, and the details of a thing. */
import { esc, link } from '../markup.ts';
import type { Design, DetailForm, FrameForm, ListingForm } from './design.ts';

export interface Anchor {
  readonly href: string;
  readonly text: string;
}

export interface PageParts {
  readonly site: string;
  readonly title: string;
  readonly menu: readonly Anchor[];
  readonly crumbs?: readonly Anchor[];
  readonly side?: { readonly title: string; readonly links: readonly Anchor[] };
  readonly footer: readonly Anchor[];
  readonly head?: string;
  /** Attributes of the element that holds the body, for microdata. */
  readonly scope?: string;
  readonly body: string;
}

const anchors = (list: readonly Anchor[], glue = ' ', attributes = '') =>
  list.map((a) => link(a.href, a.text, attributes)).join(glue);
const listed = (list: readonly Anchor[], attributes = '') =>
  `<ul${attributes}>${list.map((a) => `<li>${link(a.href, a.text)}</li>`).join('\n')}</ul>`;

function sidebar(parts: PageParts, tag: string, attributes: string): string {
  return parts.side === undefined
    ? ''
    : `<${tag}${attributes}><h3>${esc(parts.side.title)}</h3>${listed(parts.side.links)}</${tag}>`;
}

export function page(frame: FrameForm, parts: PageParts): string {
  const { site, menu, crumbs, footer, body, title } = parts;
  const head = `<!DOCTYPE html>\n<html lang="pt-BR"><head><meta charset="utf-8"><title>${esc(title)} - ${esc(site)}</title>${parts.head ?? ''}</head>`;
  const way = crumbs === undefined ? '' : anchors(crumbs, ' &raquo; ');
  const scope = parts.scope ?? '';
  switch (frame) {
    case 'plain':
      return `${head}<body><h2>${link('/', site)}</h2>${menu.length > 0 ? `<p>${anchors(menu, ' | ')}</p>` : ''}${way === '' ? '' : `<div>${way}</div>`}<div${scope}>${body}</div>${sidebar(parts, 'div', '')}<hr><small>${anchors(footer, ' - ')}</small></body></html>`;
    case 'portal':
      return `${head}<body class="portal"><header><div class="topo">${link('/', site, 'class="logo"')}<form action="/busca"><input name="q"></form></div>${menu.length > 0 ? `<nav>${listed(menu)}</nav>` : ''}</header>${way === '' ? '' : `<div class="trilha">Você está em: ${way}</div>`}<main><section class="conteudo"${scope}>${body}</section>${sidebar(parts, 'aside', ' class="lateral"')}</main><footer><div class="mapa">${anchors(footer)}</div><p>Todos os direitos reservados. ${link('https://www.facebook.com/exemplo', 'Facebook')} ${link('https://www.gov.br/', 'Governo')}</p></footer></body></html>`;
    case 'bootstrap':
      return `${head}<body><div class="navbar"><div class="container">${link('/', site, 'class="navbar-brand"')}${menu.length > 0 ? `<ul class="nav">${menu.map((a) => `<li class="nav-item">${link(a.href, a.text, 'class="nav-link"')}</li>`).join('')}</ul>` : ''}</div></div><div class="container">${crumbs === undefined ? '' : `<ol class="breadcrumb">${crumbs.map((a) => `<li>${link(a.href, a.text)}</li>`).join('')}</ol>`}<div class="row"><div class="col-md-9"${scope}>${body}</div>${parts.side === undefined ? '' : `<div class="col-md-3">${sidebar(parts, 'div', ' class="card"')}</div>`}</div></div><div class="footer"><div class="container"><p>${anchors(footer)} ${link('mailto:contato@exemplo.br', 'Fale conosco')}</p></div></div></body></html>`;
    case 'old-table':
      return `${head}<body bgcolor="#ffffff"><table width="760" align="center"><tr><td colspan="2">${link('/', site)}</td></tr><tr><td width="160" valign="top">${menu.map((a) => `<font size="2">${link(a.href, a.text)}</font><br>`).join('\n')}${sidebar(parts, 'div', '')}</td><td valign="top">${way === '' ? '' : `<font size="1">${way}</font><br>`}<div${scope}>${body}</div></td></tr><tr><td colspan="2" align="center"><font size="1">${anchors(footer, ' | ')} ${link('javascript:window.print()', 'Imprimir')}</font></td></tr></table></body></html>`;
    case 'blog':
      return `${head}<body><div id="page"><div id="masthead"><h1>${link('/', site)}</h1>${menu.length > 0 ? `<div id="menu">${listed(menu)}</div>` : ''}</div><div id="content">${way === '' ? '' : `<p class="crumbs">${way}</p>`}<article class="post"${scope}>${body}</article></div>${sidebar(parts, 'div', ' id="sidebar"')}<div id="colophon">${anchors(footer)} ${link('/arquivos/regulamento.pdf', 'Regulamento (PDF)')}</div></div></body></html>`;
  }
}

export interface ListEntry extends Anchor {
  readonly note?: string;
}

export function listing(form: ListingForm, entries: readonly ListEntry[]): string {
  switch (form) {
    case 'ul':
      return `<ul class="lista">${entries.map((e) => `<li>${link(e.href, e.text)}</li>`).join('\n')}</ul>`;
    case 'table':
      return `<table class="lista"><thead><tr><th>Nome</th><th>Informação</th></tr></thead><tbody>${entries.map((e) => `<tr><td>${link(e.href, e.text)}</td><td>${esc(e.note ?? '')}</td></tr>`).join('\n')}</tbody></table>`;
    case 'cards':
      return `<div class="cartoes">${entries.map((e) => `<div class="cartao"><a href="${esc(e.href)}" class="foto"><img src="/img/sem-foto.png" alt=""></a><h3>${link(e.href, e.text)}</h3><p>${esc(e.note ?? '')}</p></div>`).join('\n')}</div>`;
    case 'divs':
      return `<div>${entries.map((e) => link(e.href, e.text)).join('<br>\n')}</div>`;
    case 'headings':
      return entries
        .map(
          (e) => `<div class="item"><h4>${link(e.href, e.text)}</h4><span>${esc(e.note ?? '')}</span></div>`,
        )
        .join('\n');
    case 'wrapped-some':
      return `<ul>${entries.map((e, i) => (i % 6 === 4 ? `<li><p>${link(e.href, e.text)}</p></li>` : `<li>${link(e.href, e.text)}</li>`)).join('\n')}</ul>`;
  }
}

export interface Detail {
  readonly label: string;
  /** Null when this page leaves it out. */
  readonly value: string | null;
  readonly marked?: boolean;
  readonly property?: string;
}

export function details(form: DetailForm, rows: readonly Detail[], colon: string): string {
  const value = (d: Detail) => {
    const content = esc(d.value ?? '');
    const shown = d.marked ? `<b class="novo">${content}</b>` : content;
    return d.property === undefined ? shown : `<span itemprop="${d.property}">${shown}</span>`;
  };
  const said = rows.filter((d) => d.value !== null);
  const label = (d: Detail) => esc(d.label) + colon;
  switch (form) {
    case 'dl':
      return `<dl class="ficha">${said.map((d) => `<dt>${label(d)}</dt><dd>${value(d)}</dd>`).join('\n')}</dl>`;
    case 'dl-each':
      return `<div>${said.map((d) => `<dl><dt>${label(d)}</dt><dd>${value(d)}</dd></dl>`).join('\n')}</div>`;
    case 'table':
      return `<table class="dados">${said.map((d) => `<tr><th>${label(d)}</th><td>${value(d)}</td></tr>`).join('\n')}</table>`;
    case 'row':
      return `<table class="dados"><thead><tr>${rows.map((d) => `<th>${label(d)}</th>`).join('')}</tr></thead><tbody><tr>${rows.map((d) => `<td>${d.value === null ? '' : value(d)}</td>`).join('')}</tr></tbody></table>`;
    case 'divs':
      return `<div class="campos">${said.map((d) => `<div class="campo"><div class="rotulo">${label(d)}</div><div class="valor">${value(d)}</div></div>`).join('\n')}</div>`;
    case 'strong':
      return said.map((d) => `<p><strong>${esc(d.label)}:</strong> ${value(d)}</p>`).join('\n');
    case 'spans':
      return `<ul class="dados">${said.map((d) => `<li><span class="l">${label(d)}</span> <span class="v">${value(d)}</span></li>`).join('\n')}</ul>`;
    case 'inline':
      return `<ul class="dados">${said.map((d) => (d.marked || d.property !== undefined ? `<li>${esc(d.label)}: ${value(d)}</li>` : `<li>${esc(d.label)}: ${esc(d.value ?? '')}</li>`)).join('\n')}</ul>`;
  }
}

/** What a design makes of a page without details: an article, a text. */
export function prose(paragraphs: readonly string[], design: Pick<Design, 'frame'>): string {
  const tag = design.frame === 'old-table' ? 'font' : 'p';
  return paragraphs.map((p) => `<${tag}>${esc(p)}</${tag}>`).join(tag === 'font' ? '<br><br>\n' : '\n');
}
