import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { readCrawlReport } from './crawl-report.ts';
import { escapeMarkup, plainText } from './hostile-text.ts';
import { reportPage } from './html-page.ts';
import { quantitiesIn } from './quantities.ts';
import { emptyFolder, manifest } from './sample-crawl.suite.ts';
import { type MessageKey, sayIn, sayName } from './say-report.ts';
import { reportText } from './text-table.ts';

interface Node {
  readonly nodeName: string;
  readonly attrs?: readonly { name: string; value: string }[];
  readonly childNodes?: readonly Node[];
}

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of node.childNodes ?? []) yield* walk(child);
}

const HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)</script>\'`\u001b]0;x\u0007\u202egro.elpmaxe';

describe('the page of a report', () => {
  it('hostile names become text: no element, attribute or request of theirs', async () => {
    const folder = emptyFolder();
    const session = { startedAt: 0, endedAt: 5000, reason: HOSTILE };
    writeFileSync(
      join(folder, 'crawl.json'),
      JSON.stringify({ ...manifest([session]), scope: HOSTILE, policy: HOSTILE }),
    );
    const visit = {
      at: 1000,
      outcome: 'analysed',
      status: 200,
      bytes: 10,
      site: HOSTILE,
      lang: HOSTILE,
      charset: HOSTILE,
      type: HOSTILE,
      traps: [HOSTILE],
      refused: { [HOSTILE]: 3 },
      title: HOSTILE,
    };
    const failure = { ...visit, outcome: 'failed', reason: HOSTILE };
    const odd = { ...visit, outcome: HOSTILE, reason: HOSTILE };
    writeFileSync(
      join(folder, 'visits.jsonl'),
      [visit, failure, odd].map((each) => `${JSON.stringify(each)}\n`).join(''),
    );
    const report = await readCrawlReport(folder);
    rmSync(folder, { recursive: true });

    const page = reportPage(report, 'pt-BR');
    const elements = [...walk(parse(page) as unknown as Node)];
    const names = new Set(elements.map((element) => element.nodeName));
    expect(names).not.toContain('script');
    expect(names).not.toContain('img');
    expect(names).not.toContain('a');
    expect(names).not.toContain('link');
    for (const { attrs = [] } of elements)
      for (const { name, value } of attrs) {
        expect(name).not.toMatch(/^on|^href$|^src$/);
        if (name === 'style') expect(value).toMatch(/^--part:\d+\.\d%$/);
      }
    expect(page).not.toMatch(/url\(|@import|[\u0000-\u0008\u000b-\u001f\u202e]/);
    expect(page).toContain("default-src 'none'");
    expect(reportText(report, 'en')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  it('escapes what markup gives a meaning, and marks what no reader sees', () => {
    expect(escapeMarkup('<a href="x">\'&')).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;');
    expect(plainText('a\u0000b\u202ec\ud800')).toBe('a�b�c�');
    expect(plainText('😀ção')).toBe('😀ção');
    expect(plainText('x'.repeat(200), 10)).toBe('xxxxxxxxxx…');
  });
});

describe('words and numbers', () => {
  it('every language has the same places to fill', () => {
    const places = (text: string): string[] =>
      [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).sort();
    const [brazil, portugal, english] = (['pt-BR', 'pt-PT', 'en'] as const).map(sayIn) as [
      ReturnType<typeof sayIn>,
      ReturnType<typeof sayIn>,
      ReturnType<typeof sayIn>,
    ];
    const keys: MessageKey[] = [
      'generatedFrom',
      'speedDescription',
      'peakBandwidth',
      'sampled',
      'state-running',
      'more',
      'domainsDescription',
      'pagesPerDomainDescription',
      'sizesDescription',
      'bandwidthDescription',
      'bandwidthOverTime',
    ];
    for (const key of keys) {
      expect(places(brazil(key)).length).toBeGreaterThan(0);
      expect(places(portugal(key))).toEqual(places(brazil(key)));
      expect(places(english(key))).toEqual(places(brazil(key)));
    }
    expect(brazil('more', { count: 3 })).toBe('e mais 3');
    expect(sayName(english, 'outcome', 'gone')).toBe('gone');
    expect(sayName(brazil, 'outcome', 'gone')).toBe('não existe mais');
    expect(sayName(brazil, 'reason', 'toString')).toBe('toString');
  });

  it('quantities in the language', () => {
    const br = quantitiesIn('pt-BR');
    const en = quantitiesIn('en');
    expect(br.count(1234567)).toBe('1.234.567');
    expect(en.number(12.345)).toBe('12.3');
    expect(br.number(0.12345)).toBe('0,123');
    expect([0, 999, 1000, 1_550_000, 999_999].map(en.bytes)).toEqual([
      '0 B',
      '999 B',
      '1 kB',
      '1.6 MB',
      '1 MB',
    ]);
    expect([0, 0.25, 1.5, 45, 60, 61, 460, 3600, 19_020, 200_000].map(en.seconds)).toEqual([
      '0 s',
      '250 ms',
      '1.5 s',
      '45 s',
      '1 min',
      '1 min 1 s',
      '7 min 40 s',
      '1 h',
      '5 h 17 min',
      '2 d 8 h',
    ]);
    expect(br.percent(0.0512)).toBe('5,1 %');
  });
});
