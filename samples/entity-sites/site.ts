/**
 * One site of a design: all its pages as text, and the truth about them. Everything is a function of the seed; nothing is fetched or
 * served here.
 */
import { addDays, shortDate, two, utc } from '../language/dates.ts';
import { Random } from '../language/random.ts';
import { slug } from '../language/slug.ts';
import { esc, jsonLd, link } from '../markup.ts';
import type { Design } from './design.ts';
import { type AttributeKind, plain, type Thing, type ThingKind, write } from './kinds.ts';
import { type Anchor, type Detail, details, type ListEntry, listing, page, prose } from './markup.ts';

export interface EntityTruth {
  readonly url: string;
  /** The same on every site of a domain. */
  readonly id: string;
  /** By attribute, as this page writes it; `nome` among them. What the page leaves out is absent. */
  readonly values: ReadonlyMap<string, string>;
  /** By attribute, in a form that does not depend on the site. */
  readonly facts: ReadonlyMap<string, string>;
}

export interface EntitySite {
  readonly name: string;
  readonly origin: string;
  readonly kind: string;
  readonly design: Design;
  /** Address → page. */
  readonly pages: ReadonlyMap<string, string>;
  readonly entities: readonly EntityTruth[];
  /** The label this site gives to an attribute. */
  readonly labels: ReadonlyMap<string, string>;
  /** One of the entities, drawn. */
  readonly sample: string;
}

export interface SiteSettings {
  readonly name: string;
  readonly origin: string;
  readonly kind: ThingKind;
  readonly design: Design;
  readonly things: readonly Thing[];
  /** Share of values in which this site contradicts the others. */
  readonly disagreement?: number;
}

interface Placed {
  readonly thing: Thing;
  readonly path: string;
  /** The list it stands in. */
  readonly list: string;
  readonly group: string;
  readonly region: string;
  readonly year: number;
}

const REGIONS = ['Norte', 'Sul', 'Litoral'] as const;
const SENTENCES = [
  'As informações desta página são atualizadas pela equipe responsável.',
  'Os dados foram conferidos com os documentos entregues à secretaria.',
  'Em caso de dúvida, procure o atendimento no horário comercial.',
  'O cadastro pode ser corrigido a pedido dos interessados.',
  'A ficha reúne o que consta do registro mais recente.',
  'Há mais de uma década o trabalho é conhecido na região.',
] as const;
const HEADLINES = [
  'Obras da praça começam na segunda',
  'Festa da colheita reúne produtores',
  'Inscrições são prorrogadas',
  'Reunião discute transporte escolar',
  'Campanha recolhe agasalhos',
  'Ponte nova é entregue',
  'Museu reabre com exposição',
  'Feira do livro volta à praça',
  'Chuva fecha estrada vicinal',
  'Coral se apresenta no domingo',
  'Mutirão limpa as margens do rio',
  'Horta comunitária tem nova sede',
] as const;

function camel(text: string): string {
  return slug(text)
    .split('-')
    .map((w) => w.charAt(0).toUpperCase() + w.slice(1))
    .join('');
}

/** Six figures that mean nothing. */
function opaque(random: Random, name: string): string {
  return random.fork('opaque', name).int(0x100000, 0xffffff).toString(16);
}

/** The address of a page of some kind in the site's form. */
function addressOf(
  design: Design,
  random: Random,
  words: { plural: string; singular: string },
  name: string,
  number: number,
  list: string,
): string {
  const s = slug(name);
  switch (design.address) {
    case 'slug-last':
      return `/${words.plural}/${s}`;
    case 'slug-middle':
      return `/${words.singular}/${s}/biografia`;
    case 'query-id':
      return `/${words.singular}.php?id=${number}`;
    case 'query-two':
      return `/index.php?pagina=${words.singular}&id=${number}`;
    case 'number-folder':
      return `/${words.plural}/${number}/`;
    case 'number-slug':
      return `/${words.singular}/${number}-${s}.html`;
    case 'file-below-list':
      return `${list.replace(/\/$/, '')}/${words.singular}${two(number)}.htm`;
    case 'content-system':
      return `/portal/pagina/${1000 + number * 3}/${s}`;
    case 'opaque':
      return `/${words.singular}/${opaque(random, `${words.singular}${number}`)}`;
    case 'camel-case':
      return `/${words.plural}/${camel(name)}.aspx`;
  }
}

function listAddress(design: Design, plural: string, steps: readonly string[], pageNumber = 1): string {
  if (design.address === 'query-id' || design.address === 'query-two') {
    const base = design.address === 'query-two' ? `/index.php?pagina=${plural}` : `/${plural}.php`;
    const all = [
      ...steps.map((s, i) => `${['grupo', 'sub'][i]}=${s}`),
      ...(pageNumber > 1 ? [`p=${pageNumber}`] : []),
    ];
    return all.length === 0 ? base : `${base}${base.includes('?') ? '&' : '?'}${all.join('&')}`;
  }
  const base = `/${[plural, ...steps].join('/')}`;
  if (pageNumber === 1) return base;
  return design.index === 'pages-path' ? `${base}/pagina/${pageNumber}` : `${base}?page=${pageNumber}`;
}

function subAddress(path: string, design: Design): string {
  if (design.address === 'slug-middle') return path.replace(/biografia$/, 'fotos');
  return path.includes('?') ? `${path}&aba=fotos` : `${path.replace(/\/$/, '')}/fotos`;
}

export function buildEntitySite(settings: SiteSettings, seed: number): EntitySite {
  const { kind, design, things, name, origin } = settings;
  const random = new Random(seed, 'entity-site', origin);
  const pages = new Map<string, string>();
  const put = (path: string, html: string) => {
    if (!pages.has(origin + path)) pages.set(origin + path, html);
  };
  const labels = new Map(kind.attributes.map((a) => [a.id, random.fork('label', a.id).pick(a.labels)]));
  const colon = random.fork('colon').chance(0.5) ? ':' : '';
  const section = kind.plural.charAt(0).toUpperCase() + kind.plural.slice(1);

  // Where everything stands.
  const worth = (thing: Thing, attribute: string) => {
    const fact = thing.facts.get(attribute);
    return fact === undefined ? 'outros' : plain(fact);
  };
  const placed: Placed[] = things.map((thing, i) => {
    const here = random.fork('place', thing.id);
    const group = slug(worth(thing, kind.groupBy));
    const region = slug(here.pick(REGIONS));
    const year = here.int(2021, 2024);
    const letter = slug(thing.name).charAt(0);
    const steps =
      design.index === 'letters'
        ? [letter]
        : design.index === 'groups'
          ? [group]
          : design.index === 'years'
            ? [String(year)]
            : design.index === 'deep'
              ? [region, group]
              : [];
    const list = listAddress(design, kind.plural, steps);
    return {
      thing,
      group,
      region,
      year,
      list,
      path: addressOf(design, random, kind, thing.name, i + 1, list),
    };
  });

  const twins: Anchor[] = design.twins
    ? Array.from({ length: 12 }, (_, i) => {
        const title = `${kind.twin.singular.charAt(0).toUpperCase()}${kind.twin.singular.slice(1)} ${random.fork('twin', i).pick(['Aurora', 'Central', 'do Vale', 'Primavera', 'São João', 'Progresso', 'Ideal', 'Popular'])} ${i + 1}`;
        return {
          text: title,
          href: addressOf(
            design,
            random,
            kind.twin,
            title,
            design.address === 'content-system' ? 400 + i : i + 1,
            listAddress(design, kind.twin.plural, design.address === 'file-below-list' ? ['geral'] : []),
          ),
        };
      })
    : [];
  const news: Anchor[] =
    design.news === 'none'
      ? []
      : HEADLINES.map((text, i) => ({
          text,
          href:
            design.news === 'same-form'
              ? addressOf(
                  design,
                  random,
                  { plural: 'noticias', singular: 'noticia' },
                  text,
                  design.address === 'content-system' ? 700 + i : 50 + i,
                  listAddress(design, 'noticias', design.address === 'file-below-list' ? ['2024'] : []),
                )
              : `/noticias/2024/${two(1 + (i % 6))}/${slug(text)}.html`,
        }));

  const institution: Anchor[] = [
    { href: '/institucional/historia', text: 'História' },
    { href: '/institucional/equipe', text: 'Equipe' },
    { href: '/contato', text: 'Contato' },
  ];
  const others: Anchor[] = random.fork('others').sample(
    [
      { href: '/transparencia', text: 'Transparência' },
      { href: '/agenda', text: 'Agenda' },
      { href: '/galeria', text: 'Galeria de fotos' },
      { href: '/servicos', text: 'Serviços' },
      { href: '/perguntas', text: 'Perguntas frequentes' },
    ],
    random.fork('how many').int(1, 4),
  );
  const sectionLink: Anchor = { href: listAddress(design, kind.plural, []), text: section };
  const twinList = listAddress(design, kind.twin.plural, []);
  const menu: Anchor[] = [
    institution[0]!,
    sectionLink,
    ...(design.twins ? [{ href: twinList, text: kind.twin.plural }] : []),
    ...(news.length > 0 ? [{ href: listAddress(design, 'noticias', []), text: 'Notícias' }] : []),
    ...others,
    institution[2]!,
  ];
  const footer: Anchor[] = [
    { href: '/acessibilidade', text: 'Acessibilidade' },
    { href: '/privacidade', text: 'Política de privacidade' },
    institution[1]!,
  ];
  const side =
    news.length > 0 && random.fork('side').chance(0.6)
      ? { title: 'Últimas notícias', links: news.slice(0, 4) }
      : undefined;
  const common = { site: name, footer };
  const withSide = side === undefined ? {} : { side };

  const menuOf = (where: 'index' | 'thing') => (where === 'thing' && design.back === 'home' ? [] : menu);
  const text = (path: string, title: string) =>
    put(
      path,
      page(design.frame, {
        ...common,
        ...withSide,
        title,
        menu,
        body: `<h1>${esc(title)}</h1>${prose(random.fork('text', path).sample(SENTENCES, 4), design)}`,
      }),
    );

  // Things.
  const truth: EntityTruth[] = [];
  const variantAttribute = random.fork('variant').pick(kind.attributes).id;
  placed.forEach((p, i) => {
    const here = random.fork('thing', p.thing.id);
    const values = new Map<string, string>([['nome', p.thing.name]]);
    const facts = new Map<string, string>([['nome', p.thing.name]]);
    const rows: Detail[] = kind.attributes.map((a: AttributeKind) => {
      const label = labels.get(a.id)!;
      const dice = here.fork(a.id);
      if (a.optional && dice.chance(design.omission)) return { label, value: null };
      const contradicts = dice.chance(settings.disagreement ?? 0);
      const fact = contradicts
        ? a.make(dice.fork('other'), { name: p.thing.name, number: i + 1 })
        : p.thing.facts.get(a.id)!;
      const value = write(fact, design.writing);
      values.set(a.id, value);
      facts.set(a.id, plain(fact));
      return {
        label,
        value,
        ...(a.id === variantAttribute && dice.chance(design.variant) ? { marked: true } : {}),
        ...(design.structured === 'microdata' ? { property: a.id } : {}),
      };
    });
    const near = here.fork('related').sample(
      placed.filter((o) => o !== p && o.group === p.group),
      4,
    );
    const sub = subAddress(p.path, design);
    const related =
      design.related && near.length > 0
        ? `<div class="veja"><h3>Veja também</h3><ul>${near.map((o) => `<li>${link(o.path, o.thing.name)}</li>`).join('')}</ul></div>`
        : '';
    const button =
      design.back === 'button' ? `<p class="voltar">${link(p.list, 'Voltar para a lista')}</p>` : '';
    const crumbs: Anchor[] | undefined =
      design.back === 'breadcrumb'
        ? [
            { href: '/', text: 'Início' },
            sectionLink,
            ...(p.list === sectionLink.href ? [] : [{ href: p.list, text: 'Lista' }]),
          ]
        : undefined;
    const heading =
      design.structured === 'microdata'
        ? `<h1 itemprop="name">${esc(p.thing.name)}</h1>`
        : `<h1>${esc(p.thing.name)}</h1>`;
    const about = here.fork('about').sample(SENTENCES, here.fork('length').int(1, 3));
    const head =
      design.structured === 'json-ld'
        ? jsonLd({
            '@context': 'https://schema.org',
            '@type': 'Thing',
            name: p.thing.name,
            url: origin + p.path,
          })
        : '';
    put(
      p.path,
      page(design.frame, {
        ...common,
        ...withSide,
        title: p.thing.name,
        menu: menuOf('thing'),
        ...(crumbs === undefined ? {} : { crumbs }),
        head,
        ...(design.structured === 'microdata'
          ? { scope: ' itemscope itemtype="https://schema.org/Thing"' }
          : {}),
        body: `${heading}<img src="/img/sem-foto.png" alt="">${details(design.details, rows, colon)}${prose(about, design)}${design.subPages ? `<p class="abas">${link(sub, 'Fotos')}</p>` : ''}${related}${button}<p>Página atualizada em ${shortDate(addDays(utc(2024, 1, 1), here.int(0, 150)))}</p>`,
      }),
    );
    if (design.subPages)
      put(
        sub,
        page(design.frame, {
          ...common,
          ...withSide,
          title: `Fotos de ${p.thing.name}`,
          menu: menuOf('thing'),
          body: `<h1>Fotos</h1><div class="galeria">${Array.from({ length: 4 }, (_, n) => `<img src="/fotos/${i}-${n}.jpg" alt="">`).join('')}</div><p>${link(p.path, 'Voltar')}</p>`,
        }),
      );
    truth.push({ url: origin + p.path, id: p.thing.id, values, facts });
  });

  // Lists.
  const strangers: ListEntry[] = design.strangersInList
    ? [
        { href: '/institucional/regimento', text: 'Como são escolhidos' },
        { href: '/institucional/historia', text: 'Galeria histórica' },
      ]
    : [];
  const entry = (p: Placed): ListEntry => ({
    href: p.path,
    text: p.thing.name,
    note: worth(p.thing, kind.groupBy),
  });
  const listPage = (path: string, title: string, entries: readonly ListEntry[], extra = '') =>
    put(
      path,
      page(design.frame, {
        ...common,
        ...withSide,
        title,
        menu,
        body: `<h1>${esc(title)}</h1>${extra}${listing(design.listing, entries)}`,
      }),
    );
  const directory = (path: string, title: string, links: readonly Anchor[]) =>
    put(
      path,
      page(design.frame, {
        ...common,
        ...withSide,
        title,
        menu,
        body: `<h1>${esc(title)}</h1><ul class="secoes">${links.map((a) => `<li>${link(a.href, a.text)}</li>`).join('\n')}</ul>`,
      }),
    );
  const root = sectionLink.href;
  const by = (key: (p: Placed) => string) => {
    const groups = new Map<string, Placed[]>();
    for (const p of placed) groups.set(key(p), [...(groups.get(key(p)) ?? []), p]);
    return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  };
  if (design.index === 'one-list') listPage(root, section, [...strangers, ...placed.map(entry)]);
  else if (design.index === 'pages-query' || design.index === 'pages-path') {
    const size = placed.length > 60 ? 20 : 10;
    const last = Math.ceil(placed.length / size);
    for (let n = 1; n <= last; n++) {
      const numbers = random.fork('pager').chance(0.5)
        ? Array.from({ length: last }, (_, k) => k + 1).filter((k) => k !== n)
        : [n - 1, n + 1].filter((k) => k >= 1 && k <= last);
      const pager = `<div class="paginacao">${numbers.map((k) => link(listAddress(design, kind.plural, [], k), random.fork('words').chance(0.3) ? (k > n ? 'Próxima' : 'Anterior') : String(k))).join(' ')}</div>`;
      listPage(
        listAddress(design, kind.plural, [], n),
        section,
        [...(n === 1 ? strangers : []), ...placed.slice((n - 1) * size, n * size).map(entry)],
        pager,
      );
    }
  } else if (design.index === 'letters') {
    const letters = by((p) => slug(p.thing.name).charAt(0));
    const bar = `<div class="letras">${letters.map(([l]) => link(listAddress(design, kind.plural, [l]), l.toUpperCase())).join(' ')}</div>`;
    for (const [letter, list] of letters)
      listPage(list[0]!.list, `${section} - ${letter.toUpperCase()}`, list.map(entry), bar);
    // The root shows the first letter.
    listPage(root, section, letters[0]![1].map(entry), bar);
  } else if (design.index === 'groups' || design.index === 'years') {
    const groups = by((p) => (design.index === 'groups' ? p.group : String(p.year)));
    for (const [group, list] of groups) listPage(list[0]!.list, `${section}: ${group}`, list.map(entry));
    directory(
      root,
      section,
      groups.map(([group, list]) => ({ href: list[0]!.list, text: group })),
    );
  } else {
    const regions = by((p) => p.region);
    for (const [region, inRegion] of regions) {
      const groups = [...new Set(inRegion.map((p) => p.group))].sort();
      for (const group of groups) {
        const list = inRegion.filter((p) => p.group === group);
        listPage(list[0]!.list, `${section}: ${group}`, list.map(entry));
      }
      directory(
        listAddress(design, kind.plural, [region]),
        `${section}: ${region}`,
        groups.map((group) => ({ href: listAddress(design, kind.plural, [region, group]), text: group })),
      );
    }
    directory(
      root,
      section,
      regions.map(([region]) => ({ href: listAddress(design, kind.plural, [region]), text: region })),
    );
  }

  // Besides.
  twins.forEach((twin, i) => {
    const rows: Detail[] = kind.twin.labels.map((label, k) => ({
      label,
      value: random
        .fork('twin value', i, k)
        .pick(['Sala 12', '1987', 'Maria Prado', '240', 'Segunda-feira', 'Centro', 'Rua Direita, 10']),
    }));
    put(
      twin.href,
      page(design.frame, {
        ...common,
        ...withSide,
        title: twin.text,
        menu,
        body: `<h1>${esc(twin.text)}</h1><img src="/img/sem-foto.png" alt="">${details(design.details, rows, colon)}${prose(random.fork('twin text', i).sample(SENTENCES, 2), design)}<p>Página atualizada em ${shortDate(utc(2024, 3, 1 + i))}</p>`,
      }),
    );
  });
  if (design.twins) {
    if (design.address === 'file-below-list') {
      directory(twinList, kind.twin.plural, [
        { href: listAddress(design, kind.twin.plural, ['geral']), text: 'Geral' },
      ]);
      listPage(listAddress(design, kind.twin.plural, ['geral']), kind.twin.plural, twins);
    } else listPage(twinList, kind.twin.plural, twins);
  }
  news.forEach((item, i) => {
    put(
      item.href,
      page(design.frame, {
        ...common,
        ...withSide,
        title: item.text,
        menu,
        body: `<h1>${esc(item.text)}</h1><p class="data">${shortDate(utc(2024, 1 + (i % 6), 3 + i))}</p>${prose(random.fork('news', i).sample(SENTENCES, 5), design)}<p>${link(listAddress(design, 'noticias', []), 'Mais notícias')}</p>`,
      }),
    );
  });
  if (news.length > 0) {
    if (design.news === 'same-form' && design.address === 'file-below-list') {
      directory(listAddress(design, 'noticias', []), 'Notícias', [
        { href: listAddress(design, 'noticias', ['2024']), text: '2024' },
      ]);
      listPage(listAddress(design, 'noticias', ['2024']), 'Notícias de 2024', news);
    } else listPage(listAddress(design, 'noticias', []), 'Notícias', news);
  }
  for (const { href, text: title } of [
    ...institution,
    ...others,
    ...footer,
    { href: '/institucional/regimento', text: 'Regimento' },
  ])
    text(href, title);
  const highlights = random.fork('highlights').sample(placed, 3);
  put(
    '/',
    page(design.frame, {
      ...common,
      ...withSide,
      title: name,
      menu,
      body: `<h1>${esc(name)}</h1>${prose(SENTENCES.slice(0, 2), design)}<div class="destaques">${highlights.map((p) => `<div>${link(p.path, p.thing.name)}</div>`).join('')}</div><p>${link(root, `Todos: ${section}`)}</p>`,
    }),
  );

  return {
    name,
    origin,
    kind: kind.id,
    design,
    pages,
    entities: truth,
    labels,
    sample: origin + random.fork('sample').pick(placed).path,
  };
}
