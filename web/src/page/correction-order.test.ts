import { describe, expect, it } from 'vitest';
import type { KeptCorrection } from '../api/shapes.ts';
import { orderOf, saidBefore, withBlock } from './correction-order.ts';

const COMPUTED = { title: 'Lido', date: '2020-01-01', type: 'article' };
const kept: KeptCorrection = {
  id: 'k',
  version: 7,
  at: 0,
  by: 'Ana',
  value: { url: 'http://a.br/', title: 'Certo', blocks: [{ text: 'a', content: true }], computed: null },
};

describe('a correction as it is sent', () => {
  it('is what differs from what the computer says', () => {
    const fields = {
      title: ' Certo ',
      date: '',
      type: 'article',
      places: [{ mention: 'Saúde ', place: '' }],
    };
    expect(orderOf(fields, COMPUTED, saidBefore(null, 'Rui'))).toEqual({
      version: 0,
      by: 'Rui',
      title: 'Certo',
      published: null,
      places: [{ mention: 'Saúde', place: null }],
    });
    const same = {
      title: 'Lido',
      date: '2020-01-01',
      type: 'article',
      places: [{ mention: '', place: 'x' }],
    };
    expect(orderOf(same, COMPUTED, saidBefore(null, ''))).toBeNull();
  });

  it('says again what was said of blocks, and of one block anew', () => {
    const same = { title: 'Lido', date: '2020-01-01', type: 'article', places: [] };
    expect(orderOf(same, COMPUTED, saidBefore(kept, ''))).toMatchObject({
      version: 7,
      blocks: [{ text: 'a' }],
    });
    expect(withBlock(kept, 'a', false, '').blocks).toEqual([{ text: 'a', content: false }]);
    expect(withBlock(kept, 'b', false, '')).toMatchObject({ title: 'Certo', version: 7 });
  });
});
