/**
 * The values of a page that is shown in a frame. The page is of a stranger and runs nothing; it is only read here: its texts, which of them
 * somebody points at, and where some values stand.
 */

const LONGEST = 400;
const MOST_TEXTS = 2_000;
const MOST_NODES = 30_000;
const MOST_MARKS = 60;

/** What of a value is compared: its letters and figures. */
const valueKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

const squeezed = (text: string): string => text.replaceAll(/[\s\u00a0]+/g, ' ').trim();

/** The column that has a value already; -1 when none has. */
export function columnWith(columns: readonly (readonly string[])[], value: string): number {
  const key = valueKey(value);
  if (key === '') return -1;
  const alone = columns.findIndex((values) => values.length === 1 && valueKey(values[0]!) === key);
  return alone >= 0 ? alone : columns.findIndex((values) => values.some((one) => valueKey(one) === key));
}

/** Texts that have what somebody types, those that begin with it first. */
export function matching(texts: readonly string[], typed: string, most: number): string[] {
  const key = valueKey(typed);
  if (key === '') return texts.slice(0, most);
  const found = texts.filter((text) => valueKey(text).includes(key));
  const first = found.filter((text) => valueKey(text).startsWith(key));
  return [...new Set([...first, ...found])].slice(0, most);
}

/** A column's name from the label beside its values: `Rendimento:` → `Rendimento`. */
export function nameOfLabel(label: string): string {
  const name = squeezed(label).replace(/[\s:.–—-]+$/, '');
  return name.length <= 60 ? name : '';
}

const HIDDEN = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'TITLE']);

function* textNodes(page: Document): Generator<Text> {
  if (!page.body) return;
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  for (let n = 0; n < MOST_NODES && walker.nextNode(); n++) {
    const node = walker.currentNode as Text;
    if (!HIDDEN.has(node.parentElement?.tagName ?? '')) yield node;
  }
}

/** What can be pointed at, each once, as a reader meets it. */
export function pageTexts(page: Document): string[] {
  const texts = new Map<string, string>();
  for (const node of textNodes(page)) {
    const text = squeezed(node.data);
    const key = valueKey(text);
    if (key === '' || text.length > LONGEST || texts.has(key)) continue;
    texts.set(key, text);
    if (texts.size >= MOST_TEXTS) break;
  }
  return [...texts.values()];
}

function textAt(page: Document, x: number, y: number): Text | null {
  const range = 'caretRangeFromPoint' in page ? page.caretRangeFromPoint(x, y) : null;
  const node =
    range?.startContainer ??
    (
      page as { caretPositionFromPoint?: (x: number, y: number) => { offsetNode: Node } | null }
    ).caretPositionFromPoint?.(x, y)?.offsetNode ??
    null;
  return node?.nodeType === 3 ? (node as Text) : null;
}

/** The sign of a currency, which many pages set apart from the amount. */
const CURRENCY = /^(?:\p{Lu}{0,3}\$|€|£|¥)$/u;

/** The amount beside the sign of its currency. */
function amountBeside(sign: Text): string {
  const around = sign.parentElement?.parentElement ?? sign.parentElement;
  const texts = [...(around?.childNodes ?? [])].map((node) => squeezed(node.textContent ?? ''));
  return texts.find((text) => /\d/.test(text) && text.length <= LONGEST) ?? '';
}

/** What somebody points at: what they selected, else the text under the pointer, else the whole of a small element. */
export function valueAt(page: Document, event: MouseEvent): string {
  const selected = squeezed(page.getSelection()?.toString() ?? '');
  if (selected !== '' && selected.length <= LONGEST) return selected;
  const target = event.target as Element;
  // From the keyboard there is no point.
  const text = event.detail === 0 ? null : textAt(page, event.clientX, event.clientY);
  if (text !== null && target.contains(text)) {
    const value = squeezed(text.data);
    const amount = CURRENCY.test(value) ? amountBeside(text) : '';
    if (amount !== '') return amount;
    if (valueKey(value) !== '' && value.length <= LONGEST) return value;
  }
  const whole = squeezed(target.textContent ?? '');
  return whole.length <= LONGEST ? whole : '';
}

const MARK = ['outline', 'outline-offset', 'border-radius'] as const;
const MARKED = ['3px solid #d9480f', '2px', '2px'] as const;

/** Marks the places of some values; what was marked before is told by the function given back. Scrolls to the first. */
export function markValues(page: Document, values: readonly string[]): () => void {
  const keys = new Set(values.map(valueKey).filter(Boolean));
  const marked: HTMLElement[] = [];
  if (keys.size > 0)
    for (const node of textNodes(page)) {
      if (marked.length >= MOST_MARKS) break;
      const element = node.parentElement;
      if (element === null || !keys.has(valueKey(node.data))) continue;
      MARK.forEach((name, i) => {
        element.style.setProperty(name, MARKED[i]!, 'important');
      });
      marked.push(element);
    }
  const first = marked[0]?.getBoundingClientRect();
  const view = page.defaultView;
  // Within the frame alone: the page around it stays where it is.
  if (first && view) view.scrollTo(0, Math.max(0, view.scrollY + first.top - view.innerHeight / 3));
  return () => {
    for (const element of marked) for (const name of MARK) element.style.removeProperty(name);
  };
}
