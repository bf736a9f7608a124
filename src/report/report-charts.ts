/** The charts of a report: speed, bandwidth, domains reached, pages per domain, sizes, refused URLs. */
import type { Chart } from './chart.ts';
import type { CrawlReport } from './crawl-report.ts';
import type { Quantities } from './quantities.ts';
import { type Say, sayName } from './say-report.ts';

export function reportCharts(report: CrawlReport, say: Say, quantities: Quantities): Chart[] {
  const { timeline, pagesPerDomain, sizes, bandwidth, speed } = report;
  const { count, number, bytes, seconds, percent } = quantities;
  const empty = say('nothing');
  // Curves begin at 0: a sum with nothing, a speed with that of its first step.
  const from = (first: number, values: readonly number[]): number[] =>
    values.length > 0 ? [first, ...values] : [];
  const time = {
    label: say('timeAxis'),
    format: seconds,
    values: from(0, timeline.seconds),
    unit: 'seconds' as const,
  };
  const marks = timeline.resumedAt;
  const rate = (value: number): string => `${bytes(value)}${say('perSecond')}`;
  const window = { seconds: number(bandwidth.windowSeconds) };
  const highest = timeline.pagesPerSecond.reduce((most, value) => Math.max(most, value), 0);
  const along = report.period;
  const byPages = along && {
    label: say('pagesAxis'),
    format: count,
    values: along.curve.pages,
    unit: 'number' as const,
  };
  const held = report.collection;
  const byDays = held && {
    label: say('daysAxis'),
    format: number,
    values: held.curve.days,
    unit: 'number' as const,
  };
  return [
    ...(held && byDays
      ? ([
          {
            kind: 'curve',
            name: 'freshness',
            title: say('freshnessCurve'),
            description: say('freshnessDescription', {
              freshness: percent(held.freshness),
              pages: count(held.size),
            }),
            empty,
            area: false,
            x: byDays,
            y: { label: say('freshness'), format: percent, values: held.curve.freshness },
          },
          {
            kind: 'curve',
            name: 'age',
            title: say('ageCurve'),
            description: say('ageDescription', { days: number(held.age) }),
            empty,
            area: false,
            x: byDays,
            y: { label: say('daysLabel'), format: number, values: held.curve.age },
          },
        ] satisfies Chart[])
      : []),
    ...(along && byPages
      ? ([
          {
            kind: 'curve',
            name: 'precision',
            title: say('precisionCurve', { period: along.label }),
            description: say('precisionDescription', {
              precision: percent(along.precision),
              pages: count(along.pages),
            }),
            empty,
            area: false,
            x: byPages,
            y: { label: say('precisionAxis'), format: percent, values: along.curve.precision },
          },
          {
            kind: 'curve',
            name: 'found',
            title: say('foundCurve', { period: along.label }),
            description: say('foundDescription', { relevant: count(along.relevant) }),
            empty,
            area: true,
            x: byPages,
            y: { label: say('foundAxis'), format: percent, values: along.curve.found },
          },
        ] satisfies Chart[])
      : []),
    {
      kind: 'curve',
      name: 'speed',
      title: say('speedOverTime'),
      description: say('speedDescription', { mean: number(speed.mean), greatest: number(highest) }),
      empty,
      area: false,
      x: time,
      y: {
        label: say('pagesPerSecond'),
        format: number,
        values: from(timeline.pagesPerSecond[0]!, timeline.pagesPerSecond),
      },
      marks,
    },
    {
      kind: 'curve',
      name: 'bandwidth',
      title: say('bandwidthOverTime', window),
      description: say('bandwidthDescription', {
        mean: rate(bandwidth.mean),
        greatest: rate(bandwidth.greatest),
      }),
      empty,
      area: true,
      x: time,
      y: {
        label: `bytes${say('perSecond')}`,
        format: rate,
        values: from(timeline.bytesPerSecond[0]!, timeline.bytesPerSecond),
      },
      marks,
    },
    {
      kind: 'curve',
      name: 'domains',
      title: say('domainsOverTime'),
      description: say('domainsDescription', { total: count(report.totals.domainsReached) }),
      empty,
      area: true,
      x: time,
      y: { label: say('domainsAxis'), format: number, values: from(0, timeline.domainsReached) },
      marks,
    },
    {
      kind: 'columns',
      name: 'pages-per-domain',
      title: say('pagesPerDomain'),
      description: say('pagesPerDomainDescription', {
        median: number(pagesPerDomain.median),
        mean: number(pagesPerDomain.mean),
        greatest: count(pagesPerDomain.greatest),
      }),
      empty,
      x: { label: say('pagesOfDomainAxis') },
      y: { label: say('domainsAxis'), format: count },
      columns: pagesPerDomain.histogram.map(({ from, to, domains }) => ({
        label: from === to ? count(from) : `${count(from)}–${count(to)}`,
        value: domains,
      })),
    },
    {
      kind: 'columns',
      name: 'sizes',
      title: say('sizes'),
      description: say('sizesDescription', { median: bytes(sizes.median), mean: bytes(sizes.mean) }),
      empty,
      x: { label: say('sizeAxis') },
      y: { label: say('pagesAxis'), format: count },
      columns: sizes.histogram.map(({ from, count: pages }) => ({ label: `≥ ${bytes(from)}`, value: pages })),
    },
    {
      kind: 'bars',
      name: 'refused',
      title: say('refusedByRule'),
      description: say('refusedDescription'),
      empty,
      format: count,
      bars: report.refused.slice(0, 12).map(({ name, count: value }) => ({
        label: sayName(say, 'rule', name),
        value,
      })),
    },
  ];
}
