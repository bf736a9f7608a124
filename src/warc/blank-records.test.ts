import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blankMember, blankPlain, blankRecords } from './blank-records.ts';
import { readWarc } from './reader.ts';
import type { WarcRecord } from './record.ts';

const DATE = Date.UTC(2026, 10, 18);

async function recordsOf(bytes: Uint8Array): Promise<{ records: WarcRecord[]; problems: string[] }> {
  const problems: string[] = [];
  const records: WarcRecord[] = [];
  for await (const record of readWarc(bytes, { onProblem: ({ message }) => problems.push(message) }))
    records.push(record);
  return { records, problems };
}

describe('a blank record', () => {
  // Around the lengths of one and of two stored blocks, where a length cannot be had by content alone.
  const lengths = fc.oneof(
    fc.integer({ min: 200, max: 3000 }),
    fc.integer({ min: 65_500, max: 65_800 }),
    fc.integer({ min: 131_000, max: 131_300 }),
    fc.integer({ min: 3000, max: 1_000_000 }),
  );

  it('is as long as what stood there, compressed or not, and is a record that says nothing', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, fc.boolean(), async (length, plain) => {
        const bytes = plain ? blankPlain(length, DATE) : blankMember(length, DATE);
        expect(bytes.length).toBe(length);
        const { records, problems } = await recordsOf(bytes);
        expect(problems).toEqual([]);
        expect(records.length).toBeLessThanOrEqual(1);
        for (const record of records) {
          expect(record.length).toBe(length);
          expect(record.block.every((byte) => byte === 0)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('an archive file without some of its records', () => {
  const record = (n: number): Buffer => {
    const block = Buffer.from(`conteúdo número ${n} `.repeat(n * 40 + 3));
    return Buffer.concat([
      Buffer.from(
        `WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.pt/${n}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-00000000000${n}>\r\nContent-Type: text/plain\r\nContent-Length: ${block.length}\r\n\r\n`,
      ),
      block,
      Buffer.from('\r\n\r\n'),
    ]);
  };

  it('has the others byte by byte where they were', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'blank-'));
    try {
      const path = join(folder, 'x.warc');
      const parts = [1, 2, 3, 4].map(record);
      const before = Buffer.concat(parts);
      writeFileSync(path, before);
      const start = parts[0]!.length;
      const end = start + parts[1]!.length + parts[2]!.length;
      await blankRecords(
        path,
        [
          { start, end: start + parts[1]!.length },
          { start: start + parts[1]!.length, end },
        ],
        {
          date: DATE,
        },
      );
      const after = readFileSync(path);
      expect(after.length).toBe(before.length);
      expect(after.subarray(0, start).equals(before.subarray(0, start))).toBe(true);
      expect(after.subarray(end).equals(before.subarray(end))).toBe(true);
      expect(after.includes('número 2 ') || after.includes('número 3 ')).toBe(false);
      const { records, problems } = await recordsOf(after);
      expect([records.map(({ url }) => url), problems]).toEqual([
        ['http://a.pt/1', 'urn:tarrafa:forgotten', 'http://a.pt/4'],
        [],
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('keeps the second when the first goes, and tells of a file that is not there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'blank-'));
    try {
      const path = join(folder, 'x.warc');
      const before = Buffer.concat([record(1), record(2)]);
      writeFileSync(path, before);
      await blankRecords(path, [{ start: 0, end: record(1).length }], { date: DATE });
      await expect(
        blankRecords(join(folder, 'none.warc'), [{ start: 0, end: 10 }], { date: DATE }),
      ).rejects.toThrow();
      expect(readFileSync(path).subarray(record(1).length).equals(record(2))).toBe(true);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
