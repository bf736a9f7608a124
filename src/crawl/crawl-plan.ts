/** What a crawl is to do: its settings checked, and joined with those of the sessions before. */
import { isDeepStrictEqual } from 'node:util';
import { TarrafaError } from '../errors.ts';
import { userAgent } from '../http/index.ts';
import {
  normaliseUrl,
  parseScope,
  type Scope,
  URL_COMPAT,
  URL_MODERN,
  type UrlProfile,
  type WebUrl,
} from '../url/index.ts';
import { addressFailure, reason, type Why } from '../words/why.ts';
import {
  type CrawlManifest,
  type CrawlSession,
  changedSettings,
  continuedManifest,
  newManifest,
} from './crawl-folder.ts';
import type { LinkPolicy } from './link-policy.ts';
import type { CrawlSettings } from './settings.ts';

export interface CrawlPlan {
  /** With the seeds of the sessions before. */
  readonly settings: CrawlSettings;
  readonly seeds: readonly WebUrl[];
  readonly scope: Scope;
  readonly profile: UrlProfile;
  readonly manifest: CrawlManifest;
  /** Settings that are others than those of the session before. */
  readonly changed: CrawlSession['changed'];
}

/** What is given to plan with. */
export interface PlanInput {
  readonly settings: CrawlSettings;
  readonly software: string;
  /** It is told what to visit, and may have no seeds. */
  readonly asked: boolean;
  readonly linkPolicy: LinkPolicy | null;
  readonly now: () => number;
}

/** Throws what is wrong with the settings by themselves: a mistake is told before anything is made. */
export function checkSettings({ settings, asked }: PlanInput): void {
  parseScope(settings.scope, usableSeeds(settings, profileOf(settings), asked));
}

/** `before`: what the folder says of the sessions before, null when there were none. */
export function planCrawl(out: string, input: PlanInput, before: CrawlManifest | null): CrawlPlan {
  const { software, asked, linkPolicy, now } = input;
  if (before) refuseOtherRules(out, before.parameters, input.settings);
  // Seeds come to those of the sessions before: a scope made of them grows, and does not leave what is queued behind.
  const settings = {
    ...input.settings,
    seeds: [...new Set([...(before?.seeds ?? []), ...input.settings.seeds])],
  };
  const profile = profileOf(settings);
  const seeds = usableSeeds(settings, profile, asked);
  const manifest = before
    ? continuedManifest(before, settings)
    : newManifest(settings, software, new Date(now()).toISOString());
  return {
    settings,
    seeds,
    scope: parseScope(settings.scope, seeds),
    profile,
    manifest: linkPolicy ? withPolicy(manifest, linkPolicy, manifest.linkPolicy?.figures) : manifest,
    changed: changedSettings(before, settings),
  };
}

/** How the crawl introduces itself. Without a contact nothing but servers of one's own is crawled; the commands see to that. */
export function agentOf(software: string, contact: string | null): string {
  const [product, version = '0'] = software.split('/');
  return contact === null ? software : userAgent(version, contact, product);
}

/** The manifest with what a link policy was made with, and its figures. */
export function withPolicy(
  manifest: CrawlManifest,
  policy: LinkPolicy,
  figures: Readonly<Record<string, number>> = {},
): CrawlManifest {
  return { ...manifest, linkPolicy: { name: policy.name, made: policy.describe(), figures } };
}

function profileOf(settings: CrawlSettings): UrlProfile {
  return settings.urlProfile === 'compat' ? URL_COMPAT : URL_MODERN;
}

/** Seeds that cannot be used and are told of. */
const TOLD_SEEDS = 3;

function usableSeeds(settings: CrawlSettings, profile: UrlProfile, asked: boolean): WebUrl[] {
  if (asked && settings.seeds.length === 0) return [];
  const refused: Why[] = [];
  const seeds: WebUrl[] = [];
  for (const raw of settings.seeds) {
    const url = normaliseUrl(raw, null, profile);
    if (url.kind === 'url') seeds.push(url);
    else refused.push(reason('seed-refused', { seed: url.input, why: addressFailure(url.reason) }));
  }
  if (seeds.length === 0)
    throw new TarrafaError('TRF_SEEDS_EMPTY', [
      refused.length === 0
        ? reason('no-seed-named')
        : refused.slice(0, TOLD_SEEDS).reduce((first, rest) => reason('one-and-others', { first, rest })),
    ]);
  return seeds;
}

/** Settings that the files of a crawl are built on; the others (budgets, delays, bandwidth …) may change from session to session. */
const LASTING: readonly (keyof CrawlSettings)[] = ['policy', 'politeness', 'urlProfile', 'linkPolicy'];

/** Throws TRF_SETTINGS_CHANGED when a crawl, in a folder or a database, was begun by other rules. */
export function refuseOtherRules(
  where: string,
  begun: Readonly<Record<string, unknown>>,
  settings: CrawlSettings,
): void {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
  // A database keeps them in another order.
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
  const changed = LASTING.filter((name) => !isDeepStrictEqual(plain(begun[name]), plain(settings[name])));
  if (changed.length === 0) return;
  const list = changed.map((name) => `${name}: ${text(begun[name])} → ${text(settings[name])}`).join('; ');
  throw new TarrafaError('TRF_SETTINGS_CHANGED', [where, list]);
}
