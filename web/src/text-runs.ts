/**
 * Text cut into runs by the marks that stand in it. What a page says is hostile: it reaches the document only as text nodes, made from
 * these runs, never as markup.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface TextRun<M extends Span> {
  readonly text: string;
  /** Null for text between marks. */
  readonly mark: M | null;
}

/** Marks that overlap an earlier one, are empty or stand outside of the text are left out. */
export function textRuns<M extends Span>(
  text: string,
  marks: readonly M[],
  from = 0,
  to = text.length,
): TextRun<M>[] {
  const runs: TextRun<M>[] = [];
  let at = from;
  for (const mark of [...marks].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (mark.start < at || mark.end > to || mark.end <= mark.start) continue;
    if (mark.start > at) runs.push({ text: text.slice(at, mark.start), mark: null });
    runs.push({ text: text.slice(mark.start, mark.end), mark });
    at = mark.end;
  }
  if (at < to) runs.push({ text: text.slice(at, to), mark: null });
  return runs;
}

/** The paragraphs of a text, as offsets; empty ones are left out. */
export function paragraphs(text: string): Span[] {
  const found: Span[] = [];
  let start = 0;
  while (start < text.length) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    if (text.slice(start, end).trim() !== '') found.push({ start, end });
    start = end + 1;
  }
  return found;
}
