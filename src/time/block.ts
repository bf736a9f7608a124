/** The blocks of a page as the time room reads them: paragraphs in document order, each with its links. */

export interface LinkRef {
  readonly rawHref: string;
  readonly url: string;
  readonly blockIndex: number;
  readonly start: number;
  readonly end: number;
  readonly anchorText: string;
  readonly boilerplate: boolean;
}

export interface TextBlock {
  readonly index: number;
  readonly text: string;
  /** Offset of the block in the text of the whole document. */
  readonly docOffset: number;
  readonly sectionId: number;
  readonly boilerplate: boolean;
  readonly links: readonly LinkRef[];
}
