/** Bodies that are compressed badly, or are too much. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { HOSTS } from '../hosts.ts';
import { items, link } from '../markup.ts';
import type { SampleSite } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';
import { index, page, send } from './answer.ts';

const BOMB_BYTES = 20_000_000;
const HUGE_BYTES = 12_000_000;

export function encodings(): SampleSite {
  const site = new SiteBuilder(HOSTS.encodings, {
    name: 'Compactado',
    language: 'pt-BR',
    encodings: [],
    quirks: [
      'truncated gzip',
      'gzip and brotli bombs of 20 MB',
      'raw deflate',
      'two encodings',
      'false and unknown encodings',
      'trailing garbage',
      'two gzip members',
    ],
  });
  const text = (name: string) =>
    page(
      `Compactado: ${name}`,
      `<p>${'O texto comprimido ocupa menos espaço e viaja mais depressa. '.repeat(40)}</p>`,
    );
  let bomb: Buffer | null = null;
  let bombBr: Buffer | null = null;
  const kinds: Readonly<Record<string, () => readonly [Buffer, string]>> = {
    gzip: () => [gzipSync(text('gzip')), 'gzip'],
    br: () => [brotliCompressSync(text('br')), 'br'],
    deflate: () => [deflateSync(text('deflate')), 'deflate'],
    'deflate-cru': () => [deflateRawSync(text('deflate-cru')), 'deflate'],
    'x-gzip': () => [gzipSync(text('x-gzip')), 'x-gzip'],
    duplo: () => [gzipSync(gzipSync(text('duplo'))), 'gzip, gzip'],
    'duplo-misto': () => [brotliCompressSync(gzipSync(text('duplo-misto'))), 'gzip, br'],
    truncado: () => {
      const whole = gzipSync(text('truncado'), { level: 1 });
      return [whole.subarray(0, whole.length - 30), 'gzip'];
    },
    lixo: () => [Buffer.concat([gzipSync(text('lixo')).subarray(0, 12), Buffer.alloc(200, 0x5a)]), 'gzip'],
    sobra: () => [Buffer.concat([gzipSync(text('sobra')), Buffer.from('sobra depois do fim')]), 'gzip'],
    'dois-membros': () => [
      Buffer.concat([
        gzipSync(text('dois-membros').slice(0, 600)),
        gzipSync(text('dois-membros').slice(600)),
      ]),
      'gzip',
    ],
    mentira: () => [Buffer.from(text('mentira')), 'gzip'],
    desconhecido: () => [Buffer.from(text('desconhecido')), 'lampiao'],
    vazio: () => [Buffer.alloc(0), 'gzip'],
    bomba: () => [(bomb ??= gzipSync(Buffer.alloc(BOMB_BYTES, 0x20), { level: 9 })), 'gzip'],
    'bomba-br': () => [(bombBr ??= brotliCompressSync(Buffer.alloc(BOMB_BYTES, 0x20))), 'br'],
  };
  site.page('/', {
    kind: 'home',
    title: 'Compactado',
    html: () =>
      index(
        'Compactado',
        Object.keys(kinds).map((k) => [`/${k}`, k] as const),
      ),
  });
  site.respond((x) => {
    const make = kinds[x.path.slice(1)];
    if (make === undefined) return false;
    const [body, encoding] = make();
    return send(x, 200, body, { 'content-encoding': encoding });
  });
  return site.build();
}

export function huge(): SampleSite {
  const site = new SiteBuilder(HOSTS.huge, {
    name: 'Enorme',
    language: 'pt-BR',
    encodings: [],
    quirks: ['a page of 12 MB', '20,000 links', 'a megabyte without a space', 'a title of 200 KB'],
  });
  site.page('/', {
    kind: 'home',
    title: 'Enorme',
    html: () =>
      index('Enorme', [
        ['/doze', 'Doze megabytes'],
        ['/ligacoes', 'Muitas ligações'],
        ['/palavra', 'Uma palavra só'],
        ['/titulo', 'Título sem fim'],
      ]),
  });
  const line =
    '<p>Esta linha se repete muitas e muitas vezes, até que a página fique maior do que qualquer leitor pediria.</p>\n';
  site.page('/doze', {
    kind: 'article',
    title: 'Doze megabytes',
    html: () => page('Doze megabytes', line.repeat(Math.ceil(HUGE_BYTES / Buffer.byteLength(line)))),
  });
  site.page('/ligacoes', {
    kind: 'list',
    title: 'Muitas ligações',
    html: () =>
      page(
        'Muitas ligações',
        items(Array.from({ length: 20_000 }, (_, i) => link(`/item/${i}`, `Item ${i}`))),
      ),
  });
  site.page('/palavra', {
    kind: 'article',
    title: 'Uma palavra só',
    html: () => page('Uma palavra só', `<p>${'a'.repeat(1_000_000)}</p>`),
  });
  site.page('/titulo', {
    kind: 'article',
    title: 'T',
    html: () => page(`Título ${'muito '.repeat(33_000)}longo`, '<p>Ufa.</p>'),
  });
  return site.build();
}
