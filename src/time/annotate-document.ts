/** From blocks or plain text to resolved expressions: the two stages in their usual order. */
import { type Annotator, annotatorOf } from './annotate.ts';
import type { TextBlock } from './block.ts';
import type { Locale } from './locale.ts';
import { type ResolveOptions, resolve } from './resolve/resolve.ts';
import type { Timex } from './timex.ts';

/** Finds the expressions of the blocks, unresolved, with identifiers that run on through the document. */
export function annotateBlocks(blocks: readonly TextBlock[], using: Annotator): Timex[] {
  const out: Timex[] = [];
  for (const block of blocks) {
    for (const a of using.annotate(block.text)) {
      out.push({
        id: out.length + 1,
        blockIndex: block.index,
        start: a.start,
        end: a.end,
        text: block.text.slice(a.start, a.end),
        coreStart: a.coreStart,
        coreText: block.text.slice(a.coreStart, a.end),
        type: a.type,
        subtype: a.subtype,
        refClass: a.refClass,
        patternId: a.patternId,
        chronons: [],
        resolved: false,
        timex3: { type: 'DATE', value: '' },
        anchor: null,
        rule: '',
        known: [],
        implied: [],
        low: false,
        exact: undefined,
        sentence: a.sentence,
        tense: a.tense,
        expression: a.expression,
        atoms: a.atoms,
      });
    }
  }
  return out;
}

/** Annotates and resolves one text. */
export function annotateText(text: string, locale: Locale, options: ResolveOptions = {}): Timex[] {
  const block: TextBlock = { index: 0, text, docOffset: 0, sectionId: 0, boilerplate: false, links: [] };
  return resolve(annotateBlocks([block], annotatorOf(locale)), locale, options);
}

/** Annotates and resolves the blocks of a page; sections bound what a date may lend to another. */
export function annotateDocument(
  blocks: readonly TextBlock[],
  locale: Locale,
  options: ResolveOptions = {},
): Timex[] {
  const section = new Map(blocks.map((b) => [b.index, b.sectionId]));
  return resolve(annotateBlocks(blocks, annotatorOf(locale)), locale, {
    sectionOf: (index) => section.get(index) ?? 0,
    ...options,
  });
}
