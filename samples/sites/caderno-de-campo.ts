/** A personal blog about walks and birds: posts with dates in the address, archives by month, a few comments. */
import { rss } from '../feeds.ts';
import { HOSTS } from '../hosts.ts';
import { comments } from '../language/comments.ts';
import { addDays, isoDay, longDate, MONTHS, two, utc } from '../language/dates.ts';
import { expand } from '../language/expand.ts';
import { TOWNS } from '../language/places.ts';
import { slug } from '../language/slug.ts';
import { esc, items, link, paragraphs } from '../markup.ts';
import { type SampleSite, type SiteContext, siteRandom } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';

const OPENINGS = [
  'Saí de casa às cinco da manhã, com a garrafa de café e o binóculo velho, e cheguei a [cidade] antes do sol.',
  'Fazia meses que eu queria voltar a [cidade], e no último domingo o tempo finalmente ajudou.',
  'Há lugares que a gente visita uma vez e nunca mais esquece; [cidade] é um deles.',
] as const;
const MIDDLES = [
  'A trilha começa atrás da capela, sobe por um capão de mata e, depois de uns quarenta minutos, sai em um campo aberto de onde se vê todo o vale.',
  'Contei [num] espécies de aves em três horas, número que não alcançava desde [ano].',
  'O primeiro a aparecer foi um {pica-pau-do-campo|sabiá-laranjeira|joão-de-barro|tucanuçu}, indiferente à minha presença e muito ocupado com o café da manhã.',
  'Encontrei no caminho um senhor de oitenta anos que me mostrou onde ficava o antigo moinho, parado desde [ano].',
  'A nascente estava quase seca, bem diferente do que eu tinha anotado no caderno em [ano].',
  'Almocei pão com queijo à sombra de uma figueira e fiquei escutando as maritacas discutirem.',
  'No fim da tarde, a luz ficou tão bonita que guardei a câmera e apenas olhei.',
  'Errei o caminho na volta, como sempre, e acabei conhecendo uma cachoeira que não está em mapa nenhum.',
  'Uma família de quatis atravessou a estrada em fila, sem pressa, com o menor de todos por último.',
  'Anotei o nome de [num2] árvores que não conhecia, com a ajuda de um livrinho comprado em sebo.',
  'Choveu durante vinte minutos, o bastante para perfumar a mata inteira e encharcar as minhas meias.',
  'A padaria da praça vende um bolo de fubá que justifica, sozinho, os sessenta quilômetros de estrada.',
  'Em [ano] houve aqui um incêndio que durou quatro dias; a mata se refez, mas ainda se veem troncos pretos entre as folhas novas.',
  'Um menino de bicicleta me perguntou o que eu tanto olhava e acabou ficando com o binóculo por meia hora.',
  'Anotei a temperatura às seis horas: onze graus, com um vento fino que entrava pela gola.',
  'O dono do sítio contou que as garças só apareceram depois que o açude ficou pronto, em [ano].',
  'Na subida, o barro grudava tanto na sola que parecia que eu carregava o morro comigo.',
  'Ouvi ao longe um canto que não reconheci e passei o resto do dia tentando assobiá-lo para não esquecer.',
  'Há um banco de pedra bem no alto, gasto pelo tempo, com duas iniciais e o ano de [ano] gravados.',
  'O rio, que dali parece imóvel, faz uma curva larga e some atrás dos eucaliptos.',
  'Troquei três palavras com um casal de ciclistas e ganhei uma laranja.',
  'Os mapas antigos mostram uma estrada de tropeiros neste ponto, e de fato há pedras arrumadas demais para serem obra do acaso.',
  'Dormi no ônibus da volta e só acordei no ponto final, com o caderno aberto no colo.',
  'Quem for deve levar água, chapéu e paciência: a estrada de terra tem mais buracos do que chão.',
] as const;
const ENDINGS = [
  'Volto em breve, desta vez com botas melhores.',
  'Se alguém conhecer um atalho, por favor deixe um comentário.',
  'Fica a recomendação, com um pedido: não deixe lixo pelo caminho.',
] as const;
const TITLES = [
  'Manhã em [cidade]',
  'As aves de [cidade]',
  'Uma caminhada até [cidade]',
  'De volta a [cidade]',
  'Três horas em [cidade]',
] as const;

export function cadernoDeCampo(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.blog, {
    name: 'Caderno de Campo',
    language: 'pt-BR',
    quirks: [
      'dates in addresses',
      'monthly archives',
      'feed linked in the head',
      'links to a host that does not exist',
      'comment authors with nofollow',
    ],
  });
  const random = siteRandom(context, site.host);
  let day = utc(2024, 6, 9, 20);
  const used = new Set<string>();
  const posts = Array.from({ length: 24 }, (_, i) => {
    const here = random.fork('post', i);
    const slots = () => ({
      cidade,
      num: String(here.int(24, 71)),
      num2: String(here.int(11, 19)),
      ano: String(here.int(1998, 2019)),
    });
    let cidade = '';
    let title = '';
    do {
      cidade = here.pick(TOWNS.br);
      title = expand(here.pick(TITLES), slots(), here);
    } while (used.has(title));
    used.add(title);
    const sentences = here
      .shuffle(here.sample(MIDDLES, here.int(8, 12)))
      .map((t) => expand(t, slots(), here));
    const texts = [`${expand(here.pick(OPENINGS), slots(), here)} ${sentences.shift()}`];
    while (sentences.length > 0) texts.push(sentences.splice(0, 3).join(' '));
    texts.push(here.pick(ENDINGS));
    const published = day;
    day = addDays(day, -here.int(5, 20));
    return {
      title,
      texts,
      published,
      path: `/${published.getUTCFullYear()}/${two(published.getUTCMonth() + 1)}/${slug(title)}.html`,
      month: `${published.getUTCFullYear()}/${two(published.getUTCMonth() + 1)}`,
      remarks: comments(here, 'br', i % 4),
    };
  });
  const months = [...new Set(posts.map((p) => p.month))];
  const monthName = (m: string) => `${MONTHS[Number(m.slice(5)) - 1]} de ${m.slice(0, 4)}`;

  const frame = (title: string, body: string) => `<!DOCTYPE html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>${esc(title)}</title><link rel="alternate" type="application/rss+xml" href="/feeds/posts"></head>
<body><div class="cabecalho"><h2><a href="/">Caderno de Campo</a></h2><p>Caminhadas, aves e conversa fiada</p></div>
<div class="postagens">${body}</div>
<div class="barra"><h3>Arquivo</h3>${items(months.map((m) => link(`/${m}/`, monthName(m))))}<h3>Blogs amigos</h3>${items([link('http://www.naoexiste-exemplo.com.br/blog/', 'Diário de um passarinheiro'), link(`${context.origin(HOSTS.forum)}/`, 'Quintal Vivo')])}</div></body></html>
`;
  site.page('/', {
    kind: 'home',
    title: 'Caderno de Campo',
    html: () =>
      frame(
        'Caderno de Campo',
        posts
          .slice(0, 5)
          .map(
            (p) =>
              `<h3>${link(p.path, p.title)}</h3><p class="data">${longDate(p.published)}</p><p>${esc(p.texts[0]!)}</p>`,
          )
          .join('\n'),
      ),
  });
  for (const m of months) {
    site.page(`/${m}/`, {
      kind: 'list',
      title: `Caderno de Campo: ${monthName(m)}`,
      html: () =>
        frame(
          `Caderno de Campo: ${monthName(m)}`,
          items(posts.filter((p) => p.month === m).map((p) => link(p.path, p.title))),
        ),
    });
  }
  posts.forEach((p, i) => {
    const older = posts[i + 1];
    site.page(p.path, {
      kind: 'article',
      title: `${p.title} - Caderno de Campo`,
      published: utc(
        p.published.getUTCFullYear(),
        p.published.getUTCMonth() + 1,
        p.published.getUTCDate(),
        0,
      ),
      content: () => [p.title, ...p.texts],
      html: () =>
        frame(
          `${p.title} - Caderno de Campo`,
          `<div class="post"><h1>${esc(p.title)}</h1><p class="data" title="${isoDay(p.published)}">${longDate(p.published)}</p>${paragraphs(p.texts)}</div><h4>${p.remarks.length} comentários</h4>${p.remarks.map((c) => `<div class="c"><a rel="nofollow ugc" href="http://perfil.invalid/${slug(c.author)}">${esc(c.author)}</a>: ${esc(c.text)}</div>`).join('')}${older === undefined ? '' : `<p>${link(older.path, 'Postagem mais antiga')}</p>`}`,
        ),
    });
  });
  site.file('/feeds/posts', 'text/xml; charset=utf-8', 'feed', () =>
    rss(
      'Caderno de Campo',
      `${site.origin}/`,
      'pt-BR',
      posts.map((p) => ({
        url: site.origin + p.path,
        title: p.title,
        summary: p.texts[0]!,
        published: p.published,
      })),
    ),
  );
  site.robots(
    `User-agent: *\nDisallow: /search\nAllow: /\n\nSitemap: ${site.origin}/sitemap-inexistente.xml\n`,
  );
  return site.build();
}
