/**
 * An encyclopaedia: true events, invented lives and towns, pages by year and by century. Every paragraph has
 * its period in the truth, so that what a page speaks of is known without reading it.
 */
import { HOSTS } from '../../hosts.ts';
import { MONTHS, utc } from '../../language/dates.ts';
import { roman } from '../../language/numbers.ts';
import { esc, items, link } from '../../markup.ts';
import { type PageKind, type SampleSite, type Segment, type SiteContext, siteRandom } from '../../site.ts';
import { SiteBuilder } from '../../site-builder.ts';
import { EVENTS } from './events.ts';
import { type Entry, lives } from './lives.ts';
import { towns } from './towns.ts';

const path = (title: string) => `/artigo/${encodeURIComponent(title.replaceAll(' ', '_'))}`;

/** `[[Title|words]]` → a link; without the link when the title is unknown. */
function wiki(text: string, known: ReadonlySet<string>): string {
  return esc(text).replace(
    /\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/g,
    (_, title: string, words: string | undefined) =>
      known.has(title) ? link(path(title), words ?? title) : (words ?? title),
  );
}

function plainText(text: string): string {
  return text.replace(
    /\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/g,
    (_, title: string, words: string | undefined) => words ?? title,
  );
}

export function encyclopaedia(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.encyclopaedia, {
    name: 'Enciclopédia Exemplo',
    language: 'pt-PT',
    encodings: ['gzip', 'br'],
    quirks: [
      'periods known for every paragraph',
      'percent-encoded addresses with accents',
      'wiki special pages disallowed',
      '302 to a random article is disallowed',
      'old index.php addresses redirect',
    ],
  });
  const random = siteRandom(context, site.host);
  const entries: Entry[] = [
    ...EVENTS.map((e) => ({
      title: e.title,
      category: 'Acontecimentos',
      sections: [{ heading: null, paragraphs: e.paragraphs }],
    })),
    ...towns(random),
    ...lives(random, 60),
  ];
  const known = new Set(entries.map((e) => e.title));
  const categories = [...new Set(entries.map((e) => e.category))].sort();

  const mentions = new Map<number, { title: string; text: string; value: string }[]>();
  for (const e of EVENTS) {
    for (const [, values] of e.paragraphs) {
      for (const value of values) {
        const year = Number(value.slice(0, 4));
        const list = mentions.get(year) ?? [];
        if (!list.some((m) => m.title === e.title)) list.push({ title: e.title, text: value, value });
        mentions.set(year, list);
      }
    }
  }
  const years = [...mentions.keys()].sort((a, b) => a - b);
  const centuries = [...new Set(years.map((y) => Math.ceil(y / 100)))];

  const frame = (title: string, body: string) => `<!DOCTYPE html>
<html lang="pt-PT">
<head><meta charset="utf-8"><title>${esc(title)}</title></head>
<body>
<div id="topo"><a href="/">Enciclopédia Exemplo</a> <a href="/especial/Aleatoria" rel="nofollow">Página aleatória</a> <a href="/especial/Mudancas">Mudanças recentes</a></div>
<div id="conteudo">
<h1>${esc(title.replace(' – Enciclopédia Exemplo', ''))}</h1>
${body}
</div>
<div id="rodape"><p>Os acontecimentos aqui descritos são históricos. As pessoas e as localidades com artigo próprio são fictícias, salvo indicação em contrário.</p></div>
</body></html>
`;
  const add = (
    at: string,
    kind: PageKind,
    title: string,
    body: () => string,
    extra: { content?: () => string[]; segments?: () => Segment[]; modified?: Date } = {},
  ) =>
    site.page(at, {
      kind,
      title: `${title} – Enciclopédia Exemplo`,
      ...extra,
      html: () => frame(`${title} – Enciclopédia Exemplo`, body()),
    });

  site.page('/', {
    kind: 'home',
    title: 'Enciclopédia Exemplo',
    html: () =>
      frame(
        'Enciclopédia Exemplo',
        `<p>Bem-vindo à Enciclopédia Exemplo, com ${entries.length} artigos sobre a história de Portugal, do Brasil e do mundo.</p>
<h2>Por categoria</h2>${items(categories.map((c) => link(`/categoria/${encodeURIComponent(c.replaceAll(' ', '_'))}`, c)))}
<h2>Por século</h2>${items(centuries.map((c) => link(`/seculo/${roman(c)}`, `Século ${roman(c)}`)))}
<p>Artigo em destaque: ${link('/index.php?titulo=Revolu%C3%A7%C3%A3o_dos_Cravos', 'Revolução dos Cravos')}. Ver também o ${link('/artigo/Artigo_apagado', 'artigo apagado')}.</p>`,
      ),
  });
  site.redirect('/index.php?titulo=Revolu%C3%A7%C3%A3o_dos_Cravos', path('Revolução dos Cravos'), 301);
  site.missing('/artigo/Artigo_apagado');

  for (const category of categories) {
    const own = entries
      .filter((e) => e.category === category)
      .sort((a, b) => a.title.localeCompare(b.title, 'pt'));
    add(
      `/categoria/${encodeURIComponent(category.replaceAll(' ', '_'))}`,
      'list',
      `Categoria: ${category}`,
      () => items(own.map((e) => link(path(e.title), e.title))),
    );
  }
  for (const century of centuries) {
    const own = years.filter((y) => Math.ceil(y / 100) === century);
    add(
      `/seculo/${roman(century)}`,
      'list',
      `Século ${roman(century)}`,
      () =>
        `<p>O século ${roman(century)} vai de ${(century - 1) * 100 + 1} a ${century * 100}.</p>${items(own.map((y) => link(`/ano/${y}`, String(y))))}`,
    );
  }
  for (const year of years) {
    const own = mentions.get(year)!;
    const near = years[years.indexOf(year) + 1];
    add(
      `/ano/${year}`,
      'list',
      String(year),
      () =>
        `<p>Acontecimentos do ano de ${year} com artigo nesta enciclopédia.</p>${items(own.map((m) => `${valueInWords(m.value)}: ${link(path(m.title), m.title)}`))}${near === undefined ? '' : `<p>Ano seguinte com artigos: ${link(`/ano/${near}`, String(near))}.</p>`}`,
      { segments: () => own.map((m) => ({ text: m.title, values: [m.value] })) },
    );
  }

  entries.forEach((e, i) => {
    const all = e.sections.flatMap((s) => s.paragraphs);
    const see = random.fork('see', e.title).sample(
      entries.filter((o) => o !== e && o.category === e.category),
      3,
    );
    add(
      path(e.title),
      e.category === 'Localidades' ? 'place' : e.category === 'Acontecimentos' ? 'article' : 'person',
      e.title,
      () => `${e.sections.map((s) => `${s.heading === null ? '' : `<h2>${esc(s.heading)}</h2>\n`}${s.paragraphs.map(([text]) => `<p>${wiki(text, known)}</p>`).join('\n')}`).join('\n')}
<h2>Ver também</h2>${items(see.map((o) => link(path(o.title), o.title)))}
<p class="categorias">Categoria: ${link(`/categoria/${encodeURIComponent(e.category.replaceAll(' ', '_'))}`, e.category)}</p>
<p class="edicao"><a href="/especial/Editar?titulo=${encodeURIComponent(e.title)}">Editar esta página</a></p>`,
      {
        modified: utc(2023, 1 + (i % 12), 1 + (i % 28)),
        content: () => [
          e.title,
          ...e.sections.flatMap((s) => [
            ...(s.heading === null ? [] : [s.heading]),
            ...s.paragraphs.map(([t]) => plainText(t)),
          ]),
        ],
        segments: () => all.map(([text, values]) => ({ text: plainText(text), values })),
      },
    );
  });

  site.page('/especial/Mudancas', {
    kind: 'list',
    reach: 'disallowed',
    title: 'Mudanças recentes',
    html: () =>
      frame('Mudanças recentes', items(entries.slice(0, 20).map((e) => link(path(e.title), e.title)))),
  });
  site.robots(`User-agent: *
Disallow: /especial/
Disallow: /*?acao=
`);
  return site.build();
}

/** `1939-09-01` → `1 de setembro`; a bare year has no words of its own. */
function valueInWords(value: string): string {
  const [, month, day] = value.split('-');
  if (month === undefined) return 'Neste ano';
  const name = MONTHS[Number(month) - 1]!;
  return day === undefined ? `Em ${name}` : `${Number(day)} de ${name}`;
}
