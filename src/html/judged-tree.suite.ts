/**
 * parse5 with two rules of the HTML standard that it does not have yet: since 2025 what stands in a `select` is parsed nearly as elsewhere
 * (there is no insertion mode for it; `select` bounds scopes; `input` and `select` end it), and `<![CDATA[` opens a section wherever the
 * current node is not HTML, integration points among them.
 */
import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  InsertionMode as MODE,
  html as names,
  Parser,
  type Token,
} from 'parse5';

const ID = names.TAG_ID;

const IN_BODY: ReadonlySet<MODE> = new Set([
  MODE.IN_BODY,
  MODE.IN_CAPTION,
  MODE.IN_CELL,
  MODE.IN_TABLE,
  MODE.IN_TABLE_BODY,
  MODE.IN_ROW,
  MODE.IN_TEMPLATE,
]);
const IN_TABLE: ReadonlySet<MODE> = new Set([MODE.IN_TABLE, MODE.IN_TABLE_BODY, MODE.IN_ROW]);

const MODE_OF: ReadonlyMap<names.TAG_ID, MODE> = new Map<names.TAG_ID, MODE>([
  [ID.TR, MODE.IN_ROW],
  [ID.TBODY, MODE.IN_TABLE_BODY],
  [ID.THEAD, MODE.IN_TABLE_BODY],
  [ID.TFOOT, MODE.IN_TABLE_BODY],
  [ID.CAPTION, MODE.IN_CAPTION],
  [ID.COLGROUP, MODE.IN_COLUMN_GROUP],
  [ID.TABLE, MODE.IN_TABLE],
  [ID.FRAMESET, MODE.IN_FRAMESET],
  [ID.TEMPLATE, MODE.IN_TEMPLATE],
  [ID.TD, MODE.IN_CELL],
  [ID.TH, MODE.IN_CELL],
  [ID.HEAD, MODE.IN_HEAD],
  [ID.BODY, MODE.IN_BODY],
  [ID.HTML, MODE.AFTER_HEAD],
]);
const MODE_TAGS = [...MODE_OF.keys()];
const HEADINGS = [ID.H1, ID.H2, ID.H3, ID.H4, ID.H5, ID.H6];

interface DeclarationReader {
  _stateMarkupDeclarationOpen(unit: number): void;
}

class Judge extends Parser<DefaultTreeAdapterMap> {
  #scoped = false;

  constructor() {
    super();
    const tokenizer = this.tokenizer as unknown as DeclarationReader;
    const open = tokenizer._stateMarkupDeclarationOpen.bind(tokenizer);
    tokenizer._stateMarkupDeclarationOpen = (unit) => {
      const foreign = this.tokenizer.inForeignNode;
      this.tokenizer.inForeignNode = this.currentNotInHTML;
      open(unit);
      this.tokenizer.inForeignNode = foreign;
    };
  }

  /** Bounds scopes by `select` too. */
  #bound(): void {
    if (this.#scoped) return;
    this.#scoped = true;
    const open = this.openElements;
    const inScope = open.hasInScope.bind(open);
    const inButtonScope = open.hasInButtonScope.bind(open);
    const inListScope = open.hasInListItemScope.bind(open);
    const headingInScope = open.hasNumberedHeaderInScope.bind(open);
    const select = (): number => open.indexOfTopmost(ID.SELECT);
    open.hasInScope = (tag, element) =>
      inScope(tag, element) &&
      (element == null ? open.indexOfTopmost(tag) : open.items.lastIndexOf(element)) >= select();
    open.hasInButtonScope = (tag) => inButtonScope(tag) && open.indexOfTopmost(tag) >= select();
    open.hasInListItemScope = (tag) => inListScope(tag) && open.indexOfTopmost(tag) >= select();
    open.hasNumberedHeaderInScope = () => headingInScope() && open.indexOfTopmostOf(HEADINGS) >= select();
  }

  override _startTagOutsideForeignContent(token: Token.TagToken): void {
    this.#bound();
    const open = this.openElements;
    const { tagID } = token;
    const before = this.insertionMode;
    if (IN_BODY.has(before) && open.hasInScope(ID.SELECT)) {
      if (tagID === ID.SELECT) {
        open.popUntilTagNamePopped(ID.SELECT);
        return;
      }
      if (tagID === ID.INPUT && !(IN_TABLE.has(before) && isHidden(token)))
        open.popUntilTagNamePopped(ID.SELECT);
      if (tagID === ID.OPTION) open.generateImpliedEndTagsWithExclusion(ID.OPTGROUP);
      if (tagID === ID.OPTGROUP) open.generateImpliedEndTags();
      if (tagID === ID.HR) {
        if (open.hasInButtonScope(ID.P)) this._closePElement();
        open.generateImpliedEndTags();
      }
    }
    super._startTagOutsideForeignContent(token);
    if (this.insertionMode === MODE.IN_SELECT || this.insertionMode === MODE.IN_SELECT_IN_TABLE)
      this.insertionMode = IN_BODY.has(before) && before !== MODE.IN_TEMPLATE ? before : MODE.IN_BODY;
  }

  override _endTagOutsideForeignContent(token: Token.TagToken): void {
    this.#bound();
    const mode = this.insertionMode;
    if (token.tagID !== ID.SELECT || !IN_BODY.has(mode) || mode === MODE.IN_TEMPLATE) {
      super._endTagOutsideForeignContent(token);
    } else if (this.openElements.hasInScope(ID.SELECT)) {
      this.openElements.generateImpliedEndTags();
      this.openElements.popUntilTagNamePopped(ID.SELECT);
    }
  }

  override _resetInsertionMode(): void {
    const tag = this.openElements.tagIDs[this.openElements.indexOfTopmostOf(MODE_TAGS)];
    if (tag === ID.TEMPLATE) this.insertionMode = this.tmplInsertionModeStack.at(-1)!;
    else if (tag === ID.HTML && this.headElement === null) this.insertionMode = MODE.BEFORE_HEAD;
    else this.insertionMode = (tag === undefined ? undefined : MODE_OF.get(tag)) ?? MODE.IN_BODY;
  }
}

function isHidden({ attrs }: Token.TagToken): boolean {
  return attrs.some(({ name, value }) => name === 'type' && value.toLowerCase() === 'hidden');
}

/** The tree that a browser of today builds, with scripts switched on. */
export function judgedTree(html: string): DefaultTreeAdapterTypes.Document {
  const judge = new Judge();
  judge.tokenizer.write(html, true);
  return judge.document;
}
