import { describe, expect, it } from 'vitest';
import { wantedBytes } from './wanted-media.ts';

describe('bodies that are read', () => {
  it.each([
    'text/html; charset=utf-8',
    'application/xhtml+xml',
    'application/pdf',
    'application/xml',
    'application/octet-stream',
    'text/plain',
    'application/rss+xml',
    'nonsense',
    '',
  ])('%s may be a page', (type) => {
    expect(wantedBytes(200, type)).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([
    'video/mp4',
    ' Image/PNG',
    'application/zip',
    'application/vnd.ms-excel',
    'application/json',
    'font/woff2',
  ])('%s is not one', (type) => {
    expect(wantedBytes(200, type)).toBe(0);
    expect(wantedBytes(206, type)).toBe(0);
    expect(wantedBytes(404, type)).toBe(Number.POSITIVE_INFINITY);
  });

  it('a server that does not say is read', () => {
    expect(wantedBytes(200, null)).toBe(Number.POSITIVE_INFINITY);
  });
});
