import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCompleted, readListing, readRefusal, readUploadId, readUploads } from './s3-answers.ts';

describe('what a store answers', () => {
  it('is read as stores write it, with and without a name space', () => {
    const page = (content: string) =>
      `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</ListBucketResult>`;
    const one =
      '<Contents><Key>m/a&amp;b</Key><Size>12</Size><ETag>&quot;v&quot;</ETag></Contents><Contents><Key>m/sem</Key><Size>x</Size></Contents>';
    expect(readListing(page(`<IsTruncated>false</IsTruncated>${one}`))).toEqual({
      keys: [{ key: 'm/a&b', size: 12, etag: '"v"' }],
      next: null,
    });
    expect(
      readListing(page('<IsTruncated>true</IsTruncated><NextContinuationToken>a+/=</NextContinuationToken>')),
    ).toEqual({ keys: [], next: 'a+/=' });
    expect(readRefusal('<Error><Code>SlowDown</Code><Message>…</Message></Error>')).toEqual({
      code: 'SlowDown',
    });
    expect(readRefusal('<Error><Code>\u001b[2JOla</Code></Error>')).toEqual({ code: '' });
    expect(
      readUploadId('<InitiateMultipartUploadResult><UploadId>x/y</UploadId></InitiateMultipartUploadResult>'),
    ).toBe('x/y');
    const uploads =
      '<ListMultipartUploadsResult><Upload><Key>a</Key><UploadId>1</UploadId></Upload><Upload><Key>ab</Key><UploadId>2</UploadId></Upload></ListMultipartUploadsResult>';
    expect(readUploads(uploads, 'a')).toEqual(['1']);
    expect(
      isCompleted('<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>'),
    ).toBe(true);
    expect(isCompleted('<Error><Code>InternalError</Code></Error>')).toBe(false);
  });

  it('that is cut or is something else is none, and never throws', () => {
    const whole =
      '<ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>k</Key><Size>1</Size></Contents><NextContinuationToken>t</NextContinuationToken></ListBucketResult>';
    // But for its last bracket, with which nothing is lost.
    for (let end = 0; end < whole.length - 1; end++)
      expect(readListing(whole.slice(0, end)), String(end)).toBeNull();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const xml of [text, `<Error>${text}`, `<ListBucketResult>${text}</ListBucketResult>`])
          for (const read of [readRefusal, readListing, readUploadId, isCompleted])
            expect(() => read(xml)).not.toThrow();
        expect(readUploads(text, 'a')).toEqual([]);
      }),
      { numRuns: 200, seed: 3 },
    );
  });
});
