/** White space of readers, not of the parser: JavaScript's `\s`, and control characters. */
const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;
const OGHAM_SPACE = 0x1680;
/** From the en quad to the hair space. */
const FIRST_WIDTH = 0x2000;
const LAST_WIDTH = 0x200a;
const LINE_SEPARATOR = 0x2028;
const PARAGRAPH_SEPARATOR = 0x2029;
const NARROW_NO_BREAK_SPACE = 0x202f;
const MATHEMATICAL_SPACE = 0x205f;
const IDEOGRAPHIC_SPACE = 0x3000;
const BYTE_ORDER_MARK = 0xfeff;

export function isSpace(unit: number): boolean {
  if (unit <= SPACE || unit === NO_BREAK_SPACE) return true;
  return unit >= OGHAM_SPACE && isWideSpace(unit);
}

function isWideSpace(unit: number): boolean {
  return (
    (unit >= FIRST_WIDTH && unit <= LAST_WIDTH) ||
    unit === IDEOGRAPHIC_SPACE ||
    unit === LINE_SEPARATOR ||
    unit === PARAGRAPH_SEPARATOR ||
    unit === NARROW_NO_BREAK_SPACE ||
    unit === MATHEMATICAL_SPACE ||
    unit === OGHAM_SPACE ||
    unit === BYTE_ORDER_MARK
  );
}
