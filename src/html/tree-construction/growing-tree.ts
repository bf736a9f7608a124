/**
 * A tree while it is built, used again for every page. The classes of this folder add to it layer by layer, each a part of the standard:
 * one object whose methods the engine knows and inlines. As functions in modules of their own they cost 5 % of the time of a page, for a
 * function that is imported is looked up at every call.
 */
import type { DocumentMode } from '../doctype.ts';
import { NodeStore } from '../node-store.ts';
import { OpenElements } from '../open-elements.ts';
import { Source } from '../source.ts';
import { MODE } from './insertion-modes.ts';

const { INITIAL } = MODE;

/** Work that formatting elements may cost: at least this, and this much a code unit of the page. */
const BUDGET = 4_000_000;
const BUDGET_PER_UNIT = 16;

export abstract class GrowingTree {
  protected readonly source = new Source();
  protected readonly store = new NodeStore();
  protected readonly stack = new OpenElements();
  protected insertion: number = INITIAL;
  protected documentMode: DocumentMode = 'no-quirks';
  protected head = -1;
  protected form = -1;
  protected framesetOk = true;
  protected fostering = false;
  protected skipNewline = false;
  protected plaintext = false;
  /** The raw-text element just opened, or 0; the main loop reads its text. */
  protected rawTag = 0;
  protected templateModes: number[] = [];
  /** Active formatting elements, oldest first; `MARKER` between regions. */
  protected active: number[] = [];
  /** Text inside a table that waits for the next token: start, stop, flags. */
  protected waiting: number[] = [];
  protected readonly signatures = new Map<number, string>();
  protected comments: number[] = [];
  /** Offset of the tag being read. */
  protected at = 0;
  protected budget = 0;
  protected limited = false;
  protected hasNul = false;

  protected begin(html: string): void {
    this.source.load(html);
    this.store.reset();
    this.stack.reset();
    this.insertion = INITIAL;
    this.documentMode = 'no-quirks';
    this.head = -1;
    this.form = -1;
    this.framesetOk = true;
    this.fostering = false;
    this.skipNewline = false;
    this.plaintext = false;
    this.rawTag = 0;
    this.templateModes = [];
    this.active = [];
    this.waiting = [];
    this.comments = [];
    if (this.signatures.size > 0) this.signatures.clear();
    this.budget = BUDGET + html.length * BUDGET_PER_UNIT;
    this.limited = false;
    this.hasNul = this.source.hasNul();
  }
}
