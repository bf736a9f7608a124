/** A forum about vegetable gardens: session ids in every link, threads in pages, profiles not to be indexed. */
import { HOSTS } from '../hosts.ts';
import { addDays, clock, shortDate, utc } from '../language/dates.ts';
import { people } from '../language/people.ts';
import { slug } from '../language/slug.ts';
import { esc, items, link } from '../markup.ts';
import { type SampleSite, type SiteContext, siteRandom } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';
import { inPages } from './newsroom.ts';

const THREADS: readonly (readonly [board: string, title: string, question: string])[] = [
  [
    'Horta',
    'Pulgão na couve: o que fazer?',
    'Minhas couves amanheceram cheias de pulgões cinzentos na parte de baixo das folhas. Já tirei com água, mas eles voltam em três dias. Alguém tem uma receita que não envenene as joaninhas?',
  ],
  [
    'Horta',
    'Tomate rachando antes de amadurecer',
    'Os tomates crescem bem, mas racham perto do cabinho quando começam a ficar vermelhos. Rego todos os dias à noite. Será excesso de água?',
  ],
  [
    'Horta',
    'Quando semear cenoura na serra?',
    'Aqui faz frio de verdade entre junho e agosto. Vale a pena semear cenoura agora ou espero a primavera chegar?',
  ],
  [
    'Horta',
    'Alface que amarga no verão',
    'Plantei três variedades e todas ficaram amargas. Ouvi dizer que é o calor, mas queria saber se existe alguma que aguente.',
  ],
  [
    'Pomar',
    'Jabuticabeira em vaso dá fruto?',
    'Moro em apartamento com varanda de sol pela manhã. Comprei uma jabuticabeira de um metro e gostaria de saber quanto tempo ela leva para produzir.',
  ],
  [
    'Pomar',
    'Poda do pé de limão',
    'Meu limoeiro tem dez anos, está muito fechado e quase não dá flor. Qual é a época certa para podar sem machucar a planta?',
  ],
  [
    'Pomar',
    'Formigas cortadeiras nas laranjeiras',
    'Em uma noite elas levaram metade das folhas. Já tentei casca de laranja e borra de café, sem sucesso.',
  ],
  [
    'Compostagem',
    'Composteira com cheiro forte',
    'Montei uma composteira com três caixas, mas o cheiro está incomodando os vizinhos. Coloco restos de fruta e folhas secas. Onde estou errando?',
  ],
  [
    'Compostagem',
    'Minhocas fugindo da caixa',
    'Ontem encontrei dezenas de minhocas na tampa. A umidade parece boa e não coloquei nada ácido. O que pode ser?',
  ],
  [
    'Conversa',
    'Apresente-se aqui',
    'Conte de onde você é, o tamanho do seu quintal e o que gosta de plantar. Todos são bem-vindos, com ou sem experiência.',
  ],
];
const REPLIES = [
  'Tive o mesmo problema no ano passado e resolvi com calda de sabão neutro, uma colher por litro, aplicada no fim da tarde.',
  'Aqui em casa o segredo foi regar de manhã bem cedo e cobrir o solo com palha. Em duas semanas já dava para notar a diferença.',
  'Não acho que seja isso. Tente olhar a raiz: se estiver escura, o problema é excesso de água mesmo.',
  'Obrigada pela dica! Vou testar no fim de semana e volto para contar o resultado.',
  'Minha avó plantava cravo-de-defunto em volta dos canteiros. Não sei explicar por quê, mas funcionava.',
  'Cuidado com receitas fortes demais: já queimei um canteiro inteiro por querer resolver tudo de uma vez.',
  'Depende muito do clima. Onde eu moro chove quase todo dia em janeiro e nada disso adianta.',
  'Segue uma observação de quem já errou bastante: anote as datas de plantio em um caderno, ajuda mais do que parece.',
  'Experimente misturar folhas secas na mesma proporção. O cheiro some em poucos dias.',
  'Pode ser falta de cálcio. Casca de ovo moída, bem seca, espalhada em volta do pé, costuma resolver.',
  'Concordo com a colega acima, e acrescento que vale a pena trocar as plantas de lugar a cada safra.',
  'Alguém poderia mandar uma foto? Fica mais fácil entender o que está acontecendo.',
] as const;

export function forumQuintalVivo(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.forum, {
    name: 'Fórum Quintal Vivo',
    language: 'pt-BR',
    quirks: [
      'PHPSESSID and sid in links',
      'jsessionid in paths',
      'profiles are noindex, nofollow',
      'search disallowed',
      'user pages linked with rel=nofollow ugc',
    ],
  });
  const random = siteRandom(context, site.host);
  const session = random.fork('session');
  const sid = () => Array.from({ length: 4 }, () => session.int(0x1000, 0xffff).toString(16)).join('');
  const users = people(random.fork('users'), 'br', 12);
  const boards = [...new Set(THREADS.map((t) => t[0]))];

  const frame = (
    title: string,
    body: string,
    head = '',
  ) => `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" lang="pt-br"><head><meta charset="utf-8" /><title>${esc(title)}</title>${head}</head>
<body><div id="topo"><a href="/?PHPSESSID=SESSAO">Fórum Quintal Vivo</a> <a href="/busca.php?sid=SESSAO">Busca</a></div>
${body}
<div id="rodape">Fórum Quintal Vivo, desde 2006</div></body></html>
`;
  // The session changes from page to page (not from request to request: the bytes must be stable).
  const dress = (html: string, token: string) => html.replaceAll('SESSAO', token);
  const tokens = new Map<string, string>();
  const add = (path: string, options: Parameters<typeof site.page>[1]) => {
    tokens.set(path, sid());
    site.page(path, { ...options, html: (at) => dress(options.html(at), tokens.get(path)!) });
  };

  add('/', {
    kind: 'home',
    title: 'Fórum Quintal Vivo',
    html: () =>
      frame(
        'Fórum Quintal Vivo',
        `<h1>Fóruns</h1>${items(boards.map((b) => link(`/forum/${slug(b)};jsessionid=SESSAO`, b)))}`,
      ),
  });
  for (const board of boards) {
    const own = THREADS.map((t, i) => ({ t, i })).filter(({ t }) => t[0] === board);
    add(`/forum/${slug(board)}`, {
      kind: 'list',
      title: `${board} - Fórum Quintal Vivo`,
      html: () =>
        frame(
          `${board} - Fórum Quintal Vivo`,
          `<h1>${board}</h1><table>${own.map(({ t, i }) => `<tr><td>${link(`/topico.php?t=${100 + i}&PHPSESSID=SESSAO`, t[1])}</td></tr>`).join('')}</table>`,
        ),
    });
  }
  const authors = new Set<string>();
  THREADS.forEach(([board, title, question], i) => {
    const here = random.fork('thread', i);
    const start = addDays(utc(2023, 1 + i, 3, 14, 10), here.int(0, 20));
    const replies = here.shuffle(here.sample(REPLIES, here.int(4, 11)));
    const posts = [question, ...replies].map((text, n) => ({
      text,
      author: here.pick(users),
      at: new Date(start.getTime() + n * here.int(3, 40) * 3_600_000),
    }));
    const pages = inPages(posts, 5);
    const address = (page: number) => `/topico.php?t=${100 + i}${page === 0 ? '' : `&pagina=${page + 1}`}`;
    pages.forEach((chunk, page) => {
      for (const p of chunk) authors.add(p.author.name);
      const heading = page === 0 ? title : `${title} (página ${page + 1})`;
      add(address(page), {
        kind: 'thread',
        title: `${heading} - Fórum Quintal Vivo`,
        published: chunk[0]!.at,
        content: () => chunk.map((p) => p.text),
        html: () =>
          frame(
            `${heading} - Fórum Quintal Vivo`,
            `<h1>${esc(heading)}</h1><p>Fórum: ${link(`/forum/${slug(board)};jsessionid=SESSAO`, board)}</p>${chunk.map((p) => `<div class="mensagem"><div class="autor"><a href="/perfil.php?u=${slug(p.author.name)}&amp;sid=SESSAO">${esc(p.author.name)}</a> escreveu em ${shortDate(p.at)} às ${clock(p.at)}</div><div class="texto">${esc(p.text)}</div></div>`).join('\n')}<p>Páginas: ${pages.map((_, n) => link(`${address(n)}&sid=SESSAO`, String(n + 1))).join(' ')}</p>`,
          ),
      });
    });
  });
  for (const u of users.filter((x) => authors.has(x.name))) {
    add(`/perfil.php?u=${slug(u.name)}`, {
      kind: 'person',
      title: `Perfil de ${u.name}`,
      noindex: true,
      nofollow: true,
      attributes: { Nome: u.name },
      html: () =>
        frame(
          `Perfil de ${u.name}`,
          `<h1>${esc(u.name)}</h1><p>Participa do fórum desde 2019. ${link(`/mensagens.php?u=${slug(u.name)}`, 'Ver mensagens')}</p>`,
          '<meta name="ROBOTS" content="NOINDEX,NOFOLLOW" />',
        ),
    });
  }
  site.page('/busca.php', {
    kind: 'list',
    reach: 'disallowed',
    title: 'Busca',
    html: () => frame('Busca', '<form></form>'),
  });
  site.robots(`User-agent: *
Disallow: /busca.php
Disallow: /mensagens.php
`);
  return site.build();
}
