import { describe, expect, it } from 'vitest';
import { type CrawlForm, crawlName, crawlOrder, formOf, freeName } from './crawl-order.ts';

const form: CrawlForm = {
  name: 'Enchentes de 2024',
  seeds: ' http://a.exemplo/ \n b.exemplo.com.br',
  when: '',
  whenProfile: '',
  whenTau: '',
  whenUnit: '',
  whenMatch: '',
  whenUndated: '',
  whenTarget: '',
  whenOrder: '',
  scope: 'seeds',
  domains: '',
  policy: '',
  geo: false,
  collectionSize: '',
  maxPages: '',
  maxTime: '',
  delay: '',
  contact: '',
};

describe('crawl order', () => {
  it('asks only for what was said', () => {
    expect(crawlOrder(form).order).toEqual({
      name: 'enchentes-de-2024',
      seeds: ['http://a.exemplo/', 'https://b.exemplo.com.br'],
      scope: 'seeds',
    });
  });

  it('takes every setting', () => {
    const { order } = crawlOrder({
      ...form,
      when: '1939..1945',
      scope: 'domains',
      domains: 'a.pt, b.pt',
      policy: 'priority',
      geo: true,
      maxPages: '500',
      maxTime: '30 min',
      delay: '2s',
      contact: 'a@b.pt',
    });
    expect(order).toMatchObject({
      when: '1939..1945',
      scope: 'a.pt,b.pt',
      policy: 'priority',
      geo: true,
      maxPages: 500,
      maxTime: '30m',
      delay: '2s',
      contact: 'a@b.pt',
    });
  });

  it('takes the parameters of a period, and of no period none', () => {
    const tuned = {
      ...form,
      whenProfile: 'thesis',
      whenTau: '0,5',
      whenUnit: 'sentence',
      whenMatch: 'overlap',
      whenUndated: 'none',
      whenTarget: 'publication',
      whenOrder: 'fifo',
    } as const;
    expect(crawlOrder({ ...tuned, when: '2001' }).order).toMatchObject({
      when: '2001',
      whenProfile: 'thesis',
      whenTau: 0.5,
      whenUnit: 'sentence',
      whenMatch: 'overlap',
      whenUndated: 'none',
      whenTarget: 'publication',
      whenOrder: 'fifo',
    });
    expect(crawlOrder(tuned).order).toEqual(crawlOrder(form).order);
    expect(crawlOrder({ ...form, when: '2001', whenTau: '2' })).toEqual({
      order: null,
      missing: { whenTau: 'wrongTau' },
    });
  });

  it('takes the size of a collection that is a number of pages', () => {
    expect(crawlOrder({ ...form, collectionSize: '500' }).order).toMatchObject({ collectionSize: 500 });
    for (const collectionSize of ['0', '-3', 'muitas'])
      expect(crawlOrder({ ...form, collectionSize })).toEqual({
        order: null,
        missing: { collectionSize: 'wrongPages' },
      });
  });

  it('says what is missing', () => {
    expect(crawlOrder({ ...form, name: '!!', seeds: '' }).missing).toEqual({
      name: 'crawlInvalidName',
      seeds: 'crawlInvalidSeeds',
    });
    expect(crawlOrder({ ...form, seeds: 'http://' }).missing.seeds).toBe('crawlInvalidSeeds');
    expect(crawlOrder({ ...form, seeds: 'javascript:alert(1)' }).order).toBeNull();
  });

  it('says of each field what is wrong with it, and of several seeds which', () => {
    const wrong = {
      ...form,
      seeds: 'https://a.pt\nisto não',
      scope: 'domains',
      domains: ' , ',
      maxPages: '1,5',
      maxTime: 'logo',
      delay: '-3s',
      contact: 'eu',
    };
    expect(crawlOrder(wrong, ['enchentes-de-2024']).missing).toEqual({
      name: 'takenName',
      seeds: { wrongSeed: 'https://isto' },
      domains: 'wrongDomains',
      maxPages: 'wrongPages',
      maxTime: 'wrongTime',
      delay: 'wrongTime',
      contact: 'wrongContact',
    });
    for (const contact of ['a@b.pt', 'https://www.b.pt/contato', ''])
      expect(crawlOrder({ ...form, contact }).missing).toEqual({});
    for (const [text, sent] of [
      ['1,5 h', '1.5h'],
      ['90', '90'],
      ['30 MIN', '30m'],
    ] as const)
      expect(crawlOrder({ ...form, maxTime: text }).order?.maxTime).toBe(sent);
    const many = Array.from({ length: 201 }, (_, n) => `https://a${n}.pt`).join('\n');
    expect(crawlOrder({ ...form, seeds: many }).missing).toEqual({ seeds: 'tooManySeeds' });
    expect(crawlOrder({ ...form, seeds: 'ftp://a.pt/ b.pt:8080' }).missing).toEqual({
      seeds: { wrongSeed: 'ftp://a.pt/' },
    });
    expect(crawlOrder({ ...form, seeds: 'b.pt:8080' }).order?.seeds).toEqual(['https://b.pt:8080']);
  });

  it('asks for the same as another crawl was asked for', () => {
    const order = {
      ...crawlOrder({
        ...form,
        when: '2001',
        whenProfile: 'thesis',
        whenTau: '0.5',
        scope: 'domains',
        domains: 'a.pt; b.pt',
        policy: 'priority',
        geo: true,
        collectionSize: '9',
        maxPages: '7',
        maxTime: '30min',
        delay: '2s',
        contact: 'a@b.pt',
      }).order!,
    };
    const { name, seeds, ...asked } = order;
    const { order: same } = crawlOrder(formOf({ name, seeds, asked }, 'outra'));
    expect(same).toEqual({ ...order, name: 'outra' });
    expect(crawlOrder(formOf({ name, seeds, asked: {} }, 'outra')).order).toEqual({
      name: 'outra',
      seeds,
      scope: 'seeds',
    });
    expect(freeName('a', ['a', 'a-2'])).toBe('a-3');
    expect(freeName('a-3', ['a-3'])).toBe('a-2');
    expect(freeName('x'.repeat(64), [])).toHaveLength(64);
  });

  it('makes a name of any words', () => {
    expect(crawlName('  Ação & Reação  ')).toBe('acao-reacao');
  });
});
