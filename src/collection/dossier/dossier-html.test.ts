import { describe, expect, it } from 'vitest';
import type { DossierItem, StoredPage } from '../../catalogue/index.ts';
import { page } from '../../catalogue/records.suite.ts';
import { dossierPieces } from './write-dossier.ts';

const stored = (n: number, text: string): StoredPage =>
  ({ ...page(`http://a.br/${n}`, { text, digest: `sha256:${n}` }), id: n, placeNames: [] }) as never;

function catalogueOf(pages: readonly StoredPage[]) {
  let reads = 0;
  const found = (url: string) => {
    reads++;
    return pages.find((one) => one.url === url) ?? null;
  };
  return {
    reads: () => reads,
    catalogue: { pageAt: async (url: string) => found(url), versions: async () => [] } as never,
  };
}

const item = ({ url, fetchedAt, digest }: StoredPage, passage: string): DossierItem => ({
  url,
  fetchedAt,
  digest,
  passage,
  note: '',
  addedAt: 0,
});

async function html(pages: readonly StoredPage[], items: readonly DossierItem[]) {
  const { catalogue, reads } = catalogueOf(pages);
  const dossier = { name: 'Um', note: '', items };
  const pieces: string[] = [];
  const writing = { title: 'Coleta', catalogue, dossier, language: 'pt-BR', now: 0 } as const;
  for await (const piece of dossierPieces('html', writing)) pieces.push(piece);
  return { text: pieces.join(''), pieces: pieces.length, reads: reads() };
}

describe('a dossier on paper', () => {
  it('has the text of a page once, with all of its passages set apart, and leads there from the others', async () => {
    const one = stored(1, 'A água subiu. A ponte caiu & ninguém viu. A água desceu.');
    const { text } = await html(
      [one],
      [item(one, 'A água subiu'), item(one, 'caiu & ninguém'), item(one, 'A ponte caiu')],
    );
    expect(text.split('<div class="text">')).toHaveLength(2);
    expect(text).toContain(
      '<div class="text"><mark>A água subiu</mark>. <mark>A ponte caiu</mark><mark> &amp; ninguém</mark> viu. A água desceu.</div>',
    );
    expect(text.match(/<a href="#item-1">Está no item 1/g)).toHaveLength(2);
    expect(text.match(/<blockquote>/g)).toHaveLength(3);
  });

  it('comes an item at a time, and a long text is cut and says so', async () => {
    const long = stored(1, 'x'.repeat(1_000_003));
    const { text, pieces } = await html([long], [item(long, ''), item(stored(2, ''), '')]);
    expect(pieces).toBe(4);
    expect(text).toContain('Faltam aqui 3 caracteres');
    expect(text).toContain('Esta versão já não está na coleção.');
    expect(text.length).toBeLessThan(1_020_000);
  });

  it('reads a version once for passages that stand together, and keeps no heap of large ones', async () => {
    const large = [1, 2, 3].map((n) => stored(n, `${n}`.repeat(5 << 20)));
    const items = [0, 0, 1, 1, 2, 2].map((n) => item(large[n]!, ''));
    // Once for the contents, once for what they say.
    expect((await html(large, items)).reads).toBe(6);
  });
});
