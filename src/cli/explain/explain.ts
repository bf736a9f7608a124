/** `tarrafa explain <folder> <url>`: every rule that decided about a URL, in order, and everything that happened to it. */
import { Command } from 'commander';
import { crawlPaths, readManifest, readVisits, type Visit } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import { printable } from '../../formats/index.ts';
import { historyInFolder, type UrlEvent } from '../../frontier/index.ts';
import {
  COMPAT,
  inScope,
  MODERN,
  normaliseUrl,
  parseScope,
  REFUSAL_REASONS,
  type RefusalReason,
  refuseByRule,
  trapScore,
  trapSignals,
  type WebUrl,
} from '../../url/index.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import type { Language } from '../../words/index.ts';
import { addressFailure, sayWhy } from '../../words/why.ts';
import type { PeriodReason } from './explain-period.ts';

export interface RuleVerdict {
  readonly rule: string;
  readonly accepted: boolean;
  readonly detail: string;
}

export interface UrlExplanation {
  readonly input: string;
  readonly url: WebUrl | null;
  readonly rules: readonly RuleVerdict[];
  readonly known: boolean;
  readonly events: readonly UrlEvent[];
  readonly visits: readonly Visit[];
  /** Where the pages that led to it refer to it, in a crawl along a period. */
  readonly period: readonly PeriodReason[];
}

function refused(rule: RefusalReason): RuleVerdict {
  return { rule, accepted: false, detail: REFUSAL_REASONS[rule] };
}

export async function explainUrl(folder: string, raw: string): Promise<UrlExplanation> {
  const paths = crawlPaths(folder);
  const manifest = readManifest(paths);
  if (!manifest) throw new TarrafaError('TRF_FOLDER_NOT_A_CRAWL', [folder]);
  const profile = manifest.parameters.urlProfile === 'compat' ? COMPAT : MODERN;
  const rules: RuleVerdict[] = [];
  const url = normaliseUrl(raw, null, profile);
  if (url.kind === 'refused')
    return {
      input: raw,
      url: null,
      rules: [refused(url.reason)],
      known: false,
      events: [],
      visits: [],
      period: [],
    };
  rules.push({ rule: 'normalise', accepted: true, detail: url.fetch });
  const rule = refuseByRule(url, raw);
  rules.push(rule ? refused(rule) : { rule: 'exclusions', accepted: true, detail: '' });
  const seeds = manifest.seeds
    .map((seed) => normaliseUrl(seed, null, profile))
    .filter((seed): seed is WebUrl => seed.kind === 'url');
  const scoped = inScope(parseScope(manifest.scope, seeds), url);
  rules.push(scoped ? { rule: 'scope', accepted: true, detail: manifest.scope } : refused('out-of-scope'));
  const signals = trapSignals(url);
  const score = trapScore(signals);
  rules.push({
    rule: 'traps',
    accepted: score < 1,
    detail:
      signals.length === 0
        ? ''
        : `${signals.map((signal) => `${signal.name} ${signal.weight}`).join(', ')} → ${score.toFixed(2)}`,
  });
  // Only reads, so that a running crawl can be asked too.
  const events = historyInFolder(paths.frontier, url.key);
  const known = events.length > 0;
  const visits: Visit[] = [];
  const records = new Set(events.map((event) => event.record));
  if (records.size > 0)
    for await (const visit of readVisits(paths.visits)) if (records.has(visit.record)) visits.push(visit);
  // The language is loaded only for a crawl that needs it.
  const period = manifest.parameters.linkPolicy
    ? await (await import('./explain-period.ts')).periodReasons(paths, manifest, url.key, events, profile)
    : [];
  return { input: raw, url, rules, known, events, visits, period };
}

export function explainCommand(language: Language): Command {
  const m = COMMAND_WORDS[language];
  return new Command('explain')
    .description(m.explain)
    .argument('<folder>', m.out)
    .argument('<url>')
    .option('--json')
    .action(async (folder: string, raw: string, flags: { json?: boolean }) => {
      const answer = await explainUrl(folder, raw);
      if (flags.json) {
        process.stdout.write(`${JSON.stringify(answer)}\n`);
        return;
      }
      const lines: string[] = [];
      if (answer.url) {
        lines.push(
          `${m.explainUrl}: ${answer.url.fetch}`,
          `${m.explainKey}: ${answer.url.key}`,
          `${m.explainSite}: ${answer.url.site}`,
          '',
        );
      }
      if (!answer.known) lines.push(m.unknownUrl);
      for (const { rule, accepted, detail } of answer.rules) {
        const said =
          accepted || !Object.hasOwn(REFUSAL_REASONS, rule) ? detail : sayWhy(addressFailure(rule), language);
        lines.push(
          `  ${accepted ? '✓' : '✗'} ${rule}: ${accepted ? m.accepted : m.refusedBy}${said ? ` (${said})` : ''}`,
        );
      }
      if (answer.events.length > 0) lines.push('', `${m.explainEvents}:`);
      for (const event of answer.events) {
        const detail = Object.entries(event.detail).map(([name, value]) => `${name}=${value}`);
        lines.push(
          `  ${event.at > 0 ? new Date(event.at).toISOString() : '–'.padEnd(24)}  ${event.event}${detail.length > 0 ? `  ${detail.join(' ')}` : ''}`,
        );
      }
      for (const visit of answer.visits) {
        const { n, at, outcome, status, reason, bytes, title, warc } = visit;
        lines.push(
          `  ${new Date(at).toISOString()}  #${n} ${outcome} ${status}${reason ? ` ${reason}` : ''} ${bytes} B${title ? ` «${printable(title)}»` : ''}${warc ? ` ${warc.file}@${warc.offset}` : ''}`,
        );
      }
      if (answer.period.length > 0) lines.push('', `${m.explainPeriod}:`);
      for (const { page, anchor, segment, text, dates, inside, counted } of answer.period)
        lines.push(
          `  ${page}`,
          `    «${printable(anchor)}» · ${m.explainSegment} ${segment}: ${dates.slice(0, 8).join(', ') || '–'} · ${inside}/${counted}`,
          `    ${printable(text)}`,
        );
      process.stdout.write(`${lines.join('\n')}\n`);
    });
}
