import { describe, expect, it } from 'vitest';
import { isHead, outcomeOfError, responseClass } from './response-class.ts';

const get = (status: number) => ({ status, requestHead: 'GET / HTTP/1.1\r\n\r\n' });
const head = (status: number) => ({ status, requestHead: 'HEAD / HTTP/1.1\r\n\r\n' });

describe('the class of an answer', () => {
  it('a page is what has a status of success', () => {
    for (const status of [200, 203, 206, 299]) expect(responseClass(get(status), false)).toBe('page');
    for (const status of [100, 199, 400, 404, 451, 501, 505, 599])
      expect(responseClass(get(status), false)).toBe('error');
  });

  it('a redirect is any 3xx but 304, which counts only when it was asked for', () => {
    for (const status of [300, 301, 302, 303, 305, 307, 308])
      expect(responseClass(get(status), true)).toBe('redirect');
    expect(responseClass(get(304), true)).toBe('unchanged');
    expect(responseClass(get(304), false)).toBe('error');
  });

  it('a host that is busy is told from a server that failed', () => {
    for (const status of [429, 503]) expect(responseClass(get(status), false)).toBe('busy');
    for (const status of [500, 502, 504]) expect(responseClass(get(status), false)).toBe('broken');
  });

  it('the head of anything is no page; that of a failure is a failure', () => {
    for (const status of [200, 301, 304, 404]) expect(responseClass(head(status), true)).toBe('head');
    expect(responseClass(head(429), false)).toBe('busy');
    expect(responseClass(head(502), false)).toBe('broken');
    expect(responseClass(head(501), false)).toBe('error');
    expect([isHead(head(501)), isHead(get(501))]).toEqual([true, false]);
  });

  it('an error says that the page is gone, that it is closed, or that it failed', () => {
    expect([404, 410, 401, 403, 400, 451, 500].map(outcomeOfError)).toEqual([
      'gone',
      'gone',
      'blocked',
      'blocked',
      'failed',
      'failed',
      'failed',
    ]);
  });
});
