import { describe, expect, it } from 'vitest';
import { parseHtml, textBlocks } from '../../src/html/index.ts';
import { newsSite, TEMPLATE_NAMES } from './index.ts';

describe('news templates', () => {
  it('are seven, and the same for the same seed', () => {
    expect(TEMPLATE_NAMES).toHaveLength(7);
    for (const name of TEMPLATE_NAMES) {
      expect(newsSite(name, 5, 6)).toEqual(newsSite(name, 5, 6));
      expect(newsSite(name, 6, 6).pages[0]!.html).not.toBe(newsSite(name, 5, 6).pages[0]!.html);
    }
    expect(() => newsSite('outro', 1)).toThrow(RangeError);
  });

  it('tell the truth: every piece of content is a block of text of the page, in order, and nothing of it is called noise', () => {
    for (const name of TEMPLATE_NAMES) {
      for (const { html, truth } of newsSite(name, 3, 40).pages) {
        const blocks = textBlocks(parseHtml(html)).text.map((text) => text.replaceAll('\u00a0', ' '));
        let at = 0;
        const content = truth.filter(({ kind }) => kind === 'content');
        for (const { text } of content) {
          const place = blocks.indexOf(text, at);
          expect([text, place >= at]).toEqual([text, true]);
          at = place + 1;
        }
        expect(content.length).toBeGreaterThan(1);
      }
    }
  });

  it('carry the failures that the source names', () => {
    const site = (name: string) => newsSite(name, 1);
    const texts = (name: string, kind: string) =>
      site(name).pages.map(({ truth }) =>
        truth.filter((block) => block.kind === kind).map(({ text }) => text),
      );
    // Live coverage and small sections.
    expect(site('arquibancada').pages.some(({ kind }) => kind === 'live')).toBe(true);
    expect(site('correio').pages.filter(({ kind }) => kind === 'special')).toHaveLength(5);
    // Text that is repeated and meant.
    const counts = new Map<string, number>();
    for (const page of texts('corpo-e-bola', 'content'))
      for (const text of page) counts.set(text, (counts.get(text) ?? 0) + 1);
    expect([...counts.values()].filter((count) => count > 3).length).toBeGreaterThan(10);
    // Noise that is on few pages, and noise that is on one.
    const noise = new Map<string, number>();
    for (const page of texts('recorde', 'noise'))
      for (const text of new Set(page)) noise.set(text, (noise.get(text) ?? 0) + 1);
    const times = [...noise.values()];
    expect(times.filter((count) => count === 1).length).toBeGreaterThan(50);
    expect(times.filter((count) => count > 1 && count < 16).length).toBeGreaterThan(50);
    expect(times.filter((count) => count === 160).length).toBeGreaterThan(10);
  });
});
