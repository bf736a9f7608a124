/** How a shared crawl stands, for a terminal. */
import type { ArchiveLag, ToldError } from '../../app/cluster/kept-archive.ts';
import type { ClusterStatus } from '../../app/cluster.ts';
import { ERROR_CODES, TarrafaError } from '../../errors.ts';
import { printable } from '../../formats/index.ts';
import { CLUSTER_WORDS } from '../../words/cluster.ts';
import { policyName, scopeName } from '../../words/crawl-names.ts';
import { amount, formatBytes, formatFixed, formatNumber, type Language, say } from '../../words/index.ts';
import { formatDuration } from '../terminal/quantity.ts';

/** What workers say of themselves, where it is said. */
interface WorkerAbout {
  readonly archive?: Partial<ArchiveLag>;
}

export function clusterStatusText(status: ClusterStatus, language: Language): string {
  const m = CLUSTER_WORDS[language];
  const n = (value: number): string => formatNumber(value, language);
  const { figures, health, workers } = status;
  const pairs: [string, string][] = [
    [m.pages, n(figures.pages)],
    [m.visits, n(figures.completed)],
    [m.known, n(figures.known)],
    [m.queued, n(figures.queued)],
    [m.received, formatBytes(figures.bytes, language)],
    [m.tables, formatBytes(health.bytes, language)],
    ...(figures.pagesLeft === null ? [] : [[m.pagesLeft, n(figures.pagesLeft)] as [string, string]]),
  ];
  const { archive } = status;
  const stored = archive.store !== null;
  const lines = [
    `${status.cluster} · ${m.states[status.state]} · ${say(m.begun, { date: status.begun.toLocaleString(language) })} · ${policyName(status.policy, language)}, ${scopeName(status.scope, language)}`,
    '',
    ...columns(pairs).map((line) => `  ${line}`),
    `  ${say(m.sites, {
      ready: n(health.readySites),
      leased: n(health.leasedSites),
      resting: n(health.restingSites),
      parked: n(health.parkedSites),
    })}`,
    ...(archive.store === null
      ? []
      : [
          `  ${say(m.archive, {
            files: amount(archive.files, language, n(archive.files)),
            size: formatBytes(archive.bytes, language),
            store: archive.store,
          })}`,
        ]),
    ...(archive.lost > 0
      ? [`  ${say(m.lostVisits, { visits: amount(archive.lost, language, n(archive.lost)) })}`]
      : []),
    '',
  ];
  const alive = workers.filter(({ isAlive }) => isAlive);
  if (alive.length === 0) lines.push(say(m.noWorkers, { cluster: status.cluster }));
  else {
    const rows = alive.map(({ name, about, pages, sites, silence, isStopping }) => [
      printable(name) + (isStopping ? ` (${m.leaving})` : ''),
      printable(`${about.host ?? '–'}`),
      n(pages),
      typeof about.pagesPerSecond === 'number' ? formatFixed(about.pagesPerSecond, language, 1) : '–',
      typeof about.inFlight === 'number' ? n(about.inFlight) : '–',
      n(sites),
      silence > status.timeToLive ? `${formatDuration(silence)} (${m.lost})` : formatDuration(silence),
      ...(stored ? [unsentBy(about, language)] : []),
    ]);
    lines.push(
      `${m.workers} (${n(alive.length)})`,
      ...columns([stored ? [...m.columns, m.unsent] : m.columns, ...rows]).map((line) => `  ${line}`),
    );
  }
  for (const line of archiveTroubles(status, language)) lines.push('', line);
  if (health.longTransactions > 0)
    lines.push('', say(m.longTransactions, { count: n(health.longTransactions) }));
  if (health.lacksStandby) lines.push('', m.lacksStandby);
  return `${lines.join('\n')}\n`;
}

/** What a worker has not sent yet, as it says. */
function unsentBy(about: WorkerAbout, language: Language): string {
  const { files = 0, bytes = 0, age = 0 } = about.archive ?? {};
  if (files === 0) return formatNumber(0, language);
  return say(CLUSTER_WORDS[language].unsentAge, {
    size: formatBytes(bytes, language),
    age: formatDuration(age),
  });
}

/** Whose archive does not come into the store, and why. */
function archiveTroubles({ archive, workers }: ClusterStatus, language: Language): string[] {
  if (archive.store === null) return [];
  const m = CLUSTER_WORDS[language];
  const lines: string[] = [];
  for (const { isAlive, about, name } of workers) {
    const { away = null, refused = [] } = (about as WorkerAbout).archive ?? {};
    if (isAlive && away)
      lines.push(say(m.workerAway, { name: printable(name), why: toldWhy(away, language) }));
    for (const { file, ...why } of isAlive ? refused : [])
      lines.push(
        say(m.workerRefused, { name: printable(name), file: printable(file), why: toldWhy(why, language) }),
      );
  }
  for (const { worker, isAlive, files } of archive.waiting)
    if (!isAlive)
      lines.push(
        say(m.unstored, {
          name: printable(worker),
          files: amount(files, language, formatNumber(files, language)),
        }),
      );
  return lines;
}

/** In the language of who asks, though it was said on another machine. */
function toldWhy({ code, values, message }: ToldError, language: Language): string {
  if (code === null || !ERROR_CODES.includes(code)) return printable(message);
  return printable(new TarrafaError(code, values).explain(language).message);
}

/** The first column to the left, the others to the right. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => [...row[i]!].length)));
  return rows.map((row) =>
    row
      .map((cell, i) => {
        const room = ' '.repeat(widths[i]! - [...cell].length);
        return i === 0 ? cell + room : room + cell;
      })
      .join('  ')
      .trimEnd(),
  );
}
