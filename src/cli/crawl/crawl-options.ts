/**
 * Every setting of a crawl as a person gives it. One table makes the flags, the environment variables (TARRAFA_DELAY for --delay) and
 * the keys of tarrafa.config.json (`delay`), with one validation for all three.
 */
import { GEO_PROFILES, POLICIES, REVISIT_POLICIES, WHEN_PROFILES } from '../../app/collect/choices.ts';
import type { CollectSettings } from '../../app/collect.ts';
import { TarrafaError } from '../../errors.ts';
import { type Reason, reason } from '../../words/why.ts';
import type { Language } from '../language.ts';
import { parseBytes, parseCount, parseDuration } from '../terminal/quantity.ts';

type Kind =
  | 'timeout'
  | 'count'
  | 'bytes'
  | 'duration'
  | 'text'
  | 'period'
  | 'list'
  | 'switch'
  | 'count-or-auto'
  | readonly string[];

export interface CrawlOption {
  readonly name: keyof CollectSettings;
  /** Without the two dashes; the key of the configuration is its camel case. */
  readonly flag: string;
  readonly kind: Kind;
  readonly value?: string;
  readonly about: Readonly<Record<'pt' | 'en', string>>;
}

export const CRAWL_OPTIONS: readonly CrawlOption[] = [
  {
    name: 'scope',
    flag: 'scope',
    kind: 'text',
    value: 'scope',
    about: {
      pt: 'o que pode ser coletado: br, pt, lusofonia, seeds, any ou domínios separados por vírgulas',
      en: 'what may be collected: br, pt, lusofonia, seeds, any, or domains separated by commas',
    },
  },
  {
    name: 'policy',
    flag: 'policy',
    kind: POLICIES,
    about: { pt: 'ordem da coleta', en: 'order of the crawl' },
  },
  {
    name: 'when',
    flag: 'when',
    kind: 'period',
    value: '1939..1945',
    about: {
      pt: 'seguir só os links do que fala deste período: 1939..1945, 2001, 2001-09..2001-12, "século XIX" ou um nome da configuração (periods)',
      en: 'follow only links of what speaks of this period: 1939..1945, 2001, 2001-09..2001-12, "século XIX", or a name of the configuration (periods)',
    },
  },
  {
    name: 'whenProfile',
    flag: 'when-profile',
    kind: WHEN_PROFILES,
    about: {
      pt: 'como segui-lo: modern aprende pelo caminho; thesis é o método publicado, ao pé da letra',
      en: 'how to follow it: modern learns on the way; thesis is the published method, to the letter',
    },
  },
  {
    name: 'geo',
    flag: 'geo',
    kind: 'switch',
    about: {
      pt: 'procurar dados geográficos: primeiro as páginas de quem os produz; no fim, olhar dentro dos arquivos e serviços achados. Com --when, só isto último: o período escolhe as páginas',
      en: 'look for geographic data: pages of those who produce it first; at the end, look into the files and services found. With --when only the latter: the period chooses the pages',
    },
  },
  {
    name: 'geoProfile',
    flag: 'geo-profile',
    kind: GEO_PROFILES,
    about: {
      pt: 'como procurá-los: modern, ou compat, o método publicado, ao pé da letra',
      en: 'how to look for it: modern, or compat, the published method, to the letter',
    },
  },
  {
    name: 'keepFiles',
    flag: 'keep-files',
    kind: 'switch',
    about: {
      pt: 'guardar também os próprios arquivos geográficos aceitos, e não só a descrição, a miniatura e o esboço',
      en: 'also keep the geographic files that were accepted, and not only description, thumbnail and preview',
    },
  },
  {
    name: 'maxPages',
    flag: 'max-pages',
    kind: 'count',
    value: 'n',
    about: { pt: 'parar depois de n páginas analisadas', en: 'stop after n pages analysed' },
  },
  {
    name: 'maxBytes',
    flag: 'max-bytes',
    kind: 'bytes',
    value: '10GB',
    about: { pt: 'parar depois de tantos bytes recebidos', en: 'stop after so many bytes received' },
  },
  {
    name: 'maxTime',
    flag: 'max-time',
    kind: 'duration',
    value: '2h',
    about: { pt: 'parar depois desse tempo', en: 'stop after this time' },
  },
  {
    name: 'maxPagesPerHost',
    flag: 'max-pages-per-host',
    kind: 'count',
    value: 'n',
    about: { pt: 'pedidos a cada site, no máximo', en: 'requests to each site at the most' },
  },
  {
    name: 'maxHops',
    flag: 'max-hops',
    kind: 'count',
    value: 'n',
    about: {
      pt: 'links seguidos a partir de uma semente, no máximo',
      en: 'links followed from a seed at the most',
    },
  },
  {
    name: 'delay',
    flag: 'delay',
    kind: 'duration',
    value: '30s',
    about: {
      pt: 'descanso de cada site entre dois pedidos (30s por domínio em horizontal, 1s por host nas outras; nunca abaixo de Crawl-delay)',
      en: 'rest of each site between two requests (30s per domain for horizontal, 1s per host otherwise; never below Crawl-delay)',
    },
  },
  {
    name: 'addressDelay',
    flag: 'address-delay',
    kind: 'duration',
    value: '1s',
    about: {
      pt: 'descanso de cada endereço IP entre dois pedidos',
      en: 'rest of each IP address between two requests',
    },
  },
  {
    name: 'politeness',
    flag: 'politeness',
    kind: ['site', 'host'],
    about: {
      pt: 'a quem o descanso se aplica: domínio registrado ou host',
      en: 'what the delay applies to: registrable domain or host',
    },
  },
  {
    name: 'maxBandwidth',
    flag: 'max-bandwidth',
    kind: 'bytes',
    value: '2MB/s',
    about: { pt: 'velocidade máxima de recepção', en: 'highest rate of reception' },
  },
  {
    name: 'concurrency',
    flag: 'concurrency',
    kind: 'count-or-auto',
    value: 'n|auto',
    about: { pt: 'pedidos simultâneos', en: 'requests at once' },
  },
  {
    name: 'workers',
    flag: 'workers',
    kind: 'count-or-auto',
    value: 'n|auto',
    about: { pt: 'threads de análise (0: nenhuma à parte)', en: 'threads that analyse (0: none apart)' },
  },
  {
    name: 'contact',
    flag: 'contact',
    kind: 'text',
    value: 'url|e-mail',
    about: {
      pt: 'onde o dono de um site fala com você; obrigatório na Web pública',
      en: 'where the owner of a site reaches you; required on the public Web',
    },
  },
  {
    name: 'allowPrivate',
    flag: 'allow-private',
    kind: 'switch',
    about: {
      pt: 'permitir endereços privados e de loopback (só servidores seus)',
      en: 'allow private and loopback addresses (your own servers only)',
    },
  },
  {
    name: 'languages',
    flag: 'language',
    kind: 'list',
    value: 'pt,…',
    about: {
      pt: 'seguir links só de páginas nessas línguas',
      en: 'follow links only from pages in these languages',
    },
  },
  {
    name: 'sitemaps',
    flag: 'sitemaps',
    kind: 'switch',
    about: { pt: 'ler os sitemaps dos sites', en: 'read the sitemaps of sites' },
  },
  {
    name: 'feeds',
    flag: 'feeds',
    kind: 'switch',
    about: { pt: 'ler os feeds RSS e Atom das páginas', en: 'read the RSS and Atom feeds of pages' },
  },
  {
    name: 'requisites',
    flag: 'requisites',
    kind: 'switch',
    about: {
      pt: 'coletar também imagens, estilos, scripts e fontes',
      en: 'also collect images, styles, scripts and fonts',
    },
  },
  {
    name: 'robotsMeta',
    flag: 'robots-meta',
    kind: ['obey', 'ignore'],
    about: {
      pt: 'meta robots e X-Robots-Tag (noindex, nofollow, noarchive)',
      en: 'meta robots and X-Robots-Tag (noindex, nofollow, noarchive)',
    },
  },
  {
    name: 'relNofollow',
    flag: 'rel-nofollow',
    kind: ['obey', 'ignore'],
    about: { pt: 'links com rel="nofollow"', en: 'links with rel="nofollow"' },
  },
  {
    name: 'content',
    flag: 'content',
    kind: 'switch',
    about: {
      pt: 'separar o que cada página diz do molde do site, aprendendo ao longo da coleta (desligar com --no-content)',
      en: "tell what each page says from its site's template, learning as the crawl goes on (off with --no-content)",
    },
  },
  {
    name: 'revisit',
    flag: 'revisit',
    kind: ['none', ...REVISIT_POLICIES],
    about: { pt: 'visitar as páginas de novo, por esta política', en: 'visit pages again, by this policy' },
  },
  {
    name: 'revisitInterval',
    flag: 'revisit-interval',
    kind: 'duration',
    value: '1d',
    about: { pt: 'intervalo da política fixed-interval', en: 'interval of the fixed-interval policy' },
  },
  {
    name: 'revisitBudget',
    flag: 'revisit-budget',
    kind: 'count',
    value: 'n',
    about: {
      pt: 'visitas por dia que as outras políticas repartem',
      en: 'visits a day that the other policies share out',
    },
  },
  {
    name: 'retries',
    flag: 'retries',
    kind: 'count',
    value: 'n',
    about: { pt: 'novas tentativas de um pedido que falhou', en: 'further tries of a request that failed' },
  },
  {
    name: 'retryDelay',
    flag: 'retry-delay',
    kind: 'duration',
    value: '5s',
    about: {
      pt: 'espera antes da primeira; dobra a cada uma',
      en: 'wait before the first of them; doubles with each',
    },
  },
  {
    name: 'timeouts',
    flag: 'timeout',
    kind: 'timeout',
    value: '20s',
    about: {
      pt: 'paciência com uma resposta: para o cabeçalho e entre dois pedaços do corpo (a conexão tem metade)',
      en: 'patience with an answer: for its header and between two pieces of its body (connecting has half)',
    },
  },
  {
    name: 'frontierCapacity',
    flag: 'frontier-capacity',
    kind: 'count',
    value: 'n',
    about: { pt: 'URLs em fila, no máximo', en: 'URLs queued at the most' },
  },
  {
    name: 'urlProfile',
    flag: 'url-profile',
    kind: ['modern', 'compat'],
    about: { pt: 'regras de normalização de URLs', en: 'rules of URL normalisation' },
  },
  {
    name: 'warcFileBytes',
    flag: 'warc-size',
    kind: 'bytes',
    value: '1GB',
    about: { pt: 'tamanho de cada arquivo WARC', en: 'size of each WARC file' },
  },
];

export function configKey(option: CrawlOption): string {
  return option.flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function environmentName(option: CrawlOption): string {
  return `TARRAFA_${option.flag.replaceAll('-', '_').toUpperCase()}`;
}

export function describeOption(option: CrawlOption, language: Language): string {
  const text = option.about[language === 'en' ? 'en' : 'pt'];
  return language === 'pt-PT'
    ? text
        .replace('coletad', 'recolhid')
        .replace('coletar', 'recolher')
        .replace('coleta', 'recolha')
        .replace('arquivo', 'ficheiro')
    : text;
}

/** What is wrong with a value that is not of the kind. */
function notOfKind(kind: Kind, value: string): Reason {
  if (typeof kind === 'object') return reason('not-one-of', { value, choices: kind.join(', ') });
  switch (kind) {
    case 'count':
      return reason('not-a-count', { value });
    case 'count-or-auto':
      return reason('not-a-count-or-auto', { value });
    case 'bytes':
      return reason('not-a-size', { value });
    case 'duration':
      return reason('not-a-duration', { value });
    case 'timeout':
      return reason('not-a-timeout', { value });
    case 'text':
      return reason('not-a-text', { value });
    case 'period':
      return reason('not-a-period', { value });
    case 'list':
      return reason('not-a-list', { value });
    case 'switch':
      return reason('not-a-switch', { value });
  }
}

function read(kind: Kind, value: unknown): unknown {
  if (typeof kind === 'object') return typeof value === 'string' && kind.includes(value) ? value : null;
  if (kind === 'switch')
    return typeof value === 'boolean'
      ? value
      : value === 'true' || value === '1'
        ? true
        : value === 'false' || value === '0'
          ? false
          : null;
  if (kind === 'list') {
    const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : null;
    return parts?.every((part) => typeof part === 'string')
      ? parts.map((part) => part.trim()).filter(Boolean)
      : null;
  }
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value);
  // What is wrong with a period has errors of its own.
  if (kind === 'period') return text.trim();
  if (kind === 'text') return text.trim() || null;
  if (kind === 'count-or-auto' && text === 'auto') return 'auto';
  if (kind === 'timeout') {
    const patience = parseDuration(text);
    return patience === null
      ? null
      : { connect: patience / 2, headers: patience, body: patience, total: 15 * patience };
  }
  return kind === 'bytes' ? parseBytes(text) : kind === 'duration' ? parseDuration(text) : parseCount(text);
}

/** A value from a flag, the environment or the configuration file; `source` names it in the message when it is wrong. */
export function readOption(option: CrawlOption, value: unknown, source: string): unknown {
  const result = read(option.kind, value);
  if (result === null)
    throw new TarrafaError('TRF_CONFIG_INVALID', [source, notOfKind(option.kind, JSON.stringify(value))]);
  return result;
}
