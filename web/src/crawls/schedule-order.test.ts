import { describe, expect, it } from 'vitest';
import { clockIn, scheduleForm, scheduleOrder, zonesFrom } from './schedule-order.ts';

const NOW = Date.UTC(2026, 10, 18, 12);

describe('when a crawl is to begin', () => {
  it('is tomorrow at three unless it is said, in the zone of the server', () => {
    const form = scheduleForm(null, 'America/Sao_Paulo', NOW);
    expect(form).toEqual({
      at: '2026-11-19T03:00',
      zone: 'America/Sao_Paulo',
      repeat: 'once',
      days: [],
      as: 'round',
    });
    expect(scheduleOrder(form, NOW).order).toEqual({
      at: '2026-11-19T03:00',
      zone: 'America/Sao_Paulo',
      repeat: 'once',
      as: 'round',
    });
  });

  it('has weekdays only when it is weekly', () => {
    const form = { ...scheduleForm(null, 'UTC', NOW), days: [5, 1] };
    expect(scheduleOrder({ ...form, repeat: 'week' }, NOW).order?.days).toEqual([1, 5]);
    expect(scheduleOrder({ ...form, repeat: 'day' }, NOW).order).not.toHaveProperty('days');
  });

  it('is wrong without an hour, and over by the clock of its zone, unless it repeats', () => {
    const form = scheduleForm(null, 'UTC', NOW);
    expect(scheduleOrder({ ...form, at: '2026-11-19' }, NOW).missing).toEqual({ at: 'wrongAt' });
    const past = { ...form, at: '2026-11-18T11:59' };
    expect(scheduleOrder(past, NOW)).toEqual({ order: null, missing: { at: 'pastAt' } });
    expect(scheduleOrder({ ...past, zone: 'America/Sao_Paulo' }, NOW).order).not.toBeNull();
    expect(scheduleOrder({ ...past, repeat: 'day' }, NOW).order).not.toBeNull();
    expect(clockIn('Europe/Lisbon', Date.UTC(2026, 6, 1))).toBe('2026-07-01T01:00');
  });

  it('offers the zone of the server first, and that which is chosen', () => {
    const zones = zonesFrom('Europe/Lisbon', 'Asia/Tokyo');
    expect(zones.slice(0, 2)).toEqual(['Europe/Lisbon', 'Asia/Tokyo']);
    expect(new Set(zones).size).toBe(zones.length);
  });
});
