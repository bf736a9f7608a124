/** SVG and MathML inside HTML: where they are, and where HTML is inside them again. */

import { ENCODING } from '../attribute-names.ts';
import { decodeValue } from '../character-references.ts';
import { IN_MATHML, IN_SVG } from '../node-store.ts';
import { FOREIGN_KEY } from '../open-elements.ts';
import { ATTRIBUTE_WIDTH } from '../source.ts';
import { ANNOTATION_XML, DESC, FOREIGN_OBJECT, MI, MN, MO, MS, MTEXT, TITLE } from '../tags.ts';
import { GrowingTree } from './growing-tree.ts';

export abstract class ForeignContent extends GrowingTree {
  protected inForeignContent(): boolean {
    return this.stack.currentKey >= FOREIGN_KEY && !this.isIntegrationPoint();
  }

  protected isIntegrationPoint(): boolean {
    const node = this.stack.current;
    const tag = this.store.tag[node]!;
    return this.isHtmlIntegrationPoint(node, tag) || isMathTextPoint(tag, this.store.flags[node]!);
  }

  protected isHtmlIntegrationPoint(node: number, tag: number): boolean {
    const flags = this.store.flags[node]!;
    if ((flags & IN_SVG) !== 0) return tag === FOREIGN_OBJECT || tag === DESC || tag === TITLE;
    if ((flags & IN_MATHML) === 0 || tag !== ANNOTATION_XML) return false;
    const encoding = this.attributeValue(this.store.stop[node]!, ENCODING).toLowerCase();
    return encoding === 'text/html' || encoding === 'application/xhtml+xml';
  }

  protected attributeValue(list: number, id: number): string {
    const { attributes, html } = this.source;
    const count = attributes[list]! & 0xffff;
    for (let i = 0; i < count; i++) {
      const at = list + 1 + i * ATTRIBUTE_WIDTH;
      if ((attributes[at]! & 0xff) === id)
        return decodeValue(html.slice(attributes[at + 2]!, attributes[at + 3]!));
    }
    return '';
  }

  protected hasAttribute(list: number, id: number): boolean {
    const { attributes } = this.source;
    const count = attributes[list]! & 0xffff;
    for (let i = 0; i < count; i++)
      if ((attributes[list + 1 + i * ATTRIBUTE_WIDTH]! & 0xff) === id) return true;
    return false;
  }

  protected leaveForeign(): void {
    while (this.inForeignContent()) this.stack.pop();
  }
}

function isMathTextPoint(tag: number, flags: number): boolean {
  return (flags & IN_MATHML) !== 0 && (tag === MI || tag === MO || tag === MN || tag === MS || tag === MTEXT);
}

/** Whether a foreign element bounds scopes and is special (for `annotation-xml`, whatever its encoding). */
export function isIntegrationTag(tag: number, flags: number): boolean {
  if ((flags & IN_SVG) !== 0) return tag === FOREIGN_OBJECT || tag === DESC || tag === TITLE;
  return tag === ANNOTATION_XML || isMathTextPoint(tag, flags);
}
