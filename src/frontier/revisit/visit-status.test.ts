import { describe, expect, it } from 'vitest';
import { afterVisit, decideVisit, newUrl, VISIT_STATUS } from './visit-status.ts';

const URL = 'http://www.ibge.gov.br/mapas/';
const T0 = Date.parse('2006-07-15T14:02:10Z');

describe('visit status', () => {
  it('[G-AC-021] a new URL has status 0; success makes it 1; a failed later visit 2; success again 1', () => {
    const fresh = newUrl(URL);
    expect(fresh.status).toBe(0);
    const indexed = afterVisit(fresh, { kind: 'success' }, T0);
    expect(indexed.visits).toEqual({ url: URL, status: 1, lastIndexedAt: T0, failures: 0 });
    expect(indexed.error).toBeNull();
    const failed = afterVisit(indexed.visits, { kind: 'failure', reason: 'connect-timeout' }, T0 + 1000);
    expect(failed.visits).toEqual({ url: URL, status: 2, lastIndexedAt: T0, failures: 1 });
    expect(failed.error).toEqual({ url: URL, at: T0 + 1000, reason: 'connect-timeout' });
    expect(afterVisit(failed.visits, { kind: 'success' }, T0 + 2000).visits.status).toBe(
      VISIT_STATUS.indexed,
    );
  });

  it('[G-AC-022] a URL never indexed that fails stays 0, with a row of the error log each time', () => {
    const first = afterVisit(newUrl(URL), { kind: 'failure', reason: 'dns-not-found' }, T0);
    expect(first.visits).toEqual({ url: URL, status: 0, lastIndexedAt: null, failures: 1 });
    expect(first.error).toEqual({ url: URL, at: T0, reason: 'dns-not-found' });
    const second = afterVisit(first.visits, { kind: 'failure', reason: '404' }, T0 + 5);
    expect(second.visits.status).toBe(0);
    expect(second.visits.failures).toBe(2);
    expect(second.error?.reason).toBe('404');
  });

  it('[G-AC-020] too early is deferred; modern keeps the status, compat sets 2', () => {
    const { visits } = afterVisit(newUrl(URL), { kind: 'success' }, T0);
    expect(decideVisit(visits, T0 + 86_400_000)).toEqual({ kind: 'deferred', visits });
    expect(decideVisit(visits, T0 + 86_401_000)).toEqual({ kind: 'visit' });
    const compat = decideVisit(visits, T0 + 86_400_000, { profile: 'compat' });
    expect(compat).toEqual({ kind: 'deferred', visits: { ...visits, status: 2 } });
    expect(decideVisit(newUrl(URL), T0)).toEqual({ kind: 'visit' });
  });
});
