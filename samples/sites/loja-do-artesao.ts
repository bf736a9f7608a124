/**
 * A shop: categories with facets, products whose colours are pages of their own (near duplicates), the same
 * product under two categories (duplicates), and sort orders closed by robots.txt.
 */
import { sitemap } from '../feeds.ts';
import { HOSTS } from '../hosts.ts';
import { money } from '../language/numbers.ts';
import type { Random } from '../language/random.ts';
import { slug } from '../language/slug.ts';
import { esc, items, jsonLd, link, paragraphs } from '../markup.ts';
import { type SampleSite, type SiteContext, siteRandom } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';

interface Line {
  readonly name: string;
  readonly f: boolean;
  readonly material: string;
  readonly use: string;
}

const CATEGORIES: readonly { readonly name: string; readonly lines: readonly Line[] }[] = [
  {
    name: 'Cerâmica',
    lines: [
      {
        name: 'Moringa de barro',
        f: true,
        material: 'barro queimado em forno a lenha',
        use: 'Mantém a água fresca mesmo nos dias mais quentes e dispensa geladeira.',
      },
      {
        name: 'Panela de barro',
        f: true,
        material: 'argila polida com pedra de rio',
        use: 'Vai ao fogo baixo e conserva o calor por muito tempo, o que a torna ideal para moquecas e ensopados.',
      },
      {
        name: 'Vaso decorado',
        f: false,
        material: 'cerâmica esmaltada',
        use: 'Serve para flores secas ou como peça de decoração em prateleiras e mesas de canto.',
      },
    ],
  },
  {
    name: 'Tecelagem',
    lines: [
      {
        name: 'Rede de algodão',
        f: true,
        material: 'algodão cru tecido em tear manual',
        use: 'Suporta até 150 quilos e vem com cordões reforçados e punhos trançados.',
      },
      {
        name: 'Manta de lã',
        f: true,
        material: 'lã de ovelha fiada à mão',
        use: 'Aquece sem pesar e pode ser usada na cama, no sofá ou em viagens.',
      },
      {
        name: 'Tapete de retalhos',
        f: false,
        material: 'sobras de tecido reaproveitadas',
        use: 'Cada peça é única, porque as cores dependem dos retalhos disponíveis na semana.',
      },
    ],
  },
  {
    name: 'Madeira',
    lines: [
      {
        name: 'Banco entalhado',
        f: false,
        material: 'cedro de manejo florestal',
        use: 'Resiste bem ao uso diário e recebe acabamento com cera de abelha.',
      },
      {
        name: 'Gamela',
        f: true,
        material: 'tronco único de jaqueira',
        use: 'É perfeita para servir frutas, pães e saladas em reuniões de família.',
      },
      {
        name: 'Brinquedo de montar',
        f: false,
        material: 'pinho sem verniz',
        use: 'Estimula a coordenação das crianças e não contém peças pequenas.',
      },
    ],
  },
];
const COLOURS = ['azul', 'verde', 'natural'] as const;
const SIZES = ['pequeno', 'grande'] as const;

export function lojaDoArtesao(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.shop, {
    name: 'Loja do Artesão',
    language: 'pt-BR',
    encodings: ['gzip', 'br'],
    quirks: [
      'near-duplicate products by colour',
      'same bytes under two addresses',
      'facets by query',
      'sort orders disallowed by wildcard',
      'canonical links',
      'cart is nofollow',
    ],
  });
  const random = siteRandom(context, site.host);
  const products = CATEGORIES.flatMap((c) =>
    c.lines.flatMap((line) =>
      SIZES.map((size) => ({
        category: c,
        line,
        size,
        key: `${slug(line.name)}-${size}`,
        material: line.material,
        use: line.use,
        ...details(random.fork(line.name, size)),
      })),
    ),
  );

  const frame = (title: string, head: string, body: string) => `<!DOCTYPE html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>${esc(title)}</title>${head}</head>
<body><header><a href="/">Loja do Artesão</a><nav>${CATEGORIES.map((c) => link(`/c/${slug(c.name)}`, c.name)).join(' | ')}</nav><a href="/carrinho" rel="nofollow">Carrinho (0)</a></header>
<main>${body}</main>
<footer><p>Frete grátis nas compras acima de R$ 250,00. Trocas em até trinta dias.</p></footer></body></html>
`;
  site.page('/', {
    kind: 'home',
    title: 'Loja do Artesão',
    html: () =>
      frame(
        'Loja do Artesão',
        '',
        `<h1>Peças feitas à mão</h1><p>Compre diretamente de cooperativas de artesãos e receba em casa.</p>${items(products.slice(0, 6).map((p) => link(`/p/${p.key}`, `${p.line.name}, tamanho ${p.size}`)))}<h2>Novidades</h2>${items(products.slice(6, 9).map((p) => link(`/novidades/${p.key}`, p.line.name)))}`,
      ),
  });
  for (const c of CATEGORIES) {
    const own = products.filter((p) => p.category === c);
    const base = `/c/${slug(c.name)}`;
    const grid = (chosen: typeof own) =>
      items(
        chosen.map(
          (p) => `${link(`/p/${p.key}`, `${p.line.name}, tamanho ${p.size}`)} <b>R$ ${money(p.price)}</b>`,
        ),
      );
    const facets = `<aside><h3>Tamanho</h3>${items(SIZES.map((s) => link(`${base}?tamanho=${s}`, s)))}<h3>Ordenar</h3>${items(['preco', 'nome', 'novidade'].map((o) => link(`${base}?ordem=${o}`, o)))}</aside>`;
    site.page(base, {
      kind: 'list',
      title: `${c.name} | Loja do Artesão`,
      html: () => frame(`${c.name} | Loja do Artesão`, '', `<h1>${c.name}</h1>${facets}${grid(own)}`),
    });
    for (const s of SIZES)
      site.page(`${base}?tamanho=${s}`, {
        kind: 'list',
        title: `${c.name} | Loja do Artesão`,
        html: () =>
          frame(
            `${c.name} | Loja do Artesão`,
            `<link rel="canonical" href="${site.origin}${base}">`,
            `<h1>${c.name}</h1>${facets}${grid(own.filter((p) => p.size === s))}`,
          ),
      });
    for (const o of ['preco', 'nome', 'novidade'])
      site.page(`${base}?ordem=${o}`, {
        kind: 'list',
        reach: 'disallowed',
        title: c.name,
        html: () => frame(c.name, '', grid(own)),
      });
  }
  for (const p of products) {
    const render = (colour: string | null) => {
      const title = `${p.line.name}, tamanho ${p.size}${colour === null ? '' : `, cor ${colour}`} | Loja do Artesão`;
      const attributes = {
        Preço: `R$ ${money(p.price)}`,
        Tamanho: p.size,
        Material: p.material,
        Peso: `${p.weight} g`,
        Origem: p.origin,
        ...(colour === null ? {} : { Cor: colour }),
      };
      const text = [
        `${p.line.f ? 'Feita' : 'Feito'} de ${p.material}, ${p.line.f ? 'esta' : 'este'} ${p.line.name.toLowerCase()} vem da cooperativa de ${p.origin}, onde o ofício passa de pais para filhos há várias gerações. ${p.use}`,
        `A peça é embalada em papel e palha, sem plástico, e acompanha um cartão com o nome de quem a fez. Pequenas variações de cor e de medida são próprias do trabalho manual e não são defeito.`,
        `O prazo de produção é de ${p.days} dias úteis quando não há estoque. Para lavar, use água fria e sabão neutro, e deixe secar à sombra.`,
        ...p.remarks,
      ];
      return { title, attributes, text };
    };
    const url = `${site.origin}/p/${p.key}`;
    const html = (colour: string | null) => {
      const { title, attributes, text } = render(colour);
      return frame(
        title,
        `<link rel="canonical" href="${url}">${jsonLd({ '@context': 'https://schema.org', '@type': 'Product', name: p.line.name, material: p.material, offers: { '@type': 'Offer', price: p.price.toFixed(2), priceCurrency: 'BRL' } })}`,
        `<h1>${esc(p.line.name)}</h1><table class="ficha">${Object.entries(attributes)
          .map(([k, v]) => `<tr><td>${k}</td><td>${esc(v)}</td></tr>`)
          .join(
            '',
          )}</table>${paragraphs(text)}<p>Cores: ${COLOURS.map((c) => link(`/p/${p.key}/${c}`, c)).join(', ')}</p><p><a rel="nofollow" href="/carrinho?adicionar=${p.key}">Comprar</a></p>`,
      );
    };
    const facts = render(null);
    site.page(`/p/${p.key}`, {
      kind: 'product',
      title: facts.title,
      canonical: url,
      attributes: { Nome: p.line.name, ...facts.attributes },
      content: () => facts.text,
      html: () => html(null),
    });
    for (const colour of COLOURS) {
      const own = render(colour);
      site.page(`/p/${p.key}/${colour}`, {
        kind: 'product',
        title: own.title,
        canonical: url,
        nearDuplicateOf: url,
        attributes: { Nome: p.line.name, ...own.attributes },
        content: () => own.text,
        html: () => html(colour),
      });
    }
    if (products.indexOf(p) >= 6 && products.indexOf(p) < 9) {
      site.page(`/novidades/${p.key}`, {
        kind: 'product',
        title: facts.title,
        canonical: url,
        duplicateOf: url,
        attributes: { Nome: p.line.name, ...facts.attributes },
        content: () => facts.text,
        html: () => html(null),
      });
    }
  }
  site.file('/sitemap.xml', 'application/xml', 'sitemap', () =>
    sitemap(products.map((p) => ({ url: `${site.origin}/p/${p.key}` }))),
  );
  site.robots(`user-agent: *
disallow: /*?*ordem=
disallow: /carrinho   # nada de útil aqui
sitemap: ${site.origin}/sitemap.xml
`);
  return site.build();

  function details(here: Random) {
    const remarks = here.sample(
      [
        'Quem comprou costuma elogiar o acabamento e a rapidez da entrega, mesmo para cidades do interior.',
        'A cooperativa recebe setenta por cento do valor da venda, e o restante paga o transporte e a manutenção da loja.',
        'Peças maiores podem ser encomendadas por mensagem, com orçamento em até dois dias.',
        'O modelo foi premiado na feira de artesanato de 2019 e continua a ser feito do mesmo jeito.',
        'As tintas usadas são à base de água e não têm cheiro depois de secas.',
        'A embalagem pode ser devolvida ao carteiro, que a entrega de volta à cooperativa.',
      ],
      here.int(2, 3),
    );
    return {
      price: here.int(29, 420) + 0.9,
      weight: here.int(300, 4200),
      origin: here.pick(['Serra Verde', 'Pedra Alta', 'Jaçanaú', 'Três Ipês']),
      days: here.int(11, 30),
      remarks,
    };
  }
}
