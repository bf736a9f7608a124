/** From blocks or plain text to resolved expressions: the two stages in their usual order. */
import { Annotator } from './annotate.ts';
import type { Block } from './block.ts';
import { type ResolveOptions, resolve } from './resolve/resolve.ts';
import type { Timex } from './timex.ts';

let shared: Annotator | null = null;

/** The annotator of this process: the automaton is compiled once. */
export function annotator(): Annotator {
  shared ??= new Annotator();
  return shared;
}

/** Finds the expressions of the blocks, unresolved, with identifiers that run on through the document. */
export function annotateBlocks(blocks: readonly Block[], using: Annotator = annotator()): Timex[] {
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
export function annotateText(text: string, options: ResolveOptions = {}): Timex[] {
  return resolve(
    annotateBlocks([{ index: 0, text, docOffset: 0, sectionId: 0, boilerplate: false, links: [] }]),
    options,
  );
}

/** Annotates and resolves the blocks of a page; sections bound what a date may lend to another. */
export function annotateDocument(blocks: readonly Block[], options: ResolveOptions = {}): Timex[] {
  const section = new Map(blocks.map((b) => [b.index, b.sectionId]));
  return resolve(annotateBlocks(blocks), { sectionOf: (index) => section.get(index) ?? 0, ...options });
}
