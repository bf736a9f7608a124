/** An outline as a page, with the frame, infobox, references and categories that encyclopaedias have. */
import { MONTHS } from '../language/dates.ts';
import { person } from '../language/people.ts';
import { Random } from '../language/random.ts';
import { esc, items } from '../markup.ts';
import type { ArticleName, Articles } from './articles.ts';
import type { Outline, OutlineLink, Paragraph } from './outline.ts';
import { HISTORY_PARAMETERS as P } from './parameters.ts';
import { type Anchor, paragraphHtml, plainDate } from './prose.ts';
import { PLACE_COUNT, placeName, THEMES } from './themes.ts';

export function pathOf(title: string): string {
  return `/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`;
}

/** Headings carry no date: what a section speaks of is in its paragraphs. */
const HEADINGS = [
  'Antecedentes',
  'Primeiros passos',
  'Desenvolvimento',
  'A mudança',
  'Consequências',
  'Balanço',
  'Organização',
  'Receção',
  'Um novo rumo',
  'Memória',
] as const;
const ROWS = ['Início', 'Reorganização', 'Ampliação', 'Último marco'] as const;

export function pageHtml(articles: Articles, outline: Outline): string {
  const random = new Random(articles.seed, 'prose', outline.id);
  const name = articles.name(outline.id);
  const theme = THEMES[articles.themeOf[outline.id]!]!;
  const scene = {
    things: theme.things,
    place: (r: Random) => placeName(r.int(0, PLACE_COUNT - 1)),
  };
  const anchor = ({ target, generic }: OutlineLink): Anchor => {
    const to = articles.name(target);
    return {
      html: anchorHtml(to, generic ? to.generic : plainTitle(to.title)),
      article: generic ? to.genericArticle : to.article,
    };
  };
  const text = (p: Paragraph): string =>
    paragraphHtml(p.mentions, p.links.map(anchor), scene, random.chance(P.falseDates.value), random);

  const out: string[] = [
    `<!DOCTYPE html>\n<html lang="pt"><head><meta charset="utf-8"><title>${esc(name.title)} – Enciclopédia de exemplo</title></head>\n<body>`,
    `<header><a href="${pathOf(articles.name(0).title)}">Enciclopédia de exemplo</a></header>`,
    `<nav>${items(outline.frame.map((id) => anchorHtml(articles.name(id), articles.name(id).title)))}</nav>`,
    `<main><h1>${esc(name.title)}</h1>`,
  ];
  if (outline.infobox.length > 0)
    out.push(
      `<table class="infobox">${outline.infobox
        .map((row, i) => {
          const more = row.links[0] ? ` (${anchor(row.links[0]).html})` : '';
          return `<tr><th>${ROWS[i]}</th><td>${plainDate(row.mentions[0]!)}${more}</td></tr>`;
        })
        .join('')}</table>`,
    );
  for (const section of outline.sections) {
    if (section.heading !== 'opening') out.push(`<h2>${random.pick(HEADINGS)}</h2>`);
    for (const paragraph of section.paragraphs) out.push(`<p>${text(paragraph)}</p>`);
  }
  out.push(
    '<h2>Ver também</h2>',
    items(outline.seeAlso.map((id) => anchorHtml(articles.name(id), articles.name(id).title))),
  );
  out.push(
    '<h2>Referências</h2>',
    items(
      outline.references.map(({ year, consulted }) => {
        const author = person(random, 'pt').name.split(' ');
        const when = year === null ? 's.d.' : String(year);
        const seen = consulted
          ? ` Consultado em ${consulted.day} de ${MONTHS[consulted.month - 1]} de ${consulted.year}.`
          : '';
        return `${author.at(-1)}, ${author[0]} (${when}). <i>${esc(`Estudos sobre ${random.pick(theme.things)}`)}</i>. ${esc(scene.place(random))}: Edições do Cais.${seen}`;
      }),
      'ol',
    ),
    `</main>\n<footer><p>Categorias: ${esc(theme.name)}. Esta página foi editada pela última vez às 14h05min de 3 de maio de ${P.lastYear.value + 1}.</p></footer>\n</body></html>\n`,
  );
  return out.join('\n');
}

function anchorHtml(to: ArticleName, words: string): string {
  return `<a href="${pathOf(to.title)}">${esc(words)}</a>`;
}

/** Running text leaves out what stands in brackets. */
function plainTitle(title: string): string {
  return title.replace(/ \([^()]*\)$/, '');
}
