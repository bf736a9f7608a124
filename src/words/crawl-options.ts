/** What each setting of a crawl is for. */
import { inLanguages } from './in-languages.ts';
import type { Language } from './language.ts';

export const CRAWL_OPTION_WORDS = inLanguages(
  {
    scope: 'o que pode ser coletado: br, pt, lusofonia, seeds, any ou domínios separados por vírgulas',
    policy: 'ordem da coleta',
    when: 'seguir só os links do que fala deste período: 1939..1945, 2001, 2001-09..2001-12, "século XIX" ou um nome da configuração (periods)',
    'when-profile':
      'como segui-lo: modern aprende pelo caminho; thesis é o método publicado, ao pé da letra; general segue todos os links e só julga as páginas',
    'when-tau':
      'τ: um segmento está no período quando mais que esta parte das suas datas está (0 a 0,9999; de costume 0,99)',
    'when-unit': 'onde um segmento pode ser cortado: entre parágrafos, frases ou orações',
    'when-match': 'uma data conta quando está toda no período (contain) ou quando o toca (overlap)',
    'when-undated': 'o texto sem data fica com a data anterior: na mesma seção, nunca, ou sempre',
    'when-target':
      'o que deve estar no período: aquilo de que a página fala (content), ou o dia em que foi publicada (publication)',
    'when-order':
      'o que vem primeiro: o mais provável (predicted), o mais referido de dentro do período (references), ou o que foi achado antes (fifo)',
    'when-patterns': 'lê também os padrões deste arquivo, feito por tarrafa time mine --json',
    geo: 'procurar dados geográficos: primeiro as páginas de quem os produz; no fim, olhar dentro dos arquivos e serviços achados. Com --when, só isto último: o período escolhe as páginas',
    'geo-profile': 'como procurá-los: modern, ou compat, o método publicado, ao pé da letra',
    'keep-files':
      'guardar também os próprios arquivos geográficos aceitos, e não só a descrição, a miniatura e o esboço',
    'collection-size':
      'manter uma coleção de n páginas: cheia, uma página nova só entra no lugar da menos importante; as que ficam são visitadas de novo',
    'collection-by':
      'o que faz uma página importante: o peso das páginas da coleção que apontam para ela (page-rank) ou quantas são (back-links)',
    'max-pages': 'parar depois de n páginas analisadas',
    'max-bytes': 'parar depois de tantos bytes recebidos',
    'max-time': 'parar depois desse tempo',
    'max-pages-per-host': 'pedidos a cada site, no máximo',
    'max-hops': 'links seguidos a partir de uma semente, no máximo',
    delay:
      'descanso de cada site entre dois pedidos (30s por domínio em horizontal, 1s por host nas outras; nunca abaixo de Crawl-delay)',
    'address-delay': 'descanso de cada endereço IP entre dois pedidos',
    politeness: 'a quem o descanso se aplica: domínio registrado ou host',
    'max-bandwidth': 'velocidade máxima de recepção',
    concurrency: 'pedidos simultâneos',
    workers: 'threads de análise (0: nenhuma à parte)',
    contact: 'onde o dono de um site fala com você; obrigatório na Web pública',
    'allow-private': 'permitir endereços privados e de loopback (só servidores seus)',
    language: 'seguir links só de páginas nessas línguas',
    sitemaps: 'ler os sitemaps dos sites',
    feeds: 'ler os feeds RSS e Atom das páginas',
    requisites: 'coletar também imagens, estilos, scripts e fontes',
    'robots-meta': 'meta robots e X-Robots-Tag (noindex, nofollow, noarchive)',
    'rel-nofollow': 'links com rel="nofollow"',
    content:
      'separar o que cada página diz do molde do site, aprendendo ao longo da coleta (desligar com --no-content)',
    revisit: 'visitar as páginas de novo, por esta política',
    'revisit-interval': 'intervalo da política fixed-interval',
    'revisit-budget': 'visitas por dia que as outras políticas repartem',
    retries: 'novas tentativas de um pedido que falhou',
    'retry-delay': 'espera antes da primeira; dobra a cada uma',
    timeout:
      'paciência com uma resposta: para o cabeçalho e entre dois pedaços do corpo (a conexão tem metade)',
    'frontier-capacity': 'URLs em fila, no máximo',
    'url-profile': 'regras de normalização de URLs',
    'warc-size': 'tamanho de cada arquivo WARC',
    durability:
      'o que uma falta de energia pode levar, no máximo: de quanto em quanto tempo o que foi coletado vai para o disco (0: quando o sistema quiser)',
  },
  {
    scope: 'o que pode ser recolhido: br, pt, lusofonia, seeds, any ou domínios separados por vírgulas',
    policy: 'ordem da recolha',
    when: 'seguir só as ligações do que fala deste período: 1939..1945, 2001, 2001-09..2001-12, "século XIX" ou um nome da configuração (periods)',
    'when-profile':
      'como segui-lo: modern aprende pelo caminho; thesis é o método publicado, à letra; general segue todas as ligações e só julga as páginas',
    'when-undated': 'o texto sem data fica com a data anterior: na mesma secção, nunca, ou sempre',
    'when-patterns': 'lê também os padrões deste ficheiro, feito por tarrafa time mine --json',
    geo: 'procurar dados geográficos: primeiro as páginas de quem os produz; no fim, ver dentro dos ficheiros e serviços encontrados. Com --when, só isto último: o período escolhe as páginas',
    'keep-files':
      'guardar também os próprios ficheiros geográficos aceites, e não só a descrição, a miniatura e o esboço',
    'max-pages-per-host': 'pedidos a cada sítio, no máximo',
    'max-hops': 'ligações seguidas a partir de uma semente, no máximo',
    delay:
      'descanso de cada sítio entre dois pedidos (30s por domínio em horizontal, 1s por host nas outras; nunca abaixo de Crawl-delay)',
    politeness: 'a quem o descanso se aplica: domínio registado ou host',
    'max-bandwidth': 'velocidade máxima de receção',
    contact: 'onde o dono de um sítio fala consigo; obrigatório na Web pública',
    language: 'seguir ligações só de páginas nessas línguas',
    sitemaps: 'ler os sitemaps dos sítios',
    requisites: 'recolher também imagens, estilos, scripts e fontes',
    'rel-nofollow': 'ligações com rel="nofollow"',
    content:
      'separar o que cada página diz do molde do sítio, aprendendo ao longo da recolha (desligar com --no-content)',
    revisit: 'visitar as páginas outra vez, segundo esta política',
    timeout:
      'paciência com uma resposta: para o cabeçalho e entre dois pedaços do corpo (a ligação tem metade)',
    'frontier-capacity': 'URL em fila, no máximo',
    'url-profile': 'regras de normalização de URL',
    'warc-size': 'tamanho de cada ficheiro WARC',
    durability:
      'o que uma falha de energia pode levar, no máximo: de quanto em quanto tempo o que foi recolhido vai para o disco (0: quando o sistema quiser)',
  },
  {
    scope: 'what may be collected: br, pt, lusofonia, seeds, any, or domains separated by commas',
    policy: 'order of the crawl',
    when: 'follow only links of what speaks of this period: 1939..1945, 2001, 2001-09..2001-12, "século XIX", or a name of the configuration (periods)',
    'when-profile':
      'how to follow it: modern learns on the way; thesis is the published method, to the letter; general follows every link and only judges pages',
    'when-tau':
      'τ: a segment is of the period when more than this share of its dates is (0 to 0.9999; usually 0.99)',
    'when-unit': 'where a segment may be cut: between paragraphs, sentences or clauses',
    'when-match':
      'a date counts when all of it is inside the period (contain) or when it touches it (overlap)',
    'when-undated':
      'text without a date stays with the date before it: in the same section, never, or always',
    'when-target':
      'what must lie in the period: what a page speaks of (content), or the day it was published (publication)',
    'when-order':
      'what comes first: the most likely (predicted), what is most referred to from inside the period (references), or what was found first (fifo)',
    'when-patterns': 'also read the patterns of this file, made by tarrafa time mine --json',
    geo: 'look for geographic data: pages of those who produce it first; at the end, look into the files and services found. With --when only the latter: the period chooses the pages',
    'geo-profile': 'how to look for it: modern, or compat, the published method, to the letter',
    'keep-files':
      'also keep the geographic files that were accepted, and not only description, thumbnail and preview',
    'collection-size':
      'keep a collection of n pages: when it is full, a new page comes in only for the least important one; those kept are visited again',
    'collection-by':
      'what makes a page important: the weight of the pages of the collection that link to it (page-rank), or their number (back-links)',
    'max-pages': 'stop after n pages analysed',
    'max-bytes': 'stop after so many bytes received',
    'max-time': 'stop after this time',
    'max-pages-per-host': 'requests to each site at the most',
    'max-hops': 'links followed from a seed at the most',
    delay:
      'rest of each site between two requests (30s per domain for horizontal, 1s per host otherwise; never below Crawl-delay)',
    'address-delay': 'rest of each IP address between two requests',
    politeness: 'what the delay applies to: registrable domain or host',
    'max-bandwidth': 'highest rate of reception',
    concurrency: 'requests at once',
    workers: 'threads that analyse (0: none apart)',
    contact: 'where the owner of a site reaches you; required on the public Web',
    'allow-private': 'allow private and loopback addresses (your own servers only)',
    language: 'follow links only from pages in these languages',
    sitemaps: 'read the sitemaps of sites',
    feeds: 'read the RSS and Atom feeds of pages',
    requisites: 'also collect images, styles, scripts and fonts',
    'robots-meta': 'meta robots and X-Robots-Tag (noindex, nofollow, noarchive)',
    'rel-nofollow': 'links with rel="nofollow"',
    content:
      "tell what each page says from its site's template, learning as the crawl goes on (off with --no-content)",
    revisit: 'visit pages again, by this policy',
    'revisit-interval': 'interval of the fixed-interval policy',
    'revisit-budget': 'visits a day that the other policies share out',
    retries: 'further tries of a request that failed',
    'retry-delay': 'wait before the first of them; doubles with each',
    timeout:
      'patience with an answer: for its header and between two pieces of its body (connecting has half)',
    'frontier-capacity': 'URLs queued at the most',
    'url-profile': 'rules of URL normalisation',
    'warc-size': 'size of each WARC file',
    durability:
      'what a power failure may take at the most: how often what was collected is brought to the disk (0: when the system likes)',
  },
);

export type CrawlOptionWords = (typeof CRAWL_OPTION_WORDS)[Language];
