/** The tables of the suites of other parsers: whole and without what cannot be reached, grids apart, what is kept aside apart. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bar, MeasureTable } from '../../bench/measure.ts';
import { type ForeignCase, foreignCases, isAside, isGrid, isRight, read, unreachable } from './foreign.ts';

interface Count {
  cases: number;
  right: number;
}

const emptyCount = (): Count => ({ cases: 0, right: 0 });
const share = ({ cases, right }: Count): string => (cases === 0 ? '—' : (right / cases).toFixed(3));

/** Every file of the folder that is a list of such cases. */
function files(folder: string): readonly { readonly name: string; readonly cases: readonly ForeignCase[] }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const cases = foreignCases(readFileSync(join(folder, name), 'utf8'));
      return cases === null ? [] : [{ name: name.replace('.json', ''), cases }];
    });
}

export function foreign(
  folder: string,
  listMisses: boolean,
): {
  readonly tables: readonly MeasureTable[];
  readonly bars: readonly Bar[];
  readonly figures: Readonly<Record<string, number>>;
} {
  const tables: MeasureTable[] = [];
  const bars: Bar[] = [];
  const figures: Record<string, number> = {};
  for (const { name, cases } of files(folder)) {
    const out = new Map(unreachable(cases).map(({ one, why }) => [one, why]));
    const counts = new Map<string, Count>();
    const misses: (string | number)[][] = [];
    const add = (key: string, right: boolean): void => {
      const count = counts.get(key) ?? emptyCount();
      count.cases++;
      if (right) count.right++;
      counts.set(key, count);
    };
    for (const one of cases) {
      const timexes = read(one);
      const right = isRight(one, timexes);
      const kind = isGrid(one) ? 'grids' : 'cases';
      const aside = isAside(one) ? 'aside' : 'rest';
      for (const part of ['all', aside]) {
        add(`${kind} ${part}`, right);
        if (!out.has(one)) add(`${kind} ${part} reachable`, right);
      }
      add(`${one.src}${isGrid(one) ? ' (grid)' : ''} ${aside}`, right);
      if (!right && aside === 'rest' && listMisses)
        misses.push([
          one.group === undefined ? one.src : `${one.src}/${one.group}`,
          one.text,
          one.ref.slice(0, 16),
          JSON.stringify(one.exp),
          timexes.map((t) => `${t.text} = ${t.timex3.value}`).join('; ') || '—',
          out.get(one) ?? 'missed',
        ]);
    }
    const of = (key: string): Count => counts.get(key) ?? emptyCount();
    const row = (what: string, key: (part: string) => string): (string | number)[] => {
      const [all, rest, aside] = ['all', 'rest', 'aside'].map((part) => of(key(part)));
      return [what, all!.cases, share(all!), share(rest!), aside!.cases, share(aside!)];
    };
    tables.push({
      title: `${name}, under one profile`,
      columns: ['what', 'cases', 'right', 'without what is kept aside', 'kept aside', 'right of these'],
      rows: [
        row('all but the grids', (part) => `cases ${part}`),
        row('of these what can be reached', (part) => `cases ${part} reachable`),
        row('grids', (part) => `grids ${part}`),
        row('of these what can be reached', (part) => `grids ${part} reachable`),
      ],
      note: 'profile dialogue, pt-BR (`FOREIGN_PROFILE` says why); grids: natural-date and the swept groups of chronologia; what cannot be reached: cases that contradict each other, and conventions of one suite (below)',
    });
    const suites = [...new Set(cases.map((one) => `${one.src}${isGrid(one) ? ' (grid)' : ''}`))].sort();
    tables.push({
      title: `${name} by suite`,
      columns: ['suite', 'cases', 'right', 'kept aside', 'right of these'],
      rows: suites.map((suite) => {
        const rest = of(`${suite} rest`);
        const aside = of(`${suite} aside`);
        return [suite, rest.cases, share(rest), aside.cases, share(aside)];
      }),
    });
    const reasons = new Map<string, Count>();
    for (const [one, why] of out) {
      const count = reasons.get(why) ?? emptyCount();
      if (isGrid(one)) count.right++;
      else count.cases++;
      reasons.set(why, count);
    }
    tables.push({
      title: `${name}: what cannot be reached`,
      columns: ['why', 'cases', 'of grids'],
      rows: [...reasons].sort((a, b) => b[1].cases - a[1].cases).map(([why, n]) => [why, n.cases, n.right]),
    });
    tables.push({
      title: `${name}: the cases that cannot be reached`,
      items: true,
      columns: ['suite', 'text', 'reference', 'expected', 'why'],
      rows: [...out]
        .filter(([one]) => !isAside(one))
        .map(([one, why]) => [one.src, one.text, one.ref.slice(0, 16), JSON.stringify(one.exp), why]),
      note: 'those that are kept aside are counted and not shown',
    });
    if (misses.length > 0)
      tables.push({
        title: `${name}: not as expected`,
        items: true,
        columns: ['suite', 'text', 'reference', 'expected', 'ours', 'why'],
        rows: misses,
      });
    const free = of('cases all');
    const reachable = of('cases all reachable');
    const grids = of('grids all');
    const number = (count: Count): number => Number((count.right / Math.max(1, count.cases)).toFixed(3));
    figures[`${name}.right`] = number(free);
    figures[`${name}.reachable`] = number(reachable);
    figures[`${name}.reachableAside`] = number(of('cases aside reachable'));
    figures[`${name}.ceiling`] = Number((reachable.cases / Math.max(1, free.cases)).toFixed(3));
    figures[`${name}.grids`] = number(grids);
    const judged = reachable.cases < 0.95 * free.cases ? reachable : free;
    if (judged.cases > 0)
      bars.push({
        what: `${name} without grids${judged === reachable ? ', what can be reached' : ''}`,
        bar: '≥ 0.92',
        measured: `${share(judged)} (kept aside ${share(of(judged === reachable ? 'cases aside reachable' : 'cases aside'))})`,
        met: judged.right >= 0.92 * judged.cases,
      });
    if (grids.cases > 0)
      bars.push({
        what: `${name}, grids`,
        bar: '≥ 0.90',
        measured: `${share(grids)} (kept aside ${share(of('grids aside'))})`,
        met: grids.right >= 0.9 * grids.cases,
      });
  }
  return { tables, bars, figures };
}
