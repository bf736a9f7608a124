/** What a person asks for in the form, made into an order for the server, or what is missing. */

import type { MessageKey } from '../../../src/words/browser.ts';
import type { CrawlOrder } from '../api/shapes.ts';

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

export type Missing = Partial<Record<'name' | 'seeds', MessageKey>>;

const NAME = /^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$/;

function isAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
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

/** Minutes are `m` to the server; people write `min`. */
const duration = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, '').replace(/min$/, 'm');

/** How a period is followed; what is asked of it without a period is not sent. */
function periodParameters(form: CrawlForm): Partial<CrawlOrder> {
  const tau = Number(form.whenTau.replace(',', '.'));
  return {
    ...(form.whenProfile ? { whenProfile: form.whenProfile } : {}),
    ...(form.whenTau.trim() && tau >= 0 && tau < 1 ? { whenTau: tau } : {}),
    ...(form.whenUnit ? { whenUnit: form.whenUnit } : {}),
    ...(form.whenMatch ? { whenMatch: form.whenMatch } : {}),
    ...(form.whenUndated ? { whenUndated: form.whenUndated } : {}),
    ...(form.whenTarget ? { whenTarget: form.whenTarget } : {}),
    ...(form.whenOrder ? { whenOrder: form.whenOrder } : {}),
  };
}

export function crawlOrder(form: CrawlForm): {
  readonly order: CrawlOrder | null;
  readonly missing: Missing;
} {
  const name = crawlName(form.name);
  const seeds = form.seeds
    .split(/\s+/)
    .filter(Boolean)
    .map((seed) => (/^https?:/i.test(seed) ? seed : `https://${seed}`));
  const missing: Missing = {
    ...(NAME.test(name) ? {} : { name: 'crawlInvalidName' as const }),
    ...(seeds.length > 0 &&
    seeds.every((seed) => isAddress(seed) && /[.:]|localhost/.test(new URL(seed).host))
      ? {}
      : { seeds: 'crawlInvalidSeeds' as const }),
  };
  if (missing.name || missing.seeds) return { order: null, missing };
  const scope = form.scope === 'domains' ? form.domains.replace(/\s+/g, '') : form.scope;
  const pages = Math.floor(Number(form.maxPages));
  const held = Math.floor(Number(form.collectionSize));
  return {
    missing,
    order: {
      name,
      seeds,
      ...(form.when.trim() ? { when: form.when.trim(), ...periodParameters(form) } : {}),
      ...(form.geo ? { geo: true } : {}),
      ...(held > 0 ? { collectionSize: held } : {}),
      ...(scope ? { scope } : {}),
      ...(form.policy ? { policy: form.policy } : {}),
      ...(pages > 0 ? { maxPages: pages } : {}),
      ...(form.maxTime.trim() ? { maxTime: duration(form.maxTime) } : {}),
      ...(form.delay.trim() ? { delay: duration(form.delay) } : {}),
      ...(form.contact.trim() ? { contact: form.contact.trim() } : {}),
    },
  };
}
