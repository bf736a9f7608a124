import { describe, expect, it } from 'vitest';
import { TarrafaError } from '../../errors.ts';
import { namingFlags } from './crawl-options.ts';

describe('an error about a setting', () => {
  it('names the flag to who gave one', () => {
    const error = new TarrafaError('TRF_CONFIG_INVALID', ['whenProfile', 'why']);
    expect(namingFlags(error)).toMatchObject({
      code: 'TRF_CONFIG_INVALID',
      values: ['--when-profile', 'why'],
      cause: error,
    });
  });

  it.each([
    new TarrafaError('TRF_CONFIG_INVALID', ['pasta', 'why']),
    new TarrafaError('TRF_CONTACT_MISSING'),
    new RangeError('delay'),
  ])('stays what it is when it is about something else: %s', (error) => {
    expect(namingFlags(error)).toBe(error);
  });
});
