import { describe, expect, it } from 'vitest';
import { editForm, editOrder } from './edit-order.ts';

const before = editForm({
  name: 'cheias',
  seeds: ['https://a.br/'],
  asked: { when: '1941', scope: 'a.br,b.br', maxPages: 100, maxTime: '30m', contact: 'eu@a.br' },
});

describe('changing a crawl', () => {
  it('begins with what was asked, and sends nothing of what stays', () => {
    expect(before).toMatchObject({
      seeds: '',
      scope: 'domains',
      domains: 'a.br, b.br',
      maxPages: '100',
      delay: '',
    });
    expect(editOrder(before, before)).toEqual({ edit: {}, missing: {} });
  });

  it('sends what is another, and null for a limit that is none any more', () => {
    const form = {
      ...before,
      seeds: 'c.br',
      scope: 'br',
      maxPages: '',
      maxTime: '1h',
      delay: '5s',
      contact: ' ',
    };
    expect(editOrder(form, before).edit).toEqual({
      addSeeds: ['https://c.br'],
      scope: 'br',
      maxPages: null,
      maxTime: '1h',
      delay: '5s',
      contact: null,
    });
  });

  it('says what is wrong', () => {
    const form = { ...before, seeds: 'não é', domains: '', maxPages: '0', delay: 'já' };
    expect(editOrder(form, before)).toEqual({
      edit: null,
      missing: {
        seeds: { wrongSeed: 'https://não' },
        domains: 'wrongDomains',
        maxPages: 'wrongPages',
        delay: 'wrongTime',
      },
    });
  });
});
