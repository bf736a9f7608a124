import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getSurt } from 'warcio/utils';
import { cdxjLine, parseCdxjLine } from './cdxj.ts';
import { buildCdxj, CdxIndex, hostOfKey, sortCdxj } from './cdxj-index.ts';
import { INDEX_NAME, indexMark, isIndexWhole, LOG_NAME } from './cdxj-log.ts';
import { exchange, NOON, tempFolder } from './exchanges.suite.ts';
import { fileLines, sortLines } from './line-sort.ts';
import { surt } from './surt.ts';
import { parseTimestamp14, parseWarcDate, timestamp14, warcDate } from './timestamp.ts';
import { WarcWriter } from './writer.ts';

const root = tempFolder();

describe('surt', () => {
  it.each([
    ['http://www.Exemplo.PT/', 'pt,exemplo)/'],
    ['https://www2.ine.gov.pt:443/Um/Dois/?b=2&A=1#fim', 'pt,gov,ine)/um/dois?a=1&b=2'],
    ['http://user:pass@exemplo.pt:8080', 'pt,exemplo:8080)/'],
    ['http://exemplo.pt/a//b/./c/../d/', 'pt,exemplo)/a/b/d'],
    ['http://exemplo.pt/?', 'pt,exemplo)/'],
    ['http://exemplo.pt/not%C3%ADcia', 'pt,exemplo)/not%c3%adcia'],
    ['http://exemplo.pt/notícia', 'pt,exemplo)/not%c3%adcia'],
    ['http://exemplo.pt/%2541%20b', 'pt,exemplo)/a%20b'],
    ['http://exemplo.pt/p;jsessionid=0123456789abcdef0123456789ABCDEF?x=1', 'pt,exemplo)/p?x=1'],
    ['http://exemplo.pt/?PHPSESSID=0123456789abcdef0123456789abcdef&x=1', 'pt,exemplo)/?x=1'],
    ['http://exemplo.pt/?sid=curto&x=1', 'pt,exemplo)/?sid=curto&x=1'],
    ['http://exemplo.pt/?x=1&CFID=3&CFTOKEN=abc', 'pt,exemplo)/?x=1'],
    ['http://exemplo.pt/(S(0123456789abcdefghijklmn))/p.aspx', 'pt,exemplo)/p.aspx'],
    ['http://exemplo.pt/?b&a&a=2', 'pt,exemplo)/?a&a=2&b'],
    ['http://192.0.2.7/x', '7,2,0,192)/x'],
    ['http://[2001:db8::1]/x', '[2001:db8::1])/x'],
    ['http://www.com/', 'com)/'],
    ['dns:exemplo.pt', 'dns:exemplo.pt'],
    ['urn:Um Dois', 'urn:um%20dois'],
    ['', '-'],
  ])('%s', (url, key) => {
    expect(surt(url)).toBe(key);
  });

  it('agrees with warcio where the rules are the same', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
        // warcio keeps the last slash, empty path segments and escapes (the parser's of an apostrophe too).
        fc.pre(
          !/\/\/|%|'|[?&]$|[?&]&/.test(url.slice(8)) &&
            !/\/(\?|$)/.test(url.slice(8)) &&
            !/[?].*[?=].*=/.test(url),
        );
        expect(surt(url)).toBe(getSurt(url));
      }),
      { seed: 3 },
    );
  });

  it('never throws and never holds a space', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.string({ unit: 'binary' })), (url) => {
        expect(surt(url)).toMatch(/^[\x21-\x7e]+$/);
      }),
    );
  });
});

describe('timestamps', () => {
  it('are read in every precision', () => {
    expect(parseWarcDate('2024-05-06T12:00:00.250Z')).toBe(NOON);
    expect(parseWarcDate('2024-05-06T12:00:00.250999999Z')).toBe(NOON);
    expect(parseWarcDate('2024-05')).toBe(Date.UTC(2024, 4));
    expect(parseWarcDate('20240506120000')).toBe(NOON - 250);
    for (const bad of ['', 'ontem', '2024-5-6', '2024-05-06T12', '+2024'])
      expect(parseWarcDate(bad)).toBeNull();
    expect(parseTimestamp14('2024')).toBe(Date.UTC(2024));
    expect(timestamp14(NOON)).toBe('20240506120000');
    expect(warcDate(Number.NaN)).toBe('1970-01-01T00:00:00.000Z');
    expect(warcDate(1e18)).toBe('9999-12-31T23:59:59.999Z');
  });
});

describe('CDXJ lines', () => {
  it('are ASCII and read back', () => {
    const parts = {
      url: 'https://exemplo.pt/notícia?"x"=\u2028',
      date: NOON,
      mime: 'text/html',
      status: 200,
      digest: 'sha1:ABC',
      filename: 'a.warc.gz',
      offset: 5,
      length: 70,
    };
    const line = cdxjLine(parts);
    expect(line).toMatch(/^[\x20-\x7e]+$/);
    expect(parseCdxjLine(line)).toEqual({
      key: surt(parts.url),
      timestamp: '20240506120000',
      url: parts.url,
      mime: 'text/html',
      status: 200,
      digest: 'sha1:ABC',
      filename: 'a.warc.gz',
      offset: 5,
      length: 70,
    });
  });

  it('that are none are passed over', () => {
    for (const line of [
      '',
      ' ',
      '!mark {}',
      'a b c',
      'pt,a)/ 2024 {',
      'pt,a)/ 2024 {"url":"x"}',
      'pt,a)/ 2024 null',
    ]) {
      expect(parseCdxjLine(line)).toBeNull();
    }
    fc.assert(fc.property(fc.string(), (line) => void parseCdxjLine(line)));
  });
});

describe('sorting lines', () => {
  it('gives what sort -u gives, also in many runs and on top of a sorted file', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z!~ ]{1,6}$/), { maxLength: 80 }),
        fc.array(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 30 }),
        (lines, before) => {
          const target = join(root, 'sorted');
          const old = join(root, 'old');
          sortLines(before, [], old);
          sortLines(lines, [old], target, { runChars: 30 });
          expect([...fileLines(target)]).toEqual([...new Set([...lines, ...before])].sort());
        },
      ),
      { numRuns: 50, seed: 5 },
    );
  });
});

describe('CdxIndex', () => {
  it('finds by bisection in a file of many lines what a plain search finds', () => {
    const folder = join(root, 'many');
    WarcWriter.open(folder).close();
    const lines: string[] = [];
    for (let i = 0; i < 4000; i++) {
      const url = `https://s${i % 97}.exemplo.pt/${'x'.repeat((i * 31) % 400)}/${i % 1500}`;
      const date = NOON + (i % 7) * 3_600_000;
      lines.push(
        cdxjLine({
          url,
          date,
          mime: 'text/html',
          status: 200,
          digest: null,
          filename: 'a.warc.gz',
          offset: i,
          length: 1,
        }),
      );
    }
    writeFileSync(join(folder, LOG_NAME), `${lines.join('\n')}\n`);
    sortCdxj(folder, { runChars: 50_000 });
    const sorted = readFileSync(join(folder, INDEX_NAME), 'latin1').trim().split('\n');
    expect(sorted).toEqual([...lines].sort());
    const index = CdxIndex.open(folder)!;
    const captures = lines.map((line) => parseCdxjLine(line)!);
    for (let i = 0; i < 4000; i += 37) {
      const { url, key } = captures[i]!;
      const wanted = captures
        .filter((c) => c.key === key)
        .map((c) => `${c.timestamp} ${c.offset}`)
        .sort();
      expect([...index.captures(url)].map((c) => `${c.timestamp} ${c.offset}`).sort()).toEqual(wanted);
    }
    expect(index.lookup('https://nada.pt/')).toBeNull();
    expect(index.lookup('https://aaaa.zz/')).toBeNull();
    expect([...index.sites()].map((s) => s.host)).toEqual(
      [...new Set(captures.map((c) => hostOfKey(c.key.split(')')[0]!)))].sort((a, b) =>
        surt(`http://${a}`) < surt(`http://${b}`) ? -1 : 1,
      ),
    );
    expect([...index.sites('pt,exemplo,s5')][0]!.host).toBe('s50.exemplo.pt');
    index.close();
  });

  it('looks up the nearest capture, and the newest when no time is named', () => {
    const folder = join(root, 'times');
    const writer = WarcWriter.open(folder);
    for (const day of [1, 5, 9]) writer.writeExchange(exchange({ date: Date.UTC(2024, 0, day) }));
    writer.close();
    sortCdxj(folder);
    const index = CdxIndex.open(folder)!;
    const day = (time?: number | string) => index.lookup(exchange().url, time)?.timestamp.slice(6, 8);
    expect(day()).toBe('09');
    expect(day('20240106')).toBe('05');
    expect(day(Date.UTC(2020, 0))).toBe('01');
    expect(day('2030')).toBe('09');
    index.close();
  });

  it('knows the captures of a running or killed crawl, on top of those sorted before', () => {
    const folder = join(root, 'running');
    const first = WarcWriter.open(folder);
    first.writeExchange(exchange({ url: 'https://exemplo.pt/1' }));
    first.close();
    sortCdxj(folder);
    sortCdxj(folder);
    expect(indexMark(folder)!.filename).toBe(first.file);
    const running = WarcWriter.open(folder);
    running.writeExchange(exchange({ url: 'https://exemplo.pt/2' }));
    running.flush();
    running.writeExchange(exchange({ url: 'https://exemplo.pt/3' }));
    const index = CdxIndex.open(folder)!;
    expect([...index.capturesFrom('')].map((c) => c.url)).toEqual(
      [1, 2, 3].map((n) => `https://exemplo.pt/${n}`),
    );
    index.close();
    running.close();
    sortCdxj(folder);
    expect(readFileSync(join(folder, INDEX_NAME), 'latin1').trim().split('\n')).toHaveLength(3);
  });

  it('is whole when nothing was archived, and not when what it speaks of is gone', () => {
    const folder = join(root, 'nothing');
    WarcWriter.open(folder).close();
    sortCdxj(folder);
    expect(readFileSync(join(folder, INDEX_NAME), 'latin1')).toBe('');
    expect(isIndexWhole(folder, [])).toBe(true);
    writeFileSync(join(folder, INDEX_NAME), 'pt,exemplo)/ 20240101000000 {}\n');
    expect(isIndexWhole(folder, [])).toBe(false);
  });

  it('knows the first captures of a crawl that has not written its log yet', () => {
    const folder = join(root, 'begun');
    const writer = WarcWriter.open(folder);
    writer.writeExchange(exchange());
    const index = CdxIndex.open(folder)!;
    expect([...index.captures(exchange().url)]).toHaveLength(1);
    index.close();
    writer.close();
  });

  it('made anew from the archives is the same index', async () => {
    const folder = join(root, 'rebuilt');
    const writer = WarcWriter.open(folder, { maxFileBytes: 4000 });
    const body = Buffer.from('<p>igual</p>');
    for (let i = 0; i < 9; i++) {
      const again = i === 4 ? { revisitOf: { url: 'https://exemplo.pt/0', date: NOON } } : {};
      writer.writeExchange(exchange({ url: `https://exemplo.pt/${i}`, body, date: NOON + i, ...again }));
    }
    writer.writeResource({
      url: 'urn:x',
      contentType: 'Text/Plain; charset=utf-8',
      body: Buffer.from('x'),
      date: NOON,
    });
    writer.writeMetadata({ url: 'https://exemplo.pt/0', body: { nota: 'não se indexa' } });
    writer.close();
    sortCdxj(folder);
    const before = readFileSync(join(folder, INDEX_NAME), 'latin1');
    const result = await buildCdxj(folder, { runChars: 500 });
    expect(result).toMatchObject({ lines: 10, problems: [] });
    expect(readFileSync(join(folder, INDEX_NAME), 'latin1')).toBe(before);
    expect(before).toContain('"mime":"warc/revisit"');
    expect(before).toContain('"mime":"text/plain"');
    WarcWriter.open(folder).close();
    sortCdxj(folder);
    expect(readFileSync(join(folder, INDEX_NAME), 'latin1')).toBe(before);
  });

  it('refuses more lines in memory than it may hold', async () => {
    const folder = join(root, 'bounded');
    const writer = WarcWriter.open(folder, { index: false });
    for (let i = 0; i < 3; i++) writer.writeExchange(exchange());
    writer.close();
    await expect(CdxIndex.ofFiles([join(folder, writer.file)], { maxMemoryLines: 2 })).rejects.toMatchObject({
      code: 'TRF_INPUT_MISSING',
    });
  });
});
