import { describe, expect, it } from 'vitest';
import { mayBeDocument, mediaOf } from './media.ts';

const of = (type: string | null, body: string | Uint8Array) =>
  mediaOf(type, typeof body === 'string' ? Buffer.from(body, 'latin1') : body);

describe('what a body is', () => {
  it.each([
    ['text/html; charset=utf-8', '<p>Olá</p>', 'html'],
    ['TEXT/HTML', 'Uma página sem uma etiqueta sequer', 'html'],
    ['text/html', '', 'html'],
    ['application/xhtml+xml', '<?xml version="1.0"?><html>', 'html'],
    ['text/css', 'a{}', 'style'],
    ['application/rss+xml', '<rss/>', 'feed'],
    ['text/xml', '<?xml version="1.0"?><urlset><url/></urlset>', 'sitemap'],
    ['application/xml', '<?xml version="1.0"?><feed xmlns="a">', 'feed'],
    ['application/xml', '<dados/>', 'other'],
    ['text/plain', 'Ata da reunião', 'text'],
    ['application/pdf', '%PDF-1.4\n', 'pdf'],
    ['application/json', '{}', 'other'],
    ['image/png', '\x89PNG', 'other'],
  ] as const)('is what its server says: %s %j', (type, body, media) => {
    expect(of(type, body)).toBe(media);
  });

  it.each([
    ['a PDF called a page', 'text/html', '%PDF-1.4\n1 0 obj', 'pdf'],
    ['a PDF called text', 'text/plain', '%PDF-1.7\n', 'pdf'],
    ['a text that speaks of PDF', 'text/plain', 'Começa com %PDF-1.4', 'text'],
    ['a page that speaks of PDF', 'text/html', '<p>Começa com %PDF-1.4', 'html'],
    ['a PDF behind a few lines of a proxy', 'application/pdf', 'HTTP/1.1 200\r\n\r\n%PDF-1.4', 'pdf'],
    ['a PDF to be downloaded', 'application/force-download', '%PDF-1.4', 'pdf'],
    ['no PDF at all', 'application/pdf', 'não é PDF', 'other'],
    ['a page called text', 'text/plain', '\n<!DOCTYPE html><p>x', 'html'],
    ['a program called text', 'text/plain', '\x00\x01\x02', 'other'],
    ['zeros called a page', 'text/html', '\x00'.repeat(5_000), 'other'],
    ['a page that nobody names', null, '<html><body>', 'html'],
    ['a page called bytes', 'application/octet-stream', '<!doctype html>x', 'html'],
    ['bytes', 'application/octet-stream', '\x00<\x01', 'other'],
    ['UTF-16 with its mark', 'text/html', '\xff\xfeO\x00l\x00a\x00', 'html'],
  ] as const)('is what its bytes say, where servers are wrong: %s', (_, type, body, media) => {
    expect(of(type, body)).toBe(media);
  });

  it('is a sitemap or a feed where it was called one', () => {
    expect(mediaOf('text/html', Buffer.from('http://a.br/\n'), 'sitemap')).toBe('sitemap');
    expect(mediaOf(null, Buffer.from('<rss>'), 'feed')).toBe('feed');
  });

  it('may be a document by its type alone, if it is not known to be something else', () => {
    for (const type of [null, '', 'text/html', 'application/pdf', 'text/plain', 'application/force-download'])
      expect([type, mayBeDocument(type)]).toEqual([type, true]);
    for (const type of ['image/png', 'text/css', 'application/javascript', 'text/xml', 'application/json'])
      expect([type, mayBeDocument(type)]).toEqual([type, false]);
  });
});
