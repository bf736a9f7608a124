import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Chart, drawChart, niceTicks, timeTicks } from './chart.ts';

const TEXT = { name: 'c', title: 'Velocidade', description: 'Páginas por segundo', empty: 'nada a mostrar' };
const format = (value: number): string => String(value);

function curve(x: readonly number[], y: readonly number[], marks: readonly number[] = []): Chart {
  return {
    ...TEXT,
    kind: 'curve',
    area: true,
    marks,
    x: { label: 'tempo', format, values: x, unit: 'seconds' },
    y: { label: 'p/s', format, values: y },
  };
}

/** Every number in a coordinate attribute or a path. */
function coordinates(svg: string): number[] {
  const found: number[] = [];
  for (const [, value] of svg.matchAll(/ (?:x|y|x1|x2|y1|y2|width|height)="([^"]*)"/g))
    found.push(Number(value));
  for (const [, path] of svg.matchAll(/ d="([^"]*)"/g))
    for (const number of path!.match(/[^MLZ ]+/g) ?? []) found.push(Number(number));
  return found;
}

const value = fc.oneof(
  fc.double(),
  fc.double({ min: 0, max: 1e6, noNaN: true }),
  fc.constantFrom(0, Number.NaN, Number.POSITIVE_INFINITY, -1, 1e300, 5e-324),
);

describe('charts', () => {
  it('the same data give the same bytes', () => {
    expect(drawChart(curve([1, 2, 3], [4, 0, 6]))).toMatchInlineSnapshot(`
      "<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 480 260" role="img" aria-labelledby="c-title c-desc" width="480" height="260">
      <title id="c-title">Velocidade</title>
      <desc id="c-desc">Páginas por segundo</desc>
      <style>.chart{font:12.5px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;--ink:#17262b;--soft:#5b6d73;--line:#dde5e6;--mark:#0b7a75;--wash:#0b7a7526;--back:#ffffff}
      @media (prefers-color-scheme:dark){.chart{--ink:#e4edee;--soft:#94a6ab;--line:#28373b;--mark:#3cc2b6;--wash:#3cc2b62e;--back:#131d20}}
      .chart .back{fill:var(--back)}.chart text{fill:var(--soft)}.chart .strong{fill:var(--ink)}
      .chart .grid{stroke:var(--line);stroke-width:1}.chart .axis{stroke:var(--soft);stroke-width:1}
      .chart .curve{fill:none;stroke:var(--mark);stroke-width:2;stroke-linejoin:round}.chart .second{stroke:var(--ink);stroke-dasharray:6 3}.chart .area{fill:var(--wash)}
      .chart .bar{fill:var(--mark)}.chart .resume{stroke:var(--soft);stroke-dasharray:3 3}</style>
      <rect class="back" width="480" height="260"/>
      <g font-weight="600"><text x="14" y="22" text-anchor="start" class="strong">Velocidade</text></g>
      <line x1="26.9" y1="218" x2="462" y2="218" class="axis"/>
      <text x="20.9" y="222" text-anchor="end">0</text>
      <line x1="26.9" y1="165.35" x2="462" y2="165.35" class="grid"/>
      <text x="20.9" y="169.35" text-anchor="end">2</text>
      <line x1="26.9" y1="112.65" x2="462" y2="112.65" class="grid"/>
      <text x="20.9" y="116.65" text-anchor="end">4</text>
      <line x1="26.9" y1="60" x2="462" y2="60" class="grid"/>
      <text x="20.9" y="64" text-anchor="end">6</text>
      <text x="14" y="46" text-anchor="start">p/s</text>
      <text x="244.45" y="252" text-anchor="middle">tempo</text>
      <line x1="26.9" y1="218" x2="26.9" y2="222" class="axis"/>
      <text x="26.9" y="236" text-anchor="middle">0</text>
      <line x1="99.4" y1="218" x2="99.4" y2="222" class="axis"/>
      <text x="99.4" y="236" text-anchor="middle">0.5</text>
      <line x1="171.95" y1="218" x2="171.95" y2="222" class="axis"/>
      <text x="171.95" y="236" text-anchor="middle">1</text>
      <line x1="244.45" y1="218" x2="244.45" y2="222" class="axis"/>
      <text x="244.45" y="236" text-anchor="middle">1.5</text>
      <line x1="316.95" y1="218" x2="316.95" y2="222" class="axis"/>
      <text x="316.95" y="236" text-anchor="middle">2</text>
      <line x1="389.5" y1="218" x2="389.5" y2="222" class="axis"/>
      <text x="389.5" y="236" text-anchor="middle">2.5</text>
      <line x1="462" y1="218" x2="462" y2="222" class="axis"/>
      <text x="462" y="236" text-anchor="end">3</text>
      <path class="area" d="M171.95 112.65L316.95 218L462 60L462 218L171.95 218Z"/>
      <path class="curve" d="M171.95 112.65L316.95 218L462 60"/>
      </svg>
      "
    `);
  });

  it('any data give finite coordinates inside the drawing', () => {
    const list = fc.array(value, { maxLength: 30 });
    fc.assert(
      fc.property(list, list, list, (x, y, marks) => {
        const named = y.map((each, i) => ({ label: `n${i}`, value: each }));
        const charts: Chart[] = [
          curve(x, y, marks),
          { ...TEXT, kind: 'columns', x: { label: 'x' }, y: { label: 'y', format }, columns: named },
          { ...TEXT, kind: 'bars', bars: named, format },
        ];
        for (const chart of charts) {
          for (const form of ['file', 'inline'] as const) {
            const svg = drawChart(chart, form);
            const height = Number(/viewBox="0 0 480 (\d+)"/.exec(svg)![1]);
            for (const coordinate of coordinates(svg)) {
              expect(Number.isFinite(coordinate)).toBe(true);
              expect(coordinate).toBeGreaterThanOrEqual(-1);
              expect(coordinate).toBeLessThanOrEqual(Math.max(480, height));
            }
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('hostile names stay text', () => {
    const label = '</title></svg><script>alert(1)</script>"\' onload=x \u202e\u001b[31m\ud800';
    const svg = drawChart({
      ...TEXT,
      title: label,
      description: label,
      kind: 'bars',
      format,
      bars: [{ label, value: 1 }],
    });
    expect(svg).not.toContain('<script');
    expect(svg.match(/<\/svg>/g)).toHaveLength(1);
    expect(svg).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e\ud800]/);
  });

  it('has a title and a description that its root refers to', () => {
    const svg = drawChart(curve([1], [1]));
    expect(svg).toContain('role="img" aria-labelledby="c-title c-desc"');
    expect(svg).toContain('<title id="c-title">Velocidade</title>');
    expect(svg).toContain('<desc id="c-desc">Páginas por segundo</desc>');
    expect(svg).toContain('prefers-color-scheme:dark');
  });

  it('says so when there is nothing to draw', () => {
    expect(drawChart(curve([], []))).toContain('nada a mostrar');
    expect(drawChart({ ...TEXT, kind: 'bars', format, bars: [{ label: 'a', value: 0 }] })).toContain(
      'nada a mostrar',
    );
  });
});

describe('ticks', () => {
  it('are round, equally spaced, start at 0 and cover the greatest value closely', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-9, max: 1e15, noNaN: true }),
        fc.integer({ min: 2, max: 8 }),
        (greatest, wanted) => {
          const ticks = niceTicks(greatest, wanted);
          const step = ticks[1]!;
          expect(ticks[0]).toBe(0);
          expect(ticks.at(-1)! * (1 + 1e-9)).toBeGreaterThanOrEqual(greatest);
          expect(ticks.at(-2)!).toBeLessThan(greatest);
          expect(ticks.length).toBeLessThanOrEqual(wanted + 1);
          expect([1, 2, 5]).toContain(Number((step / 10 ** Math.floor(Math.log10(step) + 1e-9)).toFixed(6)));
          ticks.forEach((tick, i) => {
            expect(tick).toBeCloseTo(i * step, 6 - Math.ceil(Math.log10(greatest)));
          });
        },
      ),
    );
  });

  it('whole numbers for counts', () => {
    expect(niceTicks(3, 4, true)).toEqual([0, 1, 2, 3]);
    expect(niceTicks(1, 4, true)).toEqual([0, 1]);
    expect(niceTicks(Number.NaN, 4)).toEqual([0, 0.5, 1]);
  });

  it('of time: what a clock would show, never beyond the end', () => {
    expect(timeTicks(460, 6)).toEqual([0, 120, 240, 360]);
    expect(timeTicks(19_020, 6)).toEqual([0, 3600, 7200, 10800, 14400, 18000]);
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e10, noNaN: true }), (end) => {
        const ticks = timeTicks(end, 6);
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThanOrEqual(14);
        expect(ticks.at(-1)).toBeLessThanOrEqual(end * (1 + 1e-6));
      }),
    );
  });
});
