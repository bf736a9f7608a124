/** What a person asks for in the form, made into an order for the server, or what is missing. */

import type { AskedOfCrawl, CrawlOrder } from '../api/shapes.ts';

export interface CrawlForm {
  readonly name: string;
  readonly seeds: string;
  readonly when: string;
  /** Of a period; each empty: the usual one. */
  readonly whenProfile: NonNullable<CrawlOrder['whenProfile']> | '';
  readonly whenTau: string;
  readonly whenUnit: NonNullable<CrawlOrder['whenUnit']> | '';
  readonly whenMatch: NonNullable<CrawlOrder['whenMatch']> | '';
  readonly whenUndated: NonNullable<CrawlOrder['whenUndated']> | '';
  readonly whenTarget: NonNullable<CrawlOrder['whenTarget']> | '';
  readonly whenOrder: NonNullable<CrawlOrder['whenOrder']> | '';
  readonly scope: string;
  readonly domains: string;
  /** Empty: the usual one. */
  readonly policy: NonNullable<CrawlOrder['policy']> | '';
  readonly geo: boolean;
  /** Empty: every page is kept. */
  readonly collectionSize: string;
  readonly maxPages: string;
  readonly maxTime: string;
  readonly delay: string;
  readonly contact: string;
}

/** What is wrong with a field: a message of the page, or a seed that is none. */
export type FieldProblem =
  | 'crawlInvalidName'
  | 'crawlInvalidSeeds'
  | 'takenName'
  | 'tooManySeeds'
  | 'wrongPages'
  | 'wrongTime'
  | 'wrongTau'
  | 'wrongDomains'
  | 'wrongContact'
  | 'wrongAt'
  | 'pastAt'
  | { readonly wrongSeed: string };

export type FieldName =
  | 'name'
  | 'seeds'
  | 'whenTau'
  | 'domains'
  | 'maxPages'
  | 'collectionSize'
  | 'maxTime'
  | 'delay'
  | 'contact'
  | 'at';

export type Missing = Partial<Record<FieldName, FieldProblem>>;

/** As many as the server takes at once. */
export const MOST_SEEDS = 200;
const NAME = /^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$/;
const DURATION = /^[0-9]{1,9}(\.[0-9]{1,3})?(ms|s|m|h|d)?$/;
const MOST_PAGES = 1_000_000_000;

function isAddress(text: string): boolean {
  try {
    const { protocol, host } = new URL(text);
    return /^https?:$/.test(protocol) && /[.:]|localhost/.test(host);
  } catch {
    return false;
  }
}

/** One an address; what a person leaves out of it is https. */
export function seedsIn(text: string): string[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((seed) => (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(seed) ? seed : `https://${seed}`));
}

export function seedsProblem(text: string, least: 0 | 1): FieldProblem | null {
  const seeds = seedsIn(text);
  if (seeds.length < least) return 'crawlInvalidSeeds';
  const wrong = seeds.find((seed) => !isAddress(seed));
  if (wrong !== undefined)
    return seeds.length === 1 && least === 1 ? 'crawlInvalidSeeds' : { wrongSeed: wrong };
  return seeds.length > MOST_SEEDS ? 'tooManySeeds' : null;
}

export function countProblem(text: string): FieldProblem | null {
  const number = Number(text);
  const isCount = Number.isInteger(number) && number >= 1 && number <= MOST_PAGES;
  return text.trim() === '' || isCount ? null : 'wrongPages';
}

export function timeProblem(text: string): FieldProblem | null {
  return text.trim() === '' || DURATION.test(duration(text)) ? null : 'wrongTime';
}

export function contactProblem(text: string): FieldProblem | null {
  const contact = text.trim();
  return contact === '' || /^[^\s@]+@[^\s@]+$/.test(contact) || isAddress(contact) ? null : 'wrongContact';
}

function tauProblem(text: string): FieldProblem | null {
  const tau = Number(text.replace(',', '.'));
  return text.trim() === '' || (tau >= 0 && tau <= 0.9999) ? null : 'wrongTau';
}

/** The fields that have a problem. */
export function problems(found: Readonly<Partial<Record<FieldName, FieldProblem | null>>>): Missing {
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null));
}

/** `Enchentes 2024` → `enchentes-2024`. */
export function crawlName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
}

/** Minutes are `m` to the server; people write `min`, and a comma. */
export function duration(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, '').replace(',', '.').replace(/min$/, 'm');
}

/** A scope as the server takes it. */
export function scopeOf({ scope, domains }: Pick<CrawlForm, 'scope' | 'domains'>): string {
  return scope === 'domains'
    ? domains
        .split(/[\s,;]+/)
        .filter(Boolean)
        .join(',')
    : scope;
}

/** How a period is followed; what is asked of it without a period is not sent. */
function periodParameters(form: CrawlForm): Partial<CrawlOrder> {
  const tau = Number(form.whenTau.replace(',', '.'));
  return {
    ...(form.whenProfile ? { whenProfile: form.whenProfile } : {}),
    ...(form.whenTau.trim() ? { whenTau: tau } : {}),
    ...(form.whenUnit ? { whenUnit: form.whenUnit } : {}),
    ...(form.whenMatch ? { whenMatch: form.whenMatch } : {}),
    ...(form.whenUndated ? { whenUndated: form.whenUndated } : {}),
    ...(form.whenTarget ? { whenTarget: form.whenTarget } : {}),
    ...(form.whenOrder ? { whenOrder: form.whenOrder } : {}),
  };
}

/** `taken`: names that there are already. */
export function crawlOrder(
  form: CrawlForm,
  taken: readonly string[] = [],
): { readonly order: CrawlOrder | null; readonly missing: Missing } {
  const name = crawlName(form.name);
  const missing = problems({
    seeds: seedsProblem(form.seeds, 1),
    name: !NAME.test(name) ? 'crawlInvalidName' : taken.includes(name) ? 'takenName' : null,
    whenTau: form.when.trim() === '' ? null : tauProblem(form.whenTau),
    domains: form.scope === 'domains' && scopeOf(form) === '' ? 'wrongDomains' : null,
    maxPages: countProblem(form.maxPages),
    collectionSize: countProblem(form.collectionSize),
    maxTime: timeProblem(form.maxTime),
    delay: timeProblem(form.delay),
    contact: contactProblem(form.contact),
  });
  if (Object.keys(missing).length > 0) return { order: null, missing };
  const scope = scopeOf(form);
  return {
    missing,
    order: {
      name,
      seeds: seedsIn(form.seeds),
      ...(form.when.trim() ? { when: form.when.trim(), ...periodParameters(form) } : {}),
      ...(form.geo ? { geo: true } : {}),
      ...(form.collectionSize.trim() ? { collectionSize: Number(form.collectionSize) } : {}),
      ...(scope ? { scope } : {}),
      ...(form.policy ? { policy: form.policy } : {}),
      ...(form.maxPages.trim() ? { maxPages: Number(form.maxPages) } : {}),
      ...(form.maxTime.trim() ? { maxTime: duration(form.maxTime) } : {}),
      ...(form.delay.trim() ? { delay: duration(form.delay) } : {}),
      ...(form.contact.trim() ? { contact: form.contact.trim() } : {}),
    },
  };
}

export const EMPTY_FORM: CrawlForm = {
  name: '',
  seeds: '',
  when: '',
  whenProfile: '',
  whenTau: '',
  whenUnit: '',
  whenMatch: '',
  whenUndated: '',
  whenTarget: '',
  whenOrder: '',
  scope: 'seeds',
  domains: '',
  policy: '',
  geo: false,
  collectionSize: '',
  maxPages: '1000',
  maxTime: '',
  delay: '',
  contact: '',
};

const SCOPES: readonly string[] = ['seeds', 'br', 'pt', 'lusofonia', 'any'];

/** `enchentes` → `enchentes-2`, or the next that is free. */
export function freeName(name: string, taken: readonly string[]): string {
  const plain = name.replace(/-\d{1,4}$/, '');
  for (let n = 2; ; n++) {
    const free = `${plain.slice(0, 64 - String(n).length - 1)}-${n}`;
    if (!taken.includes(free)) return free;
  }
}

/** The form filled with what was asked of another crawl. */
export function formOf({ seeds, asked }: AskedOfCrawl, name: string): CrawlForm {
  const { scope = 'seeds', maxPages, collectionSize, whenTau, collectionBy: _, ...rest } = asked;
  const listed = SCOPES.includes(scope);
  return {
    ...EMPTY_FORM,
    ...rest,
    // Policies of before are not offered any more.
    policy: rest.policy === 'horizontal-compat' ? '' : (rest.policy ?? ''),
    name,
    seeds: seeds.join('\n'),
    scope: listed ? scope : 'domains',
    domains: listed ? '' : scope.split(',').join(', '),
    geo: rest.geo === true,
    whenTau: whenTau === undefined ? '' : String(whenTau),
    maxPages: maxPages === undefined ? '' : String(maxPages),
    collectionSize: collectionSize === undefined ? '' : String(collectionSize),
  };
}
