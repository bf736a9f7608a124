/** The double is right by what Amazon has published, not by what our client sends: otherwise both could be wrong in the same way. */
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { EXAMPLE_KEY, EXAMPLE_SECRET, S3Double } from './s3-double.ts';
import { type ArrivedRequest, type JudgeOptions, signatureFault, signatureOf } from './s3-signature.ts';

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const SCOPE = '20130524/us-east-1/s3/aws4_request';
const MAY_24 = Date.UTC(2013, 4, 24);
const COMMON = {
  host: 'examplebucket.s3.amazonaws.com',
  'x-amz-content-sha256': EMPTY,
  'x-amz-date': '20130524T000000Z',
};

/** The examples of "Signature Calculations for the Authorization Header" in Amazon's reference of S3. */
const EXAMPLES: readonly (readonly [string, ArrivedRequest, string])[] = [
  [
    'GET Object, with a range',
    { method: 'GET', path: '/test.txt', query: '', headers: { ...COMMON, range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT Object, with a sign in its name that must be escaped',
    {
      method: 'PUT',
      path: '/test$file.text',
      query: '',
      headers: {
        ...COMMON,
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET Bucket Lifecycle, a parameter without a value',
    { method: 'GET', path: '/', query: 'lifecycle', headers: COMMON },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'GET Bucket (List Objects), parameters in any order',
    { method: 'GET', path: '/', query: 'prefix=J&max-keys=2', headers: COMMON },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
];

const keys = { [EXAMPLE_KEY]: { secret: EXAMPLE_SECRET } };
const judge: JudgeOptions = { keys, region: 'us-east-1', now: MAY_24 };

function authorised(request: ArrivedRequest, signature: string): ArrivedRequest {
  const signed = Object.keys(request.headers).sort().join(';');
  const authorization = `AWS4-HMAC-SHA256 Credential=${EXAMPLE_KEY}/${SCOPE},SignedHeaders=${signed},Signature=${signature}`;
  return { ...request, headers: { ...request.headers, authorization } };
}

describe('the judge of signatures', () => {
  it.each(EXAMPLES)('finds the signature that Amazon gives for %s', (_, request, signature) => {
    const signed = Object.keys(request.headers).sort();
    expect(signatureOf(request, signed, EXAMPLE_SECRET, SCOPE)).toBe(signature);
    expect(signatureFault(authorised(request, signature), judge)).toBeNull();
  });

  const [, list, right] = EXAMPLES[3]!;

  it.each([
    ['another query', { query: 'prefix=K&max-keys=2' }],
    ['another path', { path: '/x' }],
    ['another method', { method: 'DELETE' }],
  ])('refuses the signature of another request: %s', (_, change) => {
    expect(signatureFault({ ...authorised(list, right), ...change }, judge)).toBe('SignatureDoesNotMatch');
  });

  it('refuses other keys, regions, days, times, and headers that were not signed', () => {
    const request = authorised(list, right);
    const fault = (change: Readonly<Record<string, string>>, other: Partial<JudgeOptions> = {}) =>
      signatureFault({ ...request, headers: { ...request.headers, ...change } }, { ...judge, ...other });
    expect(fault({}, { keys: {} })).toBe('InvalidAccessKeyId');
    expect(fault({}, { keys: { [EXAMPLE_KEY]: { secret: 'x' } } })).toBe('SignatureDoesNotMatch');
    expect(fault({}, { region: 'sa-east-1' })).toBe('AuthorizationHeaderMalformed');
    expect(fault({ 'x-amz-date': '20130524T000001Z' })).toBe('SignatureDoesNotMatch');
    expect(fault({ 'x-amz-acl': 'public-read' })).toBe('AccessDenied');
    expect(fault({ authorization: 'Basic eA==' })).toBe('AuthorizationHeaderMalformed');
    for (const minutes of [-15, 15]) expect(fault({}, { now: MAY_24 + minutes * 60_000 })).toBeNull();
    for (const minutes of [-16, 16])
      expect(fault({}, { now: MAY_24 + minutes * 60_000 })).toBe('RequestTimeTooSkewed');
    const { authorization: _, ...without } = request.headers;
    expect(signatureFault({ ...request, headers: without }, judge)).toBe('AccessDenied');
  });
});

describe('the double', () => {
  let double: S3Double;
  afterEach(() => double.stop());

  /** A request signed by the judge itself, so that what follows the signature can be looked at. */
  async function ask(method: string, target: string, body = '', extra: Record<string, string> = {}) {
    const [path, query = ''] = target.split('?');
    const headers: Record<string, string> = {
      host: `127.0.0.1:${double.port}`,
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
      'x-amz-date': '20130524T000000Z',
      ...extra,
    };
    const signature = signatureOf(
      { method, path: path!, query, headers },
      Object.keys(headers).sort(),
      EXAMPLE_SECRET,
      SCOPE,
    );
    const answer = await fetch(`http://127.0.0.1:${double.port}${target}`, {
      method,
      headers: authorised({ method, path: path!, query, headers }, signature).headers as Record<
        string,
        string
      >,
      ...(body === '' ? {} : { body }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      text,
      code: /<Code>(\w+)</.exec(text)?.[1] ?? '',
      headers: answer.headers,
    };
  }

  const start = async (options = {}) => {
    double = await S3Double.start({ clock: () => MAY_24, ...options });
  };

  it('checks what it is sent against every sum that comes with it', async () => {
    await start();
    const md5 = createHash('md5').update('olá').digest('base64');
    const sha256 = createHash('sha256').update('outro').digest('hex');
    expect(await ask('PUT', '/balde/a', 'olá', { 'content-md5': md5 })).toMatchObject({ status: 200 });
    expect(await ask('PUT', '/balde/b', 'ola', { 'content-md5': md5 })).toMatchObject({ code: 'BadDigest' });
    expect(await ask('PUT', '/balde/b', 'olá', { 'content-md5': 'eA==' })).toMatchObject({
      code: 'InvalidDigest',
    });
    expect(await ask('PUT', '/balde/b', 'olá', { 'x-amz-content-sha256': sha256 })).toMatchObject({
      code: 'XAmzContentSHA256Mismatch',
    });
    expect(await ask('PUT', '/balde/b', 'olá', { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' })).toMatchObject(
      {
        status: 200,
      },
    );
    expect([...double.objects()].map(([key, { bytes }]) => [key, bytes.toString()])).toEqual([
      ['a', 'olá'],
      ['b', 'olá'],
    ]);
  });

  it('gives ranges, and an object only under its conditions', async () => {
    await start();
    const put = await ask('PUT', '/balde/a', '0123456789');
    const etag = put.headers.get('etag')!;
    const range = await ask('GET', '/balde/a', '', { range: 'bytes=2-4' });
    expect([range.status, range.text, range.headers.get('content-range')]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    expect(await ask('GET', '/balde/a', '', { range: 'bytes=8-99' })).toMatchObject({ text: '89' });
    expect(await ask('GET', '/balde/a', '', { range: 'bytes=10-' })).toMatchObject({ code: 'InvalidRange' });
    expect(await ask('GET', '/balde/a', '', { 'if-match': etag })).toMatchObject({ status: 200 });
    expect(await ask('GET', '/balde/a', '', { 'if-match': '"x"' })).toMatchObject({ status: 412 });
    expect(await ask('PUT', '/balde/a', 'x', { 'if-none-match': '*' })).toMatchObject({ status: 412 });
    expect(await ask('GET', '/balde/nada')).toMatchObject({ status: 404, code: 'NoSuchKey' });
    expect(await ask('GET', '/outro/a')).toMatchObject({ status: 404, code: 'NoSuchBucket' });
    expect(await ask('DELETE', '/balde/a')).toMatchObject({ status: 204 });
    expect(double.objects().size).toBe(0);
  });

  it('puts parts together in their order and only whole, and knows nothing of the upload afterwards', async () => {
    await start({ leastPart: 3 });
    const begin = async () =>
      encodeURIComponent(/<UploadId>(.*?)</.exec((await ask('POST', '/balde/a?uploads')).text)![1]!);
    const id = await begin();
    const etags: string[] = [];
    for (const [i, part] of ['abc', 'de', 'fgh'].entries()) {
      const sent = await ask('PUT', `/balde/a?partNumber=${i + 1}&uploadId=${id}`, part);
      etags.push(sent.headers.get('etag')!);
    }
    const named = (...numbers: number[]) =>
      `<CompleteMultipartUpload>${numbers.map((n) => `<Part><PartNumber>${n}</PartNumber><ETag>${etags[n - 1] ?? '"x"'}</ETag></Part>`).join('')}</CompleteMultipartUpload>`;
    const complete = (body: string) => ask('POST', `/balde/a?uploadId=${id}`, body);
    expect(await complete(named(3, 1))).toMatchObject({ code: 'InvalidPartOrder' });
    expect(await complete(named(1, 4))).toMatchObject({ code: 'InvalidPart' });
    expect(await complete(named(1, 2, 3))).toMatchObject({ code: 'EntityTooSmall' });
    expect((await ask('GET', `/balde/a?uploadId=${id}`)).text).toContain('<PartNumber>2</PartNumber>');
    expect(double.objects().size).toBe(0);
    expect(await complete(named(1, 3))).toMatchObject({ status: 200 });
    expect(double.objects().get('a')!.bytes.toString()).toBe('abcfgh');
    expect(double.objects().get('a')!.etag).toMatch(/^"[0-9a-f]{32}-2"$/);
    expect(await complete(named(1, 3))).toMatchObject({ status: 404, code: 'NoSuchUpload' });
    const other = await begin();
    expect((await ask('GET', '/balde/?uploads')).text).toContain('<Key>a</Key>');
    expect(await ask('DELETE', `/balde/a?uploadId=${other}`)).toMatchObject({ status: 204 });
    expect((await ask('GET', '/balde/?uploads')).text).not.toContain('<Key>a</Key>');
  });

  it('lists in order, page by page', async () => {
    await start({ pageSize: 2 });
    for (const name of ['b/1', 'a/2', 'a/1', 'a-1', 'a.x']) await ask('PUT', `/balde/${name}`, 'x');
    const names = (text: string) => [...text.matchAll(/<Key>(.*?)</g)].map(([, name]) => name);
    const first = await ask('GET', '/balde/?list-type=2&prefix=a');
    expect(names(first.text)).toEqual(['a-1', 'a.x']);
    const token = encodeURIComponent(/<NextContinuationToken>(.*?)</.exec(first.text)![1]!);
    const second = await ask('GET', `/balde/?list-type=2&prefix=a&continuation-token=${token}`);
    expect(names(second.text)).toEqual(['a/1', 'a/2']);
    expect(second.text).toContain('<IsTruncated>false<');
  });

  it('fails in the ways that were asked for, by a seed', async () => {
    await start();
    const outcomes = async () => {
      const seen: string[] = [];
      for (let i = 0; i < 40; i++) {
        const answer = await ask('PUT', `/balde/f${i}`, 'x').catch(() => null);
        seen.push(`${answer?.status ?? 'broken'} ${double.objects().has(`f${i}`)}`);
        double.objects().clear();
      }
      return seen;
    };
    const ways = ['error', 'slow-down', 'reset', 'cut-request', 'lost', 'torn'] as const;
    double.failing(0.5, 11, ways);
    const once = await outcomes();
    double.failing(0.5, 11, ways);
    expect(await outcomes()).toEqual(once);
    expect(new Set(once)).toEqual(
      new Set(['200 true', '500 false', '503 false', 'broken true', 'broken false']),
    );
  });
});
