import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../src/html/index.ts';
import { bestSpan, bodyText, tokensOf } from './body-text.ts';
import { featureExtractor, featureShare } from './feature-extractor.ts';
import { gupta } from './gupta.ts';
import { blockEntropy, featureEntropy, infoDiscoverer } from './info-discoverer.ts';
import { compositeImportance, leafImportance, nodeImportance, siteStyleTree } from './site-style-tree.ts';

const page = (id: string, html: string) => ({ id, doc: parseHtml(html) });
const kept = (result: readonly { blocks: readonly { text: string; verdict: string }[] }[]) =>
  result.map(({ blocks }) => blocks.filter(({ verdict }) => verdict === 'content').map(({ text }) => text));

describe('baselines', () => {
  it('[X-A40] BTE finds the span of the fixture', () => {
    const html =
      '<html><body><ul><li>Home</li><li>Desporto</li></ul><h1>Benfica vence</h1><p>O Benfica venceu ontem o Porto na Luz</p><p>O jogo acabou com <b>dois</b> golos</p><div>Contactos</div></body></html>';
    const { bits } = tokensOf(parseHtml(html));
    expect(bits.join('')).toBe('111101101110011000000001100001010110111');
    expect(bestSpan(bits)).toEqual({ from: 11, to: 32, score: 30 });
    expect(kept(bodyText([page('a', html)]))).toEqual([
      ['Benfica vence', 'O Benfica venceu ontem o Porto na Luz', 'O jogo acabou com dois golos'],
    ]);
    expect(bestSpan(new Uint8Array(0))).toEqual({ from: 0, to: -1, score: 0 });
  });

  it('[X-A41] InfoDiscoverer has the entropies of the specification', () => {
    const entropies = [
      [1, 1, 1, 1],
      [1, 0, 0, 0],
      [1, 1, 0, 0],
      [3, 1, 0, 0],
      [2, 1, 1, 0],
    ].map(featureEntropy);
    for (const [i, value] of [1, 0, 0.5, 0.405639, 0.75].entries())
      expect(entropies[i]).toBeCloseTo(value, 6);
    expect(blockEntropy([1, 1, 0.5])).toBeCloseTo(0.8333, 4);
    expect(blockEntropy([0, 0, 0.5])).toBeCloseTo(0.1667, 4);
    const pages = ['mosteiro', 'viaduto', 'gincana', 'alfazema'].map((word) =>
      page(word, `<p>assine o jornal</p><p>${word} ${word}zal</p>`),
    );
    expect(kept(infoDiscoverer(pages))[0]).toEqual(['mosteiro mosteirozal']);
  });

  it('[X-A42] the Site Style Tree has the importances of the specification', () => {
    expect(nodeImportance([1], 4)).toBeCloseTo(0, 12);
    expect(nodeImportance([0.5, 0.5], 4)).toBeCloseTo(0.5, 12);
    expect(nodeImportance([0.25, 0.25, 0.25, 0.25], 4)).toBeCloseTo(1, 12);
    expect(nodeImportance([0.35, 0.25, 0.4], 100)).toBeCloseTo(0.234634, 6);
    expect(nodeImportance([1], 1)).toBe(1);
    expect(leafImportance([1, 0], 4)).toBeCloseTo(0.5, 12);
    expect(compositeImportance([0.5, 0.5], [1, 0], 4)).toBeCloseTo(0.5, 12);
    const pages = ['mosteiro', 'viaduto', 'gincana', 'alfazema'].map((word) =>
      page(word, `<ul><li>Menu do jornal</li></ul><p>${word} antigo</p>`),
    );
    expect(kept(siteStyleTree(pages))[1]).toEqual(['viaduto antigo']);
  });

  it('[X-A43] Feature Extractor lets text in and links out', () => {
    expect(featureShare({ text: 1, images: 0.2, links: 0.1 }, 'text')).toBeCloseTo(0.7692, 4);
    expect(featureShare({ text: 0.1, links: 1 }, 'text')).toBeCloseTo(0.0909, 4);
    const html =
      '<div><p><a>um</a> <a>dois</a></p><p>um texto com bem mais palavras do que os outros</p></div>';
    expect(kept(featureExtractor([page('a', html)]))[0]).toEqual([
      'um texto com bem mais palavras do que os outros',
    ]);
  });

  it('[X-A44] Gupta removes advertising and lists of links, and keeps paragraphs', () => {
    const html =
      '<body><p>Um parágrafo de texto com <a href="/x">uma ligação</a> no meio.</p>' +
      '<ul><li><a href="/a">Futebol</a></li><li><a href="/b">Ténis</a></li></ul>' +
      '<object src="//pub.ads.example/x"><p>Compre já</p></object><embed src="https://ads.example/y">' +
      '<blockquote><a href="https://ad.doubleclick.net/z">Oferta</a></blockquote></body>';
    expect(kept(gupta([page('a', html)]))[0]).toEqual(['Um parágrafo de texto com uma ligação no meio.']);
    const node = '<body><p>Texto</p><div src="//pub.ads.example/x"><p>Compre já</p></div></body>';
    expect(kept(gupta([page('a', node)]))[0]).toEqual(['Texto']);
  });
});
