import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Lease } from '../frontier/index.ts';
import { Suspects } from './suspects.ts';

const lease = (record: number) => ({ record }) as Lease;
const [a, b, c] = [lease(1), lease(2), lease(3)];
const file = () => join(mkdtempSync(join(tmpdir(), 'tarrafa-suspects-')), 'suspects.json');

/** Which of them the process that opens after a death sets aside. */
function aside(suspects: Suspects): number[] {
  return [a, b, c].filter((one) => suspects.isSetAside(one)).map(({ record }) => record);
}

describe('what was under way when the process died', () => {
  /** A session that died near a limit of its memory, or not, with these under way. */
  function died(path: string, leases: Lease[], near: boolean): Suspects {
    const suspects = Suspects.after(path, leases);
    suspects.begin();
    suspects.watch(() => near);
    return suspects;
  }

  it('is set aside when it is under way at the next death too, both near a limit of memory', () => {
    const path = file();
    died(path, [], true);
    expect(aside(died(path, [a, b], true))).toEqual([]);
    expect(aside(Suspects.after(path, [b, c]))).toEqual([2]);
  });

  it('is set aside after twenty deaths that nothing is known of', () => {
    const path = file();
    for (let deaths = 1; deaths <= 19; deaths++) expect(aside(died(path, [a, b], false))).toEqual([]);
    expect(aside(died(path, [b, c], false))).toEqual([2]);
  });

  it('is set aside when a report of Node says for both deaths that memory came to its end, without a look at it in time', () => {
    const path = file();
    const report = join(dirname(path), 'fatal-report.json');
    const dies = () => {
      const kept = JSON.parse(readFileSync(path, 'utf8'));
      writeFileSync(path, JSON.stringify({ ...kept, witness: { report: 'crawl', oomKills: null } }));
      writeFileSync(report, '{"header":{"trigger":"OOMError"}}');
    };
    died(path, [], false);
    dies();
    expect(aside(died(path, [a, b], false))).toEqual([]);
    expect(existsSync(report)).toBe(false);
    dies();
    expect(aside(Suspects.after(path, [b, c]))).toEqual([2]);
  });

  it('is set aside after seven deaths in which nothing but it was read', () => {
    const path = file();
    for (let deaths = 1; deaths <= 7; deaths++) {
      const suspects = Suspects.after(path, [a, b]);
      expect(aside(suspects)).toEqual([]);
      suspects.reads(a);
    }
    expect(aside(Suspects.after(path, [a, b]))).toEqual([1]);
  });

  it('names no file of anybody else for a report, whatever a folder says', () => {
    const path = file();
    const foreign = join(dirname(path), 'alheia');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'fatal-report.json'), '{}');
    for (const report of [foreign, 'alheia', '../alheia', 'tarrafa-death-../alheia']) {
      writeFileSync(path, JSON.stringify({ deaths: {}, near: false, alone: null, witness: { report } }));
      Suspects.after(path, [a]).begin();
    }
    expect(existsSync(join(foreign, 'fatal-report.json'))).toBe(true);
  });

  it('is not blamed for a death in which something else was read alone', () => {
    const path = file();
    died(path, [], true);
    const first = Suspects.after(path, [a, b, c]);
    first.reads(b);
    first.watch(() => true);
    const second = Suspects.after(path, [a, b, c]);
    expect(aside(second)).toEqual([2]);
    second.reads(c);
    second.watch(() => true);
    expect(aside(Suspects.after(path, [a, c]))).toEqual([3]);
  });

  it('is visited one at a time after a death, and others as ever', () => {
    const suspects = Suspects.after(file(), [a, b]);
    suspects.begin();
    expect([suspects.mayBegin(a), suspects.mayBegin(b), suspects.mayBegin(c)]).toEqual([true, false, true]);
    suspects.ended(c);
    expect(suspects.mayBegin(b)).toBe(false);
    suspects.ended(a);
    expect([suspects.mayBegin(b), suspects.mayBegin(a)]).toEqual([true, false]);
  });

  it('is forgotten when a session ended well, when a machine went down, and when its file is no file of ours', () => {
    const path = file();
    Suspects.after(path, [a]).begin();
    Suspects.after(path, []);
    expect(existsSync(path)).toBe(false);
    Suspects.after(path, [a]).begin();
    Suspects.none(path);
    expect(aside(Suspects.after(path, [a]))).toEqual([]);
    writeFileSync(path, '{"deaths":7');
    expect(aside(Suspects.after(path, [a]))).toEqual([]);
  });
});
