/**
 * Every setting of a crawl as a person gives it. One table makes the flags, the environment variables (TARRAFA_DELAY for --delay) and
 * the keys of tarrafa.config.json (`delay`), with one validation for all three.
 */
import { COLLECT_CHOICES } from '../../app/collect/choices.ts';
import type { CollectSettings } from '../../app/collect.ts';
import { parseBytes, parseCount, parseDuration } from '../../app/input/quantity.ts';
import { TarrafaError } from '../../errors.ts';
import { CRAWL_OPTION_WORDS, type CrawlOptionWords } from '../../words/crawl-options.ts';
import type { Language } from '../../words/index.ts';
import { type Reason, reason } from '../../words/why.ts';

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
  | 'share'
  | readonly string[];

export interface CrawlOption {
  readonly name: keyof CollectSettings;
  /** Without the two dashes; the key of the configuration is its camel case. */
  readonly flag: keyof CrawlOptionWords;
  readonly kind: Kind;
  readonly value?: string;
}

export const CRAWL_OPTIONS: readonly CrawlOption[] = [
  {
    name: 'scope',
    flag: 'scope',
    kind: 'text',
    value: 'scope',
  },
  {
    name: 'policy',
    flag: 'policy',
    kind: COLLECT_CHOICES.policy,
  },
  {
    name: 'when',
    flag: 'when',
    kind: 'period',
    value: '1939..1945',
  },
  {
    name: 'whenProfile',
    flag: 'when-profile',
    kind: COLLECT_CHOICES.whenProfile,
  },
  {
    name: 'whenTau',
    flag: 'when-tau',
    kind: 'share',
    value: '0.99',
  },
  {
    name: 'whenUnit',
    flag: 'when-unit',
    kind: COLLECT_CHOICES.whenUnit,
  },
  {
    name: 'whenMatch',
    flag: 'when-match',
    kind: COLLECT_CHOICES.whenMatch,
  },
  {
    name: 'whenUndated',
    flag: 'when-undated',
    kind: COLLECT_CHOICES.whenUndated,
  },
  {
    name: 'whenTarget',
    flag: 'when-target',
    kind: COLLECT_CHOICES.whenTarget,
  },
  {
    name: 'whenOrder',
    flag: 'when-order',
    kind: COLLECT_CHOICES.whenOrder,
  },
  {
    name: 'whenPatterns',
    flag: 'when-patterns',
    kind: 'text',
    value: 'json',
  },
  {
    name: 'geo',
    flag: 'geo',
    kind: 'switch',
  },
  {
    name: 'geoProfile',
    flag: 'geo-profile',
    kind: COLLECT_CHOICES.geoProfile,
  },
  {
    name: 'keepFiles',
    flag: 'keep-files',
    kind: 'switch',
  },
  {
    name: 'collectionSize',
    flag: 'collection-size',
    kind: 'count',
    value: 'n',
  },
  {
    name: 'collectionBy',
    flag: 'collection-by',
    kind: COLLECT_CHOICES.collectionBy,
  },
  {
    name: 'maxPages',
    flag: 'max-pages',
    kind: 'count',
    value: 'n',
  },
  {
    name: 'maxBytes',
    flag: 'max-bytes',
    kind: 'bytes',
    value: '10GB',
  },
  {
    name: 'maxTime',
    flag: 'max-time',
    kind: 'duration',
    value: '2h',
  },
  {
    name: 'maxPagesPerHost',
    flag: 'max-pages-per-host',
    kind: 'count',
    value: 'n',
  },
  {
    name: 'maxHops',
    flag: 'max-hops',
    kind: 'count',
    value: 'n',
  },
  {
    name: 'delay',
    flag: 'delay',
    kind: 'duration',
    value: '30s',
  },
  {
    name: 'addressDelay',
    flag: 'address-delay',
    kind: 'duration',
    value: '1s',
  },
  {
    name: 'politeness',
    flag: 'politeness',
    kind: COLLECT_CHOICES.politeness,
  },
  {
    name: 'maxBandwidth',
    flag: 'max-bandwidth',
    kind: 'bytes',
    value: '2MB/s',
  },
  {
    name: 'concurrency',
    flag: 'concurrency',
    kind: 'count-or-auto',
    value: 'n|auto',
  },
  {
    name: 'workers',
    flag: 'workers',
    kind: 'count-or-auto',
    value: 'n|auto',
  },
  {
    name: 'contact',
    flag: 'contact',
    kind: 'text',
    value: 'url|e-mail',
  },
  {
    name: 'allowPrivate',
    flag: 'allow-private',
    kind: 'switch',
  },
  {
    name: 'languages',
    flag: 'language',
    kind: 'list',
    value: 'pt,…',
  },
  {
    name: 'sitemaps',
    flag: 'sitemaps',
    kind: 'switch',
  },
  {
    name: 'feeds',
    flag: 'feeds',
    kind: 'switch',
  },
  {
    name: 'requisites',
    flag: 'requisites',
    kind: 'switch',
  },
  {
    name: 'robotsMeta',
    flag: 'robots-meta',
    kind: COLLECT_CHOICES.robotsMeta,
  },
  {
    name: 'relNofollow',
    flag: 'rel-nofollow',
    kind: COLLECT_CHOICES.relNofollow,
  },
  {
    name: 'content',
    flag: 'content',
    kind: 'switch',
  },
  {
    name: 'revisit',
    flag: 'revisit',
    kind: COLLECT_CHOICES.revisit,
  },
  {
    name: 'revisitInterval',
    flag: 'revisit-interval',
    kind: 'duration',
    value: '1d',
  },
  {
    name: 'revisitBudget',
    flag: 'revisit-budget',
    kind: 'count',
    value: 'n',
  },
  {
    name: 'retries',
    flag: 'retries',
    kind: 'count',
    value: 'n',
  },
  {
    name: 'retryDelay',
    flag: 'retry-delay',
    kind: 'duration',
    value: '5s',
  },
  {
    name: 'timeouts',
    flag: 'timeout',
    kind: 'timeout',
    value: '20s',
  },
  {
    name: 'frontierCapacity',
    flag: 'frontier-capacity',
    kind: 'count',
    value: 'n',
  },
  {
    name: 'urlProfile',
    flag: 'url-profile',
    kind: COLLECT_CHOICES.urlProfile,
  },
  {
    name: 'warcFileBytes',
    flag: 'warc-size',
    kind: 'bytes',
    value: '1GB',
  },
  {
    name: 'durability',
    flag: 'durability',
    kind: 'duration',
    value: '5s',
  },
];

export function configKey(option: CrawlOption): string {
  return option.flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function environmentName(option: CrawlOption): string {
  return `TARRAFA_${option.flag.replaceAll('-', '_').toUpperCase()}`;
}

export function describeOption(option: CrawlOption, language: Language): string {
  return CRAWL_OPTION_WORDS[language][option.flag];
}

/** What is wrong with a value that is not of the kind. */
function notOfKind(kind: Kind, value: string): Reason {
  if (typeof kind === 'object') return reason('not-one-of', { value, choices: kind.join(', ') });
  switch (kind) {
    case 'count':
      return reason('not-a-count', { value });
    case 'count-or-auto':
      return reason('not-a-count-or-auto', { value });
    case 'share':
      return reason('not-a-share', { value });
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
  if (kind === 'share')
    return /^(?:0|0?[.,]\d{1,4})$/.test(text.trim()) ? Number(text.replace(',', '.')) : null;
  if (kind === 'timeout') {
    const patience = parseDuration(text);
    return patience === null
      ? null
      : { connect: patience / 2, headers: patience, body: patience, total: 15 * patience };
  }
  return kind === 'bytes' ? parseBytes(text) : kind === 'duration' ? parseDuration(text) : parseCount(text);
}

/** An error about a setting, as an error about the flag that a person gives it by. */
export function namingFlags(error: unknown): unknown {
  if (!(error instanceof TarrafaError) || error.code !== 'TRF_CONFIG_INVALID') return error;
  const [name, ...why] = error.values;
  const option = CRAWL_OPTIONS.find((option) => option.name === name);
  return option === undefined
    ? error
    : new TarrafaError('TRF_CONFIG_INVALID', [`--${option.flag}`, ...why], { cause: error });
}

/** A number that a flag gives which is no setting of the crawl. */
export function ownValue(
  kind: 'count' | 'duration',
  value: string | undefined,
  flag: string,
): number | undefined {
  if (value === undefined) return undefined;
  const result = read(kind, value);
  if (typeof result !== 'number')
    throw new TarrafaError('TRF_CONFIG_INVALID', [flag, notOfKind(kind, JSON.stringify(value))]);
  return result;
}

/** A value from a flag, the environment or the configuration file; `source` names it in the message when it is wrong. */
export function readOption(option: CrawlOption, value: unknown, source: string): unknown {
  const result = read(option.kind, value);
  if (result === null)
    throw new TarrafaError('TRF_CONFIG_INVALID', [source, notOfKind(option.kind, JSON.stringify(value))]);
  return result;
}
