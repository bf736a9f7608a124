/** From weighed candidates to the dates of the page. */
import { civilDay } from '../calendar.ts';
import { chronon } from '../chronon.ts';
import type { DateCandidate, DatedEvidence, DateSource } from './candidate.ts';
import { type ConfidenceEvidence, confidenceEvidence, confidenceOf } from './confidence.ts';

/** What a date that is said to be of the other kind loses. */
const WRONG_ROLE = 2.2;
/** What a day loses that metadata give for the last change, where they give an earlier one for the publication. */
const EXPLAINED = 2;
/** What the line of the last change loses more where another line has an earlier day without a label. */
const EXPLAINED_BY_SIGHT = 1;
const FIRST_MOMENT = /T00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00)$/;
/** From this weight on, metadata state when the page was published. */
const STATED = 2.5;
/** The least weight at which a date is answered at all. */
const LEAST = -2;
/** The share of a supporting source's weight that is added, and how much all support can add. */
const SUPPORT = 0.4;
const MOST_SUPPORT = 2;

/** From this weight on, a date is one that the page shows as its own. */
const SHOWN = 1.2;

/** Sources that one program writes from one value count once. */
const FAMILY: Readonly<Record<DateSource, number>> = {
  'json-ld': 0,
  script: 0,
  meta: 1,
  microdata: 2,
  'time-element': 2,
  element: 2,
  url: 3,
  visible: 4,
  relative: 4,
  header: 5,
  sitemap: 5,
  feed: 6,
  copyright: 7,
};

interface Group {
  readonly day: number;
  readonly best: DateCandidate;
  readonly bestWeight: number;
  readonly score: number;
  readonly sources: readonly DateSource[];
  /** How many families of sources give the day. */
  readonly families: number;
}

function weightFor(c: DateCandidate, role: 'published' | 'modified'): number {
  if (c.role === 'unknown') return role === 'published' ? c.weight : c.weight - WRONG_ROLE;
  return c.role === role ? c.weight : c.weight - WRONG_ROLE;
}

function grouped(candidates: readonly DateCandidate[], role: 'published' | 'modified'): Group[] {
  const byDay = new Map<number, DateCandidate[]>();
  const local = localDays(candidates);
  for (const c of candidates) {
    if (c.precision !== 'day') continue;
    addTo(byDay, localDay(c, local), c);
  }
  // The other reading of ambiguous numbers goes over to the day that others give.
  for (const c of candidates) {
    if (c.precision !== 'day' || c.alternative === null || !byDay.has(c.alternative)) continue;
    if (localDay(c, local) === c.day) addTo(byDay, c.alternative, c);
  }
  // Shown in a zone behind UTC, a day without an hour is the day before.
  const firstMoments = firstMomentsOfDays(candidates);
  for (const c of candidates) {
    if (c.source !== 'visible' || c.precision !== 'day' || c.time !== null) continue;
    if (firstMoments.has(c.day + 1) && byDay.has(c.day + 1)) addTo(byDay, c.day + 1, c);
  }
  const changed = lastChange(candidates);
  const saves = stampsOfChange(candidates);
  const stated = role === 'published' ? statedPublication(candidates) : Number.POSITIVE_INFINITY;
  const earliestShown = shownWithoutLabel(candidates);
  const coarse = candidates.find((c) => c.source === 'url' && c.precision !== 'day');
  const groups: Group[] = [];
  for (const [day, members] of byDay) {
    let best = members[0]!;
    let bestWeight = Number.NEGATIVE_INFINITY;
    const family = new Array<number>(8).fill(0);
    for (const c of members) {
      const moved = localDay(c, local) === day;
      let weight = weightFor(c, role) - (moved ? 0 : 0.3);
      if (role === 'published' && c.role === 'modified' && c.source === 'visible' && c.day > earliestShown)
        weight -= EXPLAINED_BY_SIGHT;
      if (role === 'published' && c.role === 'published' && c.time !== null && saves.has(c.text))
        weight -= 0.5;
      if (weight > bestWeight && moved) {
        best = c;
        bestWeight = weight;
      }
      const f = FAMILY[c.source];
      if (weight > family[f]!) family[f] = weight;
    }
    let support = 0;
    let families = 0;
    let seen = 0;
    for (const c of members) seen |= 1 << FAMILY[c.source];
    for (; seen > 0; seen &= seen - 1) families++;
    for (let f = 0; f < family.length; f++) if (f !== FAMILY[best.source]) support += family[f]! * SUPPORT;
    let score = bestWeight + Math.min(MOST_SUPPORT, support);
    if (role === 'published') {
      if (coarse !== undefined) score += agreesWithUrl(day, coarse);
      // Nothing is published after its last change.
      if (day > changed + 1) score -= 1.5;
      // A reader is often shown the last change alone.
      if (day > stated + 1 && members.some(isStatedChange)) score -= EXPLAINED;
    }
    groups.push({
      day,
      best,
      bestWeight,
      score,
      sources: [...new Set(members.map((c) => c.source))],
      families,
    });
  }
  return groups.sort((a, b) => b.score - a.score || a.day - b.day);
}

function addTo(byDay: Map<number, DateCandidate[]>, day: number, c: DateCandidate): void {
  const list = byDay.get(day);
  if (list === undefined) byDay.set(day, [c]);
  else list.push(c);
}

/** The days that the page's readers see or its address has, with the most that speaks for each. */
function localDays(candidates: readonly DateCandidate[]): Map<number, number> {
  const days = new Map<number, number>();
  for (const c of candidates) {
    if (c.precision !== 'day' || c.role === 'modified' || (c.source !== 'visible' && c.source !== 'url'))
      continue;
    days.set(c.day, Math.max(c.weight, days.get(c.day) ?? Number.NEGATIVE_INFINITY));
  }
  return days;
}

/** Days that a machine gives as their first moment in UTC. */
function firstMomentsOfDays(candidates: readonly DateCandidate[]): ReadonlySet<number> {
  const days = new Set<number>();
  for (const { source, precision, text, day } of candidates)
    if (source !== 'visible' && precision === 'day' && FIRST_MOMENT.test(text)) days.add(day);
  return days;
}

/** A moment in UTC belongs to the neighbouring day when that is the one which the page shows. */
function localDay(c: DateCandidate, local: ReadonlyMap<number, number>): number {
  if (c.alternative === null || Math.abs(c.alternative - c.day) !== 1 || c.source === 'visible') return c.day;
  const other = local.get(c.alternative) ?? Number.NEGATIVE_INFINITY;
  return other >= SHOWN && other > (local.get(c.day) ?? Number.NEGATIVE_INFINITY) + 0.5
    ? c.alternative
    : c.day;
}

const isStatedChange = (c: DateCandidate): boolean =>
  c.role === 'modified' && (c.source === 'meta' || c.source === 'json-ld' || c.weight >= STATED);

const isStatement = (c: DateCandidate): boolean =>
  c.role === 'published' && c.precision === 'day' && (c.source === 'meta' || c.source === 'json-ld');

/** The first day that metadata give for the publication of this page and no other; endless when they give none. */
function statedPublication(candidates: readonly DateCandidate[]): number {
  let most = STATED;
  for (const c of candidates) if (isStatement(c) && c.weight > most) most = c.weight;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let between = false;
  for (const c of candidates) {
    if (!isStatement(c) || c.weight < most - 0.5) continue;
    between ||= c.day !== first && c.day !== last && first !== last && Number.isFinite(first);
    first = Math.min(first, c.day);
    last = Math.max(last, c.day);
  }
  // Of more than two days, most are of other pages.
  return between ? Number.POSITIVE_INFINITY : first;
}

/**
 * Moments, as written, that metas give for the last change: a publication at the very same moment may be the last save of a program
 * that knows no other date.
 */
function stampsOfChange(candidates: readonly DateCandidate[]): Set<string> {
  return new Set(candidates.filter((c) => c.role === 'modified' && c.source === 'meta').map((c) => c.text));
}

/** The first day that the page shows as its own without saying of what; endless when it shows none. */
function shownWithoutLabel(candidates: readonly DateCandidate[]): number {
  let first = Number.POSITIVE_INFINITY;
  for (const c of candidates)
    if (c.role === 'unknown' && c.precision === 'day' && c.source === 'visible' && c.weight >= SHOWN)
      first = Math.min(first, c.day);
  return first;
}

/** The latest day that the page clearly says it was changed on; endless when it does not. */
function lastChange(candidates: readonly DateCandidate[]): number {
  let latest = Number.NEGATIVE_INFINITY;
  for (const c of candidates)
    if (
      c.role === 'modified' &&
      c.precision === 'day' &&
      c.weight >= 1 &&
      c.source !== 'header' &&
      c.day > latest
    )
      latest = c.day;
  return latest === Number.NEGATIVE_INFINITY ? Number.POSITIVE_INFINITY : latest;
}

function agreesWithUrl(day: number, coarse: DateCandidate): number {
  const a = civilDay(day);
  const b = civilDay(coarse.day);
  if (coarse.precision === 'year') return a.year === b.year ? 0.3 : -0.3;
  return a.year === b.year && a.month === b.month ? 1.5 : -1;
}

function evidenceOf(
  c: DateCandidate,
  day: number,
  confidence: number,
  agreeing: readonly DateSource[],
): DatedEvidence {
  const { year, month, day: dayOfMonth } = civilDay(day);
  const clock =
    c.time === null ? null : { hour: Number(c.time.slice(0, 2)), minute: Number(c.time.slice(3, 5)) };
  return {
    date: `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`,
    chronon: chronon(year, month, dayOfMonth, clock),
    confidence,
    source: c.source,
    role: c.role,
    where: c.where,
    text: c.text,
    node: c.node,
    block: c.block,
    agreeing,
  };
}

const evidenceFor = (group: Group, next: Group | undefined): ConfidenceEvidence =>
  confidenceEvidence({
    best: group.best,
    score: group.score,
    margin: group.score - (next?.score ?? -1),
    families: group.families,
  });

/** `onEvidence` is told what the confidence of the published date rests on. */
export function chooseDates(
  candidates: readonly DateCandidate[],
  onEvidence?: (evidence: ConfidenceEvidence) => void,
): {
  readonly published: DatedEvidence | null;
  readonly modified: DatedEvidence | null;
} {
  // When the server last wrote a file, or a sitemap names it as changed, is no publication, whatever else is missing.
  const groups = grouped(
    candidates.filter((c) => c.source !== 'header' && c.source !== 'sitemap'),
    'published',
  );
  const top = groups[0];
  let published: DatedEvidence | null = null;
  if (top !== undefined && top.score >= LEAST) {
    const evidence = evidenceFor(top, groups[1]);
    onEvidence?.(evidence);
    published = evidenceOf(
      top.best,
      top.day,
      confidenceOf(evidence),
      top.sources.filter((source) => source !== top.best.source),
    );
  }
  const changes = grouped(
    candidates.filter((c) => c.role === 'modified'),
    'modified',
  ).filter((g) => top === undefined || published === null || g.day >= top.day);
  const change = changes[0];
  const modified =
    change === undefined || change.score < LEAST
      ? null
      : evidenceOf(
          change.best,
          change.day,
          confidenceOf(evidenceFor({ ...change, best: { ...change.best, role: 'published' } }, changes[1])),
          change.sources.filter((source) => source !== change.best.source),
        );
  return { published, modified };
}
