/** What a shared crawl knows of a URL, for a terminal. */
import type { SharedExplanation } from '../../app/cluster/cluster-explain.ts';
import { printable } from '../../formats/index.ts';
import { CLUSTER_WORDS } from '../../words/cluster.ts';
import { formatBytes, formatNumber, type Language, say } from '../../words/index.ts';
import { outcomeName, referencesLine, ruleLines } from './rule-lines.ts';

const moment = (at: number): string => new Date(at).toISOString();

export function explainedText(found: SharedExplanation, language: Language): string {
  const m = CLUSTER_WORDS[language];
  const n = (value: number): string => formatNumber(value, language);
  const lines = ruleLines(found, language);
  const { known, site, waits, visits, references } = found;
  if (known) lines.push('');
  if (references !== null) lines.push(referencesLine(references, language));
  for (const { place, notBefore, again, attempt, priority, hops } of waits) {
    const at = notBefore === null ? '' : moment(notBefore);
    const where =
      place !== null && site !== null
        ? say(m.urlQueued, { place: n(place), site: printable(site.name) })
        : say(again ? m.urlAgain : m.urlRetry, { at });
    lines.push(
      `${where} · ${say(m.urlFacts, { priority: n(priority), hops: n(hops), attempt: n(attempt) })}`,
    );
  }
  if (site !== null) {
    const { state, worker, addressOf, rests, queued, collected } = site;
    const said = {
      idle: m.siteIdle,
      ready: m.siteReady,
      resting: m.siteReady,
      retired: m.siteRetired,
      leased: say(m.siteLeased, { worker: printable(worker ?? '–') }),
      parked: say(m.siteParked, { worker: printable(addressOf ?? '–') }),
    };
    const rest = rests === null ? null : say(m.siteRests, { at: moment(rests) });
    lines.push(
      [
        `${printable(site.name)}: ${state === 'resting' && rest !== null ? rest : said[state]}`,
        say(m.siteCounts, { queued: n(queued), collected: n(collected) }),
        ...(rest !== null && state !== 'resting' ? [rest] : []),
      ].join(' · '),
    );
  }
  if (known && waits.length + visits.length === 0)
    lines.push(site?.state === 'retired' ? m.urlDropped : m.urlUnderWay);
  for (const { at, outcome, status, bytes, worker, archived } of visits)
    lines.push(
      `  ${moment(at)}  ${outcomeName(outcome, language)} ${status} ${formatBytes(bytes, language)} · ${printable(worker)}${archived ? ` ${archived.file}@${archived.offset}` : ''}`,
    );
  return `${lines.join('\n')}\n`;
}
