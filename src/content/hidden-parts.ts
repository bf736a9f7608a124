/**
 * Elements that say they are hidden and are read all the same, because a reader gets to see them: what React streamed for a place above
 * (`<div hidden id="S:3">`, moved there by a script), the panels of tabs, and the folded answers of an accordion. Menus, dialogs and
 * forms that wait for a click stay hidden.
 */
import { attributeId, type FlatDocument, isHidden, TEXT, tagId } from '../html/index.ts';
import { ROLE, UNREAD } from '../html/text-roles.ts';
import { AGAINST, evidenceOfElement } from './element-evidence.ts';

const ID = attributeId('id');
const CLASS = attributeId('class');
const ROLE_ATTRIBUTE = attributeId('role');
const STREAMED = /^S:[0-9a-f]{1,6}$/;
const FOLD =
  /(?:^|[-_\s])(?:accordion|collaps(?:e|ed|ible)|tab|tabs|tabpanel|panel|pane|faqs?|answer|toggle|expand(?:ed|able|er)?|content|less|more|description|details|spec\w*)(?:$|[-_\s])/i;
const ANCHOR = tagId('a');
const ENTRY = new Set(['form', 'input', 'textarea', 'select', 'dialog', 'nav'].map(tagId));

/** Characters from which a hidden element can be prose. */
const FEWEST_CHARACTERS = 80;
/** A larger part is looked at no further: it stays hidden, so that nested ones cost little. */
const MOST_ROWS = 1500;
const MOST_LINKED = 0.3;

/** Whether the element is hidden for good. */
export function staysHidden(doc: FlatDocument, node: number): boolean {
  return isHidden(doc, node) && !isShownLater(doc, node);
}

function isShownLater(doc: FlatDocument, node: number): boolean {
  const id = doc.attributeAt(node, ID) < 0 ? '' : (doc.value(node, ID) ?? '');
  if (STREAMED.test(id)) return true;
  if ((evidenceOfElement(doc, node) & AGAINST) !== 0) return false;
  const role = doc.attributeAt(node, ROLE_ATTRIBUTE) < 0 ? '' : (doc.value(node, ROLE_ATTRIBUTE) ?? '');
  const name = doc.attributeAt(node, CLASS) < 0 ? '' : (doc.value(node, CLASS) ?? '').slice(0, 200);
  if (role !== 'tabpanel' && !FOLD.test(`${id.slice(0, 100)} ${name}`)) return false;
  return isProse(doc, node);
}

function isProse(doc: FlatDocument, node: number): boolean {
  const { tag, end, start, stop } = doc;
  const last = end[node]!;
  if (last - node > MOST_ROWS) return false;
  let characters = 0;
  let linked = 0;
  let linkEnd = 0;
  for (let row = node + 1; row < last; ) {
    const kind = tag[row]!;
    if (kind === TEXT) {
      const length = stop[row]! - start[row]!;
      characters += length;
      if (row < linkEnd) linked += length;
      row++;
      continue;
    }
    if (ENTRY.has(kind)) return false;
    if (ROLE[kind] === UNREAD) {
      row = end[row]!;
      continue;
    }
    if (kind === ANCHOR) linkEnd = end[row]!;
    row++;
  }
  return characters >= FEWEST_CHARACTERS && linked <= characters * MOST_LINKED;
}
