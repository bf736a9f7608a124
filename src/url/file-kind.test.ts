import { describe, expect, it } from 'vitest';
import { kindByExtension } from './index.ts';

describe('file kind by extension', () => {
  it('[H-6] reads the last segment of the path, and nothing else', () => {
    for (const [path, kind] of [
      ['/a/b.html', 'page'],
      ['/a/b.ASPX?x=y.jpg', 'page'],
      ['/a.jpg', 'image'],
      ['https://a.br/x/y.tar.gz#z', 'archive'],
      ['/x.pdf', 'pdf'],
      ['/x.shp', 'geographic'],
      ['/x.woff2', 'font'],
      ['/a.jpg/b', 'unknown'],
      ['/a.b.c', 'unknown'],
      ['/a.', 'unknown'],
      ['/.htaccess', 'unknown'],
      ['', 'unknown'],
      ['?x.jpg', 'unknown'],
      ['https://a.py', 'unknown'],
      ['/wiki/Ficheiro:Mapa.png', 'unknown'],
      ['/x.jpg%20', 'unknown'],
    ] as const) {
      expect([path, kindByExtension(path)]).toEqual([path, kind]);
    }
  });
});
