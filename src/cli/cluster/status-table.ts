/** How a shared crawl stands, for a terminal. */
import type { ClusterStatus } from '../../app/cluster.ts';
import { printable } from '../../formats/index.ts';
import { CLUSTER_WORDS } from '../../words/cluster.ts';
import { formatBytes, formatFixed, formatNumber, type Language, say } from '../../words/index.ts';
import { formatDuration } from '../terminal/quantity.ts';

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
  const lines = [
    `${status.cluster} · ${m.states[status.state]} · ${say(m.begun, { date: status.begun.toLocaleString(language) })} · ${status.policy}, ${status.scope}`,
    '',
    ...columns(pairs).map((line) => `  ${line}`),
    `  ${say(m.sites, {
      ready: n(health.readySites),
      leased: n(health.leasedSites),
      resting: n(health.restingSites),
      parked: n(health.parkedSites),
    })}`,
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
    ]);
    lines.push(
      `${m.workers} (${n(alive.length)})`,
      ...columns([m.columns, ...rows]).map((line) => `  ${line}`),
    );
  }
  if (health.longTransactions > 0)
    lines.push('', say(m.longTransactions, { count: n(health.longTransactions) }));
  if (health.lacksStandby) lines.push('', m.lacksStandby);
  return `${lines.join('\n')}\n`;
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
