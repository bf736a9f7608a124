/** Start tags in the body of a page, where most of them are. */
import { TYPE } from '../attribute-names.ts';
import { IN_MATHML, IN_SVG } from '../node-store.ts';
import {
  A,
  BODY,
  BUTTON,
  DD,
  DT,
  H1,
  H6,
  IMG,
  LI,
  NOBR,
  OPTGROUP,
  OPTION,
  RTC,
  RUBY,
  SELECT,
  tagId,
} from '../tags.ts';
import { BLOCKS, FORMATTING_TAGS } from './body-tags.ts';
import { Characters } from './characters.ts';
import { MARKER } from './formatting-elements.ts';
import { MODE } from './insertion-modes.ts';

const { IN_TABLE, IN_FRAMESET } = MODE;

// What a start tag does in body, by tag.
const START_ORDINARY = 0;
const START_FORMATTING = 1;
const START_A = 2;
const START_BLOCK = 3;
const START_HEADING = 4;
const START_LIST_ITEM = 5;
const START_VOID = 6;
const START_HR = 7;
const START_RB = 8;
const START_RT = 9;
const START_PRE = 10;
const START_XMP = 11;
const START_SVG = 12;
const START_MATH = 13;
const START_HTML = 14;
const START_HEAD_CONTENT = 15;
const START_BODY = 16;
const START_FORM = 17;
const START_NOBR = 18;
const START_TABLE = 19;
const START_INPUT = 20;
const START_PARAM = 21;
const START_IMAGE = 22;
const START_BUTTON = 23;
const START_APPLET = 24;
const START_IFRAME = 25;
const START_SELECT = 26;
const START_OPTION = 27;
const START_RAW = 28;
const START_FRAMESET = 29;
const START_TEXTAREA = 30;
const START_PLAINTEXT = 31;
const START_IGNORED = 32;

const START = new Uint8Array(65536);
for (const [kind, names] of [
  [START_FORMATTING, FORMATTING_TAGS],
  [START_A, 'a'],
  [START_BLOCK, `p ${BLOCKS}`],
  [START_HEADING, 'h1 h2 h3 h4 h5 h6'],
  [START_LIST_ITEM, 'li dd dt'],
  [START_VOID, 'br img wbr area embed keygen'],
  [START_HR, 'hr'],
  [START_RB, 'rb rtc'],
  [START_RT, 'rt rp'],
  [START_PRE, 'pre listing'],
  [START_XMP, 'xmp'],
  [START_SVG, 'svg'],
  [START_MATH, 'math'],
  [START_HTML, 'html'],
  [START_HEAD_CONTENT, 'base link meta style title script bgsound basefont template'],
  [START_BODY, 'body'],
  [START_FORM, 'form'],
  [START_NOBR, 'nobr'],
  [START_TABLE, 'table'],
  [START_INPUT, 'input'],
  [START_PARAM, 'param track source'],
  [START_IMAGE, 'image'],
  [START_BUTTON, 'button'],
  [START_APPLET, 'applet object marquee'],
  [START_IFRAME, 'iframe'],
  [START_SELECT, 'select'],
  [START_OPTION, 'option optgroup'],
  [START_RAW, 'noembed noframes noscript'],
  [START_FRAMESET, 'frameset'],
  [START_TEXTAREA, 'textarea'],
  [START_PLAINTEXT, 'plaintext'],
  [START_IGNORED, 'col th td tr head frame tbody tfoot thead caption colgroup'],
] as const) {
  for (const name of names.split(' ')) START[tagId(name)] = kind;
}

export abstract class BodyStartTags extends Characters {
  protected abstract startInHead(tag: number): void;

  protected startInBody(tag: number): void {
    const stack = this.stack;
    switch (START[tag]) {
      case START_ORDINARY:
        if (this.active.length > 0) this.reconstruct();
        this.insertElement(tag);
        return;
      case START_BLOCK:
        this.closeP();
        this.insertElement(tag);
        return;
      case START_FORMATTING:
        if (this.active.length > 0) this.reconstruct();
        this.activate(this.insertElement(tag));
        return;
      case START_A: {
        const entry = this.active.length > 0 ? this.newestActive(A) : -1;
        if (entry >= 0) {
          const node = this.active[entry]!;
          this.adopt(A);
          const index = stack.indexOf(node, A);
          if (index >= 0) stack.remove(index);
          this.deactivate(node);
        }
        if (this.active.length > 0) this.reconstruct();
        this.activate(this.insertElement(tag));
        return;
      }
      case START_HEADING:
        this.closeP();
        if (stack.currentKey >= H1 && stack.currentKey <= H6) stack.pop();
        this.insertElement(tag);
        return;
      case START_LIST_ITEM: {
        this.framesetOk = false;
        const index = tag === LI ? stack.topmost(LI) : Math.max(stack.topmost(DD), stack.topmost(DT));
        if (index !== -1 && !stack.hasListBoundaryAbove(index)) {
          this.impliedEndsExcept(stack.key(index));
          this.popTo(index);
        }
        this.closeP();
        this.insertElement(tag);
        return;
      }
      case START_VOID:
        if (this.active.length > 0) this.reconstruct();
        this.insertVoidElement(tag);
        this.framesetOk = false;
        return;
      case START_HR:
        this.closeP();
        if (stack.inScope(SELECT)) this.impliedEnds();
        this.insertVoidElement(tag);
        this.framesetOk = false;
        return;
      case START_PRE:
        this.closeP();
        this.insertElement(tag);
        this.skipNewline = true;
        this.framesetOk = false;
        return;
      case START_HEAD_CONTENT:
        this.startInHead(tag);
        return;
      case START_TABLE:
        if (this.documentMode !== 'quirks') this.closeP();
        this.insertElement(tag);
        this.framesetOk = false;
        this.insertion = IN_TABLE;
        return;
      default:
        if (!this.startControlInBody(tag)) this.startSeldomInBody(tag);
    }
  }

  /** Forms and their controls; whether it is one. */
  protected startControlInBody(tag: number): boolean {
    const stack = this.stack;
    switch (START[tag]) {
      case START_FORM:
        if (this.form !== -1 && stack.templates === 0) return true;
        this.closeP();
        this.insertElement(tag);
        if (stack.templates === 0) this.form = stack.current;
        return true;
      case START_INPUT:
        // Pages leave a `select` open before the next field.
        if (stack.inScope(SELECT)) this.popThrough(SELECT);
        if (this.active.length > 0) this.reconstruct();
        this.insertVoidElement(tag);
        if (this.framesetOk && !this.isHiddenInput()) this.framesetOk = false;
        return true;
      case START_BUTTON:
        if (stack.inScope(BUTTON)) {
          this.impliedEnds();
          this.popThrough(BUTTON);
        }
        if (this.active.length > 0) this.reconstruct();
        this.insertElement(tag);
        this.framesetOk = false;
        return true;
      case START_SELECT:
        if (stack.inScope(SELECT)) {
          this.popThrough(SELECT);
          return true;
        }
        if (this.active.length > 0) this.reconstruct();
        this.insertElement(tag);
        this.framesetOk = false;
        return true;
      case START_OPTION:
        if (stack.inScope(SELECT)) {
          if (tag === OPTGROUP) this.impliedEnds();
          else this.impliedEndsExcept(OPTGROUP);
        } else if (stack.currentKey === OPTION) stack.pop();
        if (this.active.length > 0) this.reconstruct();
        this.insertElement(tag);
        return true;
      case START_TEXTAREA:
        this.insertRawElement(tag);
        this.skipNewline = true;
        this.framesetOk = false;
        return true;
      default:
        return false;
    }
  }

  /** What few pages have; nothing comes of tags that have no place in a body (`START_IGNORED`). */
  protected startSeldomInBody(tag: number): void {
    const stack = this.stack;
    switch (START[tag]) {
      case START_IMAGE:
        if (this.active.length > 0) this.reconstruct();
        this.insertVoidElement(IMG);
        this.framesetOk = false;
        return;
      case START_RB:
        if (stack.inScope(RUBY)) this.impliedEnds();
        this.insertElement(tag);
        return;
      case START_RT:
        if (stack.inScope(RUBY)) this.impliedEndsExcept(RTC);
        this.insertElement(tag);
        return;
      case START_XMP:
        this.closeP();
        if (this.active.length > 0) this.reconstruct();
        this.framesetOk = false;
        this.insertRawElement(tag);
        return;
      case START_SVG:
        if (this.active.length > 0) this.reconstruct();
        this.insertForeignElement(tag, IN_SVG);
        return;
      case START_MATH:
        if (this.active.length > 0) this.reconstruct();
        this.insertForeignElement(tag, IN_MATHML);
        return;
      case START_HTML:
        if (stack.templates === 0) this.mergeAttributes(stack.node(0));
        return;
      case START_BODY:
        if (stack.top >= 1 && stack.key(1) === BODY && stack.templates === 0) {
          this.framesetOk = false;
          this.mergeAttributes(stack.node(1));
        }
        return;
      case START_NOBR:
        if (this.active.length > 0) this.reconstruct();
        if (stack.inScope(NOBR)) {
          this.adopt(NOBR);
          this.reconstruct();
        }
        this.activate(this.insertElement(tag));
        return;
      case START_PARAM:
        this.insertVoidElement(tag);
        return;
      case START_APPLET:
        if (this.active.length > 0) this.reconstruct();
        this.insertElement(tag);
        this.active.push(MARKER);
        this.framesetOk = false;
        return;
      case START_IFRAME:
        this.framesetOk = false;
        this.insertRawElement(tag);
        return;
      case START_RAW:
        this.insertRawElement(tag);
        return;
      case START_FRAMESET:
        if (this.framesetOk && stack.top >= 1 && stack.key(1) === BODY) {
          this.store.keepLinks();
          this.store.detach(stack.node(1));
          this.popTo(1);
          this.insertElement(tag);
          this.insertion = IN_FRAMESET;
        }
        return;
      case START_PLAINTEXT:
        this.closeP();
        this.insertElement(tag);
        this.plaintext = true;
        return;
      default:
    }
  }

  protected mergeAttributes(node: number): void {
    const { stop } = this.store;
    stop[node] = this.source.joinAttributes(stop[node]!, this.source.attributeList);
  }

  protected isHiddenInput(): boolean {
    return this.attributeValue(this.source.attributeList, TYPE).toLowerCase() === 'hidden';
  }

  /** As in body, but what has no place in a table goes before it. */
  protected startInBodyFostering(tag: number): void {
    const fostering = this.fostering;
    this.fostering = true;
    this.startInBody(tag);
    this.fostering = fostering;
  }
}
