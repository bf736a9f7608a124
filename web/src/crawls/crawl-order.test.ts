import { describe, expect, it } from 'vitest';
import { type CrawlForm, crawlName, crawlOrder } from './crawl-order.ts';

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
    expect(crawlOrder({ ...form, when: '2001', whenTau: '2' }).order).not.toHaveProperty('whenTau');
  });

  it('takes the size of a collection that is a number of pages', () => {
    expect(crawlOrder({ ...form, collectionSize: '500' }).order).toMatchObject({ collectionSize: 500 });
    for (const collectionSize of ['0', '-3', 'muitas'])
      expect(crawlOrder({ ...form, collectionSize }).order).not.toHaveProperty('collectionSize');
  });

  it('says what is missing', () => {
    expect(crawlOrder({ ...form, name: '!!', seeds: '' }).missing).toEqual({
      name: 'crawlInvalidName',
      seeds: 'crawlInvalidSeeds',
    });
    expect(crawlOrder({ ...form, seeds: 'http://' }).missing.seeds).toBe('crawlInvalidSeeds');
    expect(crawlOrder({ ...form, seeds: 'javascript:alert(1)' }).order).toBeNull();
  });

  it('makes a name of any words', () => {
    expect(crawlName('  Ação & Reação  ')).toBe('acao-reacao');
  });
});
